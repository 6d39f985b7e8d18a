//! `GET /institutions/roles`

use axum::response::Json;
use domain::{Permission, StaffRole};
use serde::Serialize;
use strum::VariantArray as _;
use utoipa::ToSchema;

use crate::extract::Staff;
use crate::problem::{Problem, StaffProblems};

/// The table of roles.
#[derive(Debug, Serialize, ToSchema)]
pub struct RolesResponse {
    /// The roles.
    roles: Vec<RoleBody>,
}

/// A role and its permissions.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoleBody {
    /// `shooting_expert`, `analysis_expert` or `clinic_admin`.
    #[schema(example = "shooting_expert")]
    role: &'static str,
    /// The permissions, in the order of the table.
    #[schema(example = json!(["read_applications", "add_pictures"]))]
    permissions: Vec<&'static str>,
}

/// The permissions of each role.
#[utoipa::path(
    get, path = "/institutions/roles", tag = "staff", operation_id = "listRoles", security(("staff" = [])),
    responses(
        (status = 200, body = RolesResponse),
        StaffProblems,
    )
)]
pub async fn handle(_: Staff) -> Result<Json<RolesResponse>, Problem> {
    let row = |role: &StaffRole| RoleBody {
        role: role.as_str(),
        permissions: role.permissions().map(Permission::as_str).collect(),
    };
    Ok(Json(RolesResponse { roles: StaffRole::VARIANTS.iter().map(row).collect() }))
}
