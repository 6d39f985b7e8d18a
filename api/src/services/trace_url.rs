//! The URL of a trace in the tracing UI.

use std::str::FromStr;

use url::Url;

const PLACEHOLDER: &str = "{traceId}";

/// `TRACE_URL`: the URL of a trace, with `{traceId}` in place of its id.
#[derive(Clone, Debug)]
pub struct TraceUrl(String);

impl TraceUrl {
    /// Returns the URL of this trace.
    #[must_use]
    pub fn link_to(&self, trace_id: &str) -> String {
        self.0.replace(PLACEHOLDER, trace_id)
    }
}

impl FromStr for TraceUrl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_web = Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
        if is_web && text.contains(PLACEHOLDER) {
            Ok(Self(text.to_owned()))
        } else {
            Err("it must be a web address with {traceId} in it")
        }
    }
}
