//! Card payment as Toss Payments' core API v1 (2022-11-16) has it: checkout pages, confirmation, look-ups, cancellation, the
//! lists of a day and of pay-outs, and webhooks.
//!
//! Any secret key that begins with `test_sk_sandbox` is a merchant of its own. A checkout waits half an hour for its payer, and
//! an agreed payment ten minutes for its confirmation.

mod book;
mod calls;
mod checkout;
mod control;
mod hooks;
mod idempotency;
mod lists;
mod payment;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

use super::faults::{Faults, with_faults};
use super::wire::credential;
use crate::clock;
use book::Book;
use hooks::Hooks;
use idempotency::Kept;

/// What every secret key of the sandbox begins with.
const SECRET: &str = "test_sk_sandbox";
/// How long a confirmation that was ordered to be slow waits after its work.
const SLOW: Duration = Duration::from_secs(15);

/// How the party is set up.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The file that keeps its book from one start to the next.
    pub book: Option<PathBuf>,
    /// How long a minute between two attempts of a webhook lasts.
    pub minute: Duration,
    /// How long a slow confirmation waits.
    pub slow: Duration,
}

impl Default for Setup {
    fn default() -> Self {
        Self { book: None, minute: Duration::from_secs(1), slow: SLOW }
    }
}

#[derive(Debug)]
struct Desk {
    setup: Setup,
    book: Mutex<Book>,
    kept: Mutex<Kept>,
    hooks: Mutex<Hooks>,
    ahead: Mutex<TimeDelta>,
    client: reqwest::Client,
}

/// The party.
pub fn router(setup: Setup, faults: Faults) -> Router {
    let book = setup.book.as_deref().map(Book::read).unwrap_or_default();
    let desk = Arc::new(Desk {
        hooks: Mutex::new(Hooks::new(setup.minute)),
        setup,
        book: Mutex::new(book),
        kept: Mutex::default(),
        ahead: Mutex::new(TimeDelta::zero()),
        client: hooks::client(),
    });
    let pages = Router::new().route("/v1/payments/{key}/checkout", get(checkout::show).post(checkout::decide));
    let calls = Router::new()
        .route("/v1/payments", post(calls::start))
        .route("/v1/payments/confirm", post(calls::confirm))
        .route("/v1/payments/{key}", get(calls::find))
        .route("/v1/payments/orders/{order}", get(calls::find_order))
        .route("/v1/payments/{key}/cancel", post(calls::cancel))
        .route("/v1/transactions", get(lists::transactions))
        .route("/v1/settlements", get(lists::settlements))
        .with_state(desk.clone());
    pages.merge(control::router()).with_state(desk).merge(with_faults(calls, faults, ""))
}

impl Desk {
    /// Now, and however far a test has turned the clock.
    fn now(&self) -> DateTime<Utc> {
        clock::now() + *lock(&self.ahead)
    }

    /// Works on the book, keeps it, and tells the merchants of what changed.
    fn work<T>(self: &Arc<Self>, work: impl FnOnce(&mut Book, DateTime<Utc>) -> T) -> T {
        let now = self.now();
        let (done, changes) = {
            let mut book = lock(&self.book);
            book.pass(now);
            let done = work(&mut book, now);
            let changes = book.changes();
            if let Some(file) = self.setup.book.as_deref().filter(|_| !changes.is_empty()) {
                book.write(file);
            }
            (done, changes)
        };
        for change in changes {
            hooks::tell(self, &change);
        }
        done
    }
}

/// What a call is refused with.
#[derive(Clone, Copy, Debug)]
struct Refusal(StatusCode, &'static str, &'static str);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "code": self.1, "message": self.2 }))).into_response()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The merchant whose secret key the call shows: the user of Basic authorisation, without a password.
fn merchant(headers: &HeaderMap) -> Result<String, Refusal> {
    let shown = credential(headers, "Basic").and_then(|encoded| STANDARD.decode(encoded).ok());
    let user = shown.and_then(|bytes| String::from_utf8(bytes).ok()?.strip_suffix(':').map(ToOwned::to_owned));
    let name = user.as_deref().and_then(|user| user.strip_prefix(SECRET)).map(|rest| rest.trim_start_matches('_'));
    let known = |name: &&str| name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    let unknown =
        Refusal(StatusCode::UNAUTHORIZED, "UNAUTHORIZED_KEY", "인증되지 않은 시크릿 키 혹은 클라이언트 키 입니다.");
    name.filter(known).map(|name| format!("sandbox_{name}")).ok_or(unknown)
}
