//! `GET /ops/queues`

use axum::extract::State;
use axum::response::Json;
use queue::admin::list_pauses;

use super::shape::{QueueState, QueuesResponse};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ReadQueues;
use crate::problem::{OperatorProblems, Problem};

/// The state of every queue.
#[utoipa::path(
    get, path = "/ops/queues", tag = "ops-queues", operation_id = "listQueues", security(("operator" = [])),
    responses(
        (status = 200, body = QueuesResponse),
        OperatorProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(_operator, _): OperatorWith<ReadQueues>,
) -> Result<Json<QueuesResponse>, Problem> {
    Ok(Json(QueuesResponse { queues: list_queues(&app).await? }))
}

/// Returns the state of every queue.
///
/// # Errors
/// When the database fails.
pub async fn list_queues(app: &App) -> Result<Vec<QueueState>, Problem> {
    let queues = app.queues.queues().await?;
    let pauses = list_pauses(&mut app.databases.system().acquire().await?).await?;
    Ok(queues.iter().map(|stats| QueueState::new(stats, &pauses)).collect())
}
