//! Job `refund_order`: refunds an order, once.

use std::sync::Arc;

use db::orders::{self, Settled};
use db::payment_discrepancies::{DiscrepancyKind, NewDiscrepancy};
use db::{TenantTx, payment_discrepancies};
use domain::OrderStatus;
use futures::FutureExt as _;
use futures::future::BoxFuture;
use partners::payment::{CancelRequest, ConfirmError};
use queue::jobs::RefundOrder;
use queue::{DeadJob, Done, Failure, JobRun, Outcome};

use super::PaymentContext;

/// The reason sent to the provider. It contains no personal data.
const REASON: &str = "보험 서류 청구 취소";

/// Runs the job.
///
/// # Errors
/// Retries while the provider or the database fails; fails when the provider refuses to cancel the payment.
pub async fn run(context: Arc<PaymentContext>, run: JobRun<RefundOrder>) -> Outcome {
    let (db, id) = (run.tenant_db(), run.job.order_id);
    let found = orders::find(&mut db.acquire().await?, id).await?;
    let Some(order) = found.filter(|order| order.status == OrderStatus::Refunding) else {
        return Ok(Done::without_effect());
    };
    let provider = context.find_provider(&db, &order).await?;
    let key = order.provider_key.as_deref().ok_or_else(|| Failure::fail("an order without a payment"))?;
    let now = context.now();
    // the call is idempotent: the provider cancels a payment once
    let cancel = CancelRequest { oid: &order.oid, provider_key: key, amount: order.amount, reason: REASON, now };
    let (mut tx, settled) = match provider.cancel(&cancel).await {
        Ok(canceled) => {
            let mut tx = db.begin().await?;
            let settled = orders::settle(&mut tx, id, Some(&canceled), now).await?;
            (tx, settled)
        }
        Err(ConfirmError::Declined { code, .. }) => {
            // the payment may have been canceled before
            let (tx, settled) = context.settle_by_provider(&db, &provider, &order).await?;
            if settled != Settled::Refunded {
                tx.rollback().await?;
                return Err(Failure::fail(format!("the provider refuses the refund: {code}")));
            }
            (tx, Some(settled))
        }
        Err(error @ ConfirmError::Unknown(_)) => return Err(Failure::retry(error)),
    };
    if settled != Some(Settled::Refunded) {
        tx.rollback().await?;
        return Err(Failure::retry("the amount was not refunded in full"));
    }
    payment_discrepancies::set_repaired(&mut tx, order.id, &[DiscrepancyKind::Stuck], context.now()).await?;
    run.complete(tx).await
}

/// Records a discrepancy, because a person must refund the money.
pub fn on_dead<'a>(
    context: &'a PaymentContext,
    dead: &'a DeadJob<RefundOrder>,
    tx: &'a mut TenantTx,
) -> BoxFuture<'a, db::Result<()>> {
    async move {
        let order = orders::find(tx, dead.job.order_id).await?;
        if let Some(order) = order.filter(|order| order.status == OrderStatus::Refunding) {
            let new = NewDiscrepancy {
                kind: DiscrepancyKind::Stuck,
                order: Some(order.id),
                transaction_key: "",
                our_amount: Some(order.amount),
                provider_amount: None,
            };
            payment_discrepancies::insert(tx, &new, context.now()).await?;
        }
        Ok(())
    }
    .boxed()
}
