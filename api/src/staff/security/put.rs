//! `PUT /institutions/security`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use serde::Deserialize;
use utoipa::ToSchema;

use super::get::SecurityAnswer;
use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::ManageSecurity;
use crate::http::JsonBody;
use crate::problem::{JsonProblems, Problem, StaffProblems, ValidationProblem};

/// What the clinic requires.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PutSecurityRequest {
    /// Whether the clinic's staff must have a second factor.
    #[schema(required, value_type = bool)]
    second_factor_required: Option<bool>,
}

/// Decides whether the clinic's staff need a second factor. Who has none sets one up before the next call.
#[utoipa::path(
    put, path = "/institutions/security", tag = "staff", operation_id = "putClinicSecurity",
    request_body = PutSecurityRequest, security(("staff" = [])),
    responses(
        (status = 200, body = SecurityAnswer),
        StaffProblems, JsonProblems, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ManageSecurity>,
    JsonBody(request): JsonBody<PutSecurityRequest>,
) -> Result<Json<SecurityAnswer>, Problem> {
    let required = request.second_factor_required;
    let required = required.ok_or(Problem::field("secondFactorRequired", domain::InvalidCode::Required))?;
    let mut tx = staff.tenant.db.begin().await?;
    db::second_factors::set_required(&mut tx, staff.clinic(), required).await?;
    let rule = if required { "required" } else { "not required" };
    staff.log_action(&app, &mut tx, Action::SecondFactorRule, Some(rule)).await?;
    tx.commit().await?;
    Ok(Json(SecurityAnswer { second_factor_required: required }))
}
