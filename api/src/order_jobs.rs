//! The jobs that settle an order whose payer does not return.

use chrono::{DateTime, TimeDelta, Utc};
use db::TenantTx;
use domain::OrderId;
use queue::jobs::{ReconcileOrder, RefundOrder};
use queue::{EnqueuedJob, NewJob};

use crate::http::RequestId;
use crate::problem::Problem;

/// The first check, counted from when an order was created or confirmed.
pub const FIRST_CHECK_DELAY: TimeDelta = TimeDelta::seconds(10);

/// Enqueues a check of an order at a time; the job enqueues the later checks.
///
/// # Errors
/// When the database fails.
pub async fn enqueue_check(
    tx: &mut TenantTx,
    order: OrderId,
    at: DateTime<Utc>,
    request_id: &RequestId,
) -> Result<EnqueuedJob, Problem> {
    let job = NewJob::new(ReconcileOrder { order_id: order })
        .with_unique_key(format!("reconcile:{order}:{}", at.timestamp()))
        .with_request_id(request_id.as_str())
        .at(at);
    Ok(queue::enqueue(tx, job).await?)
}

/// Enqueues the refund of an order, once.
///
/// # Errors
/// When the database fails.
pub async fn enqueue_refund(tx: &mut TenantTx, order: OrderId, request_id: &RequestId) -> Result<EnqueuedJob, Problem> {
    let job = NewJob::new(RefundOrder { order_id: order });
    let job = job.with_unique_key(format!("refund:{order}")).with_request_id(request_id.as_str());
    Ok(queue::enqueue(tx, job).await?)
}
