//! The jobs that settle an order whose payer does not return.

use chrono::{DateTime, Utc};
use db::TenantTx;
use domain::OrderId;
use queue::EnqueuedJob;
use queue::jobs::{ReconcileOrder, RefundOrder};

use crate::http::RequestId;
use crate::problem::Problem;

/// Enqueues the first check of an order that is created or confirmed now; the job enqueues the later checks.
///
/// # Errors
/// When the database fails.
pub async fn enqueue_check(
    tx: &mut TenantTx,
    order: OrderId,
    now: DateTime<Utc>,
    request_id: &RequestId,
) -> Result<EnqueuedJob, Problem> {
    let job = ReconcileOrder::at(order, now + ReconcileOrder::CHECK_DELAYS[0]);
    Ok(queue::enqueue(tx, job.with_request_id(request_id.as_str())).await?)
}

/// Enqueues the refund of an order, once.
///
/// # Errors
/// When the database fails.
pub async fn enqueue_refund(tx: &mut TenantTx, order: OrderId, request_id: &RequestId) -> Result<EnqueuedJob, Problem> {
    Ok(queue::enqueue(tx, RefundOrder::once(order).with_request_id(request_id.as_str())).await?)
}
