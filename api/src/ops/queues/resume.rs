//! `POST /ops/queues/{queue}/resume`

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

/// Resumes a paused queue, within about a second.
#[utoipa::path(
    post, path = "/ops/queues/{queue}/resume", tag = "ops-queues", operation_id = "resumeQueue",
    request_body = ReasonRequest, security(("operator" = [])),
    params(("queue" = String, Path, description = "The queue's name", example = "notifications")),
    responses(
        (status = 200, body = QueueResponse),
        OperatorProblems, JsonProblems, ValidationProblem,
        (status = 409, description = "illegal_transition: it is not paused"),
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
    if !admin::resume(&mut tx, queue).await? {
        return Err(Code::IllegalTransition.into());
    }
    let audit = Audit { reason: Some(&reason), ..Audit::new(Action::QueueResumed, queue.as_str()) };
    operator.log(&app, &mut tx, &audit).await?;
    tx.commit().await?;
    let mut queues = list_queues(&app).await?;
    queues.retain(|state| state.name() == queue.as_str());
    Ok(Json(QueueResponse { queue: queues.pop().ok_or(Code::NotFound)? }))
}
