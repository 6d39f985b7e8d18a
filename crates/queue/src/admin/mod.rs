//! What operators see of the jobs of all tenants, and what they do with them.
//!
//! Nothing here counts millions of rows: lists and counts read as far as they need to, along an index, and a number above
//! 10,000 is an estimate that says so.

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
pub use bulk::{BulkAction, BulkActionState, NewBulkAction, cancel_bulk, find_bulk, insert_bulk, list_bulk};
pub use dead::{DeadGroup, list_dead_groups};
pub use detail::{Attempt, JobAction, JobDetail, JobEvent, find_job};
pub use filter::{JobFilter, JobState};
pub(crate) use history::roll_up;
pub use history::{HistoryPoint, list_history};
pub use list::{JobCount, JobPage, list_jobs};
pub use overview::{QueueStats, WorkerHeartbeat};
pub use pause::{Pause, list_pauses, pause, resume};
pub use schedules::{ScheduleState, list_schedules};
pub use workers::{RunningJob, WorkerProcess, list_workers};

/// A job as operators see it; it holds no personal data.
#[derive(Clone, Debug, Serialize)]
pub struct JobView {
    /// Its id.
    pub id: i64,
    /// The tenant whose rows it is about.
    pub tenant_id: i64,
    /// That tenant's key.
    pub tenant: String,
    /// Where it waits.
    pub queue: String,
    /// Which job it is.
    pub kind: String,
    /// The ids or the day that it is about.
    pub payload: Option<Value>,
    /// queued, running, done, dead or canceled.
    pub state: String,
    /// Attempts so far.
    pub attempts: i16,
    /// Attempts that it has.
    pub max_attempts: i16,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
    /// The request that asked for it.
    pub request_id: Option<String>,
    /// The span that made it, as a W3C `traceparent`.
    pub traceparent: Option<String>,
    /// When it was enqueued.
    pub created_at: DateTime<Utc>,
    /// When it may run.
    pub run_at: DateTime<Utc>,
    /// When its last attempt started.
    pub started_at: Option<DateTime<Utc>>,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
}

/// The state of the queues, from the database's jobs and the transport's heartbeats.
#[derive(Clone, Debug)]
pub struct QueueAdmin {
    db: SystemDb,
    transport: Transport,
}

impl QueueAdmin {
    /// The operators' view over the database's jobs and the transport's heartbeats.
    #[must_use]
    pub fn new(db: SystemDb, transport: Transport) -> Self {
        Self { db, transport }
    }
}
