//! `POST /institutions/auth/password`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use domain::Password;
use domain::password::PasswordOwner;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::StaffSessionResponse;
use crate::App;
use crate::extract::staff::{Staff, StaffWithTemporaryPassword};
use crate::http::{ClientAddress, JsonBody};
use crate::problem::{Code, JsonProblems, Problem, RateLimitProblem, StaffProblems, ValidationProblem};
use crate::services::limiter::STAFF_ACCOUNT_ADDRESS;

/// A new password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffPasswordRequest {
    /// The current password. It may be omitted when it is a temporary one.
    #[serde(default)]
    #[schema(max_length = 200, value_type = String, format = Password)]
    current_password: SecretString,
    /// The new password, different from the current one.
    #[serde(default)]
    #[schema(required, max_length = 64, value_type = String, format = Password)]
    password: SecretString,
}

/// Changes the password, temporary or not. Every other session of the account ends.
#[utoipa::path(
    post, path = "/institutions/auth/password", tag = "staff", operation_id = "setStaffPassword",
    request_body = StaffPasswordRequest, security(("staff" = [])),
    responses(
        (status = 200, body = StaffSessionResponse),
        StaffProblems, JsonProblems, ValidationProblem, RateLimitProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWithTemporaryPassword(staff): StaffWithTemporaryPassword,
    JsonBody(request): JsonBody<StaffPasswordRequest>,
) -> Result<Json<StaffSessionResponse>, Problem> {
    let password = Password::parse(request.password.expose_secret())?;
    password.check_personal(&PasswordOwner { login_id: &staff.row.login_id, name: &staff.row.name, phone: None })?;
    if !staff.row.must_change_password {
        check_current(&app, &staff, request.current_password).await?;
    }
    let known = db::staff::find_credentials(&mut staff.tenant.db.acquire().await?, &staff.row.login_id).await?;
    let known = known.ok_or(Code::Unauthorized)?;
    if app.passwords.verify(request.password, Some(&known.password_hash)).await? {
        return Err(Problem::field("password", domain::InvalidCode::Used));
    }
    let hash = app.passwords.hash(password).await?;
    let mut tx = staff.tenant.db.begin().await?;
    // a reset during the check ended this session, and must not be undone by it
    db::staff::lock_credentials(&mut tx, &known).await?.ok_or(Code::Unauthorized)?;
    db::staff::set_password(&mut tx, staff.row.id, &hash).await?;
    db::staff_sessions::revoke_all(&mut tx, staff.row.id, Some(staff.session_id), app.clock.now()).await?;
    staff.log_action(&app, &mut tx, Action::PasswordChanged, None).await?;
    tx.commit().await?;
    let row = domain::Staff { must_change_password: false, ..staff.row };
    Ok(Json(StaffSessionResponse::new(row, false)))
}

/// Checks the caller's current password, so that an open session alone cannot lock the account's owner out.
///
/// # Errors
/// `currentPassword.required` or `currentPassword.mismatch`, or a rate limit.
pub async fn check_current(app: &App, staff: &Staff, current: SecretString) -> Result<(), Problem> {
    if current.expose_secret().is_empty() {
        return Err(Problem::field("currentPassword", domain::InvalidCode::Required));
    }
    let account =
        format!("{}:{}:{}", staff.tenant.row.id, staff.row.login_id.key(), ClientAddress(staff.address).network());
    app.limiter.count(STAFF_ACCOUNT_ADDRESS, &account).await?;
    let known = db::staff::find_credentials(&mut staff.tenant.db.acquire().await?, &staff.row.login_id).await?;
    let stored = known.ok_or(Code::Unauthorized)?.password_hash;
    if !app.passwords.verify(current, Some(&stored)).await? {
        let (request_id, staff_id) = (staff.request_id.as_str(), staff.row.id.get());
        tracing::warn!(request_id, staff_id, "the present password of staff was wrong");
        return Err(Problem::field("currentPassword", domain::InvalidCode::Mismatch));
    }
    app.limiter.reset(STAFF_ACCOUNT_ADDRESS, &account).await;
    Ok(())
}
