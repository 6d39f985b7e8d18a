//! Staff sessions and their cookie.

use std::net::IpAddr;

use chrono::TimeDelta;
use db::staff_sessions::{self, NewSession};
use db::{TenantTx, institutions};
use domain::staff::SESSION_LIFETIME;
use domain::{Device, Staff};
use http::{HeaderMap, HeaderName, HeaderValue, header};

use crate::App;
use crate::extract::staff::COOKIE;
use crate::problem::{Code, Problem};
use crate::services::token;

/// A `Set-Cookie` header.
pub type CookieHeader = [(HeaderName, HeaderValue); 1];

/// The origin of a sign-in.
#[derive(Clone, Debug)]
pub struct SignInOrigin<'a> {
    /// The host that the request was sent to.
    pub host: &'a str,
    /// The client's address.
    pub address: IpAddr,
    /// Browser and system.
    pub device: Device,
}

/// Begins a session after the account's password was verified, and returns the `Set-Cookie` header with its token. If
/// the account has a second factor, the session waits for it.
///
/// # Errors
/// [`Code::ClinicDisabled`], or a database failure.
pub async fn begin(
    app: &App,
    tx: &mut TenantTx,
    staff: &Staff,
    origin: &SignInOrigin<'_>,
) -> Result<CookieHeader, Problem> {
    institutions::find(tx, staff.institution.id).await?.ok_or(Code::ClinicDisabled)?;
    let now = app.clock.now();
    let (token, hash) = token::issue(&app.random);
    let new = NewSession {
        staff: staff.id,
        token: &hash,
        expires_at: now + SESSION_LIFETIME,
        client_address: Some(origin.address),
        device: origin.device,
        second_factor_pending: staff.has_second_factor(),
    };
    staff_sessions::insert(tx, &new, now).await?;
    Ok(set_cookie(&token, SESSION_LIFETIME, origin.host))
}

/// Returns the `Set-Cookie` header that removes the cookie.
#[must_use]
pub fn clear_cookie(request_host: &str) -> CookieHeader {
    set_cookie("", TimeDelta::zero(), request_host)
}

fn set_cookie(value: &str, max_age: TimeDelta, request_host: &str) -> CookieHeader {
    [(header::SET_COOKIE, COOKIE.set(value, max_age, request_host))]
}

/// Returns the device that a request comes from.
#[must_use]
pub fn device(headers: &HeaderMap) -> Device {
    let text = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
    Device::from_user_agent(text.unwrap_or_default())
}
