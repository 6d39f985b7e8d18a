//! What operators watch of the model: agreement with the clinics' experts as gauges.

use std::time::Duration;

use db::Database;
use db::agreements::{self, Agreement};
use metrics::gauge;
use tokio_util::sync::CancellationToken;

/// How often the gauges are updated; the figures change once a night.
const UPDATE_INTERVAL: Duration = Duration::from_mins(5);

/// Publishes the gauges until `stop`.
pub async fn run(database: Database, stop: CancellationToken) {
    let mut ticks = tokio::time::interval(UPDATE_INTERVAL);
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
            set(&tenant.key, &one);
        }
    }
    Ok(())
}

fn set(tenant: &str, one: &Agreement) {
    let labels = [
        ("tenant", tenant.to_owned()),
        ("institution", one.institution_id.get().to_string()),
        ("version", one.model_version.clone()),
    ];
    gauge!("agreement_kappa", &labels).set(f64::from(one.kappa));
    gauge!("agreement_kappa_low", &labels).set(f64::from(one.kappa_interval[0]));
    gauge!("agreement_kappa_high", &labels).set(f64::from(one.kappa_interval[1]));
    gauge!("agreement_exact", &labels).set(f64::from(one.exact));
    gauge!("agreement_index_error_points", &labels).set(f64::from(one.index_error));
    gauge!("agreement_photos", &labels).set(f64::from(one.photos));
    gauge!("agreement_photos_from_ai", &labels).set(f64::from(one.from_ai));
    if let Some(kappa) = one.kappa_unaided {
        gauge!("agreement_kappa_unaided", &labels).set(f64::from(kappa));
    }
    gauge!("agreement_confidence", &labels).set(f64::from(one.confidence));
    // both sides are published, so that a drift shows which of the two moved
    for (by, cells) in [("model", one.model_cells), ("expert", one.expert_cells)] {
        let all = f64::from(cells.iter().sum::<i32>().max(1));
        for (score, count) in (0..).zip(cells) {
            let labels = labels.iter().cloned().chain([("by", by.to_owned()), ("score", i32::to_string(&score))]);
            gauge!("agreement_cell_share", &labels.collect::<Vec<_>>()).set(f64::from(count) / all);
        }
    }
    gauge!("agreement_tongue_share", &labels).set(f64::from(one.tongue_share));
    gauge!("agreement_shorter_side_pixels", &labels).set(f64::from(one.shorter_side));
    if let (Some(brightness), Some(sharpness)) = (one.brightness, one.sharpness) {
        gauge!("agreement_brightness", &labels).set(f64::from(brightness));
        gauge!("agreement_sharpness", &labels).set(f64::from(sharpness));
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;
    use domain::InstitutionId;
    use metrics_exporter_prometheus::PrometheusBuilder;

    use super::*;

    /// What is exposed of one clinic's agreement.
    fn exposed(brightness: Option<f32>) -> String {
        let recorder = PrometheusBuilder::new().build_recorder();
        let one = Agreement {
            institution_id: InstitutionId::new(7),
            model_version: "tongue-1".to_owned(),
            day: NaiveDate::from_ymd_opt(2026, 3, 1).expect("a day"),
            photos: 40,
            exact: 0.75,
            kappa: 0.5,
            kappa_interval: [0.25, 0.625],
            from_ai: 12,
            kappa_unaided: brightness.map(|_| 0.375),
            index_error: 6.5,
            model_cells: [1, 2, 1],
            expert_cells: [3, 0, 1],
            confidence: 0.875,
            tongue_share: 0.25,
            shorter_side: 768.0,
            brightness,
            sharpness: brightness.map(|_| 32.0),
        };
        metrics::with_local_recorder(&recorder, || set("smile", &one));
        recorder.handle().render()
    }

    #[test]
    fn agreement_is_published_by_clinic_and_version() {
        let text = exposed(Some(112.0));
        let figures = [
            ("kappa", "0.5"),
            ("kappa_low", "0.25"),
            ("kappa_high", "0.625"),
            ("exact", "0.75"),
            ("index_error_points", "6.5"),
            ("photos", "40"),
            ("photos_from_ai", "12"),
            ("kappa_unaided", "0.375"),
            ("confidence", "0.875"),
            ("tongue_share", "0.25"),
            ("shorter_side_pixels", "768"),
            ("brightness", "112"),
            ("sharpness", "32"),
        ];
        for (name, value) in figures {
            let line = format!("agreement_{name}{{tenant=\"smile\",institution=\"7\",version=\"tongue-1\"}} {value}\n");
            assert!(text.contains(&line), "{line} is not in {text}");
        }
        for (by, shares) in [("model", ["0.25", "0.5", "0.25"]), ("expert", ["0.75", "0", "0.25"])] {
            for (score, share) in shares.iter().enumerate() {
                let line = format!("by=\"{by}\",score=\"{score}\"}} {share}\n");
                assert!(text.contains(&line), "{line} is not in {text}");
            }
        }
    }

    #[test]
    fn what_was_not_measured_is_no_gauge() {
        let text = exposed(None);
        assert!(text.contains("agreement_kappa{"), "{text}");
        assert!(
            !text.contains("agreement_brightness")
                && !text.contains("agreement_kappa_unaided")
                && !text.contains("agreement_sharpness"),
            "{text}"
        );
    }
}
