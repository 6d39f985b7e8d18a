//! Kakao: `/oauth/authorize`, `/oauth/token`, `/v2/user/me`.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::json;

use super::grants::Wrong;
use super::{App, Desk, Rules, consent};
use crate::clock;
use crate::machine::random;
use crate::parties::faults::{Faults, with_faults};
use crate::parties::wire::{field, fields};

const RULES: Rules = Rules {
    name: "kakao",
    title: "카카오 로그인",
    pkce: true,
    needs_state: false,
    denied: "User denied access",
    token_life: Duration::from_secs(21_599),
};
const SCOPE: &str = "account_email profile_nickname name gender birthday birthyear phone_number";

/// The party, which knows `app`.
pub fn router(app: App, faults: Faults) -> Router {
    let desk = Desk::new(&RULES, app);
    let pages = Router::new().route("/oauth/authorize", get(consent::show).post(consent::decide));
    let calls = Router::new().route("/oauth/token", post(token)).route("/v2/user/me", get(me).post(me));
    pages.with_state(desk.clone()).merge(with_faults(calls.with_state(desk), faults, ""))
}

async fn token(State(desk): State<Arc<Desk>>, body: String) -> Response {
    let fields = fields(&body);
    let client = (field(&fields, "client_id"), field(&fields, "client_secret"));
    if field(&fields, "redirect_uri").is_empty() {
        return refuse(StatusCode::BAD_REQUEST, "invalid_grant", "Redirect URI mismatch.", "KOE303");
    }
    let given = desk.redeem(&fields, client);
    let (Ok((token, claim)), Ok(refresh)) = (&given, random::hex(24)) else {
        let bad = StatusCode::BAD_REQUEST;
        return match given.err().unwrap_or(Wrong::Failed) {
            Wrong::Client => refuse(StatusCode::UNAUTHORIZED, "invalid_client", "Bad client credentials", "KOE010"),
            Wrong::GrantType => refuse(bad, "unsupported_grant_type", "not supported grant_type", "KOE001"),
            Wrong::Code => {
                let words = format!("authorization code not found for code={}", field(&fields, "code"));
                refuse(bad, "invalid_grant", &words, "KOE320")
            }
            Wrong::Redirect => refuse(bad, "invalid_grant", "Redirect URI mismatch.", "KOE303"),
            Wrong::Verifier => refuse(bad, "invalid_grant", "code_verifier does not match", "KOE320"),
            Wrong::Failed => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        };
    };
    let scope = if claim.scope.is_empty() { SCOPE.to_owned() } else { claim.scope.replace(',', " ") };
    Json(json!({
        "access_token": token,
        "token_type": "bearer",
        "refresh_token": refresh,
        "expires_in": RULES.token_life.as_secs(),
        "scope": scope,
        "refresh_token_expires_in": 5_183_999,
    }))
    .into_response()
}

fn refuse(status: StatusCode, error: &str, words: &str, code: &str) -> Response {
    (status, Json(json!({ "error": error, "error_description": words, "error_code": code }))).into_response()
}

async fn me(State(desk): State<Arc<Desk>>, headers: HeaderMap) -> Response {
    let Some(claim) = desk.holder(&headers) else {
        let body = json!({ "msg": "this access token does not exist", "code": -401 });
        return (StatusCode::UNAUTHORIZED, Json(body)).into_response();
    };
    let person = &claim.person;
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
    if let Some(phone) = person.hyphenated().as_deref().and_then(|phone| phone.strip_prefix('0')) {
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
        "id": 1_000_000_000 + desk.number(person, 9),
        "connected_at": clock::now().format("%Y-%m-%dT%H:%M:%SZ").to_string(),
        "properties": { "nickname": person.name },
        "kakao_account": account,
    }))
    .into_response()
}
