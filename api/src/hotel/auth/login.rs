//! `POST /hotel/auth/login`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::access_log::{self, Action, Entry};
use db::hotel::users::{self, Credentials};
use domain::hotel::user::SESSION_LIFETIME;
use domain::{LoginUserId, staff};
use http::header;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::{LoginAnswer, MeBody};
use crate::App;
use crate::extract::hotel::COOKIE;
use crate::extract::{RequestContext, Tenant};
use crate::http::JsonBody;
use crate::problem::{Code, FieldErrors, JsonProblems, Problem, PublicProblems, RateLimitProblem, ValidationProblem};
use crate::services::limiter::{HOTEL_ACCOUNT, HOTEL_ACCOUNT_ADDRESS, HOTEL_ADDRESS};
use crate::services::token;

/// An ID and its password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelLoginRequest)]
pub struct LoginRequest {
    /// The sign-in name, case-insensitive.
    #[serde(default)]
    #[schema(required, max_length = 100)]
    login_id: String,
    /// The password.
    #[serde(default)]
    #[schema(required, max_length = 200, value_type = String, format = Password)]
    password: SecretString,
}

/// Signs in a user of a hotel tenant. The cookie `__Host-hotelAuthorization` (on local hosts `hotelAuthorization`), which pages
/// cannot read, carries the token.
#[utoipa::path(
    post, path = "/hotel/auth/login", tag = "hotel-accounts", operation_id = "hotelLogin", request_body = LoginRequest,
    responses(
        (status = 200, body = LoginAnswer, headers(("set-cookie" = String, description = "__Host-hotelAuthorization={token}, twelve hours"))),
        PublicProblems, JsonProblems, ValidationProblem, RateLimitProblem,
        (status = 401, description = "invalid_credentials, temporary_password_expired"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    context: RequestContext,
    JsonBody(request): JsonBody<LoginRequest>,
) -> Result<Response, Problem> {
    let mut errors = FieldErrors::default();
    errors.require_text("loginId", &request.login_id);
    errors.require_text("password", request.password.expose_secret());
    errors.finish()?;
    let limits = Limits::new(&tenant, &context, &request.login_id);
    limits.count(&app).await?;

    // a malformed ID has no account, and must take as long to be rejected
    let login = staff::parse_login_id(&request.login_id).ok();
    let found = match &login {
        Some(login) => users::find_credentials(&mut tenant.db.acquire().await?, login).await?,
        None => None,
    };
    let right = app.passwords.verify(request.password, found.as_ref().map(|found| &found.password_hash)).await?;
    let now = app.clock.now();
    let attempt = Attempt { app: &app, tenant: &tenant, context: &context, login: login.as_ref() };
    let Some(known) = found.as_ref().filter(|_| right) else {
        return Err(attempt.reject(found.as_ref(), Code::InvalidCredentials).await?);
    };
    if known.is_spent(now) {
        return Err(attempt.reject(Some(known), Code::TemporaryPasswordExpired).await?);
    }
    let user = known.user.clone();
    let mut tx = tenant.db.begin().await?;
    if user.must_change_password && !users::use_temporary_password(&mut tx, user.id, now).await? {
        drop(tx);
        return Err(attempt.reject(Some(known), Code::TemporaryPasswordExpired).await?);
    }
    limits.reset(&app).await;
    let (token, hash) = token::issue(&app.random);
    db::hotel::sessions::insert(&mut tx, user.id, &hash, now).await?;
    let answer = LoginAnswer { user: MeBody::load(&mut tx, user).await? };
    access_log::insert(&mut tx, &attempt.entry(Action::SignIn), now).await?;
    tx.commit().await?;
    let cookie = [(header::SET_COOKIE, COOKIE.set(&token, SESSION_LIFETIME, &context.host.0))];
    Ok((cookie, Json(answer)).into_response())
}

/// The limits of one attempt: by address, by account from one address, and by account from all addresses.
struct Limits {
    address: String,
    account: String,
    account_address: String,
}

impl Limits {
    fn new(tenant: &Tenant, context: &RequestContext, typed: &str) -> Self {
        let address = context.address.network();
        let account = format!("{}:{}", tenant.row.id, typed.to_ascii_lowercase());
        Self { account_address: format!("{account}:{address}"), address, account }
    }

    async fn count(&self, app: &App) -> Result<(), Problem> {
        app.limiter.count(HOTEL_ADDRESS, &self.address).await?;
        app.limiter.count(HOTEL_ACCOUNT_ADDRESS, &self.account_address).await?;
        app.limiter.count(HOTEL_ACCOUNT, &self.account).await
    }

    /// Resets the narrow limit after a success. Of everybody's attempts only this one is taken back: the owner's sign-ins must not
    /// give a guesser more attempts.
    async fn reset(&self, app: &App) {
        app.limiter.reset(HOTEL_ACCOUNT_ADDRESS, &self.account_address).await;
        app.limiter.take_back(HOTEL_ACCOUNT, &self.account).await;
    }
}

/// A sign-in whose ID has been looked up.
struct Attempt<'a> {
    app: &'a App,
    tenant: &'a Tenant,
    context: &'a RequestContext,
    login: Option<&'a LoginUserId>,
}

impl Attempt<'_> {
    fn entry(&self, action: Action) -> Entry<'_> {
        Entry {
            login_id: self.login,
            client_address: Some(self.context.address.0),
            request_id: Some(self.context.request_id.as_str()),
            ..Entry::new(action)
        }
    }

    /// Records a failure in the access log and in the logs, with the id of the account that was tried. Returns its problem.
    async fn reject(&self, tried: Option<&Credentials>, code: Code) -> Result<Problem, Problem> {
        let mut conn = self.tenant.db.acquire().await?;
        access_log::insert(&mut conn, &self.entry(Action::SignInFailed), self.app.clock.now()).await?;
        let user_id = tried.map(|tried| tried.user.id.get());
        let (request_id, code_name) = (self.context.request_id.as_str(), code.as_str());
        tracing::warn!(request_id, user_id, code = code_name, "a sign-in at a hotel tenant failed");
        Ok(code.into())
    }
}
