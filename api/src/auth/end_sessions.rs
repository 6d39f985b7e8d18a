//! `DELETE /patients/sessions`

use axum::extract::State;
use http::StatusCode;

use crate::App;
use crate::extract::Patient;
use crate::problem::{Problem, SignedInProblems};

/// Ends every session of the patient, including this one.
#[utoipa::path(
    delete, path = "/patients/sessions", tag = "auth", operation_id = "endSessions", security(("session" = [])),
    responses(
        (status = 204, description = "The patient is signed out everywhere"),
        SignedInProblems,
    )
)]
pub async fn handle(State(app): State<App>, patient: Patient) -> Result<StatusCode, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    db::sessions::revoke_all(&mut conn, patient.row.id, app.clock.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}
