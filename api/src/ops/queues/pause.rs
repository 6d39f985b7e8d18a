//! `POST /ops/queues/{queue}/pause`

use axum::extract::State;
use axum::response::Json;
use db::operator_actions::Action;
use domain::operator::Reason;
use queue::{Queue, admin};

use super::list::list_queues;
use super::shape::QueueResponse;
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::{Audit, ChangeJobs};
use crate::http::{JsonBody, PathParams};
use crate::ops::operators::shape::ReasonRequest;
use crate::problem::{Code, JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// Pauses a queue: no further job starts, urgent ones included, until it is resumed. Running jobs finish; nothing is
/// lost. The pause survives restarts of workers.
#[utoipa::path(
    post, path = "/ops/queues/{queue}/pause", tag = "ops-queues", operation_id = "pauseQueue",
    request_body = ReasonRequest, security(("operator" = [])),
    params(("queue" = String, Path, description = "The queue's name", example = "notifications")),
    responses(
        (status = 200, body = QueueResponse),
        OperatorProblems, JsonProblems, ValidationProblem,
        (status = 409, description = "illegal_transition: it is paused already"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeJobs>,
    PathParams(name): PathParams<String>,
    JsonBody(request): JsonBody<ReasonRequest>,
) -> Result<Json<QueueResponse>, Problem> {
    let queue = Queue::from_name(&name).ok_or(Code::NotFound)?;
    let reason = Reason::parse(&request.reason)?;
    let mut tx = app.databases.system().begin().await?;
    if !admin::pause(&mut tx, queue, operator.row.login_id.as_str(), reason.as_str()).await? {
        return Err(Code::IllegalTransition.into());
    }
    let audit = Audit { reason: Some(&reason), ..Audit::new(Action::QueuePaused, queue.as_str()) };
    operator.log(&app, &mut tx, &audit).await?;
    tx.commit().await?;
    let mut queues = list_queues(&app).await?;
    queues.retain(|state| state.name() == queue.as_str());
    Ok(Json(QueueResponse { queue: queues.pop().ok_or(Code::NotFound)? }))
}
