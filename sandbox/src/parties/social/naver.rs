//! Naver: `/oauth2.0/authorize`, `/oauth2.0/token`, `/v1/nid/me`.
//!
//! Its token address answers errors with status 200, and says `expires_in` as a text.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{RawQuery, State};
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::grants::Wrong;
use super::people::Person;
use super::{App, Desk, Rules, consent};
use crate::clock;
use crate::machine::random;
use crate::parties::faults::{Faults, with_faults};
use crate::parties::wire::{field, fields};

const RULES: Rules = Rules {
    name: "naver",
    title: "네이버 로그인",
    // its classic addresses do not document PKCE
    pkce: false,
    needs_state: true,
    denied: "Canceled By User",
    token_life: Duration::from_hours(1),
};

/// The party, which knows `app`.
pub fn router(app: App, faults: Faults) -> Router {
    let desk = Desk::new(&RULES, app);
    let pages = Router::new().route("/oauth2.0/authorize", get(consent::show).post(consent::decide));
    let calls = Router::new().route("/oauth2.0/token", get(token).post(token)).route("/v1/nid/me", get(me).post(me));
    pages.with_state(desk.clone()).merge(with_faults(calls.with_state(desk), faults, ""))
}

async fn token(State(desk): State<Arc<Desk>>, RawQuery(query): RawQuery, body: String) -> Response {
    let fields = fields(&format!("{}&{body}", query.unwrap_or_default()));
    let client = (field(&fields, "client_id"), field(&fields, "client_secret"));
    let given = desk.redeem(&fields, client);
    let (Ok((token, _)), Ok(refresh)) = (&given, random::hex(24)) else {
        let words = match given.err().unwrap_or(Wrong::Failed) {
            Wrong::Client => "wrong client id / client secret pair",
            Wrong::GrantType => "grant_type is missing or unknown",
            Wrong::Code | Wrong::Redirect | Wrong::Verifier => "no valid data in session",
            Wrong::Failed => return StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        };
        return Json(json!({ "error": "invalid_request", "error_description": words })).into_response();
    };
    Json(json!({
        "access_token": token,
        "refresh_token": refresh,
        "token_type": "bearer",
        "expires_in": RULES.token_life.as_secs().to_string(),
    }))
    .into_response()
}

async fn me(State(desk): State<Arc<Desk>>, headers: HeaderMap) -> Response {
    let refuse = |code: &str, words: &str| {
        (StatusCode::UNAUTHORIZED, Json(json!({ "resultcode": code, "message": words }))).into_response()
    };
    if !headers.contains_key(AUTHORIZATION) {
        return refuse("028", "Authentication header not exists");
    }
    let Some(claim) = desk.holder(&headers) else { return refuse("024", "Authentication failed") };
    Json(json!({ "resultcode": "00", "message": "success", "response": profile(&desk, &claim.person) })).into_response()
}

fn profile(desk: &Desk, person: &Person) -> Value {
    let mut profile = json!({
        "id": URL_SAFE_NO_PAD.encode(desk.subject(person)),
        "nickname": person.name,
        "name": person.name,
        "gender": match person.gender {
            Some("female") => "F",
            Some(_) => "M",
            None => "U",
        },
    });
    if let Some(email) = &person.email {
        profile["email"] = json!(email);
    }
    if let Some(phone) = person.hyphenated() {
        profile["mobile"] = json!(phone);
        profile["mobile_e164"] = json!(format!("+82{}", phone.trim_start_matches('0').replace('-', "")));
    }
    if let Some(birth) = person.birth {
        profile["birthyear"] = json!(birth.format("%Y").to_string());
        profile["birthday"] = json!(birth.format("%m-%d").to_string());
        let decade = clock::now().date_naive().years_since(birth).unwrap_or_default() / 10 * 10;
        profile["age"] = json!(format!("{decade}-{}", decade + 9));
    }
    profile
}
