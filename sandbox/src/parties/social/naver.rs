//! Naver: `/oauth2.0/authorize`, `/oauth2.0/token`, `/v1/nid/me`.
//!
//! Its token endpoint returns errors with status 200, and `expires_in` as a string.

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

use super::people::Person;
use super::tokens::TokenError;
use super::{App, Provider, ProviderSpec, consent};
use crate::clock;
use crate::machine::random;
use crate::parties::faults::{Faults, with_faults};
use crate::parties::wire::{field, parse_form};

const SPEC: ProviderSpec = ProviderSpec {
    name: "naver",
    title: "네이버 로그인",
    // PKCE is not documented for these endpoints
    pkce: false,
    needs_state: true,
    denied: "Canceled By User",
    token_lifetime: Duration::from_hours(1),
};

/// Returns the routes of the provider, with `app` as its only client.
pub fn router(app: App, faults: Faults) -> Router {
    let provider = Provider::new(&SPEC, app);
    let pages = Router::new().route("/oauth2.0/authorize", get(consent::show).post(consent::submit));
    let calls =
        Router::new().route("/oauth2.0/token", get(token).post(token)).route("/v1/nid/me", get(profile).post(profile));
    pages.with_state(provider.clone()).merge(with_faults(calls.with_state(provider), faults, ""))
}

async fn token(State(provider): State<Arc<Provider>>, RawQuery(query): RawQuery, body: String) -> Response {
    let fields = parse_form(&format!("{}&{body}", query.unwrap_or_default()));
    let client = (field(&fields, "client_id"), field(&fields, "client_secret"));
    let result = provider.redeem(&fields, client);
    let (Ok((token, _)), Ok(refresh)) = (&result, random::hex(24)) else {
        let message = match result.err().unwrap_or(TokenError::Failed) {
            TokenError::Client => "wrong client id / client secret pair",
            TokenError::GrantType => "grant_type is missing or unknown",
            TokenError::Code | TokenError::Redirect | TokenError::Verifier => "no valid data in session",
            TokenError::Failed => return StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        };
        return Json(json!({ "error": "invalid_request", "error_description": message })).into_response();
    };
    Json(json!({
        "access_token": token,
        "refresh_token": refresh,
        "token_type": "bearer",
        "expires_in": SPEC.token_lifetime.as_secs().to_string(),
    }))
    .into_response()
}

async fn profile(State(provider): State<Arc<Provider>>, headers: HeaderMap) -> Response {
    let error_response = |code: &str, message: &str| {
        (StatusCode::UNAUTHORIZED, Json(json!({ "resultcode": code, "message": message }))).into_response()
    };
    if !headers.contains_key(AUTHORIZATION) {
        return error_response("028", "Authentication header not exists");
    }
    let Some(grant) = provider.find_grant(&headers) else { return error_response("024", "Authentication failed") };
    Json(json!({ "resultcode": "00", "message": "success", "response": profile_json(&provider, &grant.person) }))
        .into_response()
}

fn profile_json(provider: &Provider, person: &Person) -> Value {
    let mut profile = json!({
        "id": URL_SAFE_NO_PAD.encode(provider.subject(person)),
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
    if let Some(phone) = person.hyphenated_phone() {
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
