//! `GET /patients/me/leaving`

use axum::response::Json;

use crate::consents::withdrawal::EndingsResponse;
use crate::extract::Patient;
use crate::problem::{Problem, SignedInProblems};

/// What deleting the account cancels, what continues, and the refund.
#[utoipa::path(
    get, path = "/patients/me/leaving", tag = "auth", operation_id = "previewLeaving", security(("session" = [])),
    responses(
        (status = 200, body = EndingsResponse),
        SignedInProblems,
    )
)]
pub async fn handle(patient: Patient) -> Result<Json<EndingsResponse>, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    Ok(Json(db::withdrawal::find_effects(&mut conn, patient.row.id, None).await?.into()))
}
