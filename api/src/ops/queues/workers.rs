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
    /// Its last heartbeat; one comes every 5 s.
    last_seen: DateTime<Utc>,
    /// Whether it only lets its running jobs end.
    is_stopping: bool,
    /// How many jobs it runs.
    running: usize,
    /// What it runs.
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
pub struct WorkersAnswer {
    /// Those that sent a heartbeat in the last five minutes, the newest first.
    workers: Vec<WorkerBody>,
}

/// The worker processes, and what each runs now.
#[utoipa::path(
    get, path = "/ops/workers", tag = "ops-queues", operation_id = "listWorkers", security(("operator" = [])),
    responses(
        (status = 200, body = WorkersAnswer),
        OperatorProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(_operator, _): OperatorWith<ReadQueues>,
) -> Result<Json<WorkersAnswer>, Problem> {
    let workers = list_workers(&mut app.databases.system().acquire().await?).await?;
    Ok(Json(WorkersAnswer { workers: workers.into_iter().map(WorkerBody::from).collect() }))
}
