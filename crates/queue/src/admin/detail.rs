//! One job: its history, its attempts, and what can be done with it.

use chrono::{DateTime, Utc};
use db::SystemConn;
use domain::JobId;
use serde::Serialize;

use super::JobView;
use super::list::list_by_ids;

/// Something that happened to a job.
#[derive(Clone, Debug, Serialize)]
pub struct JobEvent {
    /// When.
    pub at: DateTime<Utc>,
    /// queued, started, retried, done, dead, canceled, requeued or repaired.
    pub event: String,
    /// In which attempt.
    pub attempt: i16,
    /// Of a start the worker; of a failure the error and its causes, one a line; else who or why.
    pub detail: Option<String>,
}

/// One run of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Attempt {
    /// Which one, from 1.
    pub attempt: i16,
    /// When it started.
    pub started_at: DateTime<Utc>,
    /// When it ended; none while it runs.
    pub ended_at: Option<DateTime<Utc>>,
    /// The worker that ran it.
    pub worker: Option<String>,
    /// The error and its causes, the outermost first; none where it succeeded.
    pub errors: Vec<String>,
}

/// What an operator can do with a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobAction {
    /// Run it again, with all its attempts.
    Retry,
    /// Run it now instead of later.
    RunNow,
    /// End it.
    Cancel,
    /// Delete it with its history.
    Delete,
}

impl JobAction {
    /// Returns the action as the API spells it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Retry => "retry",
            Self::RunNow => "run_now",
            Self::Cancel => "cancel",
            Self::Delete => "delete",
        }
    }
}

/// A job with its history.
#[derive(Clone, Debug)]
pub struct JobDetail {
    /// The job.
    pub job: JobView,
    /// What happened to it, in order.
    pub events: Vec<JobEvent>,
    /// When it was read, by the database's clock.
    pub read_at: DateTime<Utc>,
}

impl JobDetail {
    /// The runs of the job, in order.
    #[must_use]
    pub fn attempts(&self) -> Vec<Attempt> {
        let mut attempts: Vec<Attempt> = Vec::new();
        for event in &self.events {
            if event.event == "started" {
                attempts.push(Attempt {
                    attempt: event.attempt,
                    started_at: event.at,
                    ended_at: None,
                    worker: event.detail.clone(),
                    errors: Vec::new(),
                });
            } else if let Some(open) = attempts.last_mut().filter(|attempt| attempt.ended_at.is_none()) {
                open.ended_at = Some(event.at);
                if matches!(event.event.as_str(), "retried" | "dead" | "repaired") {
                    open.errors = event.detail.iter().flat_map(|detail| detail.lines()).map(str::to_owned).collect();
                }
            }
        }
        attempts
    }

    /// What its state allows.
    #[must_use]
    pub fn actions(&self) -> Vec<JobAction> {
        match self.job.state.as_str() {
            "queued" if self.job.run_at > self.read_at => vec![JobAction::RunNow, JobAction::Cancel, JobAction::Delete],
            "queued" => vec![JobAction::Cancel, JobAction::Delete],
            "running" => vec![JobAction::Cancel],
            "done" => vec![JobAction::Delete],
            _ => vec![JobAction::Retry, JobAction::Delete],
        }
    }
}

/// Finds a job with its history.
///
/// # Errors
/// When the database fails.
pub async fn find_job(conn: &mut SystemConn, id: JobId) -> db::Result<Option<JobDetail>> {
    let Some(job) = list_by_ids(conn, &[id.get()]).await?.pop() else { return Ok(None) };
    let events = sqlx::query_as!(
        JobEvent,
        "select at, event, attempt, detail from job_events where job_id = $1 order by id",
        id.get(),
    )
    .fetch_all(conn.connection())
    .await?;
    let read_at = sqlx::query_scalar!(r#"select now() as "now!""#).fetch_one(conn.connection()).await?;
    Ok(Some(JobDetail { job, events, read_at }))
}
