//! Cancellation of a paid claim before its documents are issued.

use chrono::{DateTime, Utc};
use domain::OrderId;

use super::settle::begin_refund;
use crate::claims::LockedClaim;
use crate::{Result, TenantTx};

/// Cancels a locked claim, for its patient or, with a reason, for staff, as `domain::ClaimStatus::step` allowed.
/// Returns the order that the job `refund_order` must refund.
///
/// # Errors
/// When the trigger `claims_step` rejects the step.
pub async fn cancel_claim(
    tx: &mut TenantTx,
    claim: &LockedClaim,
    reason: Option<&str>,
    now: DateTime<Utc>,
) -> Result<Option<OrderId>> {
    sqlx::query!(
        "update claims set status = -1, canceled_reason = $2, canceled_at = $3, updated_at = $3 where id = $1",
        claim.id.get(),
        reason,
        now
    )
    .execute(tx.connection())
    .await?;
    let Some(order) = claim.paid_order else { return Ok(None) };
    let refund_reason = if reason.is_some() { "not_issued" } else { "withdrawn" };
    Ok(begin_refund(tx, order, refund_reason, now).await?.then_some(order))
}
