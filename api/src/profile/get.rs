//! `GET /patients/me/profile`

use axum::extract::State;
use axum::response::Json;

use super::shape::OwnProfileResponse;
use crate::App;
use crate::extract::Patient;
use crate::problem::{Problem, SignedInProblems};

/// The patient's own data with the latest changes.
#[utoipa::path(
    get, path = "/patients/me/profile", tag = "profile", operation_id = "getProfile", security(("session" = [])),
    responses(
        (status = 200, body = OwnProfileResponse),
        SignedInProblems,
    )
)]
pub async fn handle(State(app): State<App>, patient: Patient) -> Result<Json<OwnProfileResponse>, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    Ok(Json(OwnProfileResponse::load(&mut conn, &patient.row, app.clock.now()).await?))
}
