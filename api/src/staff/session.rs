//! Staff sessions and their cookie.

use chrono::TimeDelta;
use db::TenantTx;
use domain::StaffId;
use http::{HeaderName, HeaderValue, header};

use crate::App;
use crate::extract::staff::COOKIE;
use crate::http::cookie::SetCookie;
use crate::problem::Problem;
use crate::services::token;

/// How long a session lasts: a working day.
const SESSION_LIFETIME: TimeDelta = TimeDelta::hours(12);

/// Begins a session and returns the `Set-Cookie` header with its token.
///
/// # Errors
/// A database failure.
pub async fn begin(
    app: &App,
    tx: &mut TenantTx,
    staff: StaffId,
    request_host: &str,
) -> Result<[(HeaderName, HeaderValue); 1], Problem> {
    let now = app.clock.now();
    let (token, hash) = token::issue(&app.random);
    db::staff_sessions::insert(tx, staff, &hash, now + SESSION_LIFETIME, now).await?;
    // strict, because the API reads this cookie: pages of other sites must not send it
    let attributes = "SameSite=Strict";
    let cookie = SetCookie { name: COOKIE, value: &token, max_age: SESSION_LIFETIME, path: "/", attributes };
    Ok([(header::SET_COOKIE, cookie.header(request_host))])
}
