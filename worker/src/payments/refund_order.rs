//! Job `refund_order`: sends the money of an order back, once.

use db::findings::{FindingKind, NewFinding};
use db::orders::{self, Order, Settled};
use db::{TenantTx, findings};
use domain::{OrderId, OrderStatus};
use futures::future::BoxFuture;
use partners::payment::{Cancel, ConfirmError};
use queue::{Done, Failure, Handler, Job, JobRun, Outcome};

use super::Cashier;

/// What the provider is told; no personal data.
const REASON: &str = "보험 서류 신청 취소";

/// Sends money back.
pub struct RefundOrder {
    /// The providers.
    pub cashier: Cashier,
}

impl Handler for RefundOrder {
    fn run<'a>(&'a self, run: &'a JobRun) -> BoxFuture<'a, Outcome> {
        Box::pin(async move {
            let (db, id) = (run.tenant_db(), OrderId::new(run.job.ref_id));
            let found = orders::find(&mut db.acquire().await?, id).await?;
            let Some(order) = found.filter(|order| order.status == OrderStatus::Refunding) else {
                return Ok(Done::nothing());
            };
            let provider = self.cashier.of_order(&db, &order).await?;
            let key = order.provider_key.as_deref().ok_or_else(|| Failure::fail("an order without a payment"))?;
            let now = self.cashier.now();
            // the provider does it once for the order, however often it is asked
            let cancel = Cancel { oid: &order.oid, provider_key: key, amount: order.amount, reason: REASON, now };
            match provider.cancel(&cancel).await {
                Ok(seen) => {
                    let mut tx = db.begin().await?;
                    let settled = orders::settle(&mut tx, id, Some(&seen), now).await?;
                    self.end(run, tx, (&order, settled)).await
                }
                Err(ConfirmError::Declined { code, .. }) => {
                    // perhaps because it went back already
                    let (tx, settled) = self.cashier.bring(&db, &provider, &order).await?;
                    if settled == Settled::Refunded {
                        return self.end(run, tx, (&order, Some(settled))).await;
                    }
                    tx.rollback().await?;
                    Err(Failure::fail(format!("the provider gives nothing back: {code}")))
                }
                Err(error @ ConfirmError::Unknown(_)) => Err(Failure::retry(error)),
            }
        })
    }

    /// Money that does not go back by itself is for a person.
    fn dead<'a>(&'a self, job: &'a Job, tx: &'a mut TenantTx) -> BoxFuture<'a, db::Result<()>> {
        Box::pin(async move {
            let order = orders::find(tx, OrderId::new(job.ref_id)).await?;
            if let Some(order) = order.filter(|order| order.status == OrderStatus::Refunding) {
                let new = NewFinding {
                    kind: FindingKind::Stuck,
                    order: Some(order.id),
                    transaction_key: "",
                    our_amount: Some(order.amount),
                    their_amount: None,
                };
                findings::insert(tx, &new, self.cashier.now()).await?;
            }
            Ok(())
        })
    }
}

impl RefundOrder {
    async fn end(&self, run: &JobRun, mut tx: TenantTx, (order, settled): (&Order, Option<Settled>)) -> Outcome {
        if settled != Some(Settled::Refunded) {
            tx.rollback().await?;
            return Err(Failure::retry("not all of the money went back"));
        }
        findings::set_repaired(&mut tx, order.id, &[FindingKind::Stuck], self.cashier.now()).await?;
        run.complete(tx).await
    }
}
