//! `POST /patients/auth/login`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use domain::LoginUserId;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use utoipa::ToSchema;

use super::session::NewSession;
use super::shape::PatientAnswer;
use crate::App;
use crate::extract::Tenant;
use crate::http::{ClientAddress, JsonBody, RequestHost};
use crate::problem::{Code, FieldErrors, JsonProblems, Problem, PublicProblems, RateLimitProblem, ValidationProblem};
use crate::services::limiter::{LOGIN_ACCOUNT, LOGIN_ADDRESS};

/// An ID and its password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginRequest {
    /// The login ID, case-insensitive.
    #[serde(default)]
    #[schema(required, max_length = 100)]
    login_user_id: String,
    /// The password.
    #[serde(default)]
    #[schema(required, max_length = 200, value_type = String, format = Password)]
    password: SecretString,
}

/// Signs in. The cookie `authorization` carries the token; send it as a bearer credential.
#[utoipa::path(
    post, path = "/patients/auth/login", tag = "auth", operation_id = "login", request_body = LoginRequest,
    responses(
        (status = 200, body = PatientAnswer, headers(("set-cookie" = String, description = "authorization={token}, one day"))),
        PublicProblems, JsonProblems, ValidationProblem, RateLimitProblem,
        (status = 401, description = "invalid_credentials"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    address: ClientAddress,
    host: RequestHost,
    JsonBody(request): JsonBody<LoginRequest>,
) -> Result<Response, Problem> {
    let mut errors = FieldErrors::default();
    errors.require_text("loginUserId", &request.login_user_id);
    errors.require_text("password", request.password.expose_secret());
    errors.finish()?;

    let account = format!("{}:{}", tenant.row.id, request.login_user_id.to_ascii_lowercase());
    app.limiter.count(LOGIN_ADDRESS, &address.0.to_string()).await?;
    app.limiter.count(LOGIN_ACCOUNT, &account).await?;

    // a malformed ID has no account, and must take as long to be rejected
    let found = match LoginUserId::parse(&request.login_user_id) {
        Ok(id) => db::patients::find_credentials(&mut tenant.db.acquire().await?, &id).await?,
        Err(_) => None,
    };
    let stored = found.as_ref().map(|found| &found.password_hash);
    let right = app.passwords.verify(request.password, stored).await?;
    let checked = found.filter(|_| right).ok_or(Code::InvalidCredentials)?;

    let mut tx = tenant.db.begin().await?;
    let session = NewSession::by_password(&app, &mut tx, &checked).await?.ok_or(Code::InvalidCredentials)?;
    tx.commit().await?;
    app.limiter.reset(LOGIN_ACCOUNT, &account).await;
    Ok((session.cookie(&host.0), Json(PatientAnswer { patient: (&checked.patient).into() })).into_response())
}
