//! Faults on demand: the next calls of a party are slow, fail, are answered with nonsense, or lose their answer.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use tokio::time::sleep;

/// The longest answer that is cut in two.
const LONGEST: usize = 4 * 1024 * 1024;

/// What goes wrong.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Nothing.
    None,
    /// The call waits for [`Order::seconds`] before it is worked on.
    Slow,
    /// It is refused with 500 and not worked on.
    Error,
    /// It is worked on, and half of the answer is sent as if it were the whole.
    Malformed,
    /// It is worked on, and the connection is dropped without an answer.
    LostAnswer,
}

/// What is to go wrong, and for how long: the body of `POST /__sandbox/faults`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// What goes wrong.
    pub kind: Kind,
    /// In how many calls.
    #[serde(default = "once")]
    pub times: u32,
    /// How long a slow one waits, in seconds.
    #[serde(default = "long")]
    pub seconds: u64,
    /// Only calls whose path begins so.
    #[serde(default)]
    pub path: String,
}

const fn once() -> u32 {
    1
}

const fn long() -> u64 {
    15
}

impl Default for Order {
    fn default() -> Self {
        Self { kind: Kind::None, times: 0, seconds: long(), path: String::new() }
    }
}

/// The order in force at one party. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Faults(Arc<Mutex<Order>>);

impl Faults {
    /// Replaces the order.
    pub fn set(&self, order: Order) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = order;
    }

    /// The order in force, with the calls that are left.
    #[must_use]
    pub fn get(&self) -> Order {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What goes wrong in this call, which counts, and how long a slow one waits.
    #[must_use]
    pub fn take(&self, path: &str) -> (Kind, Duration) {
        let mut order = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if order.times == 0 || order.kind == Kind::None || !path.starts_with(&order.path) {
            return (Kind::None, Duration::ZERO);
        }
        order.times -= 1;
        (order.kind, Duration::from_secs(order.seconds))
    }
}

/// `calls`, which fail as ordered, and `{prefix}/__sandbox/faults` to order it.
pub fn with_faults(calls: Router, faults: Faults, prefix: &str) -> Router {
    calls.route_layer(from_fn_with_state(faults.clone(), fail)).merge(desk(faults, prefix))
}

/// `GET` and `POST {prefix}/__sandbox/faults`; both answer with the order in force.
pub fn desk(faults: Faults, prefix: &str) -> Router {
    let show = async |State(faults): State<Faults>| Json(faults.get());
    let order = async |State(faults): State<Faults>, Json(order): Json<Order>| {
        faults.set(order);
        Json(faults.get())
    };
    Router::new().route(&format!("{prefix}/__sandbox/faults"), get(show).post(order)).with_state(faults)
}

async fn fail(State(faults): State<Faults>, request: Request, next: Next) -> Response {
    let (kind, wait) = faults.take(request.uri().path());
    match kind {
        Kind::None => next.run(request).await,
        Kind::Slow => {
            sleep(wait).await;
            next.run(request).await
        }
        Kind::Error => (StatusCode::INTERNAL_SERVER_ERROR, "sandbox: an error was ordered").into_response(),
        Kind::Malformed => cut(next.run(request).await).await,
        Kind::LostAnswer => {
            next.run(request).await;
            // a body that breaks before its first byte takes the unsent head with it
            let broken = futures::stream::once(async { Err::<String, _>(io::Error::other("an answer is lost")) });
            Body::from_stream(broken).into_response()
        }
    }
}

async fn cut(answer: Response) -> Response {
    let (mut head, body) = answer.into_parts();
    let whole = to_bytes(body, LONGEST).await.unwrap_or_default();
    head.headers.remove(CONTENT_LENGTH);
    head.headers.entry(CONTENT_TYPE).or_insert(HeaderValue::from_static("application/json"));
    // an answer without a body becomes one that is no JSON either
    let half = if whole.len() < 2 { whole.slice(..0) } else { whole.slice(..whole.len() / 2) };
    let body = if half.is_empty() { Body::from("{") } else { Body::from(half) };
    Response::from_parts(head, body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_ends_after_its_calls_and_leaves_other_paths_alone() {
        let faults = Faults::default();
        assert_eq!(faults.take("/token").0, Kind::None);
        faults.set(Order { kind: Kind::Slow, times: 2, seconds: 3, path: "/token".into() });
        assert_eq!(faults.take("/me").0, Kind::None);
        assert_eq!(faults.take("/token"), (Kind::Slow, Duration::from_secs(3)));
        assert_eq!(faults.take("/token").0, Kind::Slow);
        assert_eq!(faults.take("/token").0, Kind::None);
    }
}
