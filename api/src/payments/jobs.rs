//! The jobs that bring an order to its end when nobody comes back.

use chrono::{DateTime, TimeDelta, Utc};
use db::TenantTx;
use domain::{JobId, OrderId};
use queue::{NewJob, Queue};

use crate::http::RequestId;
use crate::problem::Problem;

/// How long after an order was made, or its money asked for, the provider is asked first.
pub const FIRST_LOOK: TimeDelta = TimeDelta::seconds(10);

/// Lets the provider be asked about an order at a moment. Each moment is a job of its own; the job goes on by itself.
pub async fn look(
    tx: &mut TenantTx,
    order: OrderId,
    at: DateTime<Utc>,
    request_id: &RequestId,
) -> Result<JobId, Problem> {
    let job = NewJob::new(Queue::Payments, "reconcile_order", order.get())
        .unique(format!("reconcile:{order}:{}", at.timestamp()))
        .requested_by(request_id.as_str())
        .at(at);
    Ok(queue::enqueue(tx, &job).await?)
}

/// Sends the money of an order back.
pub async fn refund(tx: &mut TenantTx, order: OrderId, request_id: &RequestId) -> Result<JobId, Problem> {
    let job = NewJob { max_attempts: REFUND_ATTEMPTS, ..NewJob::new(Queue::Payments, "refund_order", order.get()) };
    let job = job.unique(format!("refund:{order}")).requested_by(request_id.as_str());
    Ok(queue::enqueue(tx, &job).await?)
}

/// A provider may be away for hours; the sweep tries again after that.
const REFUND_ATTEMPTS: i16 = 20;
