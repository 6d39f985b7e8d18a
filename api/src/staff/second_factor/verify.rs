//! `POST /institutions/auth/second-factor`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;

use super::codes::{SecondFactorCodeRequest, count_attempt, reset_attempts, use_app_code, use_recovery_code};
use crate::App;
use crate::extract::staff::StaffSession;
use crate::http::JsonBody;
use crate::problem::{Code, JsonProblems, Problem, RateLimitProblem, StaffProblems};
use crate::staff::shape::StaffSessionResponse;

/// Completes a sign-in with a code of the app or a recovery code. Each works once.
#[utoipa::path(
    post, path = "/institutions/auth/second-factor", tag = "staff", operation_id = "verifySecondFactor",
    request_body = SecondFactorCodeRequest, security(("staff" = [])),
    responses(
        (status = 200, body = StaffSessionResponse),
        StaffProblems, JsonProblems, RateLimitProblem,
        (status = 409, description = "illegal_transition: the sign-in waits for no code"),
        (status = 422, description = "code_mismatch"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffSession(staff): StaffSession,
    JsonBody(request): JsonBody<SecondFactorCodeRequest>,
) -> Result<Json<StaffSessionResponse>, Problem> {
    if !staff.second_factor_pending {
        return Err(Code::IllegalTransition.into());
    }
    count_attempt(&app, &staff).await?;
    let mut tx = staff.tenant.db.begin().await?;
    let by_recovery_code = use_recovery_code(&app, &mut tx, &staff, &request.code).await?;
    if !by_recovery_code && let Err(problem) = use_app_code(&app, &mut tx, &staff, &request.code).await {
        if problem.code == Code::CodeMismatch {
            let (request_id, staff_id) = (staff.request_id.as_str(), staff.row.id.get());
            tracing::warn!(request_id, staff_id, "a code of the second factor was wrong");
            staff.log_action(&app, &mut tx, Action::SecondFactorFailed, None).await?;
            tx.commit().await?;
        }
        return Err(problem);
    }
    db::staff_sessions::set_second_factor(&mut tx, staff.session_id).await?;
    if by_recovery_code {
        staff.log_action(&app, &mut tx, Action::RecoveryCodeUsed, None).await?;
    }
    tx.commit().await?;
    reset_attempts(&app, &staff).await;
    Ok(Json(StaffSessionResponse::new(staff.row, false)))
}
