//! `GET /patients/me`

use axum::response::Json;

use super::shape::PatientAnswer;
use crate::extract::Patient;
use crate::problem::SignedInProblems;

/// The signed-in patient.
#[utoipa::path(
    get, path = "/patients/me", tag = "auth", operation_id = "getMe", security(("session" = [])),
    responses(
        (status = 200, body = PatientAnswer),
        SignedInProblems,
    )
)]
pub async fn handle(patient: Patient) -> Json<PatientAnswer> {
    Json(PatientAnswer { patient: (&patient.row).into() })
}
