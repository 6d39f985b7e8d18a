//! `GET /institutions/staff`

use axum::response::Json;

use super::shape::StaffListResponse;
use crate::extract::StaffWith;
use crate::extract::permission::ManageStaff;
use crate::problem::{Problem, StaffProblems};

/// The clinic's staff, for admins.
#[utoipa::path(
    get, path = "/institutions/staff", tag = "staff", operation_id = "listStaff", security(("staff" = [])),
    responses(
        (status = 200, body = StaffListResponse),
        StaffProblems,
    )
)]
pub async fn handle(StaffWith(staff, _): StaffWith<ManageStaff>) -> Result<Json<StaffListResponse>, Problem> {
    let found = db::staff::list(&mut staff.tenant.db.acquire().await?, staff.clinic()).await?;
    Ok(Json(StaffListResponse { staff: found.into_iter().map(Into::into).collect() }))
}
