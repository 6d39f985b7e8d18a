//! `DELETE /institutions/auth/sessions/{id}`

use axum::extract::State;
use db::access_log::Action;
use http::StatusCode;

use crate::App;
use crate::extract::staff::StaffWithoutSecondFactor;
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, StaffProblems};

/// Ends one of the account's sessions.
#[utoipa::path(
    delete, path = "/institutions/auth/sessions/{id}", tag = "staff", operation_id = "deleteStaffSession",
    security(("staff" = [])), params(("id" = i64, Path, description = "The session's id")),
    responses(
        (status = 204),
        StaffProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWithoutSecondFactor(staff): StaffWithoutSecondFactor,
    PathParams(id): PathParams<i64>,
) -> Result<StatusCode, Problem> {
    let mut tx = staff.tenant.db.begin().await?;
    if !db::staff_sessions::revoke(&mut tx, staff.row.id, id.into(), app.clock.now()).await? {
        return Err(Code::NotFound.into());
    }
    staff.log_action(&app, &mut tx, Action::SessionsEnded, None).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
