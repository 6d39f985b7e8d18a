//! `POST /patients/auth/login`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use domain::LoginUserId;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use utoipa::ToSchema;

use super::attempt::Attempt;
use super::session::SignIn;
use super::shape::PatientResponse;
use crate::App;
use crate::extract::browser::Visitor;
use crate::extract::{Caller, CallerSlot, Tenant};
use crate::http::JsonBody;
use crate::problem::{Code, FieldErrors, JsonProblems, Problem, PublicProblems, RateLimitProblem, ValidationProblem};

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

/// Signs in. The cookie `authorization` carries the token; send it as a bearer credential. The cookie `knownDevice` recognizes the
/// browser at later sign-ins.
#[utoipa::path(
    post, path = "/patients/auth/login", tag = "auth", operation_id = "login", request_body = LoginRequest,
    responses(
        (status = 200, body = PatientResponse, headers(("set-cookie" = String, description = "authorization={token}, one day; knownDevice, one year"))),
        PublicProblems, JsonProblems, ValidationProblem, RateLimitProblem,
        (status = 401, description = "invalid_credentials"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    visitor: Visitor,
    caller: CallerSlot,
    JsonBody(request): JsonBody<LoginRequest>,
) -> Result<Response, Problem> {
    let mut errors = FieldErrors::default();
    errors.require_text("loginUserId", &request.login_user_id);
    errors.require_text("password", request.password.expose_secret());
    errors.finish()?;

    // a malformed ID has no account, and must take as long to be rejected
    let login = LoginUserId::parse(&request.login_user_id).ok();
    let sign_in = SignIn { app: &app, tenant: &tenant, visitor: &visitor };
    let attempt = Attempt::new(&sign_in, &request.login_user_id, login.as_ref());
    attempt.count(&app).await?;

    let found = match &login {
        Some(login) => db::patients::find_credentials(&mut tenant.db.acquire().await?, login).await?,
        None => None,
    };
    let tried = found.as_ref().map(|found| found.patient.id);
    if let Some(id) = tried {
        caller.set(Caller::Patient(id));
    }
    let stored = found.as_ref().map(|found| &found.password_hash);
    let right = app.passwords.verify(request.password, stored).await?;
    let Some(checked) = found.filter(|_| right) else {
        sign_in.log_failure(tried).await?;
        return Err(Code::InvalidCredentials.into());
    };

    let mut tx = tenant.db.begin().await?;
    let Some(session) = sign_in.begin_checked(&mut tx, &checked).await? else {
        drop(tx);
        sign_in.log_failure(tried).await?;
        return Err(Code::InvalidCredentials.into());
    };
    tx.commit().await?;
    attempt.reset(&app).await;
    Ok((session.cookies(&visitor.host), Json(PatientResponse { patient: (&checked.patient).into() })).into_response())
}
