//! JSON for operators about jobs, payments, the model and the access log. Served on the operations port, behind its token.

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse as _, Json, Response};
use axum::routing::{get, post};
use chrono::Months;
use db::Database;
use db::agreements::{Agreement, ShadowSummary};
use db::payment_discrepancies::{self, Discrepancy};
use domain::JobId;
use http::StatusCode;
use queue::{JobEvent, JobView, Queue, QueueAdmin};
use runtime::SharedClock;
use serde::{Deserialize, Serialize};

use crate::http::days;

/// The default number of rows in a list.
const DEFAULT_LIMIT: i64 = 50;

/// The routes of the job queues.
pub fn router(admin: QueueAdmin) -> Router {
    Router::new()
        .route("/queues", get(queues))
        .route("/queues/{queue}/jobs", get(jobs))
        .route("/jobs/{id}", get(job))
        .route("/jobs/{id}/retry", post(retry))
        .route("/jobs/{id}/cancel", post(cancel))
        .with_state(admin)
}

/// Why a call failed.
enum OpsError {
    NotFound,
    Conflict,
    Db(db::Error),
}

impl From<db::Error> for OpsError {
    fn from(error: db::Error) -> Self {
        Self::Db(error)
    }
}

impl axum::response::IntoResponse for OpsError {
    fn into_response(self) -> Response {
        let (status, error) = match self {
            Self::NotFound => (StatusCode::NOT_FOUND, "no such queue or job"),
            Self::Conflict => (StatusCode::CONFLICT, "not in a state that allows it"),
            Self::Db(error) => {
                tracing::error!(%error, "an operations request failed");
                (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer")
            }
        };
        (status, Json(serde_json::json!({ "error": error }))).into_response()
    }
}

async fn queues(State(admin): State<QueueAdmin>) -> Result<Response, OpsError> {
    Ok(Json(serde_json::json!({ "queues": admin.queues().await? })).into_response())
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
    State(admin): State<QueueAdmin>,
    Path(queue): Path<String>,
    Query(query): Query<JobsQuery>,
) -> Result<Json<Jobs>, OpsError> {
    let queue = Queue::from_name(&queue).ok_or(OpsError::NotFound)?;
    Ok(Json(Jobs { jobs: admin.jobs(queue, &query.state, query.limit.unwrap_or(DEFAULT_LIMIT)).await? }))
}

#[derive(Serialize)]
struct Job {
    job: JobView,
    events: Vec<JobEvent>,
}

async fn job(State(admin): State<QueueAdmin>, Path(id): Path<i64>) -> Result<Json<Job>, OpsError> {
    let (job, events) = admin.job(JobId::new(id)).await?.ok_or(OpsError::NotFound)?;
    Ok(Json(Job { job, events }))
}

async fn retry(State(admin): State<QueueAdmin>, Path(id): Path<i64>) -> Result<Json<Job>, OpsError> {
    if !admin.retry(JobId::new(id)).await? {
        return Err(unchanged_error(&admin, id).await);
    }
    tracing::info!(job_id = id, "an operator retried a job");
    job(State(admin), Path(id)).await
}

async fn cancel(State(admin): State<QueueAdmin>, Path(id): Path<i64>) -> Result<Json<Job>, OpsError> {
    if !admin.cancel(JobId::new(id)).await? {
        return Err(unchanged_error(&admin, id).await);
    }
    tracing::info!(job_id = id, "an operator canceled a job");
    job(State(admin), Path(id)).await
}

/// Why a job was not changed.
async fn unchanged_error(admin: &QueueAdmin, id: i64) -> OpsError {
    match admin.job(JobId::new(id)).await {
        Ok(Some(_)) => OpsError::Conflict,
        Ok(None) => OpsError::NotFound,
        Err(error) => OpsError::Db(error),
    }
}

/// The state of the routes about payments and the access log.
#[derive(Clone, Debug)]
pub struct TenantData {
    /// The database.
    pub database: Database,
    /// The clock.
    pub clock: SharedClock,
}

/// The routes of the payments.
pub fn payments(data: TenantData) -> Router {
    Router::new()
        .route("/payments", get(list_discrepancies))
        .route("/payments/{tenant}/findings/{id}/resolve", post(resolve))
        .with_state(data)
}

/// A payment discrepancy and its tenant. It names no person.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DiscrepancyView {
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

impl DiscrepancyView {
    fn new(tenant: &str, row: Discrepancy) -> Self {
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

/// The open discrepancies.
#[derive(Serialize)]
struct DiscrepanciesView {
    findings: Vec<DiscrepancyView>,
    /// The orders that have been unsettled for more than 15 minutes.
    unsettled: i64,
}

async fn list_discrepancies(State(state): State<TenantData>) -> Result<Json<DiscrepanciesView>, OpsError> {
    let before = state.clock.now() - chrono::TimeDelta::minutes(15);
    let mut view = DiscrepanciesView { findings: Vec::new(), unsettled: 0 };
    for tenant in db::tenants::list(&mut state.database.system().acquire().await?).await? {
        let mut conn = state.database.tenant(tenant.id).acquire().await?;
        let open = payment_discrepancies::list_open(&mut conn, DEFAULT_LIMIT).await?;
        view.findings.extend(open.into_iter().map(|row| DiscrepancyView::new(&tenant.key, row)));
        view.unsettled += db::orders::count_unsettled(&mut conn, before).await?;
    }
    Ok(Json(view))
}

async fn resolve(
    State(state): State<TenantData>,
    Path((tenant, id)): Path<(String, i64)>,
) -> Result<Json<DiscrepanciesView>, OpsError> {
    let tenants = db::tenants::list(&mut state.database.system().acquire().await?).await?;
    let found = tenants.into_iter().find(|one| one.key == tenant).ok_or(OpsError::NotFound)?;
    let mut conn = state.database.tenant(found.id).acquire().await?;
    if !payment_discrepancies::resolve(&mut conn, id, state.clock.now()).await? {
        return Err(OpsError::Conflict);
    }
    drop(conn);
    tracing::info!(tenant, finding = id, "an operator resolved a payment discrepancy");
    list_discrepancies(State(state)).await
}

/// The routes of the model: the agreement of AI and experts, and the comparison of candidates. Updated once a night.
pub fn agreement(database: Database) -> Router {
    Router::new().route("/agreement", get(agreements)).with_state(database)
}

/// The figures of one tenant, by clinic id, without people.
#[derive(Serialize)]
struct TenantAgreement {
    tenant: String,
    agreements: Vec<Agreement>,
    candidates: Vec<ShadowSummary>,
}

async fn agreements(State(database): State<Database>) -> Result<Response, OpsError> {
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
pub fn access_log(data: TenantData) -> Router {
    Router::new().route("/access-log", get(access_logs)).with_state(data)
}

#[derive(Deserialize)]
struct MonthQuery {
    month: Option<String>,
}

/// What operators must know of a month of a tenant's access log. It names no person.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TenantLog {
    tenant: String,
    /// The first tampered row.
    broken_at: Option<i64>,
    /// Failed sign-ins with unknown names.
    unknown_sign_ins: i64,
    /// The clinics that have not reviewed the month.
    unreviewed: Vec<domain::InstitutionId>,
}

/// The requested month, by default the last one that is over.
async fn access_logs(State(state): State<TenantData>, Query(query): Query<MonthQuery>) -> Result<Response, OpsError> {
    let last = || days::current_month(state.clock.now()).checked_sub_months(Months::new(1));
    let month = query.month.map_or_else(last, |text| days::parse_month(&text)).ok_or(OpsError::NotFound)?;
    let (from, to) = days::month_range(month);
    let mut logs = Vec::new();
    for tenant in db::tenants::list(&mut state.database.system().acquire().await?).await? {
        let mut conn = state.database.tenant(tenant.id).acquire().await?;
        logs.push(TenantLog {
            tenant: tenant.key,
            broken_at: db::access_log::find_broken(&mut conn, from..to).await?,
            unknown_sign_ins: db::access_log::review::count_unknown_sign_ins(&mut conn, from..to).await?,
            unreviewed: db::access_log::review::list_unreviewed(&mut conn, month, to).await?,
        });
    }
    Ok(Json(serde_json::json!({ "month": month.format("%Y-%m").to_string(), "tenants": logs })).into_response())
}
