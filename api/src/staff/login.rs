//! `POST /institutions/auth/login`

use axum::extract::State;
use axum::response::{AppendHeaders, IntoResponse as _, Json, Response};
use chrono::{DateTime, Utc};
use db::TenantTx;
use db::access_log::{self, Action, Entry};
use db::staff::Credentials;
use domain::{LoginUserId, Staff, staff};
use http::{HeaderMap, header};

use super::session::{self, SignInOrigin};
use super::shape::StaffSessionResponse;
use crate::App;
use crate::extract::{RequestContext, Tenant};
use crate::http::JsonBody;
use crate::problem::{Code, JsonProblems, Problem, PublicProblems, RateLimitProblem, ValidationProblem};
use crate::services::known_device::{DeviceKind, KnownDevice};
use crate::services::limiter::{STAFF_ACCOUNT, STAFF_ACCOUNT_ADDRESS, STAFF_ADDRESS, STAFF_DEVICE};
use crate::sign_in::{SignInLimits, SignInRequest, SignInRules, TenantAttempt};

const RULES: SignInRules =
    SignInRules { address: STAFF_ADDRESS, account_address: STAFF_ACCOUNT_ADDRESS, account: STAFF_ACCOUNT };

/// Signs in a member of a clinic's staff, separately from patients. The cookie `__Host-staffAuthorization` (on local hosts
/// `staffAuthorization`), which pages cannot read, carries the token. The cookie `__Host-knownStaffDevice` recognizes the
/// browser at later sign-ins.
#[utoipa::path(
    post, path = "/institutions/auth/login", tag = "staff", operation_id = "staffLogin", request_body = SignInRequest,
    responses(
        (status = 200, body = StaffSessionResponse, headers(("set-cookie" = String, description = "__Host-staffAuthorization={token}, twelve hours; __Host-knownStaffDevice, one year"))),
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
    JsonBody(request): JsonBody<SignInRequest>,
) -> Result<Response, Problem> {
    request.check()?;
    // a malformed ID has no account, and must take as long to be rejected
    let login = staff::parse_login_id(&request.login_id).ok();
    let device = KnownDevice::read(DeviceKind::Staff, &app.sealer, tenant.row.id, &headers, &context.host.0);
    let limits = match find_known_account(device.as_ref(), login.as_ref()) {
        Some(subject) => {
            let subject = format!("{}:{subject}", tenant.row.id);
            SignInLimits::count_known(&app, RULES, &context, (STAFF_DEVICE, subject)).await?
        }
        None => SignInLimits::count(&app, RULES, Some(tenant.row.id), &context, &request.login_id).await?,
    };
    let found = match &login {
        Some(login) => db::staff::find_credentials(&mut tenant.db.acquire().await?, login).await?,
        None => None,
    };
    let right = app.passwords.verify(request.password, found.as_ref().map(|found| &found.password_hash)).await?;
    let now = app.clock.now();
    let attempt = TenantAttempt { app: &app, tenant: &tenant, context: &context, login: login.as_ref() };
    let Some(known) = found.as_ref().filter(|_| right) else {
        return Err(attempt.reject(found.as_ref().map(|found| found.staff.id.get()), Code::InvalidCredentials).await?);
    };
    if known.is_spent(now) {
        return Err(attempt.reject(Some(known.staff.id.get()), Code::TemporaryPasswordExpired).await?);
    }
    let mut tx = tenant.db.begin().await?;
    let staff = match lock_account(&mut tx, known, now).await? {
        Ok(staff) => staff,
        Err(code) => {
            drop(tx);
            return Err(attempt.reject(Some(known.staff.id.get()), code).await?);
        }
    };
    limits.reset().await;
    let origin = SignInOrigin { host: &context.host.0, address: context.address.0, device: session::device(&headers) };
    let [cookie] = session::begin(&app, &mut tx, &staff, &origin).await?;
    let entry = Entry { staff_id: Some(staff.id), ..attempt.entry(Action::SignIn) };
    access_log::insert(&mut tx, &entry, now).await?;
    tx.commit().await?;
    let mut device = device.unwrap_or_else(|| KnownDevice::new(DeviceKind::Staff, &app.random));
    device.insert(&staff.login_id);
    let device = device.cookie(&app.sealer, tenant.row.id, &app.random, &context.host.0);
    let cookies = AppendHeaders([cookie, (header::SET_COOKIE, device)]);
    let pending = staff.has_second_factor();
    Ok((cookies, Json(StaffSessionResponse::new(staff, pending))).into_response())
}

/// Returns the account and the browser as a rate limit's subject, if the account signed in there before.
fn find_known_account(device: Option<&KnownDevice>, login: Option<&LoginUserId>) -> Option<String> {
    let (device, login) = device.zip(login)?;
    device.contains(login).then(|| format!("{}:{}", login.key(), device.subject()))
}

/// Locks the account and consumes its temporary password. The check of the password takes a while, in which a reset may
/// have replaced it: the session must not outlive the reset, nor consume the new temporary password.
async fn lock_account(
    tx: &mut TenantTx,
    checked: &Credentials,
    now: DateTime<Utc>,
) -> Result<Result<Staff, Code>, Problem> {
    let Some(staff) = db::staff::lock_credentials(tx, checked).await? else {
        return Ok(Err(Code::InvalidCredentials));
    };
    if staff.must_change_password && !db::staff::use_temporary_password(tx, staff.id, now).await? {
        return Ok(Err(Code::TemporaryPasswordExpired));
    }
    Ok(Ok(staff))
}
