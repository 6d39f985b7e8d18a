//! `DELETE /patients/me`

use axum::extract::State;
use http::StatusCode;

use crate::App;
use crate::guard::Patient;
use crate::problem::{Problem, ProblemBody};

/// Leaves: every session ends at once and every consent is withdrawn. Photos and results are erased after 30 days, what
/// was entered at sign-up after 90; until then nobody can have the login ID.
#[utoipa::path(
    delete, path = "/patients/me", tag = "auth", operation_id = "leave", security(("session" = [])),
    responses(
        (status = 204, description = "The account is gone"),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(State(app): State<App>, patient: Patient) -> Result<StatusCode, Problem> {
    let mut tx = patient.tenant.db.begin().await?;
    // of two calls one finds the patient gone: both are answered alike
    db::leaving::leave(&mut tx, patient.row.id, app.clock.now()).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
