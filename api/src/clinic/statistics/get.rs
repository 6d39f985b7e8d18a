//! `GET /institutions/statistics`

use axum::response::Json;

use super::StatisticsQuery;
use super::shape::StatisticsResponse;
use crate::extract::StaffWith;
use crate::extract::permission::ReadStatistics;
use crate::http::Query;
use crate::problem::{MalformedProblem, Problem, StaffProblems, ValidationProblem};

/// Figures of the analyses that the clinic released in a range of days: in total, by month and by analyst.
#[utoipa::path(
    get, path = "/institutions/statistics", tag = "clinic", operation_id = "getClinicStatistics",
    security(("staff" = [])), params(StatisticsQuery),
    responses(
        (status = 200, body = StatisticsResponse),
        StaffProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    StaffWith(staff, _): StaffWith<ReadStatistics>,
    Query(query): Query<StatisticsQuery>,
) -> Result<Json<StatisticsResponse>, Problem> {
    let range = query.range()?;
    let mut conn = staff.tenant.db.acquire().await?;
    let found = db::statistics::find(&mut conn, staff.clinic(), &range).await?;
    Ok(Json(found.into()))
}
