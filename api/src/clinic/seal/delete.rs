//! `DELETE /institutions/seal`

use axum::extract::State;
use db::access_log::Action;
use http::StatusCode;

use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::ManageSeal;
use crate::extract::staff::ChangeSubject;
use crate::problem::{Code, NotFoundProblem, Problem, StaffProblems};

/// Removes the clinic's seal and signature. Signed documents are no longer offered; those that were paid for are signed by hand.
#[utoipa::path(
    delete, path = "/institutions/seal", tag = "clinic-claims", operation_id = "deleteClinicSeal",
    security(("staff" = [])),
    responses(
        (status = 204, description = "Removed"),
        StaffProblems, NotFoundProblem,
    )
)]
pub async fn handle(State(app): State<App>, StaffWith(staff, _): StaffWith<ManageSeal>) -> Result<StatusCode, Problem> {
    let mut tx = staff.tenant.db.begin().await?;
    if !db::seals::delete(&mut tx, staff.clinic()).await? {
        return Err(Code::NotFound.into());
    }
    staff.log_change(&app, &mut tx, Action::SealRemoved, ChangeSubject::default()).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
