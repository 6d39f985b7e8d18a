//! What is deployed, and what was before.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// How many changes are kept.
const KEPT: usize = 100;

/// The pointer. None as a version means the one that the program was built with.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Pointer {
    /// What workers use.
    pub version: Option<String>,
    /// Since when.
    pub since: Option<DateTime<Utc>>,
    /// What they used before, the latest last.
    #[serde(default)]
    pub history: Vec<Past>,
    /// A candidate that reads beside it.
    #[serde(default)]
    pub shadow: Option<Shadow>,
}

/// A version that was deployed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Past {
    /// Which.
    pub version: Option<String>,
    /// Until when.
    pub until: DateTime<Utc>,
}

/// A candidate: what it reads is compared and shown to nobody.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shadow {
    /// Which version.
    pub version: String,
    /// On which share of the photos, 0..1.
    pub share: f64,
}

impl Pointer {
    /// The pointer after a promotion; a candidate that is promoted is none any more. Promoting what is deployed changes nothing.
    pub(crate) fn promoted(mut self, version: &str, now: DateTime<Utc>) -> Self {
        if self.version.as_deref() == Some(version) {
            return self;
        }
        self.history.push(Past { version: self.version.take(), until: now });
        let surplus = self.history.len().saturating_sub(KEPT);
        self.history.drain(..surplus);
        let shadow = self.shadow.filter(|shadow| shadow.version != version);
        Self { version: Some(version.to_owned()), since: Some(now), shadow, ..self }
    }

    /// The pointer to what was deployed before; none when nothing was.
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
    fn every_promotion_can_be_taken_back_one_by_one() {
        let shadow = Some(Shadow { version: "b".into(), share: 0.5 });
        let first = Pointer { shadow, ..Pointer::default() }.promoted("a", at(1));
        assert!(first.shadow.is_some());
        let second = first.clone().promoted("b", at(2));
        assert_eq!((second.version.as_deref(), second.shadow.as_ref()), (Some("b"), None));
        assert_eq!(second.clone().promoted("b", at(3)), second, "nothing changes");
        let back = second.rolled_back(at(4)).expect("there was one");
        assert_eq!((back.version.as_deref(), back.since), (Some("a"), Some(at(4))));
        let built_in = back.rolled_back(at(5)).expect("there was one");
        assert_eq!((built_in.version.clone(), built_in.history.len()), (None, 0));
        assert_eq!(built_in.rolled_back(at(6)), None);
    }

    #[test]
    fn the_pointer_is_written_and_read() {
        let text = r#"{"version":"a","since":"2026-01-01T00:00:00Z","history":[{"version":null,"until":"2026-01-01T00:00:00Z"}],
                       "shadow":{"version":"b","share":0.25}}"#;
        let pointer: Pointer = serde_json::from_str(text).expect("read");
        assert_eq!(pointer.shadow.as_ref().map(|shadow| shadow.share), Some(0.25));
        let again = serde_json::from_str::<Pointer>(&serde_json::to_string(&pointer).expect("written")).expect("read");
        assert_eq!(again, pointer);
    }
}
