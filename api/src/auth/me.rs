//! `GET /patients/me`

use axum::response::Json;

use super::shape::PatientResponse;
use crate::extract::Patient;
use crate::problem::SignedInProblems;

/// The signed-in patient.
#[utoipa::path(
    get, path = "/patients/me", tag = "auth", operation_id = "getMe", security(("session" = [])),
    responses(
        (status = 200, body = PatientResponse),
        SignedInProblems,
    )
)]
pub async fn handle(patient: Patient) -> Json<PatientResponse> {
    Json(PatientResponse { patient: (&patient.row).into() })
}
