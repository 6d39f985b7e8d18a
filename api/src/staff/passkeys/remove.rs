//! `POST /institutions/auth/passkeys/{id}/remove`

use axum::extract::State;
use db::access_log::Action;
use db::{passkeys, second_factors};
use http::StatusCode;

use crate::App;
use crate::extract::staff::StaffWithoutSecondFactor;
use crate::http::{JsonBody, PathParams};
use crate::problem::{
    Code, JsonProblems, NotFoundProblem, Problem, RateLimitProblem, StaffProblems, ValidationProblem,
};
use crate::staff::password::check_current;
use crate::staff::second_factor::begin::CurrentPasswordRequest;

/// Removes one of the account's passkeys. Removing the last second factor also removes the recovery codes.
#[utoipa::path(
    post, path = "/institutions/auth/passkeys/{id}/remove", tag = "staff", operation_id = "removePasskey",
    request_body = CurrentPasswordRequest, security(("staff" = [])),
    params(("id" = i64, Path, description = "The passkey's id")),
    responses(
        (status = 204),
        StaffProblems, JsonProblems, ValidationProblem, RateLimitProblem, NotFoundProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWithoutSecondFactor(staff): StaffWithoutSecondFactor,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<CurrentPasswordRequest>,
) -> Result<StatusCode, Problem> {
    check_current(&app, &staff, request.current_password).await?;
    let mut tx = staff.tenant.db.begin().await?;
    if !passkeys::delete(&mut tx, staff.row.id, id).await? {
        return Err(Code::NotFound.into());
    }
    if !staff.row.has_app && passkeys::list(&mut tx, staff.row.id).await?.is_empty() {
        second_factors::delete_recovery_codes(&mut tx, staff.row.id).await?;
    }
    staff.log_action(&app, &mut tx, Action::SecondFactorRemoved, None).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
