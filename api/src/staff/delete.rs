//! `DELETE /institutions/staff/{id}`

use axum::extract::State;
use http::StatusCode;

use super::put::{PutStaffRequest, change};
use crate::App;
use crate::guard::staff::Admin;
use crate::http::Id;
use crate::problem::{Problem, ProblemBody};

/// Ends one of the clinic's accounts and its sessions. What the person did keeps their name.
#[utoipa::path(
    delete, path = "/institutions/staff/{id}", tag = "staff", operation_id = "deleteStaff", security(("staff" = [])),
    params(("id" = i64, Path, description = "The account's id")),
    responses(
        (status = 204),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "forbidden, password_change_required", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "not_found", body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "last_admin", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(State(app): State<App>, Admin(staff): Admin, Id(id): Id) -> Result<StatusCode, Problem> {
    let mut tx = staff.tenant.db.begin().await?;
    change(&app, &mut tx, &staff, id.into(), &PutStaffRequest::end()).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
