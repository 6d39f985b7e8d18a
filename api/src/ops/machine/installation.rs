//! `GET /metrics/installation`: metrics that do not depend on the process, read from the database and Redis at each
//! scrape: the state of the queues, unresolved payments, the agreement of AI and experts. It needs no token, like
//! `/metrics`.

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use db::agreements::{self, Agreement};
use db::payment_discrepancies::{self, DiscrepancyKind};
use db::{Database, orders};
use http::{HeaderValue, header};
use metrics::gauge;
use queue::{QueueAdmin, QueueStats};
use runtime::SharedClock;
use runtime::metrics::{Metric, describe, render_once};

use super::{OpsError, TenantData};

const FINDINGS_OPEN: Metric = Metric::gauge(
    "hyeobom_payment_findings_open",
    "Open discrepancies between our ledger and the providers, by kind, over all tenants.",
);
const ORDERS_UNSETTLED: Metric = Metric::gauge(
    "hyeobom_orders_unsettled",
    "Orders that have waited for their provider for more than 15 minutes, over all tenants.",
);
const KAPPA: Metric = Metric::gauge(
    "hyeobom_agreement_kappa",
    "Quadratic kappa of the AI's scores and the experts' on the last photos, by clinic and version.",
);
const KAPPA_UNAIDED: Metric = Metric::gauge(
    "hyeobom_agreement_unaided_kappa",
    "The same over the photos that experts scored without the AI's scores.",
);
const INDEX_ERROR: Metric = Metric::gauge(
    "hyeobom_agreement_index_error_points",
    "Mean difference of the AI's index and the experts', in points of 100.",
);
const PHOTOS: Metric = Metric::gauge("hyeobom_agreement_photos", "Photos that the agreement is of.");
const PHOTOS_FROM_AI: Metric =
    Metric::gauge("hyeobom_agreement_photos_from_ai", "Those among them whose scores began as the AI's.");
const TONGUE: Metric =
    Metric::gauge("hyeobom_agreement_tongue_ratio", "Mean share of the photo that the tongue takes, from 0 to 1.");
const SIDE: Metric = Metric::gauge("hyeobom_agreement_shorter_side_pixels", "Mean shorter side of the photos.");
const BRIGHTNESS: Metric =
    Metric::gauge("hyeobom_agreement_brightness_levels", "Mean brightness of the photos, in levels from 0 to 255.");
const SHARPNESS: Metric =
    Metric::gauge("hyeobom_agreement_sharpness_levels", "Mean sharpness of the photos: variation between neighbors.");

const ALL: [Metric; 11] = [
    FINDINGS_OPEN,
    ORDERS_UNSETTLED,
    KAPPA,
    KAPPA_UNAIDED,
    INDEX_ERROR,
    PHOTOS,
    PHOTOS_FROM_AI,
    TONGUE,
    SIDE,
    BRIGHTNESS,
    SHARPNESS,
];

#[derive(Clone)]
struct Sources {
    admin: QueueAdmin,
    database: Database,
    clock: SharedClock,
}

/// The values on the page.
#[derive(Debug, Default)]
pub struct Installation {
    /// The queues.
    pub queues: Vec<QueueStats>,
    /// The numbers of open discrepancies, in the order of [`DiscrepancyKind::ALL`].
    pub findings: [i64; DiscrepancyKind::ALL.len()],
    /// The number of unsettled orders.
    pub unsettled: i64,
    /// The agreements, each with the tenant's key.
    pub agreements: Vec<(String, Agreement)>,
}

/// Returns the page's route.
pub fn installation(admin: QueueAdmin, data: TenantData) -> Router {
    let sources = Sources { admin, database: data.database, clock: data.clock };
    Router::new().route("/metrics/installation", get(show)).with_state(sources)
}

async fn show(State(sources): State<Sources>) -> Result<Response, OpsError> {
    let installation = sources.read().await?;
    let text = render_once(|| installation.record());
    Ok(([(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; version=0.0.4"))], text).into_response())
}

impl Sources {
    async fn read(&self) -> db::Result<Installation> {
        let mut found = Installation { queues: self.admin.queues().await?, ..Installation::default() };
        let due = self.clock.now() - orders::SWEEP_AGE;
        for tenant in db::tenants::list(&mut self.database.system().acquire().await?).await? {
            let mut conn = self.database.tenant(tenant.id).acquire().await?;
            for (count, kind) in found.findings.iter_mut().zip(DiscrepancyKind::ALL) {
                *count += payment_discrepancies::count_open(&mut conn, kind).await?;
            }
            found.unsettled += orders::count_unsettled(&mut conn, due).await?;
            let agreements = agreements::list_newest(&mut conn).await?;
            found.agreements.extend(agreements.into_iter().map(|one| (tenant.key.clone(), one)));
        }
        Ok(found)
    }
}

impl Installation {
    /// Records the values with the current recorder.
    #[expect(clippy::cast_precision_loss, reason = "counts of findings stay far below 2^52")]
    pub fn record(&self) {
        describe(&ALL);
        queue::metrics::record_queues(&self.queues);
        for (count, kind) in self.findings.into_iter().zip(DiscrepancyKind::ALL) {
            gauge!(FINDINGS_OPEN.name, "kind" => kind.as_str()).set(count as f64);
        }
        gauge!(ORDERS_UNSETTLED.name).set(self.unsettled as f64);
        for (tenant, one) in &self.agreements {
            record_agreement(tenant, one);
        }
    }
}

fn record_agreement(tenant: &str, one: &Agreement) {
    let labels = [
        ("tenant", tenant.to_owned()),
        ("institution", one.institution_id.get().to_string()),
        ("version", one.model_version.clone()),
    ];
    let set = |metric: Metric, value: Option<f32>| {
        if let Some(value) = value {
            gauge!(metric.name, &labels).set(f64::from(value));
        }
    };
    set(KAPPA, Some(one.kappa));
    set(KAPPA_UNAIDED, one.kappa_unaided);
    set(INDEX_ERROR, Some(one.index_error));
    set(TONGUE, Some(one.tongue_share));
    set(SIDE, Some(one.shorter_side));
    set(BRIGHTNESS, one.brightness);
    set(SHARPNESS, one.sharpness);
    gauge!(PHOTOS.name, &labels).set(f64::from(one.photos));
    gauge!(PHOTOS_FROM_AI.name, &labels).set(f64::from(one.from_ai));
}
