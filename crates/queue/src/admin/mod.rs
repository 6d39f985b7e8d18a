//! The operators' view of all tenants' jobs, and their actions on them.
//!
//! Nothing here counts millions of rows: lists and counts read a limited range of an index, and numbers above 10,000
//! are marked as estimates.

mod actions;
mod bulk;
mod candidates;
mod dead;
mod detail;
mod filter;
mod history;
mod list;
mod overview;
mod pause;
mod schedules;
mod workers;

use chrono::{DateTime, Utc};
use db::SystemDb;
use serde::Serialize;
use serde_json::Value;

use crate::transport::Transport;

pub use actions::{cancel, delete, retry, run_now};
pub(crate) use bulk::BulkRunner;
pub use bulk::{
    BulkAction, BulkActionState, NewBulkAction, cancel_bulk, find_bulk, insert_bulk, list_bulk, list_bulk_tenants,
};
pub use dead::{DeadGroup, list_dead_groups};
pub use detail::{Attempt, AttemptOutcome, JobAction, JobDetail, JobEvent, find_job};
pub use filter::{JobFilter, JobState};
pub(crate) use history::roll_up;
pub use history::{HistoryPoint, list_history};
pub use list::{JobCount, JobPage, list_jobs};
pub use overview::{QueueStats, WorkerHeartbeat};
pub use pause::{Pause, list_pauses, pause, resume};
pub use schedules::{ScheduleState, list_schedules};
pub use workers::{RunningJob, WorkerProcess, list_workers};

/// A job as operators see it, without personal data.
#[derive(Clone, Debug, Serialize)]
pub struct JobView {
    /// Its id.
    pub id: i64,
    /// The tenant that it belongs to.
    pub tenant_id: i64,
    /// That tenant's key.
    pub tenant: String,
    /// Its queue.
    pub queue: String,
    /// Its kind.
    pub kind: String,
    /// Its payload: the ids or the day of its subject.
    pub payload: Option<Value>,
    /// queued, running, done, dead or canceled.
    pub state: String,
    /// Attempts that were started.
    pub attempts: i16,
    /// The maximum number of attempts.
    pub max_attempts: i16,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
    /// The request that enqueued it.
    pub request_id: Option<String>,
    /// The span that enqueued it, as a W3C `traceparent`.
    pub traceparent: Option<String>,
    /// When it was enqueued.
    pub created_at: DateTime<Utc>,
    /// The earliest time at which it may run.
    pub run_at: DateTime<Utc>,
    /// When its last attempt started.
    pub started_at: Option<DateTime<Utc>>,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
}

/// Reads the state of the queues from the database's jobs and the transport's heartbeats.
#[derive(Clone, Debug)]
pub struct QueueAdmin {
    db: SystemDb,
    transport: Transport,
}

impl QueueAdmin {
    /// Creates the operators' view.
    #[must_use]
    pub fn new(db: SystemDb, transport: Transport) -> Self {
        Self { db, transport }
    }
}
