//! `GET /institutions/security`

use axum::response::Json;
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::StaffWith;
use crate::extract::permission::ManageSecurity;
use crate::problem::{Problem, StaffProblems};

/// The clinic's security settings.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecurityResponse {
    /// Whether the clinic's staff must have a second factor.
    pub second_factor_required: bool,
}

/// The clinic's security settings.
#[utoipa::path(
    get, path = "/institutions/security", tag = "staff", operation_id = "getClinicSecurity", security(("staff" = [])),
    responses(
        (status = 200, body = SecurityResponse),
        StaffProblems,
    )
)]
pub async fn handle(StaffWith(staff, _): StaffWith<ManageSecurity>) -> Result<Json<SecurityResponse>, Problem> {
    Ok(Json(SecurityResponse { second_factor_required: staff.row.needs_second_factor }))
}
