//! `POST /patients/reset-password`

use axum::extract::State;
use axum::response::Json;
use domain::{LinkToken, Password, PasswordOwner};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{EmptyResponse, limit_subject};
use crate::App;
use crate::extract::Tenant;
use crate::http::{ClientAddress, JsonBody};
use crate::problem::{Code, JsonProblems, Problem, PublicProblems, RateLimitProblem, ValidationProblem};
use crate::services::limiter::{LOGIN_ACCOUNT, LOGIN_ACCOUNT_ADDRESS, RESET_ADDRESS};

/// A new password and the token of the link.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ResetPasswordRequest {
    /// The token in the link.
    #[serde(default)]
    #[schema(required, value_type = String)]
    token: SecretString,
    /// 8 to 64 characters with letters, digits and a special character. Not one of the most used, and without the login ID, the
    /// name and the number.
    #[serde(default)]
    #[schema(required, min_length = 8, max_length = 64, value_type = String, format = Password)]
    password: SecretString,
}

/// Sets a new password by a link. Every session of the patient and every other link end.
#[utoipa::path(
    post, path = "/patients/reset-password", tag = "recovery", operation_id = "resetPassword",
    request_body = ResetPasswordRequest,
    responses(
        (status = 200, body = EmptyResponse, description = "The password is changed"),
        PublicProblems, JsonProblems, ValidationProblem, RateLimitProblem,
        (status = 404, description = "invalid_token: unknown, used or too old; unknown_tenant"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    address: ClientAddress,
    JsonBody(request): JsonBody<ResetPasswordRequest>,
) -> Result<Json<EmptyResponse>, Problem> {
    let password = Password::parse(request.password.expose_secret())?;
    app.limiter.count(RESET_ADDRESS, &address.network()).await?;
    let hash = LinkToken::parse(request.token.expose_secret()).ok_or(Code::InvalidToken)?.hash();
    // no password is hashed for an invalid link
    let found = db::recovery::find_reset_owner(&mut tenant.db.acquire().await?, &hash, app.clock.now()).await?;
    let owner = found.ok_or(Code::InvalidToken)?;
    password.check_personal(&PasswordOwner {
        login_id: &owner.login_user_id,
        name: &owner.name,
        phone: Some(&owner.phone_number),
    })?;
    let password = app.passwords.hash(password).await?;
    let mut tx = tenant.db.begin().await?;
    let used = db::recovery::reset_password(&mut tx, &hash, &password, app.clock.now()).await?;
    let login = used.ok_or(Code::InvalidToken)?;
    tx.commit().await?;
    // a person who forgot the password may have reached the limits
    let account = limit_subject(&tenant, &login.key());
    app.limiter.reset(LOGIN_ACCOUNT, &account).await;
    app.limiter.reset(LOGIN_ACCOUNT_ADDRESS, &format!("{account}:{}", address.network())).await;
    Ok(Json(EmptyResponse {}))
}
