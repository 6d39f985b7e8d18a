//! `Idempotency-Key`: the first answer is given again for fifteen days.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::{Desk, Refusal, lock};

/// How long an answer is kept.
const KEPT_FOR: TimeDelta = TimeDelta::days(15);
/// The longest key, in characters.
const LONGEST: usize = 300;

const TOO_LONG: Refusal =
    Refusal(StatusCode::BAD_REQUEST, "INVALID_IDEMPOTENCY_KEY", "멱등키는 최대 300자까지 사용할 수 있습니다.");
const IN_FLIGHT: Refusal = Refusal(
    StatusCode::CONFLICT,
    "IDEMPOTENT_REQUEST_PROCESSING",
    "이전 멱등 요청이 처리중입니다. 잠시 후 다시 시도해주세요.",
);

/// An answer: its status and its body.
pub(super) type Answer = (StatusCode, Value);

/// A call: the merchant, the key, and where it went.
type Call = (String, String, String);

/// What was answered to which call; none while it is worked on.
pub(super) type Kept = HashMap<Call, Option<(Answer, DateTime<Utc>)>>;

impl From<Refusal> for Answer {
    fn from(Refusal(status, code, message): Refusal) -> Self {
        (status, json!({ "code": code, "message": message }))
    }
}

/// How an answer gets to its caller.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Way {
    /// At once.
    Plain,
    /// Never: the connection ends.
    Lost,
    /// After [`super::Setup::slow`]; the call is in flight until then.
    Late,
}

/// Does `work` once for a key, and gives its answer to whoever comes with the key again.
pub(super) async fn once(
    desk: &Arc<Desk>,
    headers: &HeaderMap,
    (merchant, path): (&str, &str),
    work: impl FnOnce(&Arc<Desk>) -> (Answer, Way),
) -> Response {
    let key = headers.get("idempotency-key").and_then(|key| key.to_str().ok()).unwrap_or_default();
    if key.chars().count() > LONGEST {
        return TOO_LONG.into_response();
    }
    let call = (merchant.to_owned(), key.to_owned(), path.to_owned());
    let now = desk.now();
    if !key.is_empty() {
        match lock(&desk.kept).get(&call) {
            Some(None) => return IN_FLIGHT.into_response(),
            Some(Some(((status, body), at))) if now < *at + KEPT_FOR => {
                return (*status, Json(body.clone())).into_response();
            }
            _ => {}
        }
        lock(&desk.kept).insert(call.clone(), None);
    }
    let (answer, way) = work(desk);
    let (desk, kept) = (desk.clone(), answer.clone());
    let keep = async move {
        if way == Way::Late {
            sleep(desk.setup.slow).await;
        }
        if !call.1.is_empty() {
            lock(&desk.kept).insert(call, Some((kept, now)));
        }
    };
    // also when the caller does not wait for it
    if tokio::spawn(keep).await.is_err() || way == Way::Lost {
        // a body that breaks before its first byte takes the unsent head with it
        let broken = futures::stream::once(async { Err::<String, _>(io::Error::other("an answer is lost")) });
        return Body::from_stream(broken).into_response();
    }
    (answer.0, Json(answer.1)).into_response()
}
