//! `GET /institutions/access-log/months`

use axum::extract::State;
use axum::response::Json;
use db::access_log::review;

use super::shape::{AccessLogMonth, AccessLogMonthsAnswer};
use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::ReadAccessLog;
use crate::problem::{Problem, StaffProblems};

/// The months of the clinic's log with their reviews, newest first, including the current one, two years back at most.
#[utoipa::path(
    get, path = "/institutions/access-log/months", tag = "access-log", operation_id = "listAccessLogMonths",
    security(("staff" = [])),
    responses(
        (status = 200, body = AccessLogMonthsAnswer),
        StaffProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ReadAccessLog>,
) -> Result<Json<AccessLogMonthsAnswer>, Problem> {
    let mut conn = staff.tenant.db.acquire().await?;
    let now = app.clock.now();
    let months = review::list_months_at(&mut conn, staff.clinic(), now).await?;
    let months = months.into_iter().map(|month| AccessLogMonth::new(month, now)).collect();
    Ok(Json(AccessLogMonthsAnswer { months }))
}
