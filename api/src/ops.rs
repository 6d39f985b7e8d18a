//! The queue board's, the payments', the model's and the access log's JSON on the operations port, to be put behind the operations token.

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse as _, Json, Response};
use axum::routing::{get, post};
use chrono::Months;
use db::Database;
use db::agreements::{Agreement, ShadowSummary};
use db::findings::{self, Finding};
use domain::JobId;
use http::StatusCode;
use queue::{Board, JobEvent, JobView, Queue};
use runtime::SharedClock;
use serde::{Deserialize, Serialize};

use crate::applications::days;

/// How many jobs a list shows unless it is told.
const LIST: i64 = 50;

/// The routes of the board.
pub fn router(board: Board) -> Router {
    Router::new()
        .route("/queues", get(queues))
        .route("/queues/{queue}/jobs", get(jobs))
        .route("/jobs/{id}", get(job))
        .route("/jobs/{id}/retry", post(retry))
        .route("/jobs/{id}/cancel", post(cancel))
        .with_state(board)
}

/// A call that the board cannot answer.
enum Refusal {
    Unknown,
    NotPossible,
    Failed(db::Error),
}

impl From<db::Error> for Refusal {
    fn from(error: db::Error) -> Self {
        Self::Failed(error)
    }
}

impl axum::response::IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, error) = match self {
            Self::Unknown => (StatusCode::NOT_FOUND, "no such queue or job"),
            Self::NotPossible => (StatusCode::CONFLICT, "not in a state that allows it"),
            Self::Failed(error) => {
                tracing::error!(%error, "the queue board could not be read");
                (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer")
            }
        };
        (status, Json(serde_json::json!({ "error": error }))).into_response()
    }
}

async fn queues(State(board): State<Board>) -> Result<Response, Refusal> {
    Ok(Json(serde_json::json!({ "queues": board.queues().await? })).into_response())
}

#[derive(Deserialize)]
struct JobsQuery {
    #[serde(default = "dead")]
    state: String,
    limit: Option<i64>,
}

fn dead() -> String {
    "dead".to_owned()
}

#[derive(Serialize)]
struct Jobs {
    jobs: Vec<JobView>,
}

async fn jobs(
    State(board): State<Board>,
    Path(queue): Path<String>,
    Query(query): Query<JobsQuery>,
) -> Result<Json<Jobs>, Refusal> {
    let queue = Queue::from_name(&queue).ok_or(Refusal::Unknown)?;
    Ok(Json(Jobs { jobs: board.jobs(queue, &query.state, query.limit.unwrap_or(LIST)).await? }))
}

#[derive(Serialize)]
struct Job {
    job: JobView,
    events: Vec<JobEvent>,
}

async fn job(State(board): State<Board>, Path(id): Path<i64>) -> Result<Json<Job>, Refusal> {
    let (job, events) = board.job(JobId::new(id)).await?.ok_or(Refusal::Unknown)?;
    Ok(Json(Job { job, events }))
}

async fn retry(State(board): State<Board>, Path(id): Path<i64>) -> Result<Json<Job>, Refusal> {
    if !board.retry(JobId::new(id)).await? {
        return Err(refusal(&board, id).await);
    }
    tracing::info!(job_id = id, "an operator let a job run again");
    job(State(board), Path(id)).await
}

async fn cancel(State(board): State<Board>, Path(id): Path<i64>) -> Result<Json<Job>, Refusal> {
    if !board.cancel(JobId::new(id)).await? {
        return Err(refusal(&board, id).await);
    }
    tracing::info!(job_id = id, "an operator canceled a job");
    job(State(board), Path(id)).await
}

/// Why a job could not be changed.
async fn refusal(board: &Board, id: i64) -> Refusal {
    match board.job(JobId::new(id)).await {
        Ok(Some(_)) => Refusal::NotPossible,
        Ok(None) => Refusal::Unknown,
        Err(error) => Refusal::Failed(error),
    }
}

/// What the payments and the access log are read and changed with.
#[derive(Clone, Debug)]
pub struct Tenants {
    /// The tenants' rows.
    pub database: Database,
    /// The time.
    pub clock: SharedClock,
}

/// The routes of the payments.
pub fn payments(tenants: Tenants) -> Router {
    Router::new()
        .route("/payments", get(open_findings))
        .route("/payments/{tenant}/findings/{id}/resolve", post(resolve))
        .with_state(tenants)
}

/// A finding and whose it is. It names no person.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FindingView {
    tenant: String,
    id: i64,
    kind: &'static str,
    oid: Option<String>,
    transaction_key: String,
    our_amount: Option<i64>,
    their_amount: Option<i64>,
    found_at: chrono::DateTime<chrono::Utc>,
    needs_person: bool,
}

