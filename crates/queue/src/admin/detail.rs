//! One job with its history, its attempts and the actions that its state allows.

use chrono::{DateTime, Utc};
use db::SystemConn;
use domain::JobId;
use serde::Serialize;

use super::JobView;
use super::list::list_by_ids;

/// Something that happened to a job.
#[derive(Clone, Debug, Serialize)]
pub struct JobEvent {
    /// When it happened.
    pub at: DateTime<Utc>,
    /// queued, started, retried, done, dead, canceled, requeued or repaired.
    pub event: String,
    /// The attempt in which it happened.
    pub attempt: i16,
    /// For a start the worker; for a failure the error and its causes, one per line; otherwise the operator or the
    /// reason.
    pub detail: Option<String>,
}

/// How an attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AttemptOutcome {
    /// It has not ended.
    Running,
    /// The job is done.
    Succeeded,
    /// It failed, or its worker stopped.
    Failed,
    /// An operator canceled the job.
    Canceled,
}

impl AttemptOutcome {
    /// Returns the outcome's name in the API.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::Canceled => "canceled",
        }
    }

    /// Returns the outcome of an attempt that this event ended.
    fn from_event(event: &str) -> Self {
        match event {
            "done" => Self::Succeeded,
            "retried" | "dead" | "repaired" => Self::Failed,
            _ => Self::Canceled,
        }
    }
}

/// One attempt at a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Attempt {
    /// The attempt's number, from 1. A retry by an operator starts again at 1.
    pub attempt: i16,
    /// How it ended.
    pub outcome: AttemptOutcome,
    /// When it started.
    pub started_at: DateTime<Utc>,
    /// When it ended; none while it runs.
    pub ended_at: Option<DateTime<Utc>>,
    /// The worker that ran it.
    pub worker: Option<String>,
    /// The error and its causes, the outermost first; empty unless it failed.
    pub errors: Vec<String>,
}

/// An operator's action on a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobAction {
    /// Run it again, with all its attempts.
    Retry,
    /// Make it due now.
    RunNow,
    /// Cancel it.
    Cancel,
    /// Delete it with its history.
    Delete,
}

impl JobAction {
    /// Returns the action's name in the API.
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
    /// Returns the job's attempts, in order.
    #[must_use]
    pub fn attempts(&self) -> Vec<Attempt> {
        let mut attempts: Vec<Attempt> = Vec::new();
        for event in &self.events {
            if event.event == "started" {
                attempts.push(Attempt {
                    attempt: event.attempt,
                    outcome: AttemptOutcome::Running,
                    started_at: event.at,
                    ended_at: None,
                    worker: event.detail.clone(),
                    errors: Vec::new(),
                });
            } else if let Some(open) = attempts.last_mut().filter(|attempt| attempt.ended_at.is_none()) {
                open.ended_at = Some(event.at);
                open.outcome = AttemptOutcome::from_event(&event.event);
                if open.outcome == AttemptOutcome::Failed {
                    open.errors = event.detail.iter().flat_map(|detail| detail.lines()).map(str::to_owned).collect();
                }
            }
        }
        attempts
    }

    /// Returns the actions that its state allows.
    #[must_use]
    pub fn actions(&self) -> Vec<JobAction> {
        match self.job.state.as_str() {
            "queued" if self.job.run_at > self.read_at => vec![JobAction::RunNow, JobAction::Cancel],
            "queued" | "running" => vec![JobAction::Cancel],
            "done" => vec![JobAction::Delete],
            _ => vec![JobAction::Retry, JobAction::Delete],
        }
    }
}

/// Returns the job with this id and its history.
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

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_760_000_000 + seconds, 0).expect("a time")
    }

    /// Returns a job with one event per second, each given as event, attempt and detail.
    fn detail(state: &str, events: &[(&str, i16, &str)]) -> JobDetail {
        let job = JobView {
            id: 1,
            tenant_id: 1,
            tenant: "mine".to_owned(),
            queue: "payments".to_owned(),
            kind: "refund_order".to_owned(),
            payload: None,
            state: state.to_owned(),
            attempts: 0,
            max_attempts: 5,
            last_error: None,
            request_id: None,
            traceparent: None,
            created_at: at(0),
            run_at: at(0),
            started_at: None,
            finished_at: None,
        };
        let event = |(place, (event, attempt, detail)): (usize, &(&str, i16, &str))| JobEvent {
            at: at(i64::try_from(place).expect("few")),
            event: (*event).to_owned(),
            attempt: *attempt,
            detail: (!detail.is_empty()).then(|| (*detail).to_owned()),
        };
        JobDetail { job, events: events.iter().enumerate().map(event).collect(), read_at: at(0) }
    }

    #[test]
    fn attempt_ends_with_its_errors() {
        let events = [
            ("queued", 0, ""),
            ("started", 1, "worker-1"),
            ("retried", 1, "no answer\ntime-out"),
            ("started", 2, "worker-2"),
            ("repaired", 2, "the lease ended"),
            ("started", 3, "worker-1"),
            ("done", 3, ""),
        ];
        let attempts = detail("done", &events).attempts();
        let shown: Vec<_> = attempts
            .iter()
            .map(|one| (one.attempt, one.worker.as_deref(), one.started_at, one.ended_at, one.errors.join("|")))
            .collect();
        let outcomes: Vec<_> = attempts.iter().map(|one| one.outcome.as_str()).collect();
        assert_eq!(outcomes, ["failed", "failed", "succeeded"]);
        assert_eq!(
            shown,
            [
                (1, Some("worker-1"), at(1), Some(at(2)), "no answer|time-out".to_owned()),
                (2, Some("worker-2"), at(3), Some(at(4)), "the lease ended".to_owned()),
                (3, Some("worker-1"), at(5), Some(at(6)), String::new()),
            ]
        );
    }

    #[test]
    fn running_attempt_has_no_end() {
        let attempts = detail("running", &[("queued", 0, ""), ("started", 1, "worker-1")]).attempts();
        assert_eq!((attempts.len(), attempts[0].ended_at), (1, None));
        assert_eq!(attempts[0].outcome, AttemptOutcome::Running);
        assert!(detail("queued", &[("queued", 0, "")]).attempts().is_empty());
    }

    #[test]
    fn canceled_attempt_is_no_success_or_error() {
        let events = [("started", 1, "worker-1"), ("canceled", 1, "root01"), ("requeued", 1, "root01")];
        let attempts = detail("canceled", &events).attempts();
        assert_eq!((attempts[0].ended_at, attempts[0].errors.len()), (Some(at(1)), 0));
        assert_eq!(attempts[0].outcome, AttemptOutcome::Canceled);
    }

    #[test]
    fn actions_follow_the_state() {
        for (state, actions) in [
            ("queued", "cancel"),
            ("running", "cancel"),
            ("done", "delete"),
            ("dead", "retry delete"),
            ("canceled", "retry delete"),
        ] {
            let shown: Vec<_> = detail(state, &[]).actions().into_iter().map(JobAction::as_str).collect();
            assert_eq!(shown.join(" "), actions, "{state}");
        }
        let mut delayed = detail("queued", &[]);
        delayed.job.run_at += TimeDelta::milliseconds(1);
        assert_eq!(delayed.actions(), [JobAction::RunNow, JobAction::Cancel]);
    }
}
