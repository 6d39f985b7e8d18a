//! Applying a provider's confirmation to an order.

use db::orders::{self, Settled};
use domain::{OrderId, ProviderPayment};
use queue::EnqueuedJob;

use crate::App;
use crate::extract::Tenant;
use crate::http::RequestId;
use crate::order_jobs;
use crate::problem::{Code, Problem};

/// Settles an order as its provider confirmed, and enqueues the refund if one is due, in one transaction.
///
/// # Errors
/// A database failure. The order's own job then settles it.
pub async fn settle(
    app: &App,
    tenant: &Tenant,
    order: OrderId,
    payment: &ProviderPayment,
    request_id: &RequestId,
) -> Result<Settled, Problem> {
    let now = app.clock.now();
    let mut tx = tenant.db.begin().await?;
    let settled = orders::settle_confirmed(&mut tx, order, payment, now).await?.ok_or(Code::NotFound)?;
    let mut job: Option<EnqueuedJob> = None;
    if let Settled::Refund(_) = settled {
        job = Some(order_jobs::enqueue_refund(&mut tx, order, request_id).await?);
    }
    tx.commit().await?;
    if let Some(job) = job {
        app.producer.push(job).await;
    }
    Ok(settled)
}
