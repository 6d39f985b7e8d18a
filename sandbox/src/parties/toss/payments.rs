//! The endpoints of one payment: create, confirm, cancel, find.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::HOST;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use super::idempotency::{ApiResponse, CallKey, Delivery, run_once};
use super::ledger::{CancelRequest, Confirmation, NO_PAYMENT, NewPayment};
use super::payment::{ConfirmBehavior, Payment};
use super::{ApiError, Provider, authenticate};
use crate::parties::wire::parse_local_url;

/// The minimum amount of a card payment in KRW.
const MIN_AMOUNT: i64 = 100;

const INVALID: ApiError = ApiError::new(StatusCode::BAD_REQUEST, "INVALID_REQUEST", "잘못된 요청입니다.");
const TOO_LITTLE: ApiError = ApiError::new(
    StatusCode::BAD_REQUEST,
    "BELOW_MINIMUM_AMOUNT",
    "신용카드는 결제금액이 100원 이상, 계좌는 200원이상부터 결제가 가능합니다.",
);

/// `POST /v1/payments`: creates a checkout.
pub(super) async fn create(State(provider): State<Arc<Provider>>, headers: HeaderMap, body: String) -> Response {
    let merchant = match authenticate(&headers) {
        Ok(merchant) => merchant,
        Err(refusal) => return refusal.into_response(),
    };
    let base = base_url(&headers);
    let new = parse_json(&body).and_then(|body| parse_new_payment(&merchant, &body));
    let call = CallKey::new(&merchant, "/v1/payments", &headers);
    run_once(&provider, call, |provider| {
        let created = new.and_then(|new| provider.update(|ledger, now| ledger.open(new, now)));
        (to_response(created, &base), Delivery::Immediate)
    })
    .await
}

fn parse_new_payment(merchant: &str, body: &Value) -> Result<NewPayment, ApiError> {
    let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
    let amount = body["amount"].as_i64().ok_or(INVALID)?;
    let (order, name) = (text("orderId"), text("orderName"));
    let is_allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    let is_valid = text("method") == "CARD"
        && (6..=64).contains(&order.len())
        && order.bytes().all(is_allowed)
        && (1..=100).contains(&name.chars().count())
        && ["", "KRW"].contains(&text("currency").as_str());
    let url = |name: &str| parse_local_url(&text(name)).map(String::from);
    match (url("successUrl"), url("failUrl")) {
        (Some(_), Some(_)) if amount < MIN_AMOUNT => Err(TOO_LITTLE),
        (Some(success), Some(fail)) if is_valid => {
            Ok(NewPayment { merchant: merchant.to_owned(), order, name, amount, success, fail })
        }
        _ => Err(INVALID),
    }
}

/// `POST /v1/payments/confirm`: captures the money.
pub(super) async fn confirm(State(provider): State<Arc<Provider>>, headers: HeaderMap, body: String) -> Response {
    let merchant = match authenticate(&headers) {
        Ok(merchant) => merchant,
        Err(refusal) => return refusal.into_response(),
    };
    let base = base_url(&headers);
    let request = parse_json(&body).and_then(|body| {
        let text = |name: &str| body[name].as_str().map(ToOwned::to_owned).ok_or(INVALID);
        let (key, order) = (text("paymentKey")?, text("orderId")?);
        Ok(Confirmation { key, order, amount: body["amount"].as_i64().ok_or(INVALID)? })
    });
    let call = CallKey::new(&merchant, "/v1/payments/confirm", &headers);
    run_once(&provider, call, |provider| {
        let done = request.and_then(|request| provider.update(|ledger, now| ledger.confirm(&merchant, &request, now)));
        let delivery = match &done {
            Ok(Payment { next: ConfirmBehavior::Lose, .. }) => Delivery::Lost,
            Ok(Payment { next: ConfirmBehavior::Slow, .. }) => Delivery::Delayed,
            _ => Delivery::Immediate,
        };
        (to_response(done, &base), delivery)
    })
    .await
}

/// `POST /v1/payments/{paymentKey}/cancel`: refunds.
pub(super) async fn cancel(
    State(provider): State<Arc<Provider>>,
    Path(key): Path<String>,
    headers: HeaderMap,
    body: String,
) -> Response {
    let merchant = match authenticate(&headers) {
        Ok(merchant) => merchant,
        Err(refusal) => return refusal.into_response(),
    };
    let base = base_url(&headers);
    let request = parse_json(&body).and_then(|body| {
        let reason = body["cancelReason"].as_str().filter(|text| (1..=200).contains(&text.chars().count()));
        let amount = &body["cancelAmount"];
        let amount = if amount.is_null() { None } else { Some(amount.as_i64().ok_or(INVALID)?) };
        Ok(CancelRequest { amount, reason: reason.ok_or(INVALID)?.to_owned() })
    });
    let call = CallKey::new(&merchant, &format!("/v1/payments/{key}/cancel"), &headers);
    run_once(&provider, call, |provider| {
        let done =
            request.and_then(|request| provider.update(|ledger, now| ledger.cancel(&merchant, &key, &request, now)));
        (to_response(done, &base), Delivery::Immediate)
    })
    .await
}

/// `GET /v1/payments/{paymentKey}`.
pub(super) async fn find(
    State(provider): State<Arc<Provider>>,
    Path(key): Path<String>,
    headers: HeaderMap,
) -> Response {
    find_with(&provider, &headers, |provider, merchant| {
        provider.update(|ledger, _| ledger.find(merchant, &key).cloned())
    })
}

/// `GET /v1/payments/orders/{orderId}`.
pub(super) async fn find_order(
    State(provider): State<Arc<Provider>>,
    Path(order): Path<String>,
    headers: HeaderMap,
) -> Response {
    find_with(&provider, &headers, |provider, merchant| {
        provider.update(|ledger, _| ledger.find_order(merchant, &order).cloned())
    })
}

fn find_with(
    provider: &Arc<Provider>,
    headers: &HeaderMap,
    find: impl FnOnce(&Arc<Provider>, &str) -> Option<Payment>,
) -> Response {
    let found = authenticate(headers).and_then(|merchant| find(provider, &merchant).ok_or(NO_PAYMENT));
    let (status, body) = to_response(found, &base_url(headers));
    (status, Json(body)).into_response()
}

fn to_response(done: Result<Payment, ApiError>, base: &str) -> ApiResponse {
    match done {
        Ok(payment) => (StatusCode::OK, payment.body(base)),
        Err(refusal) => refusal.into(),
    }
}

fn parse_json(body: &str) -> Result<Value, ApiError> {
    serde_json::from_str(body).map_err(|_| INVALID)
}

/// Returns the base URL that the caller used.
fn base_url(headers: &HeaderMap) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("127.0.0.1");
    format!("http://{host}")
}
