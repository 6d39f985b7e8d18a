//! What operators watch of payments: open findings by kind, and orders that are not settled in time.

use std::time::Duration;

use chrono::{DateTime, Utc};
use db::payment_discrepancies::{self, DiscrepancyKind};
use db::{Database, orders};
use metrics::gauge;
use runtime::SharedClock;
use tokio_util::sync::CancellationToken;

use super::sweep_orders::SWEEP_AGE;

/// How often the gauges are updated.
const UPDATE_INTERVAL: Duration = Duration::from_secs(30);

/// Publishes the gauges until `stop`.
pub async fn run(database: Database, clock: SharedClock, stop: CancellationToken) {
    let mut ticks = tokio::time::interval(UPDATE_INTERVAL);
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        if let Err(error) = publish(&database, clock.now()).await {
            tracing::warn!(%error, "findings about payments were not counted");
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of findings stay far below 2^52")]
async fn publish(database: &Database, now: DateTime<Utc>) -> db::Result<()> {
    let tenants = db::tenants::list(&mut database.system().acquire().await?).await?;
    let (mut open, mut unsettled) = ([0; DiscrepancyKind::ALL.len()], 0);
    for tenant in tenants {
        let mut conn = database.tenant(tenant.id).acquire().await?;
        for (count, kind) in open.iter_mut().zip(DiscrepancyKind::ALL) {
            *count += payment_discrepancies::count_open(&mut conn, kind).await?;
        }
        unsettled += orders::count_unsettled(&mut conn, now - SWEEP_AGE).await?;
    }
    for (count, kind) in open.into_iter().zip(DiscrepancyKind::ALL) {
        gauge!("payment_findings_open", "kind" => kind.as_str()).set(count as f64);
    }
    gauge!("orders_unsettled").set(unsettled as f64);
    Ok(())
}
