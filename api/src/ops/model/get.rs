//! `GET /ops/model`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use db::model_changes;
use serde::Serialize;
use utoipa::ToSchema;

use super::shape::{ModelChangeBody, ModelVersion};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ReadModel;
use crate::problem::{OperatorProblems, Problem};

/// How many changes are listed.
const MAX_CHANGES: i64 = 20;

/// A candidate that reads a share of the photos for comparison.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpsShadowRun)]
pub struct Shadow {
    /// The version.
    version: String,
    /// The share of the photos, 0 to 1.
    share: f64,
}

/// The model.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpsModelResponse)]
pub struct ModelResponse {
    /// The deployed version; null for the built-in one.
    #[schema(required)]
    deployed: Option<String>,
    /// When it was deployed.
    #[schema(required)]
    since: Option<DateTime<Utc>>,
    /// The shadow run; null without one.
    #[schema(required)]
    shadow: Option<Shadow>,
    /// Whether there is a previous version to roll back to.
    can_roll_back: bool,
    /// The published versions.
    versions: Vec<ModelVersion>,
    /// When a worker last read the registry; null before the first read.
    #[schema(required)]
    read_at: Option<DateTime<Utc>>,
    /// The operators' changes, latest first.
    changes: Vec<ModelChangeBody>,
}

/// The deployed version, the published versions with their metrics, and the latest changes.
#[utoipa::path(
    get, path = "/ops/model", tag = "ops-model", operation_id = "getOpsModel", security(("operator" = [])),
    responses((status = 200, body = ModelResponse), OperatorProblems)
)]
pub async fn handle(State(app): State<App>, _: OperatorWith<ReadModel>) -> Result<Json<ModelResponse>, Problem> {
    let mut conn = app.databases.system().acquire().await?;
    let changes = model_changes::list(&mut conn, MAX_CHANGES).await?;
    let (registry, read_at) = model_changes::find_registry(&mut conn).await?.unzip();
    let registry = registry.unwrap_or_default();
    let versions = registry.versions.iter().cloned().map(|row| ModelVersion::new(row, &registry)).collect();
    Ok(Json(ModelResponse {
        deployed: registry.deployed,
        since: registry.since,
        shadow: registry.shadow.map(|shadow| Shadow { version: shadow.version, share: shadow.share }),
        can_roll_back: !registry.former.is_empty(),
        versions,
        read_at,
        changes: changes.into_iter().map(Into::into).collect(),
    }))
}
