//! `POST /institutions/auth/password`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use domain::Password;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::StaffAnswer;
use crate::App;
use crate::extract::staff::{ChangeSubject, StaffWithTemporaryPassword};
use crate::http::JsonBody;
use crate::problem::{Code, JsonProblems, Problem, SignedInProblems, ValidationProblem};

/// A new password.
#[derive(Debug, Deserialize, ToSchema)]
pub struct StaffPasswordRequest {
    /// The new password, different from the current one.
    #[serde(default)]
    #[schema(required, max_length = 128, value_type = String, format = Password)]
    password: SecretString,
}

/// Changes the password, at first the temporary one. Every other session of the account ends.
#[utoipa::path(
    post, path = "/institutions/auth/password", tag = "staff", operation_id = "setStaffPassword",
    request_body = StaffPasswordRequest, security(("staff" = [])),
    responses(
        (status = 200, body = StaffAnswer),
        SignedInProblems, JsonProblems, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWithTemporaryPassword(staff): StaffWithTemporaryPassword,
    JsonBody(request): JsonBody<StaffPasswordRequest>,
) -> Result<Json<StaffAnswer>, Problem> {
    let password = Password::parse(request.password.expose_secret())?;
    let known = db::staff::find_credentials(&mut staff.tenant.db.acquire().await?, &staff.row.login_id).await?;
    let current = known.ok_or(Code::Unauthorized)?.password_hash;
    if app.passwords.verify(request.password, Some(&current)).await? {
        return Err(Problem::field("password", domain::InvalidCode::Used));
    }
    let hash = app.passwords.hash(password).await?;
    let mut tx = staff.tenant.db.begin().await?;
    db::staff::set_password(&mut tx, staff.row.id, &hash).await?;
    db::staff_sessions::revoke_all(&mut tx, staff.row.id, Some(staff.session_id), app.clock.now()).await?;
    staff.log_change(&app, &mut tx, Action::PasswordChanged, ChangeSubject::default()).await?;
    tx.commit().await?;
    let row = domain::Staff { must_change_password: false, ..staff.row };
    Ok(Json(StaffAnswer { staff: row.into() }))
}
