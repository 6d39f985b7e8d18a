//! `GET /institutions/access-log/months/{month}`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, NaiveDate, Utc};
use db::TenantConn;
use db::access_log::{checks, review};

use super::shape::{AccessLogMember, AccessLogMonth, AccessLogMonthResponse};
use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::ReadAccessLog;
use crate::extract::staff::Staff;
use crate::http::{PathParams, days};
use crate::problem::{Code, Problem, StaffProblems};

/// A month's summary: the actions of each staff member, the result of the nightly checks, and the review.
#[utoipa::path(
    get, path = "/institutions/access-log/months/{month}", tag = "access-log", operation_id = "getAccessLogMonth",
    security(("staff" = [])), params(("month" = String, Path, description = "YYYY-MM in Korea", example = "2026-10")),
    responses(
        (status = 200, body = AccessLogMonthResponse),
        StaffProblems,
        (status = 404, description = "not_found: no month of the clinic; unknown_tenant"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ReadAccessLog>,
    PathParams(month): PathParams<String>,
) -> Result<Json<AccessLogMonthResponse>, Problem> {
    let mut conn = staff.tenant.db.acquire().await?;
    let response = report(&mut conn, &staff, days::parse_month(&month).ok_or(Code::NotFound)?, app.clock.now()).await?;
    staff.log_search(&app, &mut conn, &[]).await?;
    Ok(Json(response))
}

/// Finds a month by its first day, with its review.
///
/// # Errors
/// [`Code::NotFound`] for a month before the clinic's first account, or a future month.
pub async fn find(
    conn: &mut TenantConn,
    staff: &Staff,
    month: NaiveDate,
    now: DateTime<Utc>,
) -> Result<AccessLogMonth, Problem> {
    let months = review::list_months_at(conn, staff.clinic(), now).await?;
    let found = months.into_iter().find(|one| one.month == month).ok_or(Code::NotFound)?;
    Ok(AccessLogMonth::new(found, now))
}

/// Finds a month as [`find`] does, and adds what each staff member did in it.
///
/// # Errors
/// As [`find`].
pub async fn report(
    conn: &mut TenantConn,
    staff: &Staff,
    first: NaiveDate,
    now: DateTime<Utc>,
) -> Result<AccessLogMonthResponse, Problem> {
    let month = find(conn, staff, first, now).await?;
    let (from, to) = days::month_range(first);
    let members = review::list_members_at(conn, staff.clinic(), from..to).await?;
    let members = members.into_iter().map(AccessLogMember::from).collect();
    let check = checks::find(conn, first).await?;
    Ok(AccessLogMonthResponse { month, members, sound: check.broken_at.is_none(), checked_until: check.checked_until })
}
