//! Fault injection: the next calls of a party are slow, fail, get a malformed response, or lose their response.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use tokio::time::sleep;

use super::wire::drop_connection;

/// The maximum size of a body that can be truncated.
const MAX_BODY_BYTES: usize = 4 * 1024 * 1024;

/// A kind of fault.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// No fault.
    None,
    /// The call is processed after [`FaultSettings::seconds`].
    Slow,
    /// The response is 500 and the call is not processed.
    Error,
    /// The call is processed, and only half of the response is sent.
    Malformed,
    /// The call is processed, and the connection is closed without a response.
    LostAnswer,
}

/// The calls that fail, and how: the body of `POST /__sandbox/faults`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FaultSettings {
    /// The kind of fault.
    pub kind: Kind,
    /// The number of calls.
    #[serde(default = "default_times")]
    pub times: u32,
    /// The delay of a slow call in seconds.
    #[serde(default = "default_seconds")]
    pub seconds: u64,
    /// The prefix of the paths that fail.
    #[serde(default)]
    pub path: String,
}

const fn default_times() -> u32 {
    1
}

const fn default_seconds() -> u64 {
    15
}

impl Default for FaultSettings {
    fn default() -> Self {
        Self { kind: Kind::None, times: 0, seconds: default_seconds(), path: String::new() }
    }
}

/// The fault settings of one party. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Faults(Arc<Mutex<FaultSettings>>);

impl Faults {
    /// Replaces the settings.
    pub fn set(&self, settings: FaultSettings) {
        *self.0.lock() = settings;
    }

    /// Returns the settings with the number of remaining calls.
    #[must_use]
    pub fn get(&self) -> FaultSettings {
        self.0.lock().clone()
    }

    /// Returns the fault of this call and its delay, and counts the call.
    #[must_use]
    pub fn next_fault(&self, path: &str) -> (Kind, Duration) {
        let mut settings = self.0.lock();
        if settings.times == 0 || settings.kind == Kind::None || !path.starts_with(&settings.path) {
            return (Kind::None, Duration::ZERO);
        }
        settings.times -= 1;
        (settings.kind, Duration::from_secs(settings.seconds))
    }
}

/// Adds fault injection to `calls`, and `{prefix}/__sandbox/faults` to configure it.
pub fn with_faults(calls: Router, faults: Faults, prefix: &str) -> Router {
    calls.route_layer(from_fn_with_state(faults.clone(), inject)).merge(settings_router(faults, prefix))
}

/// `GET` and `POST {prefix}/__sandbox/faults`; both return the current settings.
pub fn settings_router(faults: Faults, prefix: &str) -> Router {
    let show = async |State(faults): State<Faults>| Json(faults.get());
    let set = async |State(faults): State<Faults>, Json(settings): Json<FaultSettings>| {
        faults.set(settings);
        Json(faults.get())
    };
    Router::new().route(&format!("{prefix}/__sandbox/faults"), get(show).post(set)).with_state(faults)
}

async fn inject(State(faults): State<Faults>, request: Request, next: Next) -> Response {
    let (kind, delay) = faults.next_fault(request.uri().path());
    match kind {
        Kind::None => next.run(request).await,
        Kind::Slow => {
            sleep(delay).await;
            next.run(request).await
        }
        Kind::Error => (StatusCode::INTERNAL_SERVER_ERROR, "sandbox: an injected error").into_response(),
        Kind::Malformed => truncate(next.run(request).await).await,
        Kind::LostAnswer => {
            next.run(request).await;
            drop_connection()
        }
    }
}

async fn truncate(response: Response) -> Response {
    let (mut head, body) = response.into_parts();
    let whole = to_bytes(body, MAX_BODY_BYTES).await.unwrap_or_default();
    head.headers.remove(CONTENT_LENGTH);
    head.headers.entry(CONTENT_TYPE).or_insert(HeaderValue::from_static("application/json"));
    // a response without a body becomes malformed as well
    let half = if whole.len() < 2 { whole.slice(..0) } else { whole.slice(..whole.len() / 2) };
    let body = if half.is_empty() { Body::from("{") } else { Body::from(half) };
    Response::from_parts(head, body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_end_after_their_calls_and_path() {
        let faults = Faults::default();
        assert_eq!(faults.next_fault("/token").0, Kind::None);
        faults.set(FaultSettings { kind: Kind::Slow, times: 2, seconds: 3, path: "/token".into() });
        assert_eq!(faults.next_fault("/me").0, Kind::None);
        assert_eq!(faults.next_fault("/token"), (Kind::Slow, Duration::from_secs(3)));
        assert_eq!(faults.next_fault("/token").0, Kind::Slow);
        assert_eq!(faults.next_fault("/token").0, Kind::None);
    }
}
