//! `GET /ops/queues/history`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use domain::InvalidCode;
use queue::admin::{HistoryPoint, list_history};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ReadQueues;
use crate::http::Query;
use crate::problem::{MalformedProblem, OperatorProblems, Problem, ValidationProblem};

/// The longest history, in minutes: it is kept for two days.
const MAX_MINUTES: i32 = 48 * 60;

/// How far back.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct QueueHistoryQuery {
    /// Minutes; 60 by default.
    #[param(minimum = 1, maximum = 2880)]
    minutes: Option<i32>,
}

/// One minute of one queue.
#[derive(Debug, Serialize, ToSchema)]
pub struct QueueHistoryPoint {
    /// The start of the minute.
    at: DateTime<Utc>,
    /// The queue.
    queue: String,
    /// Jobs that were created, or queued again by an operator.
    #[serde(rename = "in")]
    enqueued: i32,
    /// Jobs that were done, canceled or dead.
    #[serde(rename = "out")]
    ended: i32,
    /// Attempts that failed.
    failures: i32,
}

impl From<HistoryPoint> for QueueHistoryPoint {
    fn from(point: HistoryPoint) -> Self {
        let HistoryPoint { minute, queue, enqueued, ended, failed } = point;
        Self { at: minute, queue, enqueued, ended, failures: failed }
    }
}

/// The history of the queues.
#[derive(Debug, Serialize, ToSchema)]
pub struct QueueHistoryResponse {
    /// The past minutes, oldest first, with a point for each queue.
    points: Vec<QueueHistoryPoint>,
}

/// The history of each queue by minute. A minute appears some seconds after its end.
#[utoipa::path(
    get, path = "/ops/queues/history", tag = "ops-queues", operation_id = "listQueueHistory",
    security(("operator" = [])), params(QueueHistoryQuery),
    responses(
        (status = 200, body = QueueHistoryResponse),
        OperatorProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(_operator, _): OperatorWith<ReadQueues>,
    Query(query): Query<QueueHistoryQuery>,
) -> Result<Json<QueueHistoryResponse>, Problem> {
    let minutes = query.minutes.unwrap_or(60);
    if !(1..=MAX_MINUTES).contains(&minutes) {
        return Err(Problem::field("minutes", InvalidCode::Range));
    }
    let points = list_history(&app.databases.system(), minutes).await?;
    Ok(Json(QueueHistoryResponse { points: points.into_iter().map(QueueHistoryPoint::from).collect() }))
}
