//! Job `reconcile_order`: asks the provider what became of an order, and asks again until it is settled.

use chrono::{DateTime, TimeDelta, Utc};
use db::findings::FindingKind;
use db::orders::{self, Order, Settled};
use db::{TenantTx, findings, notifications};
use domain::{NotificationKind, OrderId, OrderStatus};
use futures::future::BoxFuture;
use partners::payment::{Confirm, ConfirmError, Provider};
use queue::{Done, Failure, Handler, JobRun, NewJob, Outcome, Queue};
use url::Url;

use super::Cashier;

/// When the provider is asked, counted from when the order was made or its money asked for; after that the sweep asks.
const LOOKS: [TimeDelta; 4] =
    [TimeDelta::seconds(10), TimeDelta::minutes(1), TimeDelta::minutes(5), TimeDelta::minutes(15)];
/// How long a payer may take at the provider's page.
const PATIENCE: TimeDelta = TimeDelta::minutes(30);
/// How long money may be asked for without an answer that says anything.
const CONFIRM_PATIENCE: TimeDelta = TimeDelta::hours(1);

/// Asks about orders.
pub struct ReconcileOrder {
    /// The providers.
    pub cashier: Cashier,
}

impl Handler for ReconcileOrder {
    fn run<'a>(&'a self, run: &'a JobRun) -> BoxFuture<'a, Outcome> {
        Box::pin(async move {
            let id = OrderId::new(run.job.ref_id);
            let found = orders::find(&mut run.tenant_db().acquire().await?, id).await?;
            let Some(order) = found.filter(|order| order.status != OrderStatus::Refunded) else {
                return Ok(Done::nothing());
            };
            match self.ask(run, &order).await {
                // an outage may last longer than a job's attempts; the last of them leaves the next look behind
                Err(Failure::Retry(why)) if run.job.attempt >= run.job.max_attempts => {
                    tracing::warn!(order = %order.id, why, "an order could not be asked about");
                    let mut tx = run.tenant_db().begin().await?;
                    look_again(&mut tx, &order, self.cashier.now()).await?;
                    run.complete(tx).await
                }
                outcome => outcome,
            }
        })
    }
}

impl ReconcileOrder {
    async fn ask(&self, run: &JobRun, order: &Order) -> Outcome {
        let (db, now) = (run.tenant_db(), self.cashier.now());
        let provider = self.cashier.of_order(&db, order).await?;
        let (mut tx, mut settled) = self.cashier.bring(&db, &provider, order).await?;
        if settled == Settled::Confirm {
            tx.rollback().await?;
            (tx, settled) = self.confirm(run, &provider, order).await?;
        }
        match settled {
            Settled::Waits | Settled::Confirm => wait(&mut tx, order, now).await?,
            Settled::Closed(OrderStatus::Failed) if order.status == OrderStatus::Confirming => {
                let kind = NotificationKind::PaymentFailed;
                notifications::insert_plain(&mut tx, order.patient_id, kind, now).await?;
                settled_late(&mut tx, order, now).await?;
            }
            Settled::Paid(_) | Settled::Closed(_) | Settled::Refunded => settled_late(&mut tx, order, now).await?,
            Settled::Refund(_) => {}
            Settled::Finding(kind) => {
                tracing::error!(order = %order.id, kind = kind.as_str(), "an order needs a person");
            }
        }
        run.complete(tx).await
    }

    /// Asks for the money once more: the payer agreed, and what was sent got lost.
    async fn confirm(&self, run: &JobRun, provider: &Provider, order: &Order) -> Result<(TenantTx, Settled), Failure> {
        let key = order.provider_key.as_deref().ok_or_else(|| Failure::fail("an order without a payment"))?;
        let confirm_at: Option<Url> = order.confirm_url.as_deref().and_then(|url| url.parse().ok());
        let confirm =
            Confirm { oid: &order.oid, amount: order.amount, provider_key: key, confirm_at: confirm_at.as_ref() };
        let now = self.cashier.now();
        match provider.confirm(&confirm).await {
            Ok(seen) => {
                let mut tx = run.tenant_db().begin().await?;
                let settled = orders::settle_confirmed(&mut tx, order.id, &seen, now).await?;
                let settled = settled.ok_or_else(|| Failure::fail("the order is gone"))?;
                if let Settled::Refund(_) = settled {
                    super::cashier::enqueue_refund(&mut tx, order.id).await?;
                }
                Ok((tx, settled))
            }
            Err(ConfirmError::Declined { code, message }) => {
                let mut tx = run.tenant_db().begin().await?;
                let locked = orders::lock(&mut tx, order.id).await?;
                // somebody else may have settled it meanwhile
                if locked.is_none_or(|locked| locked.status != OrderStatus::Confirming) {
                    return Ok((tx, Settled::Waits));
                }
                orders::close(&mut tx, order.id, OrderStatus::Failed, Some((&code, &message)), now).await?;
                Ok((tx, Settled::Closed(OrderStatus::Failed)))
            }
            Err(error @ ConfirmError::Unknown(_)) => Err(Failure::retry(error)),
        }
    }
}

/// Gives up what was open for too long, and lets the provider be asked again otherwise.
async fn wait(tx: &mut TenantTx, order: &Order, now: DateTime<Utc>) -> db::Result<()> {
    let since = |at: DateTime<Utc>| now - at;
    let given_up = match order.status {
        OrderStatus::Pending => since(order.created_at) > PATIENCE,
        OrderStatus::Confirming => since(order.confirming_at.unwrap_or(order.created_at)) > CONFIRM_PATIENCE,
        _ => return Ok(()),
    };
    if !given_up {
        return look_again(tx, order, now).await;
    }
    let locked = orders::lock(tx, order.id).await?;
    if locked.is_some_and(|locked| locked.status == order.status) {
        orders::close(tx, order.id, OrderStatus::Expired, None, now).await?;
        settled_late(tx, order, now).await?;
    }
    Ok(())
}

async fn look_again(tx: &mut TenantTx, order: &Order, now: DateTime<Utc>) -> db::Result<()> {
    if let Some(at) = next_look(order.confirming_at.unwrap_or(order.created_at), now) {
        let job = NewJob::new(Queue::Payments, "reconcile_order", order.id.get());
        let job = job.unique(format!("reconcile:{}:{}", order.id, at.timestamp())).at(at);
        queue::enqueue(tx, &job).await?;
    }
    Ok(())
}

fn next_look(begun: DateTime<Utc>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    LOOKS.into_iter().map(|after| begun + after).find(|at| *at > now)
}

/// Ends the findings that waited for an order to be settled.
async fn settled_late(tx: &mut TenantTx, order: &Order, now: DateTime<Utc>) -> db::Result<()> {
    findings::set_repaired(tx, order.id, &[FindingKind::Stuck, FindingKind::Unrecorded], now).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_provider_is_asked_after_10_s_and_1_5_and_15_minutes() {
        let at = |seconds: i64| DateTime::from_timestamp(1_760_000_000 + seconds, 0).expect("a time");
        let next = |now| next_look(at(0), at(now)).map(|at| at.timestamp() - 1_760_000_000);
        assert_eq!(next(0), Some(10));
        assert_eq!(next(10), Some(60));
        assert_eq!(next(61), Some(300));
        assert_eq!(next(899), Some(900));
        assert_eq!(next(900), None);
    }
}
