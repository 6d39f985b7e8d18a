//! Google: `/o/oauth2/v2/auth`, `/token`, `/v1/userinfo`. It tells neither telephone number nor birthday.
//!
//! No `id_token` is given: who the person is, is asked for.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use super::grants::Wrong;
use super::{App, Desk, Rules, consent};
use crate::parties::faults::{Faults, with_faults};
use crate::parties::wire::{credential, field, fields};

const RULES: Rules = Rules {
    name: "google",
    title: "Google 로그인",
    pkce: true,
    needs_state: false,
    denied: "",
    token_life: Duration::from_secs(3599),
};

/// The party, which knows `app`.
pub fn router(app: App, faults: Faults) -> Router {
    let desk = Desk::new(&RULES, app);
    let pages = Router::new().route("/o/oauth2/v2/auth", get(consent::show).post(consent::decide));
    let calls = Router::new().route("/token", post(token)).route("/v1/userinfo", get(me).post(me));
    pages.with_state(desk.clone()).merge(with_faults(calls.with_state(desk), faults, ""))
}

async fn token(State(desk): State<Arc<Desk>>, headers: HeaderMap, body: String) -> Response {
    let fields = fields(&body);
    let basic = credential(&headers, "Basic").and_then(|text| String::from_utf8(STANDARD.decode(text).ok()?).ok());
    let client = match basic.as_deref().and_then(|text| text.split_once(':')) {
        Some(client) => client,
        None => (field(&fields, "client_id"), field(&fields, "client_secret")),
    };
    if field(&fields, "redirect_uri").is_empty() {
        return refuse(StatusCode::BAD_REQUEST, "invalid_request", "Missing parameter: redirect_uri");
    }
    let bad = StatusCode::BAD_REQUEST;
    match desk.redeem(&fields, client) {
        Ok((token, claim)) => Json(json!({
            "access_token": token,
            "expires_in": RULES.token_life.as_secs(),
            "scope": claim.scope,
            "token_type": "Bearer",
        }))
        .into_response(),
        Err(Wrong::Client) => refuse(StatusCode::UNAUTHORIZED, "invalid_client", "Unauthorized"),
        Err(Wrong::GrantType) => refuse(bad, "unsupported_grant_type", "Invalid grant_type"),
        Err(Wrong::Code) => refuse(bad, "invalid_grant", "Bad Request"),
        Err(Wrong::Redirect) => refuse(bad, "redirect_uri_mismatch", "Bad Request"),
        Err(Wrong::Verifier) => refuse(bad, "invalid_grant", "Invalid code verifier."),
        Err(Wrong::Failed) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

fn refuse(status: StatusCode, error: &str, words: &str) -> Response {
    (status, Json(json!({ "error": error, "error_description": words }))).into_response()
}

async fn me(State(desk): State<Arc<Desk>>, headers: HeaderMap) -> Response {
    let Some(claim) = desk.holder(&headers) else {
        return refuse(StatusCode::UNAUTHORIZED, "invalid_request", "Invalid Credentials");
    };
    let person = &claim.person;
    let asked = |scope: &str| claim.scope.split_whitespace().any(|word| word == scope);
    let mut body = json!({ "sub": format!("10{:019}", desk.number(person, 19)) });
    if asked("profile") {
        body["name"] = json!(person.name);
        body["given_name"] = json!(person.name.chars().skip(1).collect::<String>());
        body["family_name"] = json!(person.name.chars().take(1).collect::<String>());
    }
    if let Some(email) = person.email.as_ref().filter(|_| asked("email")) {
        body["email"] = json!(email);
        body["email_verified"] = json!(person.email_verified);
    }
    Json(body).into_response()
}
