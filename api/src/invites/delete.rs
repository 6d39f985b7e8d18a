//! `DELETE /institutions/invites/{code}`

use axum::extract::{Path, State};
use domain::InviteCode;
use http::StatusCode;

use crate::App;
use crate::guard::Staff;
use crate::problem::{Code, Problem, ProblemBody};

/// Ends one of the clinic's invitations.
#[utoipa::path(
    delete, path = "/institutions/invites/{code}", tag = "invites", operation_id = "deleteInvite",
    security(("staff" = [])), params(("code" = String, Path, description = "The invitation's code")),
    responses(
        (status = 204),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "password_change_required", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "not_found", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(State(app): State<App>, staff: Staff, Path(code): Path<String>) -> Result<StatusCode, Problem> {
    let code = InviteCode::parse(&code).ok_or(Code::NotFound)?;
    let mut conn = staff.tenant.db.acquire().await?;
    if !db::invites::revoke(&mut conn, staff.clinic(), &code, app.clock.now()).await? {
        return Err(Code::NotFound.into());
    }
    Ok(StatusCode::NO_CONTENT)
}
