//! `DELETE /institutions/staff/{id}`

use axum::extract::State;
use http::StatusCode;

use super::put::{PutStaffRequest, change};
use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::ManageStaff;
use crate::http::PathParams;
use crate::problem::{NotFoundProblem, Problem, StaffProblems};

/// Deactivates one of the clinic's accounts and ends its sessions. Records keep the person's name.
#[utoipa::path(
    delete, path = "/institutions/staff/{id}", tag = "staff", operation_id = "deleteStaff", security(("staff" = [])),
    params(("id" = i64, Path, description = "The account's id")),
    responses(
        (status = 204),
        StaffProblems, NotFoundProblem,
        (status = 409, description = "last_admin"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ManageStaff>,
    PathParams(id): PathParams<i64>,
) -> Result<StatusCode, Problem> {
    let mut tx = staff.tenant.db.begin().await?;
    change(&app, &mut tx, &staff, id.into(), &PutStaffRequest::deactivation()).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
