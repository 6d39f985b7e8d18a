//! `POST /institutions/auth/second-factor/app/confirm`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::second_factors;

use super::codes::{
    RecoveryCodesResponse, SecondFactorCodeRequest, count_attempt, make_recovery_codes, reset_attempts, use_app_code,
};
use crate::App;
use crate::extract::staff::StaffWithoutSecondFactor;
use crate::http::JsonBody;
use crate::problem::{Code, JsonProblems, Problem, RateLimitProblem, StaffProblems};

/// Confirms the app with its first code, and returns recovery codes. Every other session of the account ends.
#[utoipa::path(
    post, path = "/institutions/auth/second-factor/app/confirm", tag = "staff", operation_id = "confirmSecondFactor",
    request_body = SecondFactorCodeRequest, security(("staff" = [])),
    responses(
        (status = 200, body = RecoveryCodesResponse),
        StaffProblems, JsonProblems, RateLimitProblem,
        (status = 409, description = "illegal_transition: no secret was made, or it is confirmed"),
        (status = 422, description = "code_mismatch"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWithoutSecondFactor(staff): StaffWithoutSecondFactor,
    JsonBody(request): JsonBody<SecondFactorCodeRequest>,
) -> Result<Json<RecoveryCodesResponse>, Problem> {
    count_attempt(&app, &staff).await?;
    let now = app.clock.now();
    let mut tx = staff.tenant.db.begin().await?;
    let totp = second_factors::find_totp(&mut tx, staff.row.id).await?;
    if totp.is_none_or(|totp| totp.is_confirmed) {
        return Err(Code::IllegalTransition.into());
    }
    use_app_code(&app, &mut tx, &staff, &request.code).await?;
    second_factors::confirm_totp(&mut tx, staff.row.id, now).await?;
    let response = make_recovery_codes(&app, &mut tx, &staff).await?;
    db::staff_sessions::revoke_all(&mut tx, staff.row.id, Some(staff.session_id), now).await?;
    staff.log_action(&app, &mut tx, Action::SecondFactorSet, None).await?;
    tx.commit().await?;
    reset_attempts(&app, &staff).await;
    Ok(Json(response))
}
