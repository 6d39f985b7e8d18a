//! `DELETE /institutions/staff/{id}/second-factor`

use axum::extract::State;
use db::access_log::Action;
use http::StatusCode;

use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::ManageStaff;
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, StaffProblems};

/// Removes the second factor of a colleague who lost the phone and the recovery codes, and ends the account's sessions.
#[utoipa::path(
    delete, path = "/institutions/staff/{id}/second-factor", tag = "staff", operation_id = "resetSecondFactor",
    security(("staff" = [])), params(("id" = i64, Path, description = "The account's id")),
    responses(
        (status = 204),
        StaffProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ManageStaff>,
    PathParams(id): PathParams<i64>,
) -> Result<StatusCode, Problem> {
    let mut tx = staff.tenant.db.begin().await?;
    let row = db::staff::lock(&mut tx, staff.clinic(), id.into()).await?.ok_or(Code::NotFound)?;
    db::second_factors::delete_all(&mut tx, row.id).await?;
    db::staff_sessions::revoke_all(&mut tx, row.id, None, app.clock.now()).await?;
    staff.log_action(&app, &mut tx, Action::SecondFactorRemoved, Some(row.login_id.as_str())).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
