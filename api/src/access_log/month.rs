//! `GET /institutions/access-log/months/{month}`

use axum::extract::{Path, State};
use axum::response::Json;
use chrono::{DateTime, NaiveDate, Utc};
use db::TenantConn;
use db::access_log::{find_broken, review};

use super::shape::{AccessLogMember, AccessLogMonth, AccessLogMonthAnswer};
use crate::App;
use crate::applications::days;
use crate::guard::staff::{Admin, Staff};
use crate::problem::{Code, Problem, ProblemBody};

/// A month at a glance: what each of the staff did, whether rows were tampered with, and whether somebody looked it over.
#[utoipa::path(
    get, path = "/institutions/access-log/months/{month}", tag = "access-log", operation_id = "getAccessLogMonth",
    security(("staff" = [])), params(("month" = String, Path, description = "YYYY-MM in Korea", example = "2026-10")),
    responses(
        (status = 200, body = AccessLogMonthAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "forbidden, password_change_required", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "not_found: no month of the clinic", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    Admin(staff): Admin,
    Path(month): Path<String>,
) -> Result<Json<AccessLogMonthAnswer>, Problem> {
    let mut conn = staff.tenant.db.acquire().await?;
    let answer = report(&mut conn, &staff, days::month(&month).ok_or(Code::NotFound)?, app.clock.now()).await?;
    staff.log_search(&app, &mut conn, &[]).await?;
    Ok(Json(answer))
}

/// The month that begins on a day, and who looked it over.
///
/// # Errors
/// [`Code::NotFound`] for a month before the clinic's first account, or to come.
pub async fn find(
    conn: &mut TenantConn,
    staff: &Staff,
    month: NaiveDate,
    now: DateTime<Utc>,
) -> Result<AccessLogMonth, Problem> {
    let months = review::months_at(conn, staff.clinic(), now).await?;
    let found = months.into_iter().find(|one| one.month == month).ok_or(Code::NotFound)?;
    Ok(AccessLogMonth::of(found, now))
}

/// What each of the staff did in it, too.
///
/// # Errors
/// As [`find`].
pub async fn report(
    conn: &mut TenantConn,
    staff: &Staff,
    first: NaiveDate,
    now: DateTime<Utc>,
) -> Result<AccessLogMonthAnswer, Problem> {
    let month = find(conn, staff, first, now).await?;
    let time = days::of_month(first);
    let members = review::members_at(conn, staff.clinic(), time).await?;
    let members = members.into_iter().map(AccessLogMember::from).collect();
    Ok(AccessLogMonthAnswer { month, members, sound: find_broken(conn, time).await?.is_none() })
}
