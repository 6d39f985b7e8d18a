//! Versions and changes in responses.

use chrono::{DateTime, Utc};
use db::model_changes::{self, NewModelChange};
use db::operator_actions::Action;
use domain::deployed_model::{Estimate, ModelMetrics};
use domain::model_registry::{ModelAction, ModelChange, PublishedVersion, RegistryState};
use domain::operator::Reason;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::Operator;
use crate::extract::operator::Audit;
use crate::problem::Problem;

/// The name of the built-in version in the audit.
const BUILT_IN: &str = "the built-in version";

/// A metric of a version.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpsModelFigure)]
pub struct Figure {
    /// `outline_overlap`, `same_cells`, `index_difference`, `refused_without_tongue` or `calibration_error`.
    #[schema(example = "outline_overlap")]
    name: &'static str,
    /// The figure.
    value: f64,
    /// The lower end of its 95 % interval, where it has one.
    #[schema(required)]
    low: Option<f64>,
    /// The upper end.
    #[schema(required)]
    high: Option<f64>,
}

/// A published version.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpsModelVersion)]
pub struct ModelVersion {
    /// The name.
    version: String,
    /// `deployed`, `shadow`, `former` (deployed before) or `candidate`.
    #[schema(example = "candidate")]
    state: &'static str,
    /// SHA-256 of its test photos; versions with other test photos cannot be compared.
    data_hash: String,
    /// Its test results; empty when nothing is recorded.
    figures: Vec<Figure>,
    /// Why it should not be deployed now; null otherwise.
    #[schema(required)]
    objection: Option<ObjectionBody>,
}

/// Why a version should not be deployed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpsModelObjection)]
pub struct ObjectionBody {
    /// `not_measured`, `other_photos`, `source_missing`, `outlines`, `refusals`, `scores` or `non_tongues`.
    #[schema(example = "not_measured")]
    code: String,
    /// The reason with its figures, in English.
    text: String,
}

/// A change that an operator requested.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpsModelChange)]
pub struct ModelChangeBody {
    /// The id.
    id: i64,
    /// `promote`, `shadow` or `rollback`.
    #[schema(example = "promote")]
    action: &'static str,
    /// The version; for a rollback, the one that is rolled back. Null for the built-in one, and for the end of a shadow
    /// run.
    #[schema(required)]
    version: Option<String>,
    /// Whether a version is deployed although a check failed.
    forced: bool,
    /// `pending`, `running`, `done`, `refused` (a check failed) or `failed`.
    #[schema(example = "pending")]
    state: &'static str,
    /// Why it was refused or failed, in English.
    #[schema(required)]
    detail: Option<String>,
    /// The reason.
    reason: String,
    /// When it was requested.
    at: DateTime<Utc>,
    /// When it ended.
    #[schema(required)]
    finished_at: Option<DateTime<Utc>>,
}

/// The requested change. A worker runs it within seconds; `GET /ops/model` has its result.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpsModelChangeResponse)]
pub struct ModelChangeResponse {
    /// The change.
    change: ModelChangeBody,
}

impl From<ModelChange> for ModelChangeBody {
    fn from(row: ModelChange) -> Self {
        Self {
            id: row.id,
            action: row.action.into(),
            version: row.version,
            forced: row.forced,
            state: row.state.into(),
            detail: row.detail,
            reason: row.reason,
            at: row.created_at,
            finished_at: row.finished_at,
        }
    }
}

impl ModelVersion {
    /// Creates a version with its place in the registry.
    #[must_use]
    pub fn new(row: PublishedVersion, registry: &RegistryState) -> Self {
        let is = |name: Option<&String>| name == Some(&row.version);
        let state = if is(registry.deployed.as_ref()) {
            "deployed"
        } else if is(registry.shadow.as_ref().map(|shadow| &shadow.version)) {
            "shadow"
        } else if registry.former.iter().any(|former| is(former.as_ref())) {
            "former"
        } else {
            "candidate"
        };
        Self {
            state,
            data_hash: row.data_hash,
            figures: figures(&row.figures),
            objection: row.objection.map(|found| ObjectionBody { code: found.code, text: found.text }),
            version: row.version,
        }
    }
}

fn figures(metrics: &ModelMetrics) -> Vec<Figure> {
    let estimate =
        |name, found: Estimate| Figure { name, value: found.value, low: Some(found.low), high: Some(found.high) };
    let plain = |name, value| Figure { name, value, low: None, high: None };
    let outline = metrics.outline.iter().map(|outline| estimate("outline_overlap", outline.overlap));
    let annotators = metrics.annotators.iter().flat_map(|annotator| {
        [estimate("same_cells", annotator.same_cells), estimate("index_difference", annotator.index_difference)]
    });
    let without = metrics
        .without_tongue
        .iter()
        .filter(|found| found.photos > 0)
        .map(|found| plain("refused_without_tongue", f64::from(found.refused) / f64::from(found.photos)));
    let calibration = metrics.calibration_error.iter().map(|error| plain("calibration_error", *error));
    outline.chain(annotators).chain(without).chain(calibration).collect()
}

/// A change that an operator requests.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The requested action.
    pub action: ModelAction,
    /// The version.
    pub version: Option<&'a str>,
    /// The share of the photos of a shadow run.
    pub share: Option<f32>,
    /// Whether a version is deployed despite an objection.
    pub forced: bool,
    /// The reason.
    pub reason: &'a Reason,
}

/// Inserts a change for the workers, with its row in the audit.
pub(super) async fn request_change(
    app: &App,
    operator: &Operator,
    request: Request<'_>,
) -> Result<ModelChangeResponse, Problem> {
    let Request { action, version, share, forced, reason } = request;
    let now = app.clock.now();
    let new = NewModelChange { action, version, share, forced, operator: operator.row.id, reason: reason.as_str() };
    let mut tx = app.databases.system().begin().await?;
    let id = model_changes::insert(&mut tx, &new, now).await?;
    let action = match action {
        ModelAction::Promote => Action::ModelPromoted,
        ModelAction::Shadow => Action::ModelShadowed,
        ModelAction::Rollback => Action::ModelRolledBack,
    };
    let name = version.unwrap_or(if action == Action::ModelShadowed { "no version" } else { BUILT_IN });
    let subject = format!("{name}, change {id}{}", if forced { ", although checks are against it" } else { "" });
    operator.log(app, &mut tx, &Audit { reason: Some(reason), ..Audit::new(action, &subject) }).await?;
    let change = model_changes::list(&mut tx, 1).await?.into_iter().next();
    tx.commit().await?;
    let change = change.ok_or_else(|| Problem::internal("a change that was just written"))?;
    Ok(ModelChangeResponse { change: change.into() })
}
