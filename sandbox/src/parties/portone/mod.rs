//! Identity verification by `PortOne` V2: the script for browsers, the page it opens, and the look-up for servers.

mod people;
mod records;
mod window;

use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Path, RawQuery, State};
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_TYPE, HOST};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::json;

use super::faults::{Faults, with_faults};
use super::wire::{credential, field, fields};
use records::Records;

/// The script, with `{{base}}` for our address.
const SCRIPT: &str = include_str!("browser-sdk.js");

/// The store as the product knows it.
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
struct Desk {
    store: Store,
    records: Mutex<Records>,
}

/// The party, which knows `store`.
pub fn router(store: Store, faults: Faults) -> Router {
    let desk = Arc::new(Desk { store, records: Mutex::default() });
    let pages = Router::new()
        .route("/v2/browser-sdk.js", get(script))
        .route("/window", get(window::show).post(window::decide))
        .with_state(desk.clone());
    let calls = Router::new().route("/identity-verifications/{id}", get(look_up)).with_state(desk);
    pages.merge(with_faults(calls, faults, ""))
}

async fn script(headers: HeaderMap) -> Response {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    // a host's name has no quotation marks: whatever has is not put into a script
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

async fn look_up(
    State(desk): State<Arc<Desk>>,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    if credential(&headers, "PortOne") != Some(&desk.store.secret) {
        return refuse(StatusCode::UNAUTHORIZED, "UNAUTHORIZED", "인증 정보가 올바르지 않습니다.");
    }
    let asked = fields(&query.unwrap_or_default());
    if !["", &desk.store.id].contains(&field(&asked, "storeId")) {
        return refuse(StatusCode::FORBIDDEN, "FORBIDDEN", "요청이 거절되었습니다.");
    }
    let records = desk.records.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(record) = records.find(&id) else {
        let words = "요청된 본인인증 건이 존재하지 않습니다.";
        return refuse(StatusCode::NOT_FOUND, "IDENTITY_VERIFICATION_NOT_FOUND", words);
    };
    Json(record.body(&id, &desk.store)).into_response()
}

fn refuse(status: StatusCode, kind: &str, message: &str) -> Response {
    (status, Json(json!({ "type": kind, "message": message }))).into_response()
}
