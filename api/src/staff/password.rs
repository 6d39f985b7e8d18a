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
use crate::guard::staff::NewStaff;
use crate::http::Input;
use crate::problem::{Code, Problem, ProblemBody};

/// A password of one's own.
#[derive(Debug, Deserialize, ToSchema)]
pub struct StaffPasswordRequest {
    /// The new password, another than the present one.
    #[serde(default)]
    #[schema(required, max_length = 128, value_type = String, format = Password)]
    password: SecretString,
}

/// Sets a password of one's own, in place of the temporary one at first; every other session of the account ends.
#[utoipa::path(
    post, path = "/institutions/auth/password", tag = "staff", operation_id = "setStaffPassword",
    request_body = StaffPasswordRequest, security(("staff" = [])),
    responses(
        (status = 200, body = StaffAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    NewStaff(staff): NewStaff,
    Input(request): Input<StaffPasswordRequest>,
) -> Result<Json<StaffAnswer>, Problem> {
    let password = Password::parse(request.password.expose_secret())?;
    let known = db::staff::find_credentials(&mut staff.tenant.db.acquire().await?, &staff.row.login_id).await?;
    let present = known.ok_or(Code::Unauthorized)?.password_hash;
    if app.passwords.verify(request.password, Some(&present)).await? {
        return Err(Problem::field("password", domain::Code::Used));
    }
    let hash = app.passwords.hash(password).await?;
    let mut tx = staff.tenant.db.begin().await?;
    db::staff::set_password(&mut tx, staff.row.id, &hash).await?;
    db::staff_sessions::revoke_all(&mut tx, staff.row.id, Some(staff.session_id), app.clock.now()).await?;
    staff.log_change(&app, &mut tx, Action::PasswordChanged, (None, None)).await?;
    tx.commit().await?;
    let row = domain::Staff { must_change_password: false, ..staff.row };
    Ok(Json(StaffAnswer { staff: row.into() }))
}