impl FindingView {
    fn of(tenant: &str, row: Finding) -> Self {
        Self {
            tenant: tenant.to_owned(),
            id: row.id,
            kind: row.kind.as_str(),
            oid: row.oid,
            transaction_key: row.transaction_key,
            our_amount: row.our_amount,
            their_amount: row.their_amount,
            found_at: row.found_at,
            needs_person: row.needs_person,
        }
    }
}

/// Empty when all is well.
#[derive(Serialize)]
struct FindingsView {
    findings: Vec<FindingView>,
    /// Orders that something has been expected of for more than a quarter of an hour.
    unsettled: i64,
}

async fn open_findings(State(state): State<Tenants>) -> Result<Json<FindingsView>, Refusal> {
    let before = state.clock.now() - chrono::TimeDelta::minutes(15);
    let mut view = FindingsView { findings: Vec::new(), unsettled: 0 };
    for tenant in db::tenants::list(&mut state.database.system().acquire().await?).await? {
        let mut conn = state.database.tenant(tenant.id).acquire().await?;
        let open = findings::list_open(&mut conn, LIST).await?;
        view.findings.extend(open.into_iter().map(|row| FindingView::of(&tenant.key, row)));
        view.unsettled += db::orders::count_unsettled(&mut conn, before).await?;
    }
    Ok(Json(view))
}

async fn resolve(
    State(state): State<Tenants>,
    Path((tenant, id)): Path<(String, i64)>,
) -> Result<Json<FindingsView>, Refusal> {
    let tenants = db::tenants::list(&mut state.database.system().acquire().await?).await?;
    let found = tenants.into_iter().find(|one| one.key == tenant).ok_or(Refusal::Unknown)?;
    let mut conn = state.database.tenant(found.id).acquire().await?;
    if !findings::resolve(&mut conn, id, state.clock.now()).await? {
        return Err(Refusal::NotPossible);
    }
    drop(conn);
    tracing::info!(tenant, finding = id, "an operator put a finding about payments right");
    open_findings(State(state)).await
}

/// The routes of the model: how far AI and experts agree, and how a candidate compares. Changed once a night.
pub fn agreement(database: Database) -> Router {
    Router::new().route("/agreement", get(agreements)).with_state(database)
}

/// One tenant's figures; clinics by their number, no person.
#[derive(Serialize)]
struct TenantAgreement {
    tenant: String,
    agreements: Vec<Agreement>,
    candidates: Vec<ShadowSummary>,
}

async fn agreements(State(database): State<Database>) -> Result<Response, Refusal> {
    let mut all = Vec::new();
    for tenant in db::tenants::list(&mut database.system().acquire().await?).await? {
        let mut conn = database.tenant(tenant.id).acquire().await?;
        let agreements = db::agreements::list_newest(&mut conn).await?;
        let candidates = db::agreements::list_shadows(&mut conn).await?;
        all.push(TenantAgreement { tenant: tenant.key, agreements, candidates });
    }
    Ok(Json(serde_json::json!({ "tenants": all })).into_response())
}

/// The routes of the access log.
pub fn access_log(tenants: Tenants) -> Router {
    Router::new().route("/access-log", get(access_logs)).with_state(tenants)
}

#[derive(Deserialize)]
struct MonthQuery {
    month: Option<String>,
}

/// What a month of a tenant's access log asks of operators. It names no person.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TenantLog {
    tenant: String,
    /// The first row that was tampered with.
    broken_at: Option<i64>,
    /// Failed sign-ins under names that no account has.
    unknown_sign_ins: i64,
    /// The clinics that have not looked the month over.
    unreviewed: Vec<domain::InstitutionId>,
}

/// The month that is asked for, or the last one that is over.
async fn access_logs(State(state): State<Tenants>, Query(query): Query<MonthQuery>) -> Result<Response, Refusal> {
    let last = || days::this_month(state.clock.now()).checked_sub_months(Months::new(1));
    let month = query.month.map_or_else(last, |text| days::month(&text)).ok_or(Refusal::Unknown)?;
    let time = days::of_month(month);
    let mut logs = Vec::new();
    for tenant in db::tenants::list(&mut state.database.system().acquire().await?).await? {
        let mut conn = state.database.tenant(tenant.id).acquire().await?;
        logs.push(TenantLog {
            tenant: tenant.key,
            broken_at: db::access_log::find_broken(&mut conn, time).await?,
            unknown_sign_ins: db::access_log::review::count_unknown_sign_ins(&mut conn, time).await?,
            unreviewed: db::access_log::review::list_unreviewed(&mut conn, month, time.1).await?,
        });
    }
    Ok(Json(serde_json::json!({ "month": month.format("%Y-%m").to_string(), "tenants": logs })).into_response())
}
