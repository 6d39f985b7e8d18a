//! The filter of jobs, in requests and responses.

use domain::InvalidCode;
use queue::Queue;
use queue::admin::{JobFilter, JobState};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::parse_search_text;
use crate::problem::Problem;

/// The maximum number of jobs that are selected by id.
const MAX_IDS: usize = 1_000;

/// Which jobs: those that match every field that is set.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = JobFilter)]
pub struct JobFilterBody {
    /// Of this queue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue: Option<String>,
    /// `ready`, `delayed`, `queued` (both), `running`, `done`, `dead` or `canceled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Of this kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Of this tenant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tenant_id: Option<i64>,
    /// A job's id, a request's id, or the id or day in a job's payload.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100)]
    pub q: Option<String>,
    /// The error of a group of dead jobs, as in `GET /ops/dead-letters`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200)]
    pub error: Option<String>,
    /// One of these jobs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 1000)]
    pub ids: Option<Vec<i64>>,
}

impl JobFilterBody {
    /// Parses the filter. An empty text counts as not set.
    ///
    /// # Errors
    /// On the field that is unknown or too long.
    pub fn parse(self) -> Result<JobFilter, Problem> {
        let set = |text: Option<String>| text.filter(|text| !text.is_empty());
        let unknown = |field| Problem::field(field, InvalidCode::Unknown);
        let queue = set(self.queue).map(|name| Queue::from_name(&name).ok_or_else(|| unknown("queue")));
        let state = set(self.state).map(|name| JobState::from_name(&name).ok_or_else(|| unknown("state")));
        let q = self.q.map(|text| parse_search_text(&text)).transpose()?;
        if self.ids.as_ref().is_some_and(|ids| ids.len() > MAX_IDS) {
            return Err(Problem::field("ids", InvalidCode::TooLong));
        }
        Ok(JobFilter {
            queue: queue.transpose()?,
            state: state.transpose()?,
            kind: set(self.kind),
            tenant_id: self.tenant_id,
            q: set(q),
            error: set(self.error),
            ids: self.ids,
        })
    }
}

impl From<JobFilter> for JobFilterBody {
    fn from(filter: JobFilter) -> Self {
        Self {
            queue: filter.queue.map(|queue| queue.as_str().to_owned()),
            state: filter.state.map(|state| state.as_str().to_owned()),
            kind: filter.kind,
            tenant_id: filter.tenant_id,
            q: filter.q,
            error: filter.error,
            ids: filter.ids,
        }
    }
}
