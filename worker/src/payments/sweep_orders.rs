//! Job `sweep_orders`: finds orders of one tenant that are not settled in time, and lets each be asked about.

use chrono::TimeDelta;
use db::findings::{FindingKind, NewFinding};
use db::{findings, orders};
use domain::OrderStatus;
use futures::future::BoxFuture;
use queue::{Done, Handler, JobRun, NewJob, Outcome, Queue};

use super::Cashier;
use super::cashier::enqueue_refund;

/// The age from which an order is swept: its own looks are over.
pub(super) const SWEPT: TimeDelta = TimeDelta::minutes(15);
/// Orders of one transaction.
const BATCH: i64 = 500;

/// Sweeps.
pub struct SweepOrders {
    /// For the present moment.
    pub cashier: Cashier,
}

impl Handler for SweepOrders {
    fn run<'a>(&'a self, run: &'a JobRun) -> BoxFuture<'a, Outcome> {
        Box::pin(async move {
            let now = self.cashier.now();
            let (mut after, mut swept) = (None, 0);
            loop {
                let mut tx = run.tenant_db().begin().await?;
                let found = orders::list_unsettled(&mut tx, now - SWEPT, after, BATCH).await?;
                for order in &found {
                    if order.status == OrderStatus::Refunding {
                        enqueue_refund(&mut tx, order.id).await?;
                        continue;
                    }
                    let job = NewJob::new(Queue::Payments, "reconcile_order", order.id.get());
                    queue::enqueue(&mut tx, &job.unique(format!("sweep:{}", order.id))).await?;
                    // money may have moved, and nobody has said so for a quarter of an hour
                    if order.confirming_at.is_some_and(|at| now - at > SWEPT) {
                        let new = NewFinding {
                            kind: FindingKind::Stuck,
                            order: Some(order.id),
                            transaction_key: "",
                            our_amount: Some(order.amount),
                            their_amount: None,
                        };
                        findings::insert(&mut tx, &new, now).await?;
                    }
                }
                tx.commit().await?;
                swept += found.len();
                after = found.last().map(|order| order.id);
                if after.is_none() {
                    break;
                }
            }
            if swept > 0 {
                tracing::info!(orders = swept, "orders that are not settled are asked about");
            }
            Ok(Done::nothing())
        })
    }
}
