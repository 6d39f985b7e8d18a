//! `POST /institutions/auth/login`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::access_log::{self, Action, Entry};
use db::staff::Credentials;
use domain::{LoginUserId, staff};
use http::HeaderMap;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use utoipa::ToSchema;

use super::session::{self, SignInOrigin};
use super::shape::StaffSessionAnswer;
use crate::App;
use crate::extract::{RequestContext, Tenant};
use crate::http::JsonBody;
use crate::problem::{Code, FieldErrors, JsonProblems, Problem, PublicProblems, RateLimitProblem, ValidationProblem};
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

/// Signs in a member of a clinic's staff, separately from patients. The cookie `__Host-staffAuthorization` (on local hosts
/// `staffAuthorization`), which pages cannot read, carries the token.
#[utoipa::path(
    post, path = "/institutions/auth/login", tag = "staff", operation_id = "staffLogin", request_body = StaffLoginRequest,
    responses(
        (status = 200, body = StaffSessionAnswer, headers(("set-cookie" = String, description = "__Host-staffAuthorization={token}, twelve hours"))),
        PublicProblems, JsonProblems, ValidationProblem, RateLimitProblem,
        (status = 401, description = "invalid_credentials, temporary_password_expired"),
        (status = 403, description = "clinic_disabled, tenant_disabled"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    context: RequestContext,
    headers: HeaderMap,
    JsonBody(request): JsonBody<StaffLoginRequest>,
) -> Result<Response, Problem> {
    let mut errors = FieldErrors::default();
    errors.require_text("loginId", &request.login_id);
    errors.require_text("password", request.password.expose_secret());
    errors.finish()?;
    let address = context.address.network();
    let account = format!("{}:{}:{address}", tenant.row.id, request.login_id.to_ascii_lowercase());
    app.limiter.count(STAFF_ADDRESS, &address).await?;
    app.limiter.count(STAFF_ACCOUNT, &account).await?;

    // a malformed ID has no account, and must take as long to be rejected
    let login = staff::parse_login_id(&request.login_id).ok();
    let found = match &login {
        Some(login) => db::staff::find_credentials(&mut tenant.db.acquire().await?, login).await?,
        None => None,
    };
    let right = app.passwords.verify(request.password, found.as_ref().map(|found| &found.password_hash)).await?;
    let now = app.clock.now();
    let attempt = Attempt { app: &app, tenant: &tenant, context: &context, login: login.as_ref() };
    let Some(known) = found.as_ref().filter(|_| right) else {
        return Err(attempt.reject(found.as_ref(), Code::InvalidCredentials).await?);
    };
    if known.is_spent(now) {
        return Err(attempt.reject(Some(known), Code::TemporaryPasswordExpired).await?);
    }
    let staff = known.staff.clone();
    let mut tx = tenant.db.begin().await?;
    if staff.must_change_password && !db::staff::use_temporary_password(&mut tx, staff.id, now).await? {
        drop(tx);
        return Err(attempt.reject(Some(known), Code::TemporaryPasswordExpired).await?);
    }
    app.limiter.reset(STAFF_ACCOUNT, &account).await;
    let origin = SignInOrigin { host: &context.host.0, address: context.address.0, device: session::device(&headers) };
    let cookie = session::begin(&app, &mut tx, &staff, &origin).await?;
    let entry = Entry { staff_id: Some(staff.id), ..attempt.entry(Action::SignIn) };
    access_log::insert(&mut tx, &entry, now).await?;
    tx.commit().await?;
    let pending = staff.has_second_factor();
    Ok((cookie, Json(StaffSessionAnswer::new(staff, pending))).into_response())
}

/// A sign-in whose ID has been looked up.
struct Attempt<'a> {
    app: &'a App,
    tenant: &'a Tenant,
    context: &'a RequestContext,
    login: Option<&'a LoginUserId>,
}

impl Attempt<'_> {
    fn entry(&self, action: Action) -> Entry<'_> {
        Entry {
            login_id: self.login,
            client_address: Some(self.context.address.0),
            request_id: Some(self.context.request_id.as_str()),
            ..Entry::new(action)
        }
    }

    /// Records a failure in the access log and in the logs, with the id of the account that was tried. Returns its problem.
    async fn reject(&self, tried: Option<&Credentials>, code: Code) -> Result<Problem, Problem> {
        let mut conn = self.tenant.db.acquire().await?;
        access_log::insert(&mut conn, &self.entry(Action::SignInFailed), self.app.clock.now()).await?;
        let staff_id = tried.map(|tried| tried.staff.id.get());
        let (request_id, code_name) = (self.context.request_id.as_str(), code.as_str());
        tracing::warn!(request_id, staff_id, code = code_name, "a sign-in of staff failed");
        Ok(code.into())
    }
}
