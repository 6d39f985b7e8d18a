//! `GET /patients/me/leaving`

use axum::response::Json;

use crate::consents::withdrawal::EndingsAnswer;
use crate::extract::Patient;
use crate::problem::{Problem, SignedInProblems};

/// What the deletion of the account cancels, what goes on, and what goes back of the money.
#[utoipa::path(
    get, path = "/patients/me/leaving", tag = "auth", operation_id = "previewLeaving", security(("session" = [])),
    responses(
        (status = 200, body = EndingsAnswer),
        SignedInProblems,
    )
)]
pub async fn handle(patient: Patient) -> Result<Json<EndingsAnswer>, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    Ok(Json(db::withdrawal::find_endings(&mut conn, patient.row.id, None).await?.into()))
}
