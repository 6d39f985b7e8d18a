//! What tests and benches may do besides the provider's calls: read its book, turn its clock, order webhooks, make payments, and
//! have it tell lies.

use std::sync::Arc;

use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use serde_json::{Value, json};

use super::book::{Book, Movement, NewPayment};
use super::hooks::Order;
use super::payment::{Lies, Next};
use super::{Desk, SECRET, lock};
use crate::parties::wire::{field, fields};

pub(super) fn router() -> Router<Arc<Desk>> {
    Router::new()
        .route("/sandbox/book", get(book))
        .route("/sandbox/clock", post(turn))
        .route("/sandbox/webhooks", get(sent).post(hooks))
        .route("/sandbox/payments", post(make))
        .route("/sandbox/payments/{order}/lies", post(lie))
}

/// `GET /sandbox/book?orderId=&secret=`: every movement of money, the oldest first, and every payment's state.
async fn book(State(desk): State<Arc<Desk>>, RawQuery(query): RawQuery) -> Json<Value> {
    let asked = fields(&query.unwrap_or_default());
    let merchant = field(&asked, "secret").strip_prefix(SECRET).map(|rest| format!("sandbox{}", underlined(rest)));
    let order = field(&asked, "orderId");
    let asked_for = |of: &str, at: &str| {
        merchant.as_deref().is_none_or(|merchant| merchant == of) && (order.is_empty() || order == at)
    };
    Json(desk.work(|book, _| {
        let movements: Vec<Value> =
            book.movements.iter().filter(|row| asked_for(&row.merchant, &row.order)).map(row).collect();
        let payments: Vec<Value> = book
            .payments
            .values()
            .filter(|payment| asked_for(&payment.merchant, &payment.order))
            .map(|payment| payment.body(""))
            .collect();
        json!({ "transactions": movements, "payments": payments })
    }))
}

fn underlined(rest: &str) -> String {
    format!("_{}", rest.trim_start_matches('_'))
}

fn row(row: &Movement) -> Value {
    json!({
        "mId": row.merchant, "transactionKey": row.transaction, "paymentKey": row.payment, "orderId": row.order,
        "status": row.status, "amount": row.amount, "at": row.at,
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Turn {
    advance_seconds: i64,
}

/// `POST /sandbox/clock`: turns the provider's clock on.
async fn turn(State(desk): State<Arc<Desk>>, Json(turn): Json<Turn>) -> Response {
    let Some(by) = TimeDelta::try_seconds(turn.advance_seconds) else {
        return StatusCode::UNPROCESSABLE_ENTITY.into_response();
    };
    {
        let mut ahead = lock(&desk.ahead);
        *ahead = ahead.checked_add(&by).unwrap_or(*ahead);
    }
    // what is over by now is told at once
    desk.work(|_, _| ());
    Json(json!({ "now": desk.now() })).into_response()
}

/// `GET /sandbox/webhooks`: the order in force, and every attempt.
async fn sent(State(desk): State<Arc<Desk>>) -> Json<Value> {
    let hooks = lock(&desk.hooks);
    Json(json!({ "order": hooks.order, "sent": hooks.sent }))
}

/// `POST /sandbox/webhooks`: replaces the order and forgets the attempts.
async fn hooks(State(desk): State<Arc<Desk>>, Json(order): Json<Order>) -> Json<Value> {
    let mut hooks = lock(&desk.hooks);
    (hooks.order, hooks.sent) = (order, Vec::new());
    Json(json!({ "order": hooks.order, "sent": hooks.sent }))
}

/// Payments to be made without a payer.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Make {
    secret: String,
    order_id: String,
    amount: i64,
    /// How many; each but the first has its number behind the order's.
    #[serde(default = "one")]
    count: u32,
    /// When the money was taken; now when it is not said.
    at: Option<DateTime<Utc>>,
}

const fn one() -> u32 {
    1
}

/// `POST /sandbox/payments`: payments of whose orders the shop may know nothing.
async fn make(State(desk): State<Arc<Desk>>, Json(asked): Json<Make>) -> Response {
    let Some(name) = asked.secret.strip_prefix(SECRET) else {
        return StatusCode::UNPROCESSABLE_ENTITY.into_response();
    };
    let merchant = format!("sandbox{}", underlined(name));
    let made = desk.work(|book, now| {
        let at = asked.at.unwrap_or(now);
        let made: Result<Vec<Value>, super::Refusal> =
            (0..asked.count).map(|number| paid(book, &merchant, &asked, number, at)).collect();
        book.movements.sort_by_key(|row| row.at);
        book.changes();
        made
    });
    made.map_or_else(IntoResponse::into_response, |made| Json(json!({ "transactions": made })).into_response())
}

fn paid(
    book: &mut Book,
    merchant: &str,
    asked: &Make,
    number: u32,
    at: DateTime<Utc>,
) -> Result<Value, super::Refusal> {
    let order = if number == 0 { asked.order_id.clone() } else { format!("{}-{number}", asked.order_id) };
    let (name, success, fail) = ("sandbox".to_owned(), String::new(), String::new());
    let new = NewPayment { merchant: merchant.to_owned(), order, name, amount: asked.amount, success, fail };
    let payment = book.add(new, at)?;
    book.agree(&payment.key, Next::Plain, at);
    book.confirm(merchant, (&payment.key, &payment.order, payment.amount), at)?;
    Ok(book.movements.last().map(row).unwrap_or_default())
}

/// `POST /sandbox/payments/{orderId}/lies`: what answers about the order say in place of the truth.
async fn lie(State(desk): State<Arc<Desk>>, Path(order): Path<String>, Json(lies): Json<Lies>) -> StatusCode {
    desk.work(|book, _| {
        let mut found = StatusCode::NOT_FOUND;
        for payment in book.payments.values_mut().filter(|payment| payment.order == order) {
            payment.lies = lies.clone();
            found = StatusCode::NO_CONTENT;
        }
        found
    })
}
