//! `POST /institutions/auth/logout`

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use db::access_log::Action;
use http::StatusCode;

use crate::App;
use crate::extract::RequestContext;
use crate::extract::staff::StaffSession;
use crate::problem::{MalformedProblem, Problem, StaffProblems};
use crate::staff::session::clear_cookie;

/// Signs out: ends the session and removes the cookie.
#[utoipa::path(
    post, path = "/institutions/auth/logout", tag = "staff", operation_id = "staffLogout", security(("staff" = [])),
    responses(
        (status = 204, headers(("set-cookie" = String, description = "Removes the cookie"))),
        StaffProblems, MalformedProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffSession(staff): StaffSession,
    context: RequestContext,
) -> Result<Response, Problem> {
    let mut tx = staff.tenant.db.begin().await?;
    db::staff_sessions::revoke(&mut tx, staff.row.id, staff.session_id, app.clock.now()).await?;
    staff.log_action(&app, &mut tx, Action::SignOut, None).await?;
    tx.commit().await?;
    Ok((StatusCode::NO_CONTENT, clear_cookie(&context.host.0)).into_response())
}
