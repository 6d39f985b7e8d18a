//! `POST /institutions/auth/second-factor/recovery-codes`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;

use super::begin::CurrentPasswordRequest;
use super::codes::{RecoveryCodesResponse, make_recovery_codes};
use crate::App;
use crate::extract::staff::StaffWithoutSecondFactor;
use crate::http::JsonBody;
use crate::problem::{Code, JsonProblems, Problem, RateLimitProblem, StaffProblems, ValidationProblem};
use crate::staff::password::check_current;

/// Creates new recovery codes; the earlier ones no longer work.
#[utoipa::path(
    post, path = "/institutions/auth/second-factor/recovery-codes", tag = "staff", operation_id = "makeRecoveryCodes",
    request_body = CurrentPasswordRequest, security(("staff" = [])),
    responses(
        (status = 200, body = RecoveryCodesResponse),
        StaffProblems, JsonProblems, ValidationProblem, RateLimitProblem,
        (status = 409, description = "illegal_transition: the account has no second factor"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWithoutSecondFactor(staff): StaffWithoutSecondFactor,
    JsonBody(request): JsonBody<CurrentPasswordRequest>,
) -> Result<Json<RecoveryCodesResponse>, Problem> {
    check_current(&app, &staff, request.current_password).await?;
    if !staff.row.has_second_factor() {
        return Err(Code::IllegalTransition.into());
    }
    let mut tx = staff.tenant.db.begin().await?;
    let response = make_recovery_codes(&app, &mut tx, &staff).await?;
    staff.log_action(&app, &mut tx, Action::SecondFactorSet, None).await?;
    tx.commit().await?;
    Ok(Json(response))
}
