//! `POST /ops/jobs/{id}/run-now`

use axum::extract::State;
use axum::response::Json;
use domain::JobId;
use queue::admin::JobAction;

use super::change::change_job;
use super::shape::JobDetailAnswer;
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ChangeJobs;
use crate::http::{JsonBody, PathParams};
use crate::ops::operators::shape::ReasonRequest;
use crate::problem::{JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// Runs a job that waits for its time now.
#[utoipa::path(
    post, path = "/ops/jobs/{id}/run-now", tag = "ops-queues", operation_id = "runJobNow",
    request_body = ReasonRequest, security(("operator" = [])), params(("id" = i64, Path, description = "The job's id")),
    responses(
        (status = 200, body = JobDetailAnswer),
        OperatorProblems, JsonProblems, ValidationProblem,
        (status = 409, description = "illegal_transition: it does not wait for its time"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeJobs>,
    PathParams(id): PathParams<JobId>,
    JsonBody(request): JsonBody<ReasonRequest>,
) -> Result<Json<JobDetailAnswer>, Problem> {
    let job = change_job(&app, &operator, id, JobAction::RunNow, &request).await?;
    Ok(Json(JobDetailAnswer::new(job, app.trace_url.as_ref())))
}
