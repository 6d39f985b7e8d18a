//! `GET /institutions/access-log/months`

use axum::extract::State;
use axum::response::Json;
use db::access_log::review;

use super::shape::{AccessLogMonth, AccessLogMonthsResponse};
use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::ReadAccessLog;
use crate::problem::{Problem, StaffProblems};

/// The months of the clinic's log with their reviews, newest first: the current one and at most two years back.
#[utoipa::path(
    get, path = "/institutions/access-log/months", tag = "access-log", operation_id = "listAccessLogMonths",
    security(("staff" = [])),
    responses(
        (status = 200, body = AccessLogMonthsResponse),
        StaffProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ReadAccessLog>,
) -> Result<Json<AccessLogMonthsResponse>, Problem> {
    let mut conn = staff.tenant.db.acquire().await?;
    let now = app.clock.now();
    let months = review::list_months_at(&mut conn, staff.clinic(), now).await?;
    let months = months.into_iter().map(|month| AccessLogMonth::new(month, now)).collect();
    Ok(Json(AccessLogMonthsResponse { months }))
}
