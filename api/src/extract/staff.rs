//! The signed-in member of a clinic's staff.

use std::net::IpAddr;

use axum::extract::FromRequestParts;
use domain::{InstitutionId, StaffSessionId};
use http::request::Parts;

use super::patient::bearer;
use super::{Caller, CallerSlot, Tenant};
use crate::App;
use crate::http::cookie::HostCookie;
use crate::http::{ClientAddress, RequestHost, RequestId, origin};
use crate::problem::{Code, Problem};
use crate::services::token;

pub use super::staff_log::ChangeSubject;

/// The cookie that carries a staff token. It is strict, because the API reads it: pages of other sites must not send it.
pub const COOKIE: HostCookie = HostCookie {
    local_name: "staffAuthorization",
    host_name: "__Host-staffAuthorization",
    attributes: "HttpOnly; SameSite=Strict",
};
/// The header of calls that a page repeats automatically. They do not count as use of the session.
pub const POLL_HEADER: &str = "x-poll";

/// A signed-in member of the staff who has passed the second factor, chosen a password, and set up a second factor if
/// the clinic requires one. The role may be any.
#[derive(Clone, Debug)]
pub struct Staff {
    /// The account.
    pub row: domain::Staff,
    /// Its session.
    pub session_id: StaffSessionId,
    /// Whether the session's second factor is still pending.
    pub second_factor_pending: bool,
    /// The tenant that staff and request belong to.
    pub tenant: Tenant,
    /// The client's address.
    pub address: IpAddr,
    /// The request's id.
    pub request_id: RequestId,
}

/// The holder of a session, whose second factor may be pending and whose password may be temporary.
#[derive(Clone, Debug)]
pub struct StaffSession(pub Staff);

/// A member of the staff whose password may still be the temporary one.
#[derive(Clone, Debug)]
pub struct StaffWithTemporaryPassword(pub Staff);

/// A member of the staff who may still have to set up a second factor.
#[derive(Clone, Debug)]
pub struct StaffWithoutSecondFactor(pub Staff);

impl FromRequestParts<App> for StaffSession {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let tenant = Tenant::from_request_parts(parts, app).await?;
        let Ok(RequestHost(request_host)) = RequestHost::from_request_parts(parts, app).await;
        let token = match bearer(parts) {
            Some(token) => token,
            None => cookie_token(parts, &request_host, &tenant)?,
        };
        let (token, now) = (token::hash(token), app.clock.now());
        let mut conn = tenant.db.acquire().await?;
        let signed_in = db::staff_sessions::find(&mut conn, &token, now).await?.ok_or(Code::Unauthorized)?;
        if db::last_use::is_due(signed_in.last_used_at, now) && !parts.headers.contains_key(POLL_HEADER) {
            db::staff_sessions::set_used(&mut conn, signed_in.session_id, now).await?;
        }
        drop(conn);
        CallerSlot::insert(parts, Caller::Staff(signed_in.staff.id));
        let Ok(address) = ClientAddress::from_request_parts(parts, app).await;
        Ok(Self(Staff {
            row: signed_in.staff,
            session_id: signed_in.session_id,
            second_factor_pending: signed_in.second_factor_pending,
            tenant,
            address: address.0,
            request_id: RequestId::from_request_parts(parts, app).await?,
        }))
    }
}

impl FromRequestParts<App> for StaffWithTemporaryPassword {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let StaffSession(staff) = StaffSession::from_request_parts(parts, app).await?;
        if staff.second_factor_pending {
            return Err(Code::SecondFactorRequired.into());
        }
        Ok(Self(staff))
    }
}

impl FromRequestParts<App> for StaffWithoutSecondFactor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let StaffWithTemporaryPassword(staff) = StaffWithTemporaryPassword::from_request_parts(parts, app).await?;
        if staff.row.must_change_password {
            return Err(Code::PasswordChangeRequired.into());
        }
        Ok(Self(staff))
    }
}

impl FromRequestParts<App> for Staff {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let StaffWithoutSecondFactor(staff) = StaffWithoutSecondFactor::from_request_parts(parts, app).await?;
        if staff.row.needs_second_factor && !staff.row.has_second_factor() {
            return Err(Code::SecondFactorSetupRequired.into());
        }
        Ok(staff)
    }
}

/// Returns the token in the cookie, if a page of the tenant made the call.
fn cookie_token<'a>(parts: &'a Parts, request_host: &str, tenant: &Tenant) -> Result<&'a str, Problem> {
    let token = COOKIE.read(&parts.headers, request_host).filter(|value| value.len() == token::LENGTH);
    let token = token.ok_or(Code::Unauthorized)?;
    if !origin::is_own_page(&parts.headers, request_host, Some(&tenant.row)) {
        return Err(Code::CrossSite.into());
    }
    Ok(token)
}

impl Staff {
    /// Returns the clinic.
    #[must_use]
    pub const fn clinic(&self) -> InstitutionId {
        self.row.institution.id
    }
}
