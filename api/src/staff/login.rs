//! `POST /institutions/auth/login`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::access_log::{self, Action, Entry};
use domain::{StaffId, staff};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use utoipa::ToSchema;

use super::session;
use super::shape::StaffAnswer;
use crate::App;
use crate::extract::{RequestContext, Tenant};
use crate::http::JsonBody;
use crate::problem::{Code, FieldErrors, JsonProblems, Problem, RateLimitProblem, SignedInProblems, ValidationProblem};
use crate::services::limiter::{STAFF_ACCOUNT, STAFF_ADDRESS};

/// An ID and its password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffLoginRequest {
    /// The sign-in name, case-insensitive.
    #[serde(default)]
    #[schema(required, max_length = 100)]
    login_id: String,
    /// The password.
    #[serde(default)]
    #[schema(required, max_length = 200, value_type = String, format = Password)]
    password: SecretString,
}

/// Signs in a member of a clinic's staff, separately from patients. The cookie `staffAuthorization` carries the token.
#[utoipa::path(
    post, path = "/institutions/auth/login", tag = "staff", operation_id = "staffLogin", request_body = StaffLoginRequest,
    responses(
        (status = 200, body = StaffAnswer, headers(("set-cookie" = String, description = "staffAuthorization={token}, twelve hours"))),
        SignedInProblems, JsonProblems, ValidationProblem, RateLimitProblem,
        (status = 401, description = "invalid_credentials"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    context: RequestContext,
    JsonBody(request): JsonBody<StaffLoginRequest>,
) -> Result<Response, Problem> {
    let mut errors = FieldErrors::default();
    errors.require_text("loginId", &request.login_id);
    errors.require_text("password", request.password.expose_secret());
    errors.finish()?;
    let account = format!("{}:{}", tenant.row.id, request.login_id.to_ascii_lowercase());
    app.limiter.count(STAFF_ADDRESS, &context.address.0.to_string()).await?;
    app.limiter.count(STAFF_ACCOUNT, &account).await?;

    // a malformed ID has no account, and must take as long to be rejected
    let login = staff::parse_login_id(&request.login_id).ok();
    let found = match &login {
        Some(login) => db::staff::find_credentials(&mut tenant.db.acquire().await?, login).await?,
        None => None,
    };
    let right = app.passwords.verify(request.password, found.as_ref().map(|found| &found.password_hash)).await?;
    let known = found.filter(|_| right).map(|found| found.staff);
    let entry = |staff_id: Option<StaffId>, action| Entry {
        staff_id,
        login_id: login.as_ref(),
        client_address: Some(context.address.0),
        request_id: Some(context.request_id.as_str()),
        ..Entry::new(action)
    };
    let now = app.clock.now();
    let Some(staff) = known else {
        access_log::insert(&mut tenant.db.acquire().await?, &entry(None, Action::SignInFailed), now).await?;
        return Err(Code::InvalidCredentials.into());
    };
    app.limiter.reset(STAFF_ACCOUNT, &account).await;
    let mut tx = tenant.db.begin().await?;
    let cookie = session::begin(&app, &mut tx, staff.id, &context.host.0).await?;
    access_log::insert(&mut tx, &entry(Some(staff.id), Action::SignIn), now).await?;
    tx.commit().await?;
    Ok((cookie, Json(StaffAnswer { staff: staff.into() })).into_response())
}
