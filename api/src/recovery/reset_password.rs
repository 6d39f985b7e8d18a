//! `POST /patients/reset-password`

use axum::extract::State;
use axum::response::Json;
use domain::{LinkToken, Password};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Done, limit_subject};
use crate::App;
use crate::extract::Tenant;
use crate::http::{ClientAddress, JsonBody};
use crate::problem::{Code, JsonProblems, Problem, PublicProblems, RateLimitProblem, ValidationProblem};
use crate::services::limiter::{LOGIN_ACCOUNT, RESET_ADDRESS};

/// A new password and the token of the link.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ResetPasswordRequest {
    /// The token in the link.
    #[serde(default)]
    #[schema(required, value_type = String)]
    token: SecretString,
    /// At least 8 characters with letters, digits and a special character.
    #[serde(default)]
    #[schema(required, min_length = 8, max_length = 128, value_type = String, format = Password)]
    password: SecretString,
}

/// Sets a new password by a link. Every session of the patient and every other link end.
#[utoipa::path(
    post, path = "/patients/reset-password", tag = "recovery", operation_id = "resetPassword",
    request_body = ResetPasswordRequest,
    responses(
        (status = 200, body = Done, description = "The password is changed"),
        PublicProblems, JsonProblems, ValidationProblem, RateLimitProblem,
        (status = 404, description = "invalid_token: unknown, used or too old; unknown_tenant"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    address: ClientAddress,
    JsonBody(request): JsonBody<ResetPasswordRequest>,
) -> Result<Json<Done>, Problem> {
    let password = Password::parse(request.password.expose_secret())?;
    app.limiter.count(RESET_ADDRESS, &address.0.to_string()).await?;
    let hash = LinkToken::parse(request.token.expose_secret()).ok_or(Code::InvalidToken)?.hash();
    // no password is hashed for an invalid link
    if !db::recovery::exists_reset(&mut tenant.db.acquire().await?, &hash, app.clock.now()).await? {
        return Err(Code::InvalidToken.into());
    }
    let password = app.passwords.hash(password).await?;
    let mut tx = tenant.db.begin().await?;
    let used = db::recovery::reset_password(&mut tx, &hash, &password, app.clock.now()).await?;
    let login = used.ok_or(Code::InvalidToken)?;
    tx.commit().await?;
    // a person who forgot the password may have reached the limit
    app.limiter.reset(LOGIN_ACCOUNT, &limit_subject(&tenant, &login.key())).await;
    Ok(Json(Done {}))
}
