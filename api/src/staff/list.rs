//! `GET /institutions/staff`

use axum::response::Json;

use super::shape::StaffListAnswer;
use crate::guard::staff::Admin;
use crate::problem::{Problem, ProblemBody};

/// The clinic's staff, for who manages them.
#[utoipa::path(
    get, path = "/institutions/staff", tag = "staff", operation_id = "listStaff", security(("staff" = [])),
    responses(
        (status = 200, body = StaffListAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "forbidden, password_change_required", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(Admin(staff): Admin) -> Result<Json<StaffListAnswer>, Problem> {
    let found = db::staff::list(&mut staff.tenant.db.acquire().await?, staff.clinic()).await?;
    Ok(Json(StaffListAnswer { staff: found.into_iter().map(Into::into).collect() }))
}
