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
use crate::auth::rules::Checks;
use crate::guard::Tenant;
use crate::guard::limiter::{STAFF_ACCOUNT, STAFF_ADDRESS};
use crate::http::{Creation, Input};
use crate::problem::{Code, Problem, ProblemBody};

/// An ID and its password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffLoginRequest {
    /// The sign-in name; its case does not matter.
    #[serde(default)]
    #[schema(required, max_length = 100)]
    login_id: String,
    /// The password.
    #[serde(default)]
    #[schema(required, max_length = 200, value_type = String, format = Password)]
    password: SecretString,
}

/// Signs a clinic's staff in, apart from patients. The cookie `staffAuthorization` carries the token.
#[utoipa::path(
    post, path = "/institutions/auth/login", tag = "staff", operation_id = "staffLogin", request_body = StaffLoginRequest,
    responses(
        (status = 200, body = StaffAnswer, headers(("set-cookie" = String, description = "staffAuthorization={token}, twelve hours"))),
        (status = 401, description = "invalid_credentials", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation", body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, description = "too_many_requests", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    creation: Creation,
    Input(request): Input<StaffLoginRequest>,
) -> Result<Response, Problem> {
    let mut checks = Checks::default();
    checks.given("loginId", &request.login_id);
    checks.given("password", request.password.expose_secret());
    checks.finish()?;
    let account = format!("{}:{}", tenant.row.id, request.login_id.to_ascii_lowercase());
    app.limiter.count(STAFF_ADDRESS, &creation.address.0.to_string()).await?;
    app.limiter.count(STAFF_ACCOUNT, &account).await?;

    // what cannot be an ID is nobody's, and takes as long to be told so
    let login = staff::login_id(&request.login_id).ok();
    let found = match &login {
        Some(login) => db::staff::find_credentials(&mut tenant.db.acquire().await?, login).await?,
        None => None,
    };
    let right = app.passwords.verify(request.password, found.as_ref().map(|found| &found.password_hash)).await?;
    let known = found.filter(|_| right).map(|found| found.staff);
    let entry = |staff_id: Option<StaffId>, action| Entry {
        staff_id,
        login_id: login.as_ref(),
        client_address: Some(creation.address.0),
        action,
        patient_ids: &[],
        application_ids: &[],
        request_id: Some(creation.request_id.as_str()),
    };
    let now = app.clock.now();
    let Some(staff) = known else {
        access_log::insert(&mut tenant.db.acquire().await?, &entry(None, Action::SignInFailed), now).await?;
        return Err(Code::InvalidCredentials.into());
    };
    app.limiter.forget(STAFF_ACCOUNT, &account).await;
    let mut tx = tenant.db.begin().await?;
    let cookie = session::begin(&app, &mut tx, staff.id, &creation.host.0).await?;
    access_log::insert(&mut tx, &entry(Some(staff.id), Action::SignIn), now).await?;
    tx.commit().await?;
    Ok((cookie, Json(StaffAnswer { staff: staff.into() })).into_response())
}
