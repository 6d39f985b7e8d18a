//! `DELETE /patients/sessions/{id}`

use axum::extract::State;
use http::StatusCode;

use crate::App;
use crate::extract::Patient;
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, SignedInProblems};

/// Ends one of the patient's sessions.
#[utoipa::path(
    delete, path = "/patients/sessions/{id}", tag = "auth", operation_id = "endSession", security(("session" = [])),
    params(("id" = i64, Path, description = "The session's id")),
    responses(
        (status = 204, description = "The session is ended"),
        SignedInProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    PathParams(id): PathParams<i64>,
) -> Result<StatusCode, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    if !db::sessions::revoke(&mut conn, patient.row.id, id.into(), app.clock.now()).await? {
        return Err(Code::NotFound.into());
    }
    Ok(StatusCode::NO_CONTENT)
}
