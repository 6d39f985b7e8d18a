//! `GET /patients/me/profile`

use axum::extract::State;
use axum::response::Json;

use super::shape::OwnProfileAnswer;
use crate::App;
use crate::extract::Patient;
use crate::problem::{Problem, SignedInProblems};

/// The patient's own data with the latest changes.
#[utoipa::path(
    get, path = "/patients/me/profile", tag = "profile", operation_id = "getProfile", security(("session" = [])),
    responses(
        (status = 200, body = OwnProfileAnswer),
        SignedInProblems,
    )
)]
pub async fn handle(State(app): State<App>, patient: Patient) -> Result<Json<OwnProfileAnswer>, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    Ok(Json(OwnProfileAnswer::load(&mut conn, &patient.row, app.clock.now()).await?))
}
