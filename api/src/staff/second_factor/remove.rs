//! `POST /institutions/auth/second-factor/app/remove`

use axum::extract::State;
use db::access_log::Action;
use http::StatusCode;

use super::begin::CurrentPasswordRequest;
use crate::App;
use crate::extract::staff::StaffWithoutSecondFactor;
use crate::http::JsonBody;
use crate::problem::{JsonProblems, Problem, RateLimitProblem, StaffProblems, ValidationProblem};
use crate::staff::password::check_current;

/// Removes the authenticator app, for example to set up another phone. Where the clinic requires a second factor and there is no
/// passkey, another must be set up next.
#[utoipa::path(
    post, path = "/institutions/auth/second-factor/app/remove", tag = "staff", operation_id = "removeSecondFactor",
    request_body = CurrentPasswordRequest, security(("staff" = [])),
    responses(
        (status = 204),
        StaffProblems, JsonProblems, ValidationProblem, RateLimitProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWithoutSecondFactor(staff): StaffWithoutSecondFactor,
    JsonBody(request): JsonBody<CurrentPasswordRequest>,
) -> Result<StatusCode, Problem> {
    check_current(&app, &staff, request.current_password).await?;
    let mut tx = staff.tenant.db.begin().await?;
    db::second_factors::delete_totp(&mut tx, staff.row.id).await?;
    if !staff.row.has_passkey {
        db::second_factors::delete_recovery_codes(&mut tx, staff.row.id).await?;
    }
    staff.log_action(&app, &mut tx, Action::SecondFactorRemoved, None).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
