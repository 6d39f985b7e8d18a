//! `POST /ops/auth/second-factor/confirm`

use axum::extract::State;
use axum::response::Json;
use db::operator_actions::Action;
use db::operators;

use super::codes::{make_recovery_codes, use_app_code};
use crate::App;
use crate::extract::operator::{Audit, OperatorWithoutSecondFactor};
use crate::http::JsonBody;
use crate::problem::{Code, JsonProblems, OperatorProblems, Problem, RateLimitProblem};
use crate::services::limiter::OPERATOR_CODE;
use crate::staff::second_factor::codes::{RecoveryCodesResponse, SecondFactorCodeRequest};

/// Confirms the authenticator app with its first code, and returns recovery codes. Every other session of the account ends.
#[utoipa::path(
    post, path = "/ops/auth/second-factor/confirm", tag = "ops-auth", operation_id = "confirmOperatorSecondFactor",
    request_body = SecondFactorCodeRequest, security(("operator" = [])),
    responses(
        (status = 200, body = RecoveryCodesResponse),
        OperatorProblems, JsonProblems, RateLimitProblem,
        (status = 409, description = "illegal_transition: no secret was made, or it is confirmed"),
        (status = 422, description = "code_mismatch"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWithoutSecondFactor(operator): OperatorWithoutSecondFactor,
    JsonBody(request): JsonBody<SecondFactorCodeRequest>,
) -> Result<Json<RecoveryCodesResponse>, Problem> {
    let (id, now) = (operator.row.id, app.clock.now());
    app.limiter.count(OPERATOR_CODE, &id.to_string()).await?;
    let mut tx = app.databases.system().begin().await?;
    if operators::find_totp(&mut tx, id).await?.is_none_or(|totp| totp.is_confirmed) {
        return Err(Code::IllegalTransition.into());
    }
    use_app_code(&app, &mut tx, id, &request.code).await?;
    operators::confirm_totp(&mut tx, id, now).await?;
    let recovery_codes = make_recovery_codes(&app, &mut tx, id).await?;
    db::operator_sessions::revoke_all(&mut tx, id, Some(operator.session_id), now).await?;
    operator.log(&app, &mut tx, &Audit::new(Action::SecondFactorSet, "")).await?;
    tx.commit().await?;
    app.limiter.reset(OPERATOR_CODE, &id.to_string()).await;
    Ok(Json(RecoveryCodesResponse { recovery_codes }))
}
