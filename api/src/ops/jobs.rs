//! Jobs: queues, their jobs, and what operators do with one.

use std::collections::BTreeSet;

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse as _, Json, Response};
use axum::routing::{get, post};
use db::access_log::Action;
use domain::JobId;
use queue::{JobEvent, JobView, Queue, QueueAdmin};
use serde::{Deserialize, Serialize};

use super::{DEFAULT_LIMIT, OpsError, TenantData};

/// The routes of the job queues.
pub fn router(admin: QueueAdmin, data: TenantData) -> Router {
    Router::new()
        .route("/queues", get(queues))
        .route("/queues/{queue}/jobs", get(jobs))
        .route("/jobs/{id}", get(job))
        .route("/jobs/{id}/retry", post(retry))
        .route("/jobs/{id}/cancel", post(cancel))
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
    let jobs = state.admin.jobs(queue, &query.state, query.limit.unwrap_or(DEFAULT_LIMIT)).await?;
    let tenants: BTreeSet<i64> = jobs.iter().map(|job| job.tenant_id).collect();
    for tenant in tenants {
        state.data.log(tenant.into(), Action::OperatorRead, "GET /queues/{queue}/jobs").await?;
    }
    Ok(Json(JobsView { jobs }))
}

#[derive(Serialize)]
struct Job {
    job: JobView,
    events: Vec<JobEvent>,
}

impl Jobs {
    /// Finds a job and logs that an operator saw or changed it.
    async fn find(&self, id: i64, action: Action, call: &str) -> Result<Json<Job>, OpsError> {
        let (job, events) = self.admin.job(JobId::new(id)).await?.ok_or(OpsError::NotFound)?;
        self.data.log(job.tenant_id.into(), action, &format!("{call} {id} ({})", job.kind)).await?;
        Ok(Json(Job { job, events }))
    }
}

async fn job(State(state): State<Jobs>, Path(id): Path<i64>) -> Result<Json<Job>, OpsError> {
    state.find(id, Action::OperatorRead, "GET /jobs").await
}

async fn retry(State(state): State<Jobs>, Path(id): Path<i64>) -> Result<Json<Job>, OpsError> {
    if !state.admin.retry(JobId::new(id)).await? {
        return Err(unchanged_error(&state.admin, id).await);
    }
    tracing::info!(job_id = id, "an operator retried a job");
    state.find(id, Action::OperatorChanged, "POST /jobs/retry").await
}

async fn cancel(State(state): State<Jobs>, Path(id): Path<i64>) -> Result<Json<Job>, OpsError> {
    if !state.admin.cancel(JobId::new(id)).await? {
        return Err(unchanged_error(&state.admin, id).await);
    }
    tracing::info!(job_id = id, "an operator canceled a job");
    state.find(id, Action::OperatorChanged, "POST /jobs/cancel").await
}

/// Why a job was not changed.
async fn unchanged_error(admin: &QueueAdmin, id: i64) -> OpsError {
    match admin.job(JobId::new(id)).await {
        Ok(Some(_)) => OpsError::Conflict,
        Ok(None) => OpsError::NotFound,
        Err(error) => OpsError::Db(error),
    }
}
