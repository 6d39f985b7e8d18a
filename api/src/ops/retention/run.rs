//! `POST /ops/retention/run`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use chrono::TimeDelta;
use db::operator_actions::Action;
use db::retention::runs;
use domain::Tenant;
use domain::operator::Reason;
use http::StatusCode;
use queue::NewJob;
use queue::jobs::Sweep;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::{Audit, Operator, RunRetention};
use crate::http::JsonBody;
use crate::ops::operators::shape::ReasonRequest;
use crate::problem::{Code, JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// How long an unfinished run blocks other runs. By then its job has failed permanently.
const RUN_TIMEOUT: TimeDelta = TimeDelta::hours(2);

/// A job that erases what is due of a tenant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StartedRetentionRun {
    /// The tenant's key.
    tenant: String,
    /// The run, as in `GET /ops/retention/runs`.
    run_id: i64,
    /// The job.
    job_id: i64,
}

/// The started jobs.
#[derive(Debug, Serialize, ToSchema)]
pub struct StartedRetentionResponse {
    /// One for each tenant.
    runs: Vec<StartedRetentionRun>,
}

/// Starts a job for each tenant that erases the due rows. The same job runs every hour.
#[utoipa::path(
    post, path = "/ops/retention/run", tag = "ops-retention", operation_id = "runRetention",
    request_body = ReasonRequest, security(("operator" = [])),
    responses(
        (status = 202, body = StartedRetentionResponse),
        OperatorProblems, JsonProblems, ValidationProblem,
        (status = 409, description = "in_progress: an earlier requested run has not finished"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<RunRetention>,
    JsonBody(request): JsonBody<ReasonRequest>,
) -> Result<Response, Problem> {
    let reason = Reason::parse(&request.reason)?;
    let mut tx = app.databases.system().begin().await?;
    let tenants = db::tenants::list(&mut tx).await?;
    for tenant in &tenants {
        let mut conn = app.databases.tenant(tenant.id).acquire().await?;
        if runs::is_requested(&mut conn, app.clock.now() - RUN_TIMEOUT).await? {
            return Err(Code::InProgress.into());
        }
    }
    let audit = Audit { reason: Some(&reason), ..Audit::new(Action::RetentionRun, "all tenants") };
    operator.log(&app, &mut tx, &audit).await?;
    // committed first, because one of the runs may fail to start
    tx.commit().await?;
    let mut started = Vec::new();
    for tenant in tenants {
        started.push(start(&app, &operator, tenant, &reason, &audit).await?);
    }
    Ok((StatusCode::ACCEPTED, Json(StartedRetentionResponse { runs: started })).into_response())
}

async fn start(
    app: &App,
    operator: &Operator,
    tenant: Tenant,
    reason: &Reason,
    audit: &Audit<'_>,
) -> Result<StartedRetentionRun, Problem> {
    let mut tx = app.databases.tenant(tenant.id).begin().await?;
    let run = runs::insert_requested(&mut tx, &operator.row.login_id, reason, app.clock.now()).await?;
    let job = NewJob::new(Sweep { run: Some(run) }).with_request_id(operator.request_id.as_str());
    let job = queue::enqueue(&mut tx, job).await?;
    operator.log_in_tenant(app, &mut tx, audit, &[]).await?;
    tx.commit().await?;
    let job_id = job.id.get();
    app.producer.push(job).await;
    Ok(StartedRetentionRun { tenant: tenant.key, run_id: run.get(), job_id })
}
