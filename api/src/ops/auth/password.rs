//! `PUT /ops/auth/password`

use axum::extract::State;
use axum::response::Json;
use db::operator_actions::Action;
use domain::password::PasswordOwner;
use domain::{InvalidCode, Password};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::OperatorSessionResponse;
use crate::App;
use crate::extract::operator::{Audit, OperatorWithTemporaryPassword};
use crate::http::{ClientAddress, JsonBody};
use crate::problem::{Code, JsonProblems, OperatorProblems, Problem, RateLimitProblem, ValidationProblem};
use crate::services::limiter::OPERATOR_ACCOUNT_ADDRESS;

/// A new password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperatorPasswordRequest {
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
    put, path = "/ops/auth/password", tag = "ops-auth", operation_id = "setOperatorPassword",
    request_body = OperatorPasswordRequest, security(("operator" = [])),
    responses(
        (status = 200, body = OperatorSessionResponse),
        OperatorProblems, JsonProblems, ValidationProblem, RateLimitProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWithTemporaryPassword(operator): OperatorWithTemporaryPassword,
    JsonBody(request): JsonBody<OperatorPasswordRequest>,
) -> Result<Json<OperatorSessionResponse>, Problem> {
    let row = operator.row.clone();
    let password = Password::parse(request.password.expose_secret())?;
    password.check_personal(&PasswordOwner { login_id: &row.login_id, name: &row.name, phone: None })?;
    let known = db::operators::find_credentials(&mut app.databases.system().acquire().await?, &row.login_id).await?;
    let known = known.ok_or(Code::Unauthorized)?;
    if !row.must_change_password {
        let account = format!("{}:{}", row.login_id.key(), ClientAddress(operator.address).network());
        if request.current_password.expose_secret().is_empty() {
            return Err(Problem::field("currentPassword", InvalidCode::Required));
        }
        app.limiter.count(OPERATOR_ACCOUNT_ADDRESS, &account).await?;
        if !app.passwords.verify(request.current_password, Some(&known.password_hash)).await? {
            return Err(Problem::field("currentPassword", InvalidCode::Mismatch));
        }
        app.limiter.reset(OPERATOR_ACCOUNT_ADDRESS, &account).await;
    }
    if app.passwords.verify(request.password, Some(&known.password_hash)).await? {
        return Err(Problem::field("password", InvalidCode::Used));
    }
    let hash = app.passwords.hash(password).await?;
    let mut tx = app.databases.system().begin().await?;
    // a reset during the check ended this session, and must not be undone by it
    db::operators::lock_credentials(&mut tx, &known).await?.ok_or(Code::Unauthorized)?;
    db::operators::set_password(&mut tx, row.id, &hash).await?;
    db::operator_sessions::revoke_all(&mut tx, row.id, Some(operator.session_id), app.clock.now()).await?;
    operator.log(&app, &mut tx, &Audit::new(Action::PasswordChanged, "")).await?;
    tx.commit().await?;
    let row = domain::Operator { must_change_password: false, ..row };
    Ok(Json(OperatorSessionResponse::new(&app, &row, false)))
}
