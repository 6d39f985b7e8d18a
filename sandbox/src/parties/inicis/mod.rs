//! Card payment as KG Inicis has it on phones: the payment page that a form in EUC-KR opens, the taking of the money and its
//! undoing, and INIAPI's look-up and refund.

mod api;
mod form;
mod window;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use chrono::{DateTime, FixedOffset, Utc};
use serde_json::{Value, json};

use super::faults::{Faults, with_faults};
use crate::clock;

/// How long an answer that was ordered to be late waits after its work.
const SLOW: Duration = Duration::from_secs(15);

/// The merchant as the product knows it.
#[derive(Clone, Debug)]
pub struct Shop {
    /// Its merchant id.
    pub mid: String,
    /// The key that its calls of INIAPI are signed with.
    pub key: String,
    /// How long a late answer waits.
    pub slow: Duration,
}

impl Default for Shop {
    /// The merchant for trials that the provider publishes.
    fn default() -> Self {
        Self { mid: "INIpayTest".to_owned(), key: "ItEQKi3rY7uvDS8l".to_owned(), slow: SLOW }
    }
}

/// How far a payment is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Stage {
    /// The payer agreed.
    Agreed,
    /// The money was taken.
    Taken,
    /// It was taken and given back, or undone.
    Back,
    /// It was refused.
    Refused,
}

/// What the payer ordered to happen when the money is taken.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Next {
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
    next: Next,
    taken: Option<DateTime<Utc>>,
}

/// One movement of money; negative when it went back.
#[derive(Clone, Debug)]
struct Movement {
    tid: String,
    oid: String,
    amount: i64,
    at: DateTime<Utc>,
}

#[derive(Debug, Default)]
struct Book {
    /// By `P_TID`.
    payments: BTreeMap<String, Payment>,
    movements: Vec<Movement>,
}

#[derive(Debug)]
struct Desk {
    shop: Shop,
    book: Mutex<Book>,
}

/// The party, which knows `shop`.
pub fn router(shop: Shop, faults: Faults) -> Router {
    let desk = Arc::new(Desk { shop, book: Mutex::default() });
    let pages = Router::new()
        .route("/smart/payment/", post(window::show))
        .route("/smart/payment/choice", post(window::decide))
        .route("/sandbox/book", get(book))
        .with_state(desk.clone());
    let calls = Router::new()
        .route("/smart/payReq.ini", post(api::take))
        .route("/smart/payNetCancel.ini", post(api::undo))
        .route("/api/v1/extra", post(api::inquire))
        .route("/api/v1/refund", post(api::refund))
        .with_state(desk);
    pages.merge(with_faults(calls, faults, ""))
}

impl Desk {
    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Book {
    /// Takes the money of an agreed payment, or gives taken money back.
    fn turn(&mut self, tid: &str, from: Stage, to: Stage) -> Option<Payment> {
        let payment = self.payments.get_mut(tid).filter(|payment| payment.stage == from)?;
        let now = clock::now();
        payment.stage = to;
        let amount = match to {
            Stage::Taken => {
                payment.taken = Some(now);
                payment.amount
            }
            Stage::Back => -payment.amount,
            _ => return Some(payment.clone()),
        };
        let payment = payment.clone();
        let movement = Movement { tid: tid.to_owned(), oid: payment.oid.clone(), amount, at: now };
        self.movements.push(movement);
        Some(payment)
    }
}

/// `GET /sandbox/book`: every movement of money, the oldest first.
async fn book(State(desk): State<Arc<Desk>>) -> Json<Value> {
    let rows: Vec<Value> = desk
        .book()
        .movements
        .iter()
        .map(|row| json!({ "paymentKey": row.tid, "orderId": row.oid, "amount": row.amount, "at": row.at }))
        .collect();
    Json(json!({ "transactions": rows }))
}

/// `YYYYMMDDHHMMSS` in Korea.
fn stamp(at: DateTime<Utc>) -> String {
    let korea = FixedOffset::east_opt(9 * 3600).expect("nine hours are a valid offset");
    at.with_timezone(&korea).format("%Y%m%d%H%M%S").to_string()
}
