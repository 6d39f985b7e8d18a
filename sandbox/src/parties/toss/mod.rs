//! Card payment: the core API v1 (2022-11-16) of Toss Payments with checkout pages, confirmation, lookup, cancellation,
//! transactions, settlements and webhooks.
//!
//! Each secret key with the prefix `test_sk_sandbox` is a separate merchant. A checkout expires after 30 minutes, and
//! an authorized payment after ten minutes without confirmation.

mod checkout;
mod control;
mod idempotency;
mod ledger;
mod lists;
mod payment;
mod payments;
mod webhooks;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, TimeDelta, Utc};
use parking_lot::Mutex;
use serde_json::json;

use super::faults::{Faults, with_faults};
use super::wire::credentials;
use crate::clock;
use idempotency::ResponseCache;
use ledger::Ledger;
use webhooks::Webhooks;

/// The prefix of every secret key.
const SECRET_KEY_PREFIX: &str = "test_sk_sandbox";
/// The default delay of a slow confirmation.
const SLOW_DELAY: Duration = Duration::from_secs(15);

/// The settings of the provider.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The file in which the ledger is kept between starts.
    pub ledger: Option<PathBuf>,
    /// The length of a minute in the webhooks' retry schedule.
    pub webhook_minute: Duration,
    /// The delay of a slow confirmation.
    pub slow_delay: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self { ledger: None, webhook_minute: Duration::from_secs(1), slow_delay: SLOW_DELAY }
    }
}

#[derive(Debug)]
struct Provider {
    settings: Settings,
    ledger: Mutex<Ledger>,
    responses: Mutex<ResponseCache>,
    webhooks: Mutex<Webhooks>,
    clock_offset: Mutex<TimeDelta>,
    client: reqwest::Client,
}

/// Returns the routes of the provider.
pub fn router(settings: Settings, faults: Faults) -> Router {
    let ledger = settings.ledger.as_deref().map(Ledger::read).unwrap_or_default();
    let provider = Arc::new(Provider {
        webhooks: Mutex::new(Webhooks::new(settings.webhook_minute)),
        settings,
        ledger: Mutex::new(ledger),
        responses: Mutex::default(),
        clock_offset: Mutex::new(TimeDelta::zero()),
        client: webhooks::client(),
    });
    let pages = Router::new().route("/v1/payments/{key}/checkout", get(checkout::show).post(checkout::submit));
    let calls = Router::new()
        .route("/v1/payments", post(payments::create))
        .route("/v1/payments/confirm", post(payments::confirm))
        .route("/v1/payments/{key}", get(payments::find))
        .route("/v1/payments/orders/{order}", get(payments::find_order))
        .route("/v1/payments/{key}/cancel", post(payments::cancel))
        .route("/v1/transactions", get(lists::transactions))
        .route("/v1/settlements", get(lists::settlements))
        .with_state(provider.clone());
    pages.merge(control::router()).with_state(provider).merge(with_faults(calls, faults, ""))
}

impl Provider {
    /// Returns the current time plus the offset set by a test.
    fn now(&self) -> DateTime<Utc> {
        clock::now() + *self.clock_offset.lock()
    }

    /// Expires old payments, runs `work` on the ledger, saves it, and sends webhooks for the changes.
    fn update<T>(self: &Arc<Self>, work: impl FnOnce(&mut Ledger, DateTime<Utc>) -> T) -> T {
        let now = self.now();
        let (result, changes) = {
            let mut ledger = self.ledger.lock();
            ledger.expire(now);
            let result = work(&mut ledger, now);
            let changes = ledger.take_changes();
            if let Some(file) = self.settings.ledger.as_deref().filter(|_| !changes.is_empty()) {
                ledger.write(file);
            }
            (result, changes)
        };
        for change in changes {
            webhooks::notify(self, &change);
        }
        result
    }
}

/// An error response.
#[derive(Clone, Copy, Debug)]
struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: &'static str,
}

impl ApiError {
    const fn new(status: StatusCode, code: &'static str, message: &'static str) -> Self {
        Self { status, code, message }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "code": self.code, "message": self.message }))).into_response()
    }
}

/// Returns the merchant of the secret key, which is the user name of the Basic authorization, without a password.
fn authenticate(headers: &HeaderMap) -> Result<String, ApiError> {
    let decoded = credentials(headers, "Basic").and_then(|encoded| STANDARD.decode(encoded).ok());
    let user = decoded.and_then(|bytes| String::from_utf8(bytes).ok()?.strip_suffix(':').map(ToOwned::to_owned));
    let name =
        user.as_deref().and_then(|user| user.strip_prefix(SECRET_KEY_PREFIX)).map(|rest| rest.trim_start_matches('_'));
    let is_valid = |name: &&str| name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    let unauthorized = ApiError::new(
        StatusCode::UNAUTHORIZED,
        "UNAUTHORIZED_KEY",
        "인증되지 않은 시크릿 키 혹은 클라이언트 키 입니다.",
    );
    name.filter(is_valid).map(|name| format!("sandbox_{name}")).ok_or(unauthorized)
}
