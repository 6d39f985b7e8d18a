//! Kakao: `/oauth/authorize`, `/oauth/token`, `/v2/user/me`.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::json;

use super::tokens::TokenError;
use super::{App, Provider, ProviderSpec, consent};
use crate::clock;
use crate::machine::random;
use crate::parties::faults::{Faults, with_faults};
use crate::parties::wire::{field, parse_form};

const SPEC: ProviderSpec = ProviderSpec {
    name: "kakao",
    title: "카카오 로그인",
    pkce: true,
    needs_state: false,
    denied: "User denied access",
    token_lifetime: Duration::from_secs(21_599),
};
const SCOPE: &str = "account_email profile_nickname name gender birthday birthyear phone_number";

/// Returns the routes of the provider, with `app` as its only client.
pub fn router(app: App, faults: Faults) -> Router {
    let provider = Provider::new(&SPEC, app);
    let pages = Router::new().route("/oauth/authorize", get(consent::show).post(consent::submit));
    let calls = Router::new().route("/oauth/token", post(token)).route("/v2/user/me", get(profile).post(profile));
    pages.with_state(provider.clone()).merge(with_faults(calls.with_state(provider), faults, ""))
}

async fn token(State(provider): State<Arc<Provider>>, body: String) -> Response {
    let fields = parse_form(&body);
    let client = (field(&fields, "client_id"), field(&fields, "client_secret"));
    if field(&fields, "redirect_uri").is_empty() {
        return error_response(StatusCode::BAD_REQUEST, "invalid_grant", "Redirect URI mismatch.", "KOE303");
    }
    let result = provider.redeem(&fields, client);
    let (Ok((token, grant)), Ok(refresh)) = (&result, random::hex(24)) else {
        let bad = StatusCode::BAD_REQUEST;
        return match result.err().unwrap_or(TokenError::Failed) {
            TokenError::Client => {
                error_response(StatusCode::UNAUTHORIZED, "invalid_client", "Bad client credentials", "KOE010")
            }
            TokenError::GrantType => {
                error_response(bad, "unsupported_grant_type", "not supported grant_type", "KOE001")
            }
            TokenError::Code => {
                let message = format!("authorization code not found for code={}", field(&fields, "code"));
                error_response(bad, "invalid_grant", &message, "KOE320")
            }
            TokenError::Redirect => error_response(bad, "invalid_grant", "Redirect URI mismatch.", "KOE303"),
            TokenError::Verifier => error_response(bad, "invalid_grant", "code_verifier does not match", "KOE320"),
            TokenError::Failed => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        };
    };
    let scope = if grant.scope.is_empty() { SCOPE.to_owned() } else { grant.scope.replace(',', " ") };
    Json(json!({
        "access_token": token,
        "token_type": "bearer",
        "refresh_token": refresh,
        "expires_in": SPEC.token_lifetime.as_secs(),
        "scope": scope,
        "refresh_token_expires_in": 5_183_999,
    }))
    .into_response()
}

fn error_response(status: StatusCode, error: &str, message: &str, code: &str) -> Response {
    (status, Json(json!({ "error": error, "error_description": message, "error_code": code }))).into_response()
}

async fn profile(State(provider): State<Arc<Provider>>, headers: HeaderMap) -> Response {
    let Some(grant) = provider.find_grant(&headers) else {
        let body = json!({ "msg": "this access token does not exist", "code": -401 });
        return (StatusCode::UNAUTHORIZED, Json(body)).into_response();
    };
    let person = &grant.person;
    let mut account = json!({
        "profile_nickname_needs_agreement": false,
        "profile": { "nickname": person.name, "is_default_nickname": false },
        "name_needs_agreement": false,
        "name": person.name,
        "has_email": person.email.is_some(),
        "email_needs_agreement": false,
        "has_phone_number": person.phone.is_some(),
        "phone_number_needs_agreement": false,
        "has_birthyear": person.birth.is_some(),
        "birthyear_needs_agreement": false,
        "has_birthday": person.birth.is_some(),
        "birthday_needs_agreement": false,
        "has_gender": person.gender.is_some(),
        "gender_needs_agreement": false,
    });
    if let Some(email) = &person.email {
        account["is_email_valid"] = json!(true);
        account["is_email_verified"] = json!(person.email_verified);
        account["email"] = json!(email);
    }
    // +82 10-1234-5678
    if let Some(phone) = person.hyphenated_phone().as_deref().and_then(|phone| phone.strip_prefix('0')) {
        account["phone_number"] = json!(format!("+82 {phone}"));
    }
    if let Some(birth) = person.birth {
        account["birthyear"] = json!(birth.format("%Y").to_string());
        account["birthday"] = json!(birth.format("%m%d").to_string());
        account["birthday_type"] = json!("SOLAR");
        account["is_leap_month"] = json!(false);
    }
    if let Some(gender) = person.gender {
        account["gender"] = json!(gender);
    }
    Json(json!({
        "id": 1_000_000_000 + provider.number(person, 9),
        "connected_at": clock::now().format("%Y-%m-%dT%H:%M:%SZ").to_string(),
        "properties": { "nickname": person.name },
        "kakao_account": account,
    }))
    .into_response()
}
