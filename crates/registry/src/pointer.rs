//! The deployed version and its history.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// The length of the history.
const MAX_HISTORY: usize = 100;

/// The pointer to the deployed version. `None` is the version that the program was built with.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Pointer {
    /// The deployed version.
    pub version: Option<String>,
    /// When it was deployed.
    pub since: Option<DateTime<Utc>>,
    /// The earlier versions, the latest last.
    #[serde(default)]
    pub history: Vec<FormerVersion>,
    /// The candidate of the shadow run.
    #[serde(default)]
    pub shadow: Option<Shadow>,
}

/// A version that was deployed earlier.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FormerVersion {
    /// The version.
    pub version: Option<String>,
    /// When another version replaced it.
    pub until: DateTime<Utc>,
}

/// A candidate in a shadow run: its results are compared and not shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shadow {
    /// The version.
    pub version: String,
    /// The share of the photos, 0 to 1.
    pub share: f64,
}

impl Pointer {
    /// Returns the pointer after a promotion, which ends a shadow run of that version. Promoting the deployed version changes nothing.
    pub(crate) fn with_deployed(mut self, version: &str, now: DateTime<Utc>) -> Self {
        if self.version.as_deref() == Some(version) {
            return self;
        }
        self.history.push(FormerVersion { version: self.version.take(), until: now });
        let surplus = self.history.len().saturating_sub(MAX_HISTORY);
        self.history.drain(..surplus);
        let shadow = self.shadow.filter(|shadow| shadow.version != version);
        Self { version: Some(version.to_owned()), since: Some(now), shadow, ..self }
    }

    /// Returns the pointer after a rollback, or `None` without a history.
    pub(crate) fn rolled_back(mut self, now: DateTime<Utc>) -> Option<Self> {
        let past = self.history.pop()?;
        Some(Self { version: past.version, since: Some(now), ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minute: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(minute * 60, 0).expect("a time")
    }

    #[test]
    fn promotions_roll_back_one_by_one() {
        let shadow = Some(Shadow { version: "b".into(), share: 0.5 });
        let first = Pointer { shadow, ..Pointer::default() }.with_deployed("a", at(1));
        assert!(first.shadow.is_some());
        let second = first.clone().with_deployed("b", at(2));
        assert_eq!((second.version.as_deref(), second.shadow.as_ref()), (Some("b"), None));
        assert_eq!(second.clone().with_deployed("b", at(3)), second, "nothing changes");
        let back = second.rolled_back(at(4)).expect("there was one");
        assert_eq!((back.version.as_deref(), back.since), (Some("a"), Some(at(4))));
        let built_in = back.rolled_back(at(5)).expect("there was one");
        assert_eq!((built_in.version.clone(), built_in.history.len()), (None, 0));
        assert_eq!(built_in.rolled_back(at(6)), None);
    }

    #[test]
    fn pointer_keeps_its_stored_form() {
        let text = r#"{"version":"a","since":"2026-01-01T00:00:00Z","history":[{"version":null,"until":"2026-01-01T00:00:00Z"}],
                       "shadow":{"version":"b","share":0.25}}"#;
        let pointer: Pointer = serde_json::from_str(text).expect("read");
        assert_eq!(pointer.shadow.as_ref().map(|shadow| shadow.share), Some(0.25));
        let again = serde_json::from_str::<Pointer>(&serde_json::to_string(&pointer).expect("written")).expect("read");
        assert_eq!(again, pointer);
    }

    #[test]
    fn history_is_limited() {
        let pointer =
            (0..150).fold(Pointer::default(), |pointer, minute| pointer.with_deployed(&minute.to_string(), at(minute)));
        assert_eq!(pointer.version.as_deref(), Some("149"));
        assert_eq!(pointer.history.len(), MAX_HISTORY);
        assert_eq!(pointer.history.last().and_then(|past| past.version.as_deref()), Some("148"));
    }
}
