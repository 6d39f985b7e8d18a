//! Identity verification by `PortOne` V2: the browser script, the page that it opens, and the lookup by servers.

mod people;
mod records;
mod window;

use std::sync::Arc;

use axum::extract::{Path, RawQuery, State};
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_TYPE, HOST};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use parking_lot::Mutex;
use serde_json::json;

use super::faults::{Faults, with_faults};
use super::wire::{credentials, field, parse_form};
use records::Records;

/// The script, in which `{{base}}` stands for our base URL.
const SCRIPT: &str = include_str!("browser-sdk.js");

/// The product's store.
#[derive(Clone, Debug)]
pub struct Store {
    /// `storeId`.
    pub id: String,
    /// `channelKey`.
    pub channel: String,
    /// The API secret.
    pub secret: String,
}

#[derive(Debug)]
struct Provider {
    store: Store,
    records: Mutex<Records>,
}

/// Returns the routes of the provider, with `store` as its only store.
pub fn router(store: Store, faults: Faults) -> Router {
    let provider = Arc::new(Provider { store, records: Mutex::default() });
    let pages = Router::new()
        .route("/v2/browser-sdk.js", get(script))
        .route("/window", get(window::show).post(window::submit))
        .with_state(provider.clone());
    let calls = Router::new().route("/identity-verifications/{id}", get(get_verification)).with_state(provider);
    pages.merge(with_faults(calls, faults, ""))
}

async fn script(headers: HeaderMap) -> Response {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    // the host becomes part of a script, so it must not contain quotation marks
    if host.contains(|c: char| !c.is_ascii_alphanumeric() && !".:-[]".contains(c)) {
        return StatusCode::BAD_REQUEST.into_response();
    }
    let kind = [
        (CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (CACHE_CONTROL, "no-cache"),
    ];
    (kind, SCRIPT.replace("{{base}}", &format!("http://{host}"))).into_response()
}

async fn get_verification(
    State(provider): State<Arc<Provider>>,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    if credentials(&headers, "PortOne") != Some(&provider.store.secret) {
        return error_response(StatusCode::UNAUTHORIZED, "UNAUTHORIZED", "인증 정보가 올바르지 않습니다.");
    }
    let query = parse_form(&query.unwrap_or_default());
    if !["", &provider.store.id].contains(&field(&query, "storeId")) {
        return error_response(StatusCode::FORBIDDEN, "FORBIDDEN", "요청이 거절되었습니다.");
    }
    let records = provider.records.lock();
    let Some(record) = records.find(&id) else {
        let message = "요청된 본인인증 건이 존재하지 않습니다.";
        return error_response(StatusCode::NOT_FOUND, "IDENTITY_VERIFICATION_NOT_FOUND", message);
    };
    Json(record.body(&id, &provider.store)).into_response()
}

fn error_response(status: StatusCode, kind: &str, message: &str) -> Response {
    (status, Json(json!({ "type": kind, "message": message }))).into_response()
}
