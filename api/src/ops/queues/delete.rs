//! `DELETE /ops/jobs/{id}`

use axum::extract::State;
use axum::response::Json;
use domain::JobId;
use queue::admin::JobAction;
use serde::Serialize;
use utoipa::ToSchema;

use super::change::change_job;
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ChangeJobs;
use crate::http::{JsonBody, PathParams};
use crate::ops::operators::shape::ReasonRequest;
use crate::problem::{JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// A deleted job.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeletedJobResponse {
    /// Always true.
    deleted: bool,
}

/// Deletes a job that is not running, with its history. Its work is not done.
#[utoipa::path(
    delete, path = "/ops/jobs/{id}", tag = "ops-queues", operation_id = "deleteJob",
    request_body = ReasonRequest, security(("operator" = [])), params(("id" = i64, Path, description = "The job's id")),
    responses(
        (status = 200, body = DeletedJobResponse),
        OperatorProblems, JsonProblems, ValidationProblem,
        (status = 409, description = "illegal_transition: it is running"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeJobs>,
    PathParams(id): PathParams<JobId>,
    JsonBody(request): JsonBody<ReasonRequest>,
) -> Result<Json<DeletedJobResponse>, Problem> {
    change_job(&app, &operator, id, JobAction::Delete, &request).await?;
    Ok(Json(DeletedJobResponse { deleted: true }))
}
