//! `POST /ops/auth/second-factor`

use axum::extract::State;
use axum::response::Json;
use db::operator_actions::Action;

use super::codes::{use_app_code, use_recovery_code};
use super::shape::OperatorSessionResponse;
use crate::App;
use crate::extract::operator::{Audit, OperatorSession};
use crate::http::JsonBody;
use crate::problem::{Code, JsonProblems, OperatorProblems, Problem, RateLimitProblem};
use crate::services::limiter::OPERATOR_CODE;
use crate::staff::second_factor::codes::SecondFactorCodeRequest;

/// Completes a sign-in with a code of the authenticator app or a recovery code. Each works once.
#[utoipa::path(
    post, path = "/ops/auth/second-factor", tag = "ops-auth", operation_id = "operatorSecondFactor",
    request_body = SecondFactorCodeRequest, security(("operator" = [])),
    responses(
        (status = 200, body = OperatorSessionResponse),
        OperatorProblems, JsonProblems, RateLimitProblem,
        (status = 409, description = "illegal_transition: the sign-in waits for no code"),
        (status = 422, description = "code_mismatch"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorSession(operator): OperatorSession,
    JsonBody(request): JsonBody<SecondFactorCodeRequest>,
) -> Result<Json<OperatorSessionResponse>, Problem> {
    if !operator.second_factor_pending {
        return Err(Code::IllegalTransition.into());
    }
    let id = operator.row.id;
    app.limiter.count(OPERATOR_CODE, &id.to_string()).await?;
    let mut tx = app.databases.system().begin().await?;
    let by_recovery_code = use_recovery_code(&app, &mut tx, id, &request.code).await?;
    if !by_recovery_code && let Err(problem) = use_app_code(&app, &mut tx, id, &request.code).await {
        if problem.code == Code::CodeMismatch {
            operator.log(&app, &mut tx, &Audit::new(Action::SecondFactorFailed, "")).await?;
            tx.commit().await?;
        }
        return Err(problem);
    }
    db::operator_sessions::set_second_factor(&mut tx, operator.session_id).await?;
    if by_recovery_code {
        operator.log(&app, &mut tx, &Audit::new(Action::RecoveryCodeUsed, "")).await?;
    }
    tx.commit().await?;
    app.limiter.reset(OPERATOR_CODE, &id.to_string()).await;
    Ok(Json(OperatorSessionResponse::new(&app, &operator.row, false)))
}
