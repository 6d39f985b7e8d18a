//! `GET /institutions/security`

use axum::response::Json;
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::StaffWith;
use crate::extract::permission::ManageSecurity;
use crate::problem::{Problem, StaffProblems};

/// What the clinic requires.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecurityAnswer {
    /// Whether the clinic's staff must have a second factor.
    pub second_factor_required: bool,
}

/// What the clinic requires of its staff's sign-in.
#[utoipa::path(
    get, path = "/institutions/security", tag = "staff", operation_id = "getClinicSecurity", security(("staff" = [])),
    responses(
        (status = 200, body = SecurityAnswer),
        StaffProblems,
    )
)]
pub async fn handle(StaffWith(staff, _): StaffWith<ManageSecurity>) -> Result<Json<SecurityAnswer>, Problem> {
    Ok(Json(SecurityAnswer { second_factor_required: staff.row.needs_second_factor }))
}
