//! Endpoints for tests and benchmarks: read the ledger, advance the clock, configure webhooks, create payments, and
//! override values in responses.

use std::sync::Arc;

use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use serde_json::{Value, json};

use super::ledger::{Confirmation, Ledger, Movement, NewPayment};
use super::payment::{ConfirmBehavior, ResponseOverrides};
use super::webhooks::WebhookSettings;
use super::{ApiError, Provider, SECRET_KEY_PREFIX};
use crate::parties::wire::{field, parse_form};

pub(super) fn router() -> Router<Arc<Provider>> {
    Router::new()
        .route("/sandbox/book", get(show_ledger))
        .route("/sandbox/clock", post(advance_clock))
        .route("/sandbox/webhooks", get(show_webhooks).post(set_webhooks))
        .route("/sandbox/payments", post(create_payments))
        .route("/sandbox/payments/{order}/lies", post(override_responses))
}

/// `GET /sandbox/book?orderId=&secret=`: every movement of money, oldest first, and every payment.
async fn show_ledger(State(provider): State<Arc<Provider>>, RawQuery(query): RawQuery) -> Json<Value> {
    let query = parse_form(&query.unwrap_or_default());
    let merchant =
        field(&query, "secret").strip_prefix(SECRET_KEY_PREFIX).map(|rest| format!("sandbox{}", with_underscore(rest)));
    let order = field(&query, "orderId");
    let matches = |of: &str, at: &str| {
        merchant.as_deref().is_none_or(|merchant| merchant == of) && (order.is_empty() || order == at)
    };
    Json(provider.update(|ledger, _| {
        let movements: Vec<Value> =
            ledger.movements.iter().filter(|row| matches(&row.merchant, &row.order)).map(movement_json).collect();
        let payments: Vec<Value> = ledger
            .payments
            .values()
            .filter(|payment| matches(&payment.merchant, &payment.order))
            .map(|payment| payment.body(""))
            .collect();
        json!({ "transactions": movements, "payments": payments })
    }))
}

fn with_underscore(rest: &str) -> String {
    format!("_{}", rest.trim_start_matches('_'))
}

fn movement_json(row: &Movement) -> Value {
    json!({
        "mId": row.merchant, "transactionKey": row.transaction, "paymentKey": row.payment, "orderId": row.order,
        "status": row.status, "amount": row.amount, "at": row.at,
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ClockRequest {
    advance_seconds: i64,
}

/// `POST /sandbox/clock`: advances the provider's clock.
async fn advance_clock(State(provider): State<Arc<Provider>>, Json(request): Json<ClockRequest>) -> Response {
    let Some(by) = TimeDelta::try_seconds(request.advance_seconds) else {
        return StatusCode::UNPROCESSABLE_ENTITY.into_response();
    };
    {
        let mut offset = provider.clock_offset.lock();
        *offset = offset.checked_add(&by).unwrap_or(*offset);
    }
    // expires payments and sends their webhooks
    provider.update(|_, _| ());
    Json(json!({ "now": provider.now() })).into_response()
}

/// `GET /sandbox/webhooks`: the settings and every attempt.
async fn show_webhooks(State(provider): State<Arc<Provider>>) -> Json<Value> {
    let webhooks = provider.webhooks.lock();
    Json(json!({ "order": webhooks.settings, "sent": webhooks.attempts }))
}

/// `POST /sandbox/webhooks`: replaces the settings and clears the attempts.
async fn set_webhooks(State(provider): State<Arc<Provider>>, Json(settings): Json<WebhookSettings>) -> Json<Value> {
    let mut webhooks = provider.webhooks.lock();
    (webhooks.settings, webhooks.attempts) = (settings, Vec::new());
    Json(json!({ "order": webhooks.settings, "sent": webhooks.attempts }))
}

/// Payments to create without a payer.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PaymentsRequest {
    secret: String,
    order_id: String,
    amount: i64,
    /// The number of payments. From the second on they have their index appended to the order id.
    #[serde(default = "default_count")]
    count: u32,
    /// The time of the capture; now by default.
    at: Option<DateTime<Utc>>,
}

const fn default_count() -> u32 {
    1
}

/// `POST /sandbox/payments`: creates payments whose orders the shop may not know.
async fn create_payments(State(provider): State<Arc<Provider>>, Json(request): Json<PaymentsRequest>) -> Response {
    let Some(name) = request.secret.strip_prefix(SECRET_KEY_PREFIX) else {
        return StatusCode::UNPROCESSABLE_ENTITY.into_response();
    };
    let merchant = format!("sandbox{}", with_underscore(name));
    let created = provider.update(|ledger, now| {
        let at = request.at.unwrap_or(now);
        let created: Result<Vec<Value>, ApiError> =
            (0..request.count).map(|number| create_paid(ledger, &merchant, &request, number, at)).collect();
        ledger.movements.sort_by_key(|row| row.at);
        ledger.take_changes();
        created
    });
    created.map_or_else(IntoResponse::into_response, |rows| Json(json!({ "transactions": rows })).into_response())
}

fn create_paid(
    ledger: &mut Ledger,
    merchant: &str,
    request: &PaymentsRequest,
    number: u32,
    at: DateTime<Utc>,
) -> Result<Value, ApiError> {
    let order = if number == 0 { request.order_id.clone() } else { format!("{}-{number}", request.order_id) };
    let (name, success, fail) = ("sandbox".to_owned(), String::new(), String::new());
    let new = NewPayment { merchant: merchant.to_owned(), order, name, amount: request.amount, success, fail };
    let payment = ledger.add(new, at)?;
    ledger.authorize(&payment.key, ConfirmBehavior::Plain, at);
    let confirmation = Confirmation { key: payment.key, order: payment.order, amount: payment.amount };
    ledger.confirm(merchant, &confirmation, at)?;
    Ok(ledger.movements.last().map(movement_json).unwrap_or_default())
}

/// `POST /sandbox/payments/{orderId}/lies`: overrides values in the responses about an order.
async fn override_responses(
    State(provider): State<Arc<Provider>>,
    Path(order): Path<String>,
    Json(overrides): Json<ResponseOverrides>,
) -> StatusCode {
    provider.update(|ledger, _| {
        let mut status = StatusCode::NOT_FOUND;
        for payment in ledger.payments.values_mut().filter(|payment| payment.order == order) {
            payment.overrides = overrides.clone();
            status = StatusCode::NO_CONTENT;
        }
        status
    })
}
