//! `POST /ops/jobs/{id}/retry`

use axum::extract::State;
use axum::response::Json;
use domain::JobId;
use queue::admin::JobAction;

use super::change::change_job;
use super::shape::JobDetailResponse;
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ChangeJobs;
use crate::http::{JsonBody, PathParams};
use crate::ops::operators::shape::ReasonRequest;
use crate::problem::{JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// Runs a dead or canceled job again, with all its attempts.
#[utoipa::path(
    post, path = "/ops/jobs/{id}/retry", tag = "ops-queues", operation_id = "retryJob",
    request_body = ReasonRequest, security(("operator" = [])), params(("id" = i64, Path, description = "The job's id")),
    responses(
        (status = 200, body = JobDetailResponse),
        OperatorProblems, JsonProblems, ValidationProblem,
        (status = 409, description = "illegal_transition: it is neither, or an unfinished job has its unique key"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeJobs>,
    PathParams(id): PathParams<JobId>,
    JsonBody(request): JsonBody<ReasonRequest>,
) -> Result<Json<JobDetailResponse>, Problem> {
    let job = change_job(&app, &operator, id, JobAction::Retry, &request).await?;
    Ok(Json(JobDetailResponse::new(job, app.trace_url.as_ref())))
}
