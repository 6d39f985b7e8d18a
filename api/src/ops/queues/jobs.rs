//! `GET /ops/jobs`

use axum::extract::State;
use axum::response::Json;
use db::operator_actions::Action;
use domain::InvalidCode;
use http::HeaderMap;
use queue::admin::list_jobs;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::filter::JobFilterBody;
use super::shape::JobBody;
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::{Audit, ReadQueues};
use crate::extract::staff::POLL_HEADER;
use crate::http::Query;
use crate::problem::{MalformedProblem, OperatorProblems, Problem, ValidationProblem};

/// The default number of jobs on a page.
const DEFAULT_PAGE_SIZE: i64 = 50;
/// The maximum number of jobs on a page.
const MAX_PAGE_SIZE: i64 = 200;

/// Which jobs.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct JobsQuery {
    /// Of this queue.
    queue: Option<String>,
    /// `ready`, `delayed`, `queued` (both), `running`, `done`, `dead` or `canceled`.
    state: Option<String>,
    /// Of this kind.
    kind: Option<String>,
    /// Of this tenant.
    tenant_id: Option<i64>,
    /// A job's id, a request's id, or the id or day in a job's payload.
    #[param(max_length = 100)]
    q: Option<String>,
    /// The error of a group of dead jobs, as in `GET /ops/dead-letters`.
    #[param(max_length = 200)]
    error: Option<String>,
    /// The `nextCursor` of the previous page.
    cursor: Option<i64>,
    /// Jobs per page; 50 by default.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<i64>,
}

/// The number of matching jobs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = JobCount)]
pub struct JobCountBody {
    /// The number.
    jobs: i64,
    /// Whether it is an estimate, as numbers above 10,000 are.
    is_estimate: bool,
}

/// A page of jobs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobsResponse {
    /// The jobs, newest first.
    items: Vec<JobBody>,
    /// The cursor of the next page. Null on the last one.
    #[schema(required)]
    next_cursor: Option<i64>,
    /// The number of matching jobs.
    count: JobCountBody,
}

/// Jobs of all tenants, the newest first.
#[utoipa::path(
    get, path = "/ops/jobs", tag = "ops-queues", operation_id = "listJobs", security(("operator" = [])),
    params(JobsQuery),
    responses(
        (status = 200, body = JobsResponse),
        OperatorProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ReadQueues>,
    headers: HeaderMap,
    Query(query): Query<JobsQuery>,
) -> Result<Json<JobsResponse>, Problem> {
    let limit = query.limit.unwrap_or(DEFAULT_PAGE_SIZE);
    if !(1..=MAX_PAGE_SIZE).contains(&limit) {
        return Err(Problem::field("limit", InvalidCode::Range));
    }
    let JobsQuery { queue, state, kind, tenant_id, q, error, cursor, .. } = query;
    let filter = JobFilterBody { queue, state, kind, tenant_id, q, error, ids: None }.parse()?;
    let mut conn = app.databases.system().acquire().await?;
    let page = list_jobs(&mut conn, &filter, cursor, limit).await?;
    let continues = cursor.is_some() || headers.contains_key(POLL_HEADER);
    let subject = serde_json::to_string(&filter).unwrap_or_default();
    operator.log_read(&app, &mut conn, &Audit::new(Action::JobsListed, &subject), continues).await?;
    Ok(Json(JobsResponse {
        items: page.jobs.into_iter().map(JobBody::from).collect(),
        next_cursor: page.next_before,
        count: JobCountBody { jobs: page.count.jobs, is_estimate: page.count.is_estimate },
    }))
}
