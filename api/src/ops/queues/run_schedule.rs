//! `POST /ops/schedules/{name}/run`

use axum::extract::State;
use axum::response::Json;
use db::operator_actions::Action;
use domain::operator::Reason;
use queue::Schedule;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::{Audit, ChangeJobs};
use crate::http::{JsonBody, PathParams};
use crate::ops::operators::shape::ReasonRequest;
use crate::problem::{Code, JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// A scheduled job that runs now.
#[derive(Debug, Serialize, ToSchema)]
pub struct RunScheduleResponse {
    /// The number of started jobs: one for each tenant without a running or due one.
    jobs: u64,
}

/// Runs a scheduled job now, for every tenant. A daily job runs for the last day again. A job that is running or due is
/// not duplicated.
#[utoipa::path(
    post, path = "/ops/schedules/{name}/run", tag = "ops-queues", operation_id = "runSchedule",
    request_body = ReasonRequest, security(("operator" = [])),
    params(("name" = String, Path, description = "The scheduled job's name", example = "sweep")),
    responses(
        (status = 200, body = RunScheduleResponse),
        OperatorProblems, JsonProblems, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeJobs>,
    PathParams(name): PathParams<String>,
    JsonBody(request): JsonBody<ReasonRequest>,
) -> Result<Json<RunScheduleResponse>, Problem> {
    let schedule = Schedule::from_name(&name).ok_or(Code::NotFound)?;
    let reason = Reason::parse(&request.reason)?;
    let audit = Audit { reason: Some(&reason), ..Audit::new(Action::ScheduleRun, &name) };
    // logged first, because a failure can leave the jobs of only some tenants enqueued
    operator.log(&app, &mut app.databases.system().acquire().await?, &audit).await?;
    let by = format!("operator {}", operator.row.login_id.as_str());
    let jobs = schedule.run_now(&app.databases, app.clock.now(), &by).await?;
    Ok(Json(RunScheduleResponse { jobs }))
}
