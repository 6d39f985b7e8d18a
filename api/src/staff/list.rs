//! `GET /institutions/staff`

use axum::response::Json;

use super::shape::StaffListAnswer;
use crate::extract::staff::Admin;
use crate::problem::{AdminProblems, Problem};

/// The clinic's staff, for admins.
#[utoipa::path(
    get, path = "/institutions/staff", tag = "staff", operation_id = "listStaff", security(("staff" = [])),
    responses(
        (status = 200, body = StaffListAnswer),
        AdminProblems,
    )
)]
pub async fn handle(Admin(staff): Admin) -> Result<Json<StaffListAnswer>, Problem> {
    let found = db::staff::list(&mut staff.tenant.db.acquire().await?, staff.clinic()).await?;
    Ok(Json(StaffListAnswer { staff: found.into_iter().map(Into::into).collect() }))
}
