//! `GET /patients/me`

use axum::response::Json;

use super::shape::PatientAnswer;
use crate::guard::Patient;
use crate::problem::ProblemBody;

/// The signed-in patient.
#[utoipa::path(
    get, path = "/patients/me", tag = "auth", operation_id = "getMe", security(("session" = [])),
    responses(
        (status = 200, body = PatientAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(patient: Patient) -> Json<PatientAnswer> {
    Json(PatientAnswer { patient: (&patient.row).into() })
}
