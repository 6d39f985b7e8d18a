//! `POST /hotel/auth/login`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use chrono::{DateTime, Utc};
use db::TenantTx;
use db::access_log::{self, Action};
use db::hotel::users::{self, Credentials};
use domain::hotel::HotelUser;
use domain::hotel::user::SESSION_LIFETIME;
use domain::staff;
use http::header;

use super::shape::{LoginResponse, MeBody};
use crate::App;
use crate::extract::hotel::COOKIE;
use crate::extract::{RequestContext, Tenant};
use crate::http::JsonBody;
use crate::problem::{Code, JsonProblems, Problem, PublicProblems, RateLimitProblem, ValidationProblem};
use crate::services::limiter::{HOTEL_ACCOUNT, HOTEL_ACCOUNT_ADDRESS, HOTEL_ADDRESS};
use crate::services::token;
use crate::sign_in::{SignInLimits, SignInRequest, SignInRules, TenantAttempt};

const RULES: SignInRules =
    SignInRules { address: HOTEL_ADDRESS, account_address: HOTEL_ACCOUNT_ADDRESS, account: HOTEL_ACCOUNT };

/// Signs in a user of a hotel tenant. The cookie `__Host-hotelAuthorization` (on local hosts `hotelAuthorization`), which pages
/// cannot read, carries the token.
#[utoipa::path(
    post, path = "/hotel/auth/login", tag = "hotel-accounts", operation_id = "hotelLogin", request_body = SignInRequest,
    responses(
        (status = 200, body = LoginResponse, headers(("set-cookie" = String, description = "__Host-hotelAuthorization={token}, twelve hours"))),
        PublicProblems, JsonProblems, ValidationProblem, RateLimitProblem,
        (status = 401, description = "invalid_credentials, temporary_password_expired"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    context: RequestContext,
    JsonBody(request): JsonBody<SignInRequest>,
) -> Result<Response, Problem> {
    request.check()?;
    let limits = SignInLimits::count(&app, RULES, Some(tenant.row.id), &context, &request.login_id).await?;

    // a malformed ID has no account, and must take as long to be rejected
    let login = staff::parse_login_id(&request.login_id).ok();
    let found = match &login {
        Some(login) => users::find_credentials(&mut tenant.db.acquire().await?, login).await?,
        None => None,
    };
    let right = app.passwords.verify(request.password, found.as_ref().map(|found| &found.password_hash)).await?;
    let now = app.clock.now();
    let attempt = TenantAttempt { app: &app, tenant: &tenant, context: &context, login: login.as_ref() };
    let Some(known) = found.as_ref().filter(|_| right) else {
        return Err(attempt.reject(found.as_ref().map(|found| found.user.id.get()), Code::InvalidCredentials).await?);
    };
    if known.is_spent(now) {
        return Err(attempt.reject(Some(known.user.id.get()), Code::TemporaryPasswordExpired).await?);
    }
    let mut tx = tenant.db.begin().await?;
    let user = match lock_account(&mut tx, known, now).await? {
        Ok(user) => user,
        Err(code) => {
            drop(tx);
            return Err(attempt.reject(Some(known.user.id.get()), code).await?);
        }
    };
    limits.reset().await;
    let (token, hash) = token::issue(&app.random);
    db::hotel::sessions::insert(&mut tx, user.id, &hash, now).await?;
    let response = LoginResponse { user: MeBody::load(&mut tx, user).await? };
    access_log::insert(&mut tx, &attempt.entry(Action::SignIn), now).await?;
    tx.commit().await?;
    let cookie = [(header::SET_COOKIE, COOKIE.set(&token, SESSION_LIFETIME, &context.host.0))];
    Ok((cookie, Json(response)).into_response())
}

/// Locks the account and consumes its temporary password. The check of the password takes a while, in which a reset may
/// have replaced it: the session must not outlive the reset, nor consume the new temporary password.
async fn lock_account(
    tx: &mut TenantTx,
    checked: &Credentials,
    now: DateTime<Utc>,
) -> Result<Result<HotelUser, Code>, Problem> {
    let Some(user) = users::lock_credentials(tx, checked).await? else {
        return Ok(Err(Code::InvalidCredentials));
    };
    if user.must_change_password && !users::use_temporary_password(tx, user.id, now).await? {
        return Ok(Err(Code::TemporaryPasswordExpired));
    }
    Ok(Ok(user))
}
