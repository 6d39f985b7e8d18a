//! `DELETE /institutions/invites/{code}`

use axum::extract::State;
use domain::InviteCode;
use http::StatusCode;

use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::InvitePatients;
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, StaffProblems};

/// Revokes one of the clinic's invitations.
#[utoipa::path(
    delete, path = "/institutions/invites/{code}", tag = "invites", operation_id = "deleteInvite",
    security(("staff" = [])), params(("code" = String, Path, description = "The invitation's code")),
    responses(
        (status = 204),
        StaffProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<InvitePatients>,
    PathParams(code): PathParams<String>,
) -> Result<StatusCode, Problem> {
    let code = InviteCode::parse(&code).ok_or(Code::NotFound)?;
    let mut conn = staff.tenant.db.acquire().await?;
    if !db::invites::revoke(&mut conn, staff.clinic(), &code, app.clock.now()).await? {
        return Err(Code::NotFound.into());
    }
    Ok(StatusCode::NO_CONTENT)
}
