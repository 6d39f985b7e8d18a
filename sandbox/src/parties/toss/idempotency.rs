//! `Idempotency-Key`: the first response to a call is repeated for fifteen days.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::{ApiError, Provider};
use crate::parties::wire::drop_connection;

/// How long a response is repeated.
const RESPONSE_LIFETIME: TimeDelta = TimeDelta::days(15);
/// The maximum length of a key in characters.
const MAX_KEY_LENGTH: usize = 300;

const TOO_LONG: ApiError =
    ApiError::new(StatusCode::BAD_REQUEST, "INVALID_IDEMPOTENCY_KEY", "멱등키는 최대 300자까지 사용할 수 있습니다.");
const IN_FLIGHT: ApiError = ApiError::new(
    StatusCode::CONFLICT,
    "IDEMPOTENT_REQUEST_PROCESSING",
    "이전 멱등 요청이 처리중입니다. 잠시 후 다시 시도해주세요.",
);

/// The status and the body of a response.
pub(super) type ApiResponse = (StatusCode, Value);

/// The identity of a call. Without an idempotency key, every call is new.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) struct CallKey {
    merchant: String,
    path: String,
    idempotency_key: String,
}

impl CallKey {
    pub(super) fn new(merchant: &str, path: &str, headers: &HeaderMap) -> Self {
        let key = headers.get("idempotency-key").and_then(|key| key.to_str().ok()).unwrap_or_default();
        Self { merchant: merchant.to_owned(), path: path.to_owned(), idempotency_key: key.to_owned() }
    }
}

/// The response to each call; `None` while the call is processed.
pub(super) type ResponseCache = HashMap<CallKey, Option<(ApiResponse, DateTime<Utc>)>>;

impl From<ApiError> for ApiResponse {
    fn from(error: ApiError) -> Self {
        (error.status, json!({ "code": error.code, "message": error.message }))
    }
}

/// How a response is delivered.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Delivery {
    /// At once.
    Immediate,
    /// Never: the connection is closed.
    Lost,
    /// After [`super::Settings::slow_delay`]; the call is in flight until then.
    Delayed,
}

/// Runs `work` once per call, and repeats its response for the same idempotency key.
pub(super) async fn run_once(
    provider: &Arc<Provider>,
    call: CallKey,
    work: impl FnOnce(&Arc<Provider>) -> (ApiResponse, Delivery),
) -> Response {
    if call.idempotency_key.chars().count() > MAX_KEY_LENGTH {
        return TOO_LONG.into_response();
    }
    let now = provider.now();
    if !call.idempotency_key.is_empty() {
        let mut responses = provider.responses.lock();
        match responses.get(&call) {
            Some(None) => return IN_FLIGHT.into_response(),
            Some(Some(((status, body), at))) if now < *at + RESPONSE_LIFETIME => {
                return (*status, Json(body.clone())).into_response();
            }
            _ => responses.insert(call.clone(), None),
        };
    }
    let (response, delivery) = work(provider);
    let (provider, stored) = (provider.clone(), response.clone());
    let store = async move {
        if delivery == Delivery::Delayed {
            sleep(provider.settings.slow_delay).await;
        }
        if !call.idempotency_key.is_empty() {
            provider.responses.lock().insert(call, Some((stored, now)));
        }
    };
    // in a separate task, so that it also finishes when the caller disconnects
    if tokio::spawn(store).await.is_err() || delivery == Delivery::Lost {
        return drop_connection();
    }
    (response.0, Json(response.1)).into_response()
}
