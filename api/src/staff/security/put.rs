//! `PUT /institutions/security`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use serde::Deserialize;
use utoipa::ToSchema;

use super::get::SecurityResponse;
use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::ManageSecurity;
use crate::http::JsonBody;
use crate::problem::{JsonProblems, Problem, StaffProblems, ValidationProblem};

/// The clinic's security settings.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PutSecurityRequest {
    /// Whether the clinic's staff must have a second factor.
    #[schema(required, value_type = bool)]
    second_factor_required: Option<bool>,
}

/// Sets whether the clinic's staff need a second factor. Staff without one must set it up before any other call.
#[utoipa::path(
    put, path = "/institutions/security", tag = "staff", operation_id = "putClinicSecurity",
    request_body = PutSecurityRequest, security(("staff" = [])),
    responses(
        (status = 200, body = SecurityResponse),
        StaffProblems, JsonProblems, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ManageSecurity>,
    JsonBody(request): JsonBody<PutSecurityRequest>,
) -> Result<Json<SecurityResponse>, Problem> {
    let required = request.second_factor_required;
    let required = required.ok_or(Problem::field("secondFactorRequired", domain::InvalidCode::Required))?;
    let mut tx = staff.tenant.db.begin().await?;
    db::second_factors::set_required(&mut tx, staff.clinic(), required).await?;
    let rule = if required { "required" } else { "not required" };
    staff.log_action(&app, &mut tx, Action::SecondFactorRule, Some(rule)).await?;
    tx.commit().await?;
    Ok(Json(SecurityResponse { second_factor_required: required }))
}
