//! `GET /ops/workers`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use queue::admin::{RunningJob, WorkerProcess, list_workers};
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ReadQueues;
use crate::problem::{OperatorProblems, Problem};

/// A job that a worker runs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RunningJob)]
pub struct RunningJobBody {
    /// The job.
    id: i64,
    /// Its queue.
    queue: String,
    /// Its kind.
    kind: String,
    /// When the attempt started.
    started_at: DateTime<Utc>,
}

impl From<RunningJob> for RunningJobBody {
    fn from(job: RunningJob) -> Self {
        Self { id: job.id, queue: job.queue, kind: job.kind, started_at: job.started_at }
    }
}

/// A worker process.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Worker)]
pub struct WorkerBody {
    /// Its id, new at every start.
    id: String,
    /// The version of the program.
    version: String,
    /// The machine or container.
    host: String,
    /// When it started.
    since: DateTime<Utc>,
    /// Its last heartbeat; there is one every 5 s.
    last_seen: DateTime<Utc>,
    /// Whether it is shutting down: it finishes its running jobs and starts no more.
    is_stopping: bool,
    /// The number of running jobs.
    running: usize,
    /// Its running jobs.
    jobs: Vec<RunningJobBody>,
    /// The queues whose jobs it runs.
    queues: Vec<String>,
}

impl From<WorkerProcess> for WorkerBody {
    fn from(worker: WorkerProcess) -> Self {
        Self {
            id: worker.id,
            version: worker.version,
            host: worker.host,
            since: worker.started_at,
            last_seen: worker.seen_at,
            is_stopping: worker.is_stopping,
            running: worker.running.len(),
            jobs: worker.running.into_iter().map(RunningJobBody::from).collect(),
            queues: worker.queues,
        }
    }
}

/// The worker processes.
#[derive(Debug, Serialize, ToSchema)]
pub struct WorkersResponse {
    /// The workers with a heartbeat in the last five minutes, newest first.
    workers: Vec<WorkerBody>,
}

/// The worker processes and their running jobs.
#[utoipa::path(
    get, path = "/ops/workers", tag = "ops-queues", operation_id = "listWorkers", security(("operator" = [])),
    responses(
        (status = 200, body = WorkersResponse),
        OperatorProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(_operator, _): OperatorWith<ReadQueues>,
) -> Result<Json<WorkersResponse>, Problem> {
    let workers = list_workers(&mut app.databases.system().acquire().await?).await?;
    Ok(Json(WorkersResponse { workers: workers.into_iter().map(WorkerBody::from).collect() }))
}
