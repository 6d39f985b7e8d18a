//! Filters that select jobs for operators.

use serde::{Deserialize, Serialize};

use crate::settings::Queue;

/// A job's state as operators see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// Queued and due.
    Ready,
    /// Queued and not due yet.
    Delayed,
    /// Ready or delayed.
    Queued,
    /// Claimed by a worker.
    Running,
    /// Succeeded.
    Done,
    /// Failed permanently.
    Dead,
    /// Ended by an operator.
    Canceled,
}

impl JobState {
    const ALL: [Self; 7] =
        [Self::Ready, Self::Delayed, Self::Queued, Self::Running, Self::Done, Self::Dead, Self::Canceled];

    /// Parses a state's name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == name)
    }

    /// Returns the state's name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::Delayed => "delayed",
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Done => "done",
            Self::Dead => "dead",
            Self::Canceled => "canceled",
        }
    }

    /// The state's name in the database.
    pub(super) const fn stored_name(self) -> &'static str {
        match self {
            Self::Ready | Self::Delayed => "queued",
            _ => self.as_str(),
        }
    }

    /// Returns whether a job in this state must be due (`true`) or must not be due (`false`); none when it does not
    /// matter.
    pub(super) const fn must_be_due(self) -> Option<bool> {
        match self {
            Self::Ready => Some(true),
            Self::Delayed => Some(false),
            _ => None,
        }
    }
}

/// Selects the jobs that match every field that is set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct JobFilter {
    /// Of this queue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue: Option<Queue>,
    /// In this state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<JobState>,
    /// Of this kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Of this tenant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tenant_id: Option<i64>,
    /// Jobs whose id, request id, or id or day in the payload equals this text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub q: Option<String>,
    /// Dead jobs with this error, normalized as in [`super::DeadGroup`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Jobs with one of these ids.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ids: Option<Vec<i64>>,
}

impl JobFilter {
    /// Returns whether the filter matches every job.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub(super) fn matches(&self, state: &str, queue: &str, kind: &str) -> bool {
        self.state.is_none_or(|wanted| wanted.stored_name() == state)
            && (self.error.is_none() || state == "dead")
            && self.queue.is_none_or(|wanted| wanted.as_str() == queue)
            && self.kind.as_ref().is_none_or(|wanted| wanted == kind)
    }

    /// Returns the access path that finds the jobs.
    pub(super) fn access_path(&self) -> &'static str {
        if self.ids.is_some() {
            "ids"
        } else if self.q.is_some() {
            "text"
        } else if self.error.is_some() {
            "error"
        } else if self.tenant_id.is_some() {
            "tenant"
        } else {
            "states"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn job_state_name_parses_back() {
        for state in JobState::ALL {
            assert_eq!(JobState::from_name(state.as_str()), Some(state));
        }
        assert_eq!(JobState::from_name("failed"), None);
    }

    #[test]
    fn waiting_states_are_stored_as_one() {
        let stored = JobState::ALL.map(|state| (state.stored_name(), state.must_be_due()));
        let expected = [
            ("queued", Some(true)),
            ("queued", Some(false)),
            ("queued", None),
            ("running", None),
            ("done", None),
            ("dead", None),
            ("canceled", None),
        ];
        assert_eq!(stored, expected);
    }

    #[test]
    fn filter_matches_by_every_field() {
        let all = JobFilter::default();
        let of_queue = JobFilter { queue: Some(Queue::Payments), ..all.clone() };
        let of_kind = JobFilter { kind: Some("sweep".to_owned()), ..of_queue.clone() };
        let of_state = JobFilter { state: Some(JobState::Delayed), ..all.clone() };
        let of_error = JobFilter { error: Some("boom".to_owned()), ..all.clone() };
        for (filter, state, queue, kind, matches) in [
            (&all, "done", "inference", "read_picture", true),
            (&of_queue, "done", "payments", "refund_order", true),
            (&of_queue, "done", "inference", "refund_order", false),
            (&of_kind, "done", "payments", "sweep", true),
            (&of_kind, "done", "payments", "refund_order", false),
            (&of_kind, "done", "maintenance", "sweep", false),
            (&of_state, "queued", "payments", "sweep", true),
            (&of_state, "running", "payments", "sweep", false),
            (&of_error, "dead", "payments", "sweep", true),
            (&of_error, "queued", "payments", "sweep", false),
        ] {
            assert_eq!(filter.matches(state, queue, kind), matches, "{filter:?} {state} {queue} {kind}");
        }
    }

    #[test]
    fn narrowest_index_is_read() {
        let mut filter =
            JobFilter { state: Some(JobState::Dead), queue: Some(Queue::Payments), ..JobFilter::default() };
        assert_eq!(filter.access_path(), "states");
        filter.tenant_id = Some(1);
        assert_eq!(filter.access_path(), "tenant");
        filter.error = Some("boom".to_owned());
        assert_eq!(filter.access_path(), "error");
        filter.q = Some("7".to_owned());
        assert_eq!(filter.access_path(), "text");
        filter.ids = Some(vec![7]);
        assert_eq!(filter.access_path(), "ids");
    }

    #[test]
    fn filter_is_stored_without_empty_fields() {
        let filter = JobFilter { state: Some(JobState::Dead), kind: Some("sweep".to_owned()), ..JobFilter::default() };
        let json = serde_json::to_value(&filter).expect("JSON");
        assert_eq!(json, serde_json::json!({ "state": "dead", "kind": "sweep" }));
        assert_eq!(serde_json::from_value::<JobFilter>(json).expect("a filter"), filter);
        assert!(JobFilter::default().is_empty() && !filter.is_empty());
    }
}
