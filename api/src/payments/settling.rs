//! What a provider's confirmation does to an order.

use db::orders::{self, Settled};
use domain::{JobId, OrderId, ProviderPayment};
use queue::Queue;

use super::jobs;
use crate::App;
use crate::guard::Tenant;
use crate::http::RequestId;
use crate::problem::{Code, Problem};

/// Brings an order to what its provider confirmed and makes the job that is left to be done, together.
///
/// # Errors
/// A database failure; the order's own job then comes to the same end.
pub async fn settle(
    app: &App,
    tenant: &Tenant,
    order: OrderId,
    (seen, request_id): (&ProviderPayment, &RequestId),
) -> Result<Settled, Problem> {
    let now = app.clock.now();
    let mut tx = tenant.db.begin().await?;
    let settled = orders::settle_confirmed(&mut tx, order, seen, now).await?.ok_or(Code::NotFound)?;
    let mut job: Option<JobId> = None;
    if let Settled::Refund(_) = settled {
        job = Some(jobs::refund(&mut tx, order, request_id).await?);
    }
    tx.commit().await?;
    if let Some(job) = job {
        app.producer.push_now(Queue::Payments, &[job]).await;
    }
    Ok(settled)
}
