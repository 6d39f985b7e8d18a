//! Jobs: queues and their jobs.

use std::collections::BTreeSet;

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse as _, Json, Response};
use axum::routing::get;
use domain::JobId;
use queue::admin::{JobEvent, JobFilter, JobState, JobView, find_job, list_jobs};
use queue::{Queue, QueueAdmin};
use serde::{Deserialize, Serialize};

use super::{DEFAULT_LIMIT, OpsError, TenantData};

/// Returns the routes of the job queues.
pub fn router(admin: QueueAdmin, data: TenantData) -> Router {
    Router::new()
        .route("/queues", get(queues))
        .route("/queues/{queue}/jobs", get(jobs))
        .route("/jobs/{id}", get(job))
        .with_state(Jobs { admin, data })
}

/// The state of the routes about jobs.
#[derive(Clone, Debug)]
struct Jobs {
    admin: QueueAdmin,
    data: TenantData,
}
async fn queues(State(Jobs { admin, .. }): State<Jobs>) -> Result<Response, OpsError> {
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
struct JobsView {
    jobs: Vec<JobView>,
}

async fn jobs(
    State(state): State<Jobs>,
    Path(queue): Path<String>,
    Query(query): Query<JobsQuery>,
) -> Result<Json<JobsView>, OpsError> {
    let queue = Queue::from_name(&queue).ok_or(OpsError::NotFound)?;
    let job_state = JobState::from_name(&query.state).ok_or(OpsError::NotFound)?;
    let filter = JobFilter { queue: Some(queue), state: Some(job_state), ..JobFilter::default() };
    let mut conn = state.data.database.system().acquire().await?;
    let jobs = list_jobs(&mut conn, &filter, None, query.limit.unwrap_or(DEFAULT_LIMIT)).await?.jobs;
    drop(conn);
    let tenants: BTreeSet<i64> = jobs.iter().map(|job| job.tenant_id).collect();
    for tenant in tenants {
        state.data.log_read(tenant.into(), "GET /queues/{queue}/jobs").await?;
    }
    Ok(Json(JobsView { jobs }))
}

#[derive(Serialize)]
struct Job {
    job: JobView,
    events: Vec<JobEvent>,
}

async fn job(State(state): State<Jobs>, Path(id): Path<i64>) -> Result<Json<Job>, OpsError> {
    let mut conn = state.data.database.system().acquire().await?;
    let found = find_job(&mut conn, JobId::new(id)).await?.ok_or(OpsError::NotFound)?;
    drop(conn);
    let (job, events) = (found.job, found.events);
    state.data.log_read(job.tenant_id.into(), &format!("GET /jobs {id} ({})", job.kind)).await?;
    Ok(Json(Job { job, events }))
}
