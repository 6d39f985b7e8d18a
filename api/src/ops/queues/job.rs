//! `GET /ops/jobs/{id}`

use axum::extract::State;
use axum::response::Json;
use db::operator_actions::Action;
use domain::{JobId, TenantId};
use http::HeaderMap;
use queue::admin::find_job;

use super::shape::JobDetailResponse;
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::{Audit, ReadQueues};
use crate::extract::staff::POLL_HEADER;
use crate::http::PathParams;
use crate::problem::{Code, OperatorProblems, Problem};

/// A job with its payload and its history.
#[utoipa::path(
    get, path = "/ops/jobs/{id}", tag = "ops-queues", operation_id = "getJob", security(("operator" = [])),
    params(("id" = i64, Path, description = "The job's id")),
    responses(
        (status = 200, body = JobDetailResponse),
        OperatorProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ReadQueues>,
    headers: HeaderMap,
    PathParams(id): PathParams<JobId>,
) -> Result<Json<JobDetailResponse>, Problem> {
    let mut conn = app.databases.system().acquire().await?;
    let detail = find_job(&mut conn, id).await?.ok_or(Code::NotFound)?;
    let subject = format!("{id} ({})", detail.job.kind);
    let audit = Audit { tenant: Some(TenantId::new(detail.job.tenant_id)), ..Audit::new(Action::JobRead, &subject) };
    operator.log_read(&app, &mut conn, &audit, headers.contains_key(POLL_HEADER)).await?;
    Ok(Json(JobDetailResponse::new(detail, app.trace_url.as_ref())))
}
