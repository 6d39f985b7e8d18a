//! The one place where an order becomes paid or refunded, under its lock.

use chrono::{DateTime, Utc};
use domain::order::{self, Step};
use domain::{ClaimId, ClaimStatus, NotificationKind, OrderId, OrderStatus, ProviderPayment, Won};

use super::{Order, close, lock};
use crate::findings::{self, FindingKind, NewFinding};
use crate::ledger::{self, Movement};
use crate::{Error, Result, TenantTx, claims, notifications};

/// What became of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// Nothing: it is as it was, or nothing is decided.
    Waits,
    /// The payer agreed and the money is still to be taken: confirm again.
    Confirm,
    /// It is paid, and the claim is there.
    Paid(ClaimId),
    /// The money was taken and no claim can be bound to it, or the claim was called off: give this much back, by the job
    /// `refund_order`.
    Refund(Won),
    /// The money went back.
    Refunded,
    /// No money was taken.
    Closed(OrderStatus),
    /// It needs a person; a finding says why.
    Finding(FindingKind),
}

/// Brings an order to what its provider says, and answers what is left to be done; none when there is no such order.
///
/// The order and its claim stay locked until the transaction ends. When the order is paid, its claim is made from the draft
/// that it brought, or bound, in the same transaction.
///
/// # Errors
/// Only [`Error`].
pub async fn settle(
    tx: &mut TenantTx,
    id: OrderId,
    seen: Option<&ProviderPayment>,
    now: DateTime<Utc>,
) -> Result<Option<Settled>> {
    let Some(order) = lock(tx, id).await? else { return Ok(None) };
    let settled = match (order::settle(order.status, order.amount, seen), seen) {
        (Step::Keep, _) => match (order.status, order.claim_id) {
            (OrderStatus::Paid, Some(claim)) => Settled::Paid(claim),
            (OrderStatus::Refunded, _) => Settled::Refunded,
            (status @ (OrderStatus::Failed | OrderStatus::Canceled | OrderStatus::Expired), _) => {
                Settled::Closed(status)
            }
            _ => Settled::Waits,
        },
        (Step::Wait, _) => Settled::Waits,
        (Step::Confirm, _) => Settled::Confirm,
        (Step::Pay, Some(seen)) => pay(tx, &order, seen, now).await?,
        (Step::Refund(left), _) => Settled::Refund(left),
        (Step::Refunded, Some(seen)) => refunded(tx, &order, seen, now).await?,
        (Step::Close(to), seen) => {
            let failure = seen.and_then(|seen| seen.failure.as_ref());
            close(tx, id, to, failure.map(|(code, text)| (code.as_str(), text.as_str())), now).await?;
            Settled::Closed(to)
        }
        (Step::Unpaid, seen) => found(tx, &order, FindingKind::Unpaid, seen, now).await?,
        (Step::Mismatch, seen) => found(tx, &order, FindingKind::AmountMismatch, seen, now).await?,
        (Step::Pay | Step::Refunded, None) => return Err(Error::Stored("a payment that nobody saw")),
    };
    Ok(Some(settled))
}

/// The same by the answer to a confirmation, which says how it was when the money was taken. Of an order whose money went back
/// while that answer was on its way it says nothing: without this it would look like money that came back to us.
///
/// # Errors
/// Only [`Error`].
pub async fn settle_confirmed(
    tx: &mut TenantTx,
    id: OrderId,
    seen: &ProviderPayment,
    now: DateTime<Utc>,
) -> Result<Option<Settled>> {
    if lock(tx, id).await?.is_some_and(|order| order.status == OrderStatus::Refunded) {
        return Ok(Some(Settled::Refunded));
    }
    settle(tx, id, Some(seen), now).await
}

async fn found(
    tx: &mut TenantTx,
    order: &Order,
    kind: FindingKind,
    seen: Option<&ProviderPayment>,
    now: DateTime<Utc>,
) -> Result<Settled> {
    let new = NewFinding {
        kind,
        order: Some(order.id),
        transaction_key: "",
        our_amount: Some(order.amount),
        their_amount: seen.map(|seen| seen.balance),
    };
    findings::insert(tx, &new, now).await?;
    Ok(Settled::Finding(kind))
}

async fn pay(tx: &mut TenantTx, order: &Order, seen: &ProviderPayment, now: DateTime<Utc>) -> Result<Settled> {
    let key = seen.transaction_key.as_deref().unwrap_or(&seen.provider_key);
    let at = seen.approved_at.unwrap_or(now);
    sqlx::query!(
        "update orders set status = 'paid', provider_key = $2, transaction_key = $3, method = $4, receipt_url = $5,
                approved_at = $6, failure_code = null, failure_message = null, updated_at = $7
         where id = $1",
        order.id.get(),
        seen.provider_key,
        key,
        seen.method,
        seen.receipt_url,
        at,
        now
    )
    .execute(tx.connection())
    .await?;
    let charge = Movement { order: order.id, kind: "charge", amount: order.amount, transaction_key: key, at };
    ledger::insert(tx, &charge, now).await?;
    if let Some(claim) = bind(tx, order, now).await? {
        notifications::insert_for_claim(tx, NotificationKind::ClaimPaid, claim, now).await?;
        return Ok(Settled::Paid(claim));
    }
    begin_refund(tx, order.id, "no_claim", now).await?;
    notifications::insert_plain(tx, order.patient_id, NotificationKind::PaymentFailed, now).await?;
    Ok(Settled::Refund(order.amount))
}

/// The claim that a paid order pays for: made from its draft, or still to be paid; none when there is neither.
async fn bind(tx: &mut TenantTx, order: &Order, now: DateTime<Utc>) -> Result<Option<ClaimId>> {
    let Some(claim) = order.claim_id else {
        let made = claims::make(tx, order.patient_id, order.id, now).await?;
        if let Some(claim) = made {
            sqlx::query!("update orders set claim_id = $2 where id = $1", order.id.get(), claim.get())
                .execute(tx.connection())
                .await?;
        }
        return Ok(made);
    };
    let found = claims::lock(tx, claim).await?;
    if found.is_some_and(|found| found.status == ClaimStatus::Requested && found.paid_order.is_none()) {
        claims::set_paid(tx, claim, order.id, now).await?;
        return Ok(Some(claim));
    }
    Ok(None)
}

async fn refunded(tx: &mut TenantTx, order: &Order, seen: &ProviderPayment, now: DateTime<Utc>) -> Result<Settled> {
    let fallback = format!("refund:{}", order.oid);
    let key = seen.transaction_key.as_deref().unwrap_or(&fallback);
    let refund = Movement { order: order.id, kind: "refund", amount: -order.amount, transaction_key: key, at: now };
    ledger::insert(tx, &refund, now).await?;
    sqlx::query!("update orders set status = 'refunded', updated_at = $2 where id = $1", order.id.get(), now)
        .execute(tx.connection())
        .await?;
    Ok(Settled::Refunded)
}

/// Lets the money of a paid order go back; the job `refund_order` sends it. False when the order is not paid.
///
/// # Errors
/// Only [`Error`].
pub async fn begin_refund(tx: &mut TenantTx, id: OrderId, reason: &str, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!(
        "update orders set status = 'refunding', refund_reason = $2, updated_at = $3 where id = $1 and status = 'paid'",
        id.get(),
        reason,
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}
