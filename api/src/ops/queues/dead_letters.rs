//! `GET /ops/dead-letters`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use queue::admin::{DeadGroup, list_dead_groups};
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ReadQueues;
use crate::problem::{OperatorProblems, Problem};

/// Dead jobs of one kind with the same error.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeadGroup)]
pub struct DeadGroupBody {
    /// Their kind.
    kind: String,
    /// Their queue.
    queue: String,
    /// The error without numbers, ids and quoted values, as in the filter `error`.
    error: String,
    /// The number of jobs.
    count: i64,
    /// When the first of them died.
    first: DateTime<Utc>,
    /// When the last of them died.
    last: DateTime<Utc>,
    /// The newest of them.
    sample_id: i64,
}

impl From<DeadGroup> for DeadGroupBody {
    fn from(group: DeadGroup) -> Self {
        let DeadGroup { queue, kind, error, count, first, last, sample_id } = group;
        Self { kind, queue, error, count, first, last, sample_id }
    }
}

/// Dead jobs by kind and error.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeadLettersResponse {
    /// The groups, largest first, at most 200.
    groups: Vec<DeadGroupBody>,
}

/// Dead jobs, grouped by kind and error.
#[utoipa::path(
    get, path = "/ops/dead-letters", tag = "ops-queues", operation_id = "listDeadLetters", security(("operator" = [])),
    responses(
        (status = 200, body = DeadLettersResponse),
        OperatorProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(_operator, _): OperatorWith<ReadQueues>,
) -> Result<Json<DeadLettersResponse>, Problem> {
    let groups = list_dead_groups(&mut app.databases.system().acquire().await?).await?;
    Ok(Json(DeadLettersResponse { groups: groups.into_iter().map(DeadGroupBody::from).collect() }))
}
