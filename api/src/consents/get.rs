//! `GET /patients/consents`

use axum::response::Json;

use super::shape::ConsentsResponse;
use crate::extract::Patient;
use crate::problem::{Problem, SignedInProblems};

/// The patient's consents.
#[utoipa::path(
    get, path = "/patients/consents", tag = "consents", operation_id = "listConsents", security(("session" = [])),
    responses(
        (status = 200, body = ConsentsResponse),
        SignedInProblems,
    )
)]
pub async fn handle(patient: Patient) -> Result<Json<ConsentsResponse>, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    Ok(Json(db::consents::list(&mut conn, patient.row.id).await?.into()))
}
