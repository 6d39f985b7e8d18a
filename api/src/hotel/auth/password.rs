//! `PUT /hotel/auth/password`

use axum::extract::State;
use db::access_log::Action;
use db::hotel::users;
use domain::password::PasswordOwner;
use domain::{InvalidCode, Password, PasswordHash};
use http::StatusCode;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::HotelUser;
use crate::extract::hotel::HotelSession;
use crate::http::{ClientAddress, JsonBody};
use crate::problem::{Code, HotelProblems, JsonProblems, Problem, RateLimitProblem, ValidationProblem};
use crate::services::limiter::HOTEL_ACCOUNT_ADDRESS;

/// A new password.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = HotelPasswordRequest)]
pub struct PasswordRequest {
    /// The current password. It may be omitted when it is a temporary one.
    #[serde(default)]
    #[schema(max_length = 200, value_type = String, format = Password)]
    present: SecretString,
    /// The new password, different from the current one.
    #[serde(default)]
    #[schema(required, max_length = 64, value_type = String, format = Password)]
    password: SecretString,
}

/// Changes the password, temporary or not. Every other session of the account ends.
#[utoipa::path(
    put, path = "/hotel/auth/password", tag = "hotel-accounts", operation_id = "setHotelPassword",
    request_body = PasswordRequest, security(("hotel" = [])),
    responses(
        (status = 204),
        HotelProblems, JsonProblems, ValidationProblem, RateLimitProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelSession(user): HotelSession,
    JsonBody(request): JsonBody<PasswordRequest>,
) -> Result<StatusCode, Problem> {
    let password = Password::parse(request.password.expose_secret())?;
    password.check_personal(&PasswordOwner { login_id: &user.row.login_id, name: &user.row.name, phone: None })?;
    let known = users::find_credentials(&mut user.tenant.db.acquire().await?, &user.row.login_id).await?;
    let known = known.ok_or(Code::Unauthorized)?;
    if !user.row.must_change_password {
        check_current(&app, &user, request.present, &known.password_hash).await?;
    }
    if app.passwords.verify(request.password, Some(&known.password_hash)).await? {
        return Err(Problem::field("password", InvalidCode::Used));
    }
    let hash = app.passwords.hash(password).await?;
    let mut tx = user.tenant.db.begin().await?;
    // a reset during the check ended this session, and must not be undone by it
    users::lock_credentials(&mut tx, &known).await?.ok_or(Code::Unauthorized)?;
    users::set_password(&mut tx, user.row.id, &hash).await?;
    db::hotel::sessions::revoke_all(&mut tx, user.row.id, Some(user.session_id), app.clock.now()).await?;
    user.log(&app, &mut tx, Action::PasswordChanged, "").await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Checks the current password, so that an open session alone cannot lock the account's owner out.
async fn check_current(
    app: &App,
    user: &HotelUser,
    present: SecretString,
    stored: &PasswordHash,
) -> Result<(), Problem> {
    if present.expose_secret().is_empty() {
        return Err(Problem::field("present", InvalidCode::Required));
    }
    let address = ClientAddress(user.address).network();
    let account = format!("{}:{}:{address}", user.tenant.row.id, user.row.login_id.key());
    app.limiter.count(HOTEL_ACCOUNT_ADDRESS, &account).await?;
    if !app.passwords.verify(present, Some(stored)).await? {
        let (request_id, user_id) = (user.request_id.as_str(), user.row.id.get());
        tracing::warn!(request_id, user_id, "the present password of a hotel's user was wrong");
        return Err(Problem::field("present", InvalidCode::Mismatch));
    }
    app.limiter.reset(HOTEL_ACCOUNT_ADDRESS, &account).await;
    Ok(())
}
