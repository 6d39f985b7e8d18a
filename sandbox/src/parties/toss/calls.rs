//! The calls of servers about one payment.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::HOST;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use super::book::{NO_PAYMENT, NewPayment};
use super::idempotency::{Answer, Way, once};
use super::payment::{Next, Payment};
use super::{Desk, Refusal, merchant};
use crate::parties::wire::own_address;

/// The smallest amount of a card, in won.
const SMALLEST: i64 = 100;

const INVALID: Refusal = Refusal(StatusCode::BAD_REQUEST, "INVALID_REQUEST", "잘못된 요청입니다.");
const TOO_LITTLE: Refusal = Refusal(
    StatusCode::BAD_REQUEST,
    "BELOW_MINIMUM_AMOUNT",
    "신용카드는 결제금액이 100원 이상, 계좌는 200원이상부터 결제가 가능합니다.",
);

/// `POST /v1/payments`: makes a checkout.
pub(super) async fn start(State(desk): State<Arc<Desk>>, headers: HeaderMap, body: String) -> Response {
    let merchant = match merchant(&headers) {
        Ok(merchant) => merchant,
        Err(refusal) => return refusal.into_response(),
    };
    let base = base(&headers);
    let new = read(&body).and_then(|body| new_payment(&merchant, &body));
    once(&desk, &headers, (&merchant, "/v1/payments"), |desk| {
        let made = new.and_then(|new| desk.work(|book, now| book.open(new, now)));
        (answer(made, &base), Way::Plain)
    })
    .await
}

fn new_payment(merchant: &str, body: &Value) -> Result<NewPayment, Refusal> {
    let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
    let amount = body["amount"].as_i64().ok_or(INVALID)?;
    let (order, name) = (text("orderId"), text("orderName"));
    let known = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    let right = text("method") == "CARD"
        && (6..=64).contains(&order.len())
        && order.bytes().all(known)
        && (1..=100).contains(&name.chars().count())
        && ["", "KRW"].contains(&text("currency").as_str());
    let back = |name: &str| own_address(&text(name)).map(String::from);
    match (back("successUrl"), back("failUrl")) {
        (Some(_), Some(_)) if amount < SMALLEST => Err(TOO_LITTLE),
        (Some(success), Some(fail)) if right => {
            Ok(NewPayment { merchant: merchant.to_owned(), order, name, amount, success, fail })
        }
        _ => Err(INVALID),
    }
}

/// `POST /v1/payments/confirm`: takes the money.
pub(super) async fn confirm(State(desk): State<Arc<Desk>>, headers: HeaderMap, body: String) -> Response {
    let merchant = match merchant(&headers) {
        Ok(merchant) => merchant,
        Err(refusal) => return refusal.into_response(),
    };
    let base = base(&headers);
    let asked = read(&body).and_then(|body| {
        let text = |name: &str| body[name].as_str().map(ToOwned::to_owned).ok_or(INVALID);
        Ok((text("paymentKey")?, text("orderId")?, body["amount"].as_i64().ok_or(INVALID)?))
    });
    once(&desk, &headers, (&merchant, "/v1/payments/confirm"), |desk| {
        let done = asked.and_then(|(key, order, amount)| {
            desk.work(|book, now| book.confirm(&merchant, (&key, &order, amount), now))
        });
        let way = match &done {
            Ok(Payment { next: Next::Lose, .. }) => Way::Lost,
            Ok(Payment { next: Next::Slow, .. }) => Way::Late,
            _ => Way::Plain,
        };
        (answer(done, &base), way)
    })
    .await
}

/// `POST /v1/payments/{paymentKey}/cancel`: gives money back.
pub(super) async fn cancel(
    State(desk): State<Arc<Desk>>,
    Path(key): Path<String>,
    headers: HeaderMap,
    body: String,
) -> Response {
    let merchant = match merchant(&headers) {
        Ok(merchant) => merchant,
        Err(refusal) => return refusal.into_response(),
    };
    let base = base(&headers);
    let asked = read(&body).and_then(|body| {
        let reason = body["cancelReason"].as_str().filter(|text| (1..=200).contains(&text.chars().count()));
        let amount = &body["cancelAmount"];
        let amount = if amount.is_null() { None } else { Some(amount.as_i64().ok_or(INVALID)?) };
        Ok((amount, reason.ok_or(INVALID)?.to_owned()))
    });
    once(&desk, &headers, (&merchant, &format!("/v1/payments/{key}/cancel")), |desk| {
        let done = asked
            .and_then(|(amount, reason)| desk.work(|book, now| book.cancel(&merchant, &key, (amount, &reason), now)));
        (answer(done, &base), Way::Plain)
    })
    .await
}

/// `GET /v1/payments/{paymentKey}`.
pub(super) async fn find(State(desk): State<Arc<Desk>>, Path(key): Path<String>, headers: HeaderMap) -> Response {
    look(&desk, &headers, |desk, merchant| desk.work(|book, _| book.find(merchant, &key).cloned()))
}

/// `GET /v1/payments/orders/{orderId}`.
pub(super) async fn find_order(
    State(desk): State<Arc<Desk>>,
    Path(order): Path<String>,
    headers: HeaderMap,
) -> Response {
    look(&desk, &headers, |desk, merchant| desk.work(|book, _| book.find_order(merchant, &order).cloned()))
}

fn look(desk: &Arc<Desk>, headers: &HeaderMap, find: impl FnOnce(&Arc<Desk>, &str) -> Option<Payment>) -> Response {
    let found = merchant(headers).and_then(|merchant| find(desk, &merchant).ok_or(NO_PAYMENT));
    let (status, body) = answer(found, &base(headers));
    (status, Json(body)).into_response()
}

fn answer(done: Result<Payment, Refusal>, base: &str) -> Answer {
    match done {
        Ok(payment) => (StatusCode::OK, payment.body(base)),
        Err(refusal) => refusal.into(),
    }
}

fn read(body: &str) -> Result<Value, Refusal> {
    serde_json::from_str(body).map_err(|_| INVALID)
}

/// Where the caller found us.
fn base(headers: &HeaderMap) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("127.0.0.1");
    format!("http://{host}")
}
