//! Card payment on phones by KG Inicis: the payment page (a form in EUC-KR), capture, net cancellation, and the inquiry and
//! refund of INIAPI.

mod api;
mod form;
mod window;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use chrono::{DateTime, FixedOffset, Utc};
use parking_lot::{Mutex, MutexGuard};
use serde_json::{Value, json};

use super::faults::{Faults, with_faults};
use crate::clock;

/// The default delay of a slow capture.
const SLOW_DELAY: Duration = Duration::from_secs(15);

/// The product as a merchant of the provider.
#[derive(Clone, Debug)]
pub struct Merchant {
    /// The merchant id.
    pub mid: String,
    /// The key that signs INIAPI calls.
    pub key: String,
    /// The delay of a slow capture.
    pub slow_delay: Duration,
}

impl Default for Merchant {
    /// Returns the public test merchant of the provider.
    fn default() -> Self {
        Self { mid: "INIpayTest".to_owned(), key: "ItEQKi3rY7uvDS8l".to_owned(), slow_delay: SLOW_DELAY }
    }
}

/// The state of a payment.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Stage {
    /// The payer authorized it.
    Authorized,
    /// The money is captured.
    Captured,
    /// It was captured and refunded.
    Refunded,
    /// It was declined.
    Refused,
}

/// How the capture behaves, as chosen in the payer's window.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum CaptureBehavior {
    Plain,
    Lose,
    Slow,
    Reject,
}

#[derive(Clone, Debug)]
struct Payment {
    oid: String,
    amount: i64,
    stage: Stage,
    next: CaptureBehavior,
    captured_at: Option<DateTime<Utc>>,
}

/// A movement of money; negative for a refund.
#[derive(Clone, Debug)]
struct Movement {
    tid: String,
    oid: String,
    amount: i64,
    at: DateTime<Utc>,
}

#[derive(Debug, Default)]
struct Ledger {
    /// Payments by `P_TID`.
    payments: BTreeMap<String, Payment>,
    movements: Vec<Movement>,
}

#[derive(Debug)]
struct Provider {
    merchant: Merchant,
    ledger: Mutex<Ledger>,
}

/// Returns the routes of the provider, with `merchant` as its only merchant.
pub fn router(merchant: Merchant, faults: Faults) -> Router {
    let provider = Arc::new(Provider { merchant, ledger: Mutex::default() });
    let pages = Router::new()
        .route("/smart/payment/", post(window::show))
        .route("/smart/payment/choice", post(window::submit))
        .route("/sandbox/book", get(show_ledger))
        .with_state(provider.clone());
    let calls = Router::new()
        .route("/smart/payReq.ini", post(api::capture))
        .route("/smart/payNetCancel.ini", post(api::net_cancel))
        .route("/api/v1/extra", post(api::inquire))
        .route("/api/v1/refund", post(api::refund))
        .with_state(provider);
    pages.merge(with_faults(calls, faults, ""))
}

impl Provider {
    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock()
    }
}

impl Ledger {
    /// Moves a payment from one state to another, and records the movement of money.
    fn transition(&mut self, tid: &str, from: Stage, to: Stage) -> Option<Payment> {
        let payment = self.payments.get_mut(tid).filter(|payment| payment.stage == from)?;
        let now = clock::now();
        payment.stage = to;
        let amount = match to {
            Stage::Captured => {
                payment.captured_at = Some(now);
                payment.amount
            }
            Stage::Refunded => -payment.amount,
            _ => return Some(payment.clone()),
        };
        let payment = payment.clone();
        let movement = Movement { tid: tid.to_owned(), oid: payment.oid.clone(), amount, at: now };
        self.movements.push(movement);
        Some(payment)
    }
}

/// `GET /sandbox/book`: every movement of money, oldest first.
async fn show_ledger(State(provider): State<Arc<Provider>>) -> Json<Value> {
    let rows: Vec<Value> = provider
        .ledger()
        .movements
        .iter()
        .map(|row| json!({ "paymentKey": row.tid, "orderId": row.oid, "amount": row.amount, "at": row.at }))
        .collect();
    Json(json!({ "transactions": rows }))
}

/// Formats a time as `YYYYMMDDHHMMSS` in Korea.
fn format_timestamp(at: DateTime<Utc>) -> String {
    let korea = FixedOffset::east_opt(9 * 3600).expect("nine hours are a valid offset");
    at.with_timezone(&korea).format("%Y%m%d%H%M%S").to_string()
}
