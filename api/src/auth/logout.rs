//! `POST /patients/auth/logout`

use axum::extract::State;
use http::StatusCode;

use crate::App;
use crate::extract::Patient;
use crate::problem::{Problem, SignedInProblems};

/// Ends the session of the request. The web app does not wait for it: signing out works without a connection.
#[utoipa::path(
    post, path = "/patients/auth/logout", tag = "auth", operation_id = "logout", security(("session" = [])),
    responses(
        (status = 204, description = "The session is ended"),
        SignedInProblems,
    )
)]
pub async fn handle(State(app): State<App>, patient: Patient) -> Result<StatusCode, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    // the second of two concurrent calls revokes nothing: both get the same response
    db::sessions::revoke(&mut conn, patient.row.id, patient.session_id, app.clock.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}
