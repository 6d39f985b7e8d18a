//! `GET /ops/retention/runs`

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use db::operator_actions::Action;
use db::retention::runs::{self, RetentionRun};
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::{Audit, ReadRetention};
use crate::problem::{OperatorProblems, Problem};

/// The maximum number of listed runs per tenant.
const MAX_RUNS: i64 = 50;

/// A run of the retention rules.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RetentionRunBody {
    /// Its id.
    id: i64,
    /// The tenant's key.
    tenant: String,
    /// The sign-in name of the operator who requested it. Null for the hourly run.
    #[schema(required)]
    asked_by: Option<String>,
    /// Why.
    #[schema(required)]
    reason: Option<String>,
    /// When it was requested, or started.
    started_at: DateTime<Utc>,
    /// When it finished. Null while the job waits or runs, and after a failure.
    #[schema(required)]
    finished_at: Option<DateTime<Utc>>,
    /// The number of erased rows of each class.
    #[schema(example = json!({"walk_ins": 2}))]
    erased: BTreeMap<String, u64>,
}

impl RetentionRunBody {
    fn new(tenant: &str, run: RetentionRun) -> Self {
        Self {
            id: run.id.get(),
            tenant: tenant.to_owned(),
            asked_by: run.requested_by,
            reason: run.reason,
            started_at: run.started_at,
            finished_at: run.finished_at,
            erased: run.erased,
        }
    }
}

/// The latest runs.
#[derive(Debug, Serialize, ToSchema)]
pub struct RetentionRunsResponse {
    /// The runs of all tenants, newest first: those that erased something, and those that an operator requested.
    runs: Vec<RetentionRunBody>,
}

/// The latest runs of the retention rules.
#[utoipa::path(
    get, path = "/ops/retention/runs", tag = "ops-retention", operation_id = "listRetentionRuns",
    security(("operator" = [])),
    responses(
        (status = 200, body = RetentionRunsResponse),
        OperatorProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ReadRetention>,
) -> Result<Json<RetentionRunsResponse>, Problem> {
    let mut audit = app.databases.system().begin().await?;
    let mut all = Vec::new();
    for tenant in db::tenants::list(&mut audit).await? {
        let mut conn = app.databases.tenant(tenant.id).acquire().await?;
        let runs = runs::list(&mut conn, MAX_RUNS).await?.into_iter();
        all.extend(runs.map(|run| RetentionRunBody::new(&tenant.key, run)));
    }
    operator.log(&app, &mut audit, &Audit::new(Action::RetentionRead, "runs")).await?;
    audit.commit().await?;
    all.sort_unstable_by_key(|run| std::cmp::Reverse((run.started_at, run.id)));
    Ok(Json(RetentionRunsResponse { runs: all }))
}
