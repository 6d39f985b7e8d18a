//! The session that a sign-in of staff begins, and its cookie.

use chrono::TimeDelta;
use db::TenantTx;
use domain::StaffId;
use http::{HeaderName, HeaderValue, header};

use crate::App;
use crate::guard::staff::COOKIE;
use crate::guard::token;
use crate::http::host;
use crate::problem::Problem;

/// How long a session lasts: a working day.
const LIFETIME: TimeDelta = TimeDelta::hours(12);

/// Begins a session and answers the `Set-Cookie` header with its token.
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
    db::staff_sessions::insert(tx, staff, &hash, now + LIFETIME, now).await?;
    let secure = if host::is_local(request_host) { "" } else { "; Secure" };
    // strict, as the API reads this cookie: no other site's page can send it
    let text = format!("{COOKIE}={token}; Path=/; Max-Age={}; SameSite=Strict{secure}", LIFETIME.num_seconds());
    Ok([(header::SET_COOKIE, HeaderValue::try_from(text).map_err(Problem::internal)?)])
}
