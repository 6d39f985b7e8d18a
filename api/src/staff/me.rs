//! `GET /institutions/me`

use axum::response::Json;

use super::shape::StaffSessionResponse;
use crate::extract::staff::StaffSession;
use crate::problem::{Problem, StaffProblems};

/// The signed-in member of the staff, and what must be done first.
#[utoipa::path(
    get, path = "/institutions/me", tag = "staff", operation_id = "staffMe", security(("staff" = [])),
    responses(
        (status = 200, body = StaffSessionResponse),
        StaffProblems,
    )
)]
pub async fn handle(StaffSession(staff): StaffSession) -> Result<Json<StaffSessionResponse>, Problem> {
    Ok(Json(StaffSessionResponse::new(staff.row, staff.second_factor_pending)))
}
