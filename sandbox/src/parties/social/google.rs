//! Google: `/o/oauth2/v2/auth`, `/token`, `/v1/userinfo`. It provides no phone number or birthday, and in this
//! sandbox no `id_token`.

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

use super::tokens::TokenError;
use super::{App, Provider, ProviderSpec, consent};
use crate::parties::faults::{Faults, with_faults};
use crate::parties::wire::{credentials, field, parse_form};

const SPEC: ProviderSpec = ProviderSpec {
    name: "google",
    title: "Google 로그인",
    pkce: true,
    needs_state: false,
    denied: "",
    token_lifetime: Duration::from_secs(3599),
};

/// Returns the routes of the provider, with `app` as its only client.
pub fn router(app: App, faults: Faults) -> Router {
    let provider = Provider::new(&SPEC, app);
    let pages = Router::new().route("/o/oauth2/v2/auth", get(consent::show).post(consent::submit));
    let calls = Router::new().route("/token", post(token)).route("/v1/userinfo", get(profile).post(profile));
    pages.with_state(provider.clone()).merge(with_faults(calls.with_state(provider), faults, ""))
}

async fn token(State(provider): State<Arc<Provider>>, headers: HeaderMap, body: String) -> Response {
    let fields = parse_form(&body);
    let basic = credentials(&headers, "Basic").and_then(|text| String::from_utf8(STANDARD.decode(text).ok()?).ok());
    let client = match basic.as_deref().and_then(|text| text.split_once(':')) {
        Some(client) => client,
        None => (field(&fields, "client_id"), field(&fields, "client_secret")),
    };
    if field(&fields, "redirect_uri").is_empty() {
        return error_response(StatusCode::BAD_REQUEST, "invalid_request", "Missing parameter: redirect_uri");
    }
    let bad = StatusCode::BAD_REQUEST;
    match provider.redeem(&fields, client) {
        Ok((token, grant)) => Json(json!({
            "access_token": token,
            "expires_in": SPEC.token_lifetime.as_secs(),
            "scope": grant.scope,
            "token_type": "Bearer",
        }))
        .into_response(),
        Err(TokenError::Client) => error_response(StatusCode::UNAUTHORIZED, "invalid_client", "Unauthorized"),
        Err(TokenError::GrantType) => error_response(bad, "unsupported_grant_type", "Invalid grant_type"),
        Err(TokenError::Code) => error_response(bad, "invalid_grant", "Bad Request"),
        Err(TokenError::Redirect) => error_response(bad, "redirect_uri_mismatch", "Bad Request"),
        Err(TokenError::Verifier) => error_response(bad, "invalid_grant", "Invalid code verifier."),
        Err(TokenError::Failed) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

fn error_response(status: StatusCode, error: &str, message: &str) -> Response {
    (status, Json(json!({ "error": error, "error_description": message }))).into_response()
}

async fn profile(State(provider): State<Arc<Provider>>, headers: HeaderMap) -> Response {
    let Some(grant) = provider.find_grant(&headers) else {
        return error_response(StatusCode::UNAUTHORIZED, "invalid_request", "Invalid Credentials");
    };
    let person = &grant.person;
    let query = |scope: &str| grant.scope.split_whitespace().any(|word| word == scope);
    let mut body = json!({ "sub": format!("10{:019}", provider.number(person, 19)) });
    if query("profile") {
        body["name"] = json!(person.name);
        body["given_name"] = json!(person.name.chars().skip(1).collect::<String>());
        body["family_name"] = json!(person.name.chars().take(1).collect::<String>());
    }
    if let Some(email) = person.email.as_ref().filter(|_| query("email")) {
        body["email"] = json!(email);
        body["email_verified"] = json!(person.email_verified);
    }
    Json(body).into_response()
}
