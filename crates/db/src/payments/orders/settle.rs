//! The only place where an order becomes paid or refunded, with the order locked.

use chrono::{DateTime, Utc};
use domain::order::{self, Step};
use domain::{ClaimId, ClaimStatus, Krw, NotificationKind, OrderId, OrderStatus, ProviderPayment};

use super::{Order, close, lock};
use crate::ledger::{self, LedgerEntry};
use crate::payment_discrepancies::{self, DiscrepancyKind, NewDiscrepancy};
use crate::{Result, TenantTx, claims, notifications};

/// The result of settling an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// Nothing changed, or the outcome is not known yet.
    Pending,
    /// The payer agreed and the money is not charged yet: confirm again.
    Confirm,
    /// It is paid, and the claim exists.
    Paid(ClaimId),
    /// The money was charged, but there is no claim to pay for, the claim was canceled, or another order paid for the same
    /// documents. The job `refund_order` must refund this amount.
    Refund(Krw),
    /// The money was refunded.
    Refunded,
    /// No money was charged.
    Closed(OrderStatus),
    /// A person must resolve this discrepancy.
    Discrepancy(DiscrepancyKind),
}

/// Sets an order to the status that its provider reports, and returns the remaining step. Returns none when there is no
/// such order.
///
/// The order and its claim stay locked until the transaction ends. When the order is paid, its claim is inserted from the
/// order's draft, or marked as paid, in the same transaction.
pub async fn settle(
    tx: &mut TenantTx,
    id: OrderId,
    seen: Option<&ProviderPayment>,
    now: DateTime<Utc>,
) -> Result<Option<Settled>> {
    let Some(order) = lock(tx, id).await? else { return Ok(None) };
    let settled = match (order::next_step(order.status, order.amount, seen), seen) {
        (Step::Keep, _) => match (order.status, order.claim_id) {
            (OrderStatus::Paid, Some(claim)) => Settled::Paid(claim),
            (OrderStatus::Refunded, _) => Settled::Refunded,
            (status @ (OrderStatus::Failed | OrderStatus::Canceled | OrderStatus::Expired), _) => {
                Settled::Closed(status)
            }
            _ => Settled::Pending,
        },
        // only the provider's response proves that money moved
        (Step::Wait, _) | (Step::Pay | Step::Refunded, None) => Settled::Pending,
        (Step::Confirm, _) => Settled::Confirm,
        (Step::Pay, Some(seen)) => set_paid(tx, &order, seen, now).await?,
        (Step::Refund(left), _) => Settled::Refund(left),
        (Step::Refunded, Some(seen)) => set_refunded(tx, &order, seen, now).await?,
        (Step::Close(to), seen) => {
            let failure = seen.and_then(|seen| seen.failure.as_ref());
            close(tx, id, to, failure.map(|failure| (failure.code.as_str(), failure.message.as_str())), now).await?;
            Settled::Closed(to)
        }
        (Step::Unpaid, seen) => report(tx, &order, DiscrepancyKind::Unpaid, seen, now).await?,
        (Step::Mismatch, seen) => report(tx, &order, DiscrepancyKind::AmountMismatch, seen, now).await?,
    };
    Ok(Some(settled))
}

/// Settles an order by the response to a confirmation, which contains the time of the charge.
///
/// An order that was refunded before the response arrived stays refunded.
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

async fn report(
    tx: &mut TenantTx,
    order: &Order,
    kind: DiscrepancyKind,
    seen: Option<&ProviderPayment>,
    now: DateTime<Utc>,
) -> Result<Settled> {
    let new = NewDiscrepancy {
        kind,
        order: Some(order.id),
        transaction_key: "",
        our_amount: Some(order.amount),
        provider_amount: seen.map(|seen| seen.balance),
    };
    payment_discrepancies::insert(tx, &new, now).await?;
    Ok(Settled::Discrepancy(kind))
}

async fn set_paid(tx: &mut TenantTx, order: &Order, seen: &ProviderPayment, now: DateTime<Utc>) -> Result<Settled> {
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
    let charge = LedgerEntry { order: order.id, kind: "charge", amount: order.amount, transaction_key: key, at };
    ledger::insert(tx, &charge, now).await?;
    if let Some(claim) = find_or_insert_claim(tx, order, now).await? {
        notifications::insert_for_claim(tx, NotificationKind::ClaimPaid, claim, now).await?;
        return Ok(Settled::Paid(claim));
    }
    begin_refund(tx, order.id, "no_claim", now).await?;
    notifications::insert_plain(tx, order.patient_id, NotificationKind::PaymentFailed, now).await?;
    Ok(Settled::Refund(order.amount))
}

/// Returns the claim of a paid order: inserted from its draft, or the unpaid one. Returns none when there is neither,
/// or when another order paid for the same documents.
async fn find_or_insert_claim(tx: &mut TenantTx, order: &Order, now: DateTime<Utc>) -> Result<Option<ClaimId>> {
    let Some(claim) = order.claim_id else {
        let inserted = claims::insert_from_draft(tx, order.patient_id, order.id, now).await?;
        if let Some(claim) = inserted {
            sqlx::query!("update orders set claim_id = $2 where id = $1", order.id.get(), claim.get())
                .execute(tx.connection())
                .await?;
        }
        return Ok(inserted);
    };
    let found = claims::lock(tx, claim).await?;
    let unpaid = found.filter(|found| found.status == ClaimStatus::Requested && found.paid_order.is_none());
    let Some(unpaid) = unpaid else { return Ok(None) };
    Ok(claims::set_paid(tx, &unpaid, order.id, now).await?.then_some(claim))
}

async fn set_refunded(tx: &mut TenantTx, order: &Order, seen: &ProviderPayment, now: DateTime<Utc>) -> Result<Settled> {
    let fallback = format!("refund:{}", order.oid);
    let key = seen.transaction_key.as_deref().unwrap_or(&fallback);
    let refund = LedgerEntry { order: order.id, kind: "refund", amount: -order.amount, transaction_key: key, at: now };
    ledger::insert(tx, &refund, now).await?;
    sqlx::query!("update orders set status = 'refunded', updated_at = $2 where id = $1", order.id.get(), now)
        .execute(tx.connection())
        .await?;
    notifications::insert_for_refund(tx, NotificationKind::RefundDone, order.id, now).await?;
    Ok(Settled::Refunded)
}

/// Starts the refund of a paid order, and notifies its patient; the job `refund_order` executes it. Returns false when
/// the order is not paid.
pub async fn begin_refund(tx: &mut TenantTx, id: OrderId, reason: &str, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!(
        "update orders set status = 'refunding', refund_reason = $2, updated_at = $3 where id = $1 and status = 'paid'",
        id.get(),
        reason,
        now
    )
    .execute(tx.connection())
    .await?;
    let is_first = done.rows_affected() == 1;
    if is_first {
        notifications::insert_for_refund(tx, NotificationKind::RefundStarted, id, now).await?;
    }
    Ok(is_first)
}
