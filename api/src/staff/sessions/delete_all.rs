//! `DELETE /institutions/auth/sessions`

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use db::access_log::Action;
use http::StatusCode;

use crate::App;
use crate::extract::RequestContext;
use crate::extract::staff::StaffWithoutSecondFactor;
use crate::problem::{MalformedProblem, Problem, StaffProblems};
use crate::staff::session::clear_cookie;

/// Ends all sessions of the account, this one included.
#[utoipa::path(
    delete, path = "/institutions/auth/sessions", tag = "staff", operation_id = "deleteStaffSessions",
    security(("staff" = [])),
    responses(
        (status = 204, headers(("set-cookie" = String, description = "Removes the cookie"))),
        StaffProblems, MalformedProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWithoutSecondFactor(staff): StaffWithoutSecondFactor,
    context: RequestContext,
) -> Result<Response, Problem> {
    let mut tx = staff.tenant.db.begin().await?;
    db::staff_sessions::revoke_all(&mut tx, staff.row.id, None, app.clock.now()).await?;
    staff.log_action(&app, &mut tx, Action::SessionsEnded, None).await?;
    tx.commit().await?;
    Ok((StatusCode::NO_CONTENT, clear_cookie(&context.host.0)).into_response())
}
