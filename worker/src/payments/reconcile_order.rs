//! Job `reconcile_order`: queries the provider for an order's state until the order is settled.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use db::orders::{self, Order, Settled};
use db::payment_discrepancies::DiscrepancyKind;
use db::{TenantTx, notifications, payment_discrepancies};
use domain::{NotificationKind, OrderStatus};
use partners::payment::{ConfirmError, ConfirmRequest, Provider};
use queue::jobs::{ReconcileOrder, RefundOrder};
use queue::{Done, Failure, JobRun, Outcome};
use url::Url;

use super::PaymentContext;

/// How long a payer may take at the provider's page.
const PAYMENT_TIMEOUT: TimeDelta = TimeDelta::minutes(30);
/// How long a confirmation may stay without a response.
const CONFIRM_TIMEOUT: TimeDelta = TimeDelta::hours(1);

/// Runs the job.
///
/// # Errors
/// Retries while the provider or the database fails. The last attempt enqueues a later job instead, because an outage
/// may last longer than a job's attempts.
pub async fn run(context: Arc<PaymentContext>, run: JobRun<ReconcileOrder>) -> Outcome {
    let found = orders::find(&mut run.tenant_db().acquire().await?, run.job.order_id).await?;
    let Some(order) = found.filter(|order| order.status != OrderStatus::Refunded) else {
        return Ok(Done::without_effect());
    };
    match reconcile(&context, &run, &order).await {
        Err(Failure::Retry(error)) if run.is_last_attempt() => {
            tracing::warn!(order = %order.id, %error, "an order could not be reconciled");
            let mut tx = run.tenant_db().begin().await?;
            enqueue_next_check(&mut tx, &order, context.now()).await?;
            run.complete(tx).await
        }
        outcome => outcome,
    }
}

async fn reconcile(context: &PaymentContext, run: &JobRun<ReconcileOrder>, order: &Order) -> Outcome {
    let (db, now) = (run.tenant_db(), context.now());
    let provider = context.find_provider(&db, order).await?;
    let (mut tx, mut settled) = context.settle_by_provider(&db, &provider, order).await?;
    if settled == Settled::Confirm {
        tx.rollback().await?;
        (tx, settled) = confirm(context, run, &provider, order).await?;
    }
    match settled {
        Settled::Pending | Settled::Confirm => expire_or_check_later(&mut tx, order, now).await?,
        Settled::Closed(OrderStatus::Failed) if order.status == OrderStatus::Confirming => {
            let kind = NotificationKind::PaymentFailed;
            notifications::insert_plain(&mut tx, order.patient_id, kind, now).await?;
            close_discrepancies(&mut tx, order, now).await?;
        }
        Settled::Paid(_) | Settled::Closed(_) | Settled::Refunded => close_discrepancies(&mut tx, order, now).await?,
        Settled::Refund(_) => {}
        Settled::Discrepancy(kind) => {
            tracing::error!(order = %order.id, kind = kind.as_str(), "an order needs an operator");
        }
    }
    run.complete(tx).await
}

/// Confirms the payment again: the payer agreed, and the first confirmation was lost.
async fn confirm(
    context: &PaymentContext,
    run: &JobRun<ReconcileOrder>,
    provider: &Provider,
    order: &Order,
) -> Result<(TenantTx, Settled), Failure> {
    let key = order.provider_key.as_deref().ok_or_else(|| Failure::fail("an order without a payment"))?;
    let confirm_at: Option<Url> = order.confirm_url.as_deref().and_then(|url| url.parse().ok());
    let confirm =
        ConfirmRequest { oid: &order.oid, amount: order.amount, provider_key: key, confirm_at: confirm_at.as_ref() };
    let now = context.now();
    match provider.confirm(&confirm).await {
        Ok(seen) => {
            let mut tx = run.tenant_db().begin().await?;
            let settled = orders::settle_confirmed(&mut tx, order.id, &seen, now).await?;
            let settled = settled.ok_or_else(|| Failure::fail("the order is gone"))?;
            if let Settled::Refund(_) = settled {
                queue::enqueue(&mut tx, RefundOrder::once(order.id)).await?;
            }
            Ok((tx, settled))
        }
        Err(ConfirmError::Declined { code, message }) => {
            let mut tx = run.tenant_db().begin().await?;
            let locked = orders::lock(&mut tx, order.id).await?;
            // another process may have settled it in the meantime
            if locked.is_none_or(|locked| locked.status != OrderStatus::Confirming) {
                return Ok((tx, Settled::Pending));
            }
            orders::close(&mut tx, order.id, OrderStatus::Failed, Some((&code, &message)), now).await?;
            Ok((tx, Settled::Closed(OrderStatus::Failed)))
        }
        Err(error @ ConfirmError::Unknown(_)) => Err(Failure::retry(error)),
    }
}

/// Expires an order that was open for too long, or enqueues its next check.
async fn expire_or_check_later(tx: &mut TenantTx, order: &Order, now: DateTime<Utc>) -> db::Result<()> {
    let since = |at: DateTime<Utc>| now - at;
    let is_expired = match order.status {
        OrderStatus::Pending => since(order.created_at) > PAYMENT_TIMEOUT,
        OrderStatus::Confirming => since(order.confirming_at.unwrap_or(order.created_at)) > CONFIRM_TIMEOUT,
        _ => return Ok(()),
    };
    if !is_expired {
        return enqueue_next_check(tx, order, now).await;
    }
    let locked = orders::lock(tx, order.id).await?;
    if locked.is_some_and(|locked| locked.status == order.status) {
        orders::close(tx, order.id, OrderStatus::Expired, None, now).await?;
        close_discrepancies(tx, order, now).await?;
    }
    Ok(())
}

async fn enqueue_next_check(tx: &mut TenantTx, order: &Order, now: DateTime<Utc>) -> db::Result<()> {
    if let Some(at) = next_check(order.confirming_at.unwrap_or(order.created_at), now) {
        queue::enqueue(tx, ReconcileOrder::at(order.id, at)).await?;
    }
    Ok(())
}

fn next_check(start: DateTime<Utc>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    ReconcileOrder::CHECK_DELAYS.into_iter().map(|after| start + after).find(|at| *at > now)
}

/// Closes the discrepancies that were open because the order was not settled.
async fn close_discrepancies(tx: &mut TenantTx, order: &Order, now: DateTime<Utc>) -> db::Result<()> {
    payment_discrepancies::set_repaired(tx, order.id, &[DiscrepancyKind::Stuck, DiscrepancyKind::Unrecorded], now)
        .await
        .map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn next_check_follows_the_delays() {
        let at = |seconds: i64| DateTime::from_timestamp(1_760_000_000 + seconds, 0).expect("a time");
        let next = |now| next_check(at(0), at(now)).map(|at| at.timestamp() - 1_760_000_000);
        assert_eq!(next(0), Some(10));
        assert_eq!(next(10), Some(60));
        assert_eq!(next(61), Some(300));
        assert_eq!(next(899), Some(900));
        assert_eq!(next(900), None);
    }
}
