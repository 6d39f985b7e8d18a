//! Job `sweep_orders`: finds orders of one tenant that were not settled in time, and enqueues a job that settles each.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use db::orders::{self, Order, SWEEP_AGE};
use db::payment_discrepancies::{DiscrepancyKind, NewDiscrepancy};
use db::{TenantTx, payment_discrepancies};
use domain::OrderStatus;
use queue::jobs::{ReconcileOrder, RefundOrder, SweepOrders};
use queue::{Done, JobRun, NewJob, Outcome};

use super::PaymentContext;

/// The number of orders in one transaction.
const BATCH_SIZE: i64 = 500;

/// Runs the job.
///
/// # Errors
/// Retries while the database fails.
pub async fn run(context: Arc<PaymentContext>, run: JobRun<SweepOrders>) -> Outcome {
    let now = context.now();
    let (mut after, mut swept) = (None, 0);
    loop {
        let mut tx = run.tenant_db().begin().await?;
        let unsettled = orders::list_unsettled(&mut tx, now - SWEEP_AGE, after, BATCH_SIZE).await?;
        for order in &unsettled {
            sweep(&mut tx, order, now).await?;
        }
        tx.commit().await?;
        swept += unsettled.len();
        after = unsettled.last().map(|order| order.id);
        if after.is_none() {
            break;
        }
    }
    if swept > 0 {
        tracing::info!(orders = swept, "unsettled orders are reconciled");
    }
    Ok(Done::without_effect())
}

async fn sweep(tx: &mut TenantTx, order: &Order, now: DateTime<Utc>) -> db::Result<()> {
    if order.status == OrderStatus::Refunding {
        return queue::enqueue(tx, RefundOrder::once(order.id)).await.map(drop);
    }
    let job = NewJob::new(ReconcileOrder { order_id: order.id }).with_unique_key(format!("sweep:{}", order.id));
    queue::enqueue(tx, job).await?;
    // money may have moved, and the provider has not confirmed it for a quarter of an hour
    if order.confirming_at.is_some_and(|at| now - at > SWEEP_AGE) {
        let new = NewDiscrepancy {
            kind: DiscrepancyKind::Stuck,
            order: Some(order.id),
            transaction_key: "",
            our_amount: Some(order.amount),
            provider_amount: None,
        };
        payment_discrepancies::insert(tx, &new, now).await?;
    }
    Ok(())
}
