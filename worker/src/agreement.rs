//! What operators watch of the model: agreement with the clinics' experts as gauges.

use std::time::Duration;

use db::{Database, agreements};
use metrics::gauge;
use tokio_util::sync::CancellationToken;

/// How often it is read; it changes once a night.
const EVERY: Duration = Duration::from_mins(5);

/// Publishes the gauges until `stop`.
pub async fn run(database: Database, stop: CancellationToken) {
    let mut ticks = tokio::time::interval(EVERY);
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        if let Err(error) = publish(&database).await {
            tracing::warn!(%error, "the agreement with experts was not read");
        }
    }
}

async fn publish(database: &Database) -> db::Result<()> {
    for tenant in db::tenants::list(&mut database.system().acquire().await?).await? {
        let found = agreements::list_newest(&mut database.tenant(tenant.id).acquire().await?).await?;
        for one in found {
            let labels = [
                ("tenant", tenant.key.clone()),
                ("institution", one.institution_id.get().to_string()),
                ("version", one.model_version),
            ];
            gauge!("agreement_kappa", &labels).set(f64::from(one.kappa));
            gauge!("agreement_kappa_low", &labels).set(f64::from(one.kappa_interval[0]));
            gauge!("agreement_index_error_points", &labels).set(f64::from(one.index_error));
            gauge!("agreement_photos", &labels).set(f64::from(one.photos));
            gauge!("agreement_tongue_share", &labels).set(f64::from(one.tongue_share));
            gauge!("agreement_shorter_side_pixels", &labels).set(f64::from(one.shorter_side));
            if let (Some(brightness), Some(sharpness)) = (one.brightness, one.sharpness) {
                gauge!("agreement_brightness", &labels).set(f64::from(brightness));
                gauge!("agreement_sharpness", &labels).set(f64::from(sharpness));
            }
        }
    }
    Ok(())
}
