//! `GET /institutions/me`

use axum::response::Json;

use super::shape::StaffAnswer;
use crate::extract::staff::StaffWithTemporaryPassword;
use crate::problem::{Problem, SignedInProblems};

/// The signed-in member of the staff.
#[utoipa::path(
    get, path = "/institutions/me", tag = "staff", operation_id = "staffMe", security(("staff" = [])),
    responses(
        (status = 200, body = StaffAnswer),
        SignedInProblems,
    )
)]
pub async fn handle(
    StaffWithTemporaryPassword(staff): StaffWithTemporaryPassword,
) -> Result<Json<StaffAnswer>, Problem> {
    Ok(Json(StaffAnswer { staff: staff.row.into() }))
}
