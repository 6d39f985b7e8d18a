//! `GET /institutions/me`

use axum::response::Json;

use super::shape::StaffAnswer;
use crate::guard::staff::NewStaff;
use crate::problem::{Problem, ProblemBody};

/// Who is signed in.
#[utoipa::path(
    get, path = "/institutions/me", tag = "staff", operation_id = "staffMe", security(("staff" = [])),
    responses(
        (status = 200, body = StaffAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(NewStaff(staff): NewStaff) -> Result<Json<StaffAnswer>, Problem> {
    Ok(Json(StaffAnswer { staff: staff.row.into() }))
}
