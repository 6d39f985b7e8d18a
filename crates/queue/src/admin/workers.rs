//! The worker processes and their running jobs.

use chrono::{DateTime, Utc};
use db::SystemConn;

/// Minutes for which a worker without heartbeats stays listed.
const LISTED_RETENTION_MINUTES: i32 = 5;
/// The maximum number of listed running jobs.
const MAX_RUNNING: i64 = 500;

/// A worker process.
#[derive(Clone, Debug)]
pub struct WorkerProcess {
    /// Its id, new at every start.
    pub id: String,
    /// The program's version.
    pub version: String,
    /// The name of the machine or container.
    pub host: String,
    /// The queues that it serves.
    pub queues: Vec<String>,
    /// When it started.
    pub started_at: DateTime<Utc>,
    /// Its last heartbeat.
    pub seen_at: DateTime<Utc>,
    /// Whether it is shutting down: it finishes its running jobs and takes no more.
    pub is_stopping: bool,
    /// Its running jobs.
    pub running: Vec<RunningJob>,
}

/// A running job.
#[derive(Clone, Debug)]
pub struct RunningJob {
    /// Its id.
    pub id: i64,
    /// Its queue.
    pub queue: String,
    /// Its kind.
    pub kind: String,
    /// When the attempt started.
    pub started_at: DateTime<Utc>,
}

/// Lists the workers that sent a heartbeat in the last five minutes, the newest first.
///
/// # Errors
/// When the database fails.
pub async fn list_workers(conn: &mut SystemConn) -> db::Result<Vec<WorkerProcess>> {
    let workers = sqlx::query!(
        "
        select id, version, host, queues, started_at, seen_at, is_stopping from queue_workers
        where seen_at > now() - make_interval(mins => $1) order by started_at desc, id
        ",
        LISTED_RETENTION_MINUTES,
    )
    .fetch_all(conn.connection())
    .await?;
    let running = sqlx::query!(
        r#"
        select id, queue, kind, started_at as "started_at!", start.worker
        from jobs, lateral (
            select detail as worker from job_events where job_id = jobs.id and event = 'started' order by id desc limit 1
        ) as start
        where state = 'running' order by id limit $1
        "#,
        MAX_RUNNING,
    )
    .fetch_all(conn.connection())
    .await?;
    let workers = workers.into_iter().map(|worker| {
        let own = running.iter().filter(|job| job.worker.as_ref() == Some(&worker.id));
        let running = own.map(|job| RunningJob {
            id: job.id,
            queue: job.queue.clone(),
            kind: job.kind.clone(),
            started_at: job.started_at,
        });
        WorkerProcess {
            running: running.collect(),
            id: worker.id,
            version: worker.version,
            host: worker.host,
            queues: worker.queues,
            started_at: worker.started_at,
            seen_at: worker.seen_at,
            is_stopping: worker.is_stopping,
        }
    });
    Ok(workers.collect())
}
