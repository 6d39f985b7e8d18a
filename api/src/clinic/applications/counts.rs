//! `GET /institutions/tcis/counts`

use axum::extract::State;
use axum::response::Json;
use chrono::NaiveTime;
use db::applications;
use domain::calendar::{korean_day, korean_time};
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::ReadApplications;
use crate::problem::{Problem, StaffProblems};

/// The number of applications for each filter of the worklist.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorkCountsResponse {
    /// Created today, in Korea: `startAt` of today.
    today: i64,
    /// That need work: `toDo`.
    to_do: i64,
    /// Those that nobody opened: `unread`.
    unread: i64,
    /// Those assigned to the caller: `mine`.
    mine: i64,
}

/// Counts the clinic's applications for the filters of its worklist.
#[utoipa::path(
    get, path = "/institutions/tcis/counts", tag = "clinic", operation_id = "countClinicApplications",
    security(("staff" = [])),
    responses(
        (status = 200, body = WorkCountsResponse),
        StaffProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ReadApplications>,
) -> Result<Json<WorkCountsResponse>, Problem> {
    let today = korean_time(korean_day(app.clock.now()), NaiveTime::MIN);
    let mut conn = staff.tenant.db.acquire().await?;
    let counts = applications::count_work(&mut conn, staff.clinic(), staff.row.id, today).await?;
    Ok(Json(WorkCountsResponse {
        today: counts.today,
        to_do: counts.to_do,
        unread: counts.unopened,
        mine: counts.mine,
    }))
}
