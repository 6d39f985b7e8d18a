//! `GET /patients/tcis/self-check/{tciId}`

use axum::extract::State;
use axum::response::Json;

use super::render::Renderer;
use super::shape::TciResponse;
use crate::App;
use crate::extract::{Language, Patient};
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, SignedInProblems};

/// One analysis. Its notification is marked as read when the result is available.
#[utoipa::path(
    get, path = "/patients/tcis/self-check/{tciId}", tag = "self-checks", operation_id = "getSelfCheck",
    security(("session" = [])),
    params(("tciId" = i64, Path, description = "The analysis's id")),
    responses(
        (status = 200, body = TciResponse),
        SignedInProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    Language(locale): Language,
    PathParams(id): PathParams<i64>,
) -> Result<Json<TciResponse>, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    let view = db::tcis::find_own(&mut conn, patient.row.id, id.into()).await?.ok_or(Code::NotFound)?;
    if view.is_settled() {
        db::notifications::set_read_for_tci(&mut conn, patient.row.id, id.into(), app.clock.now()).await?;
    }
    Ok(Json(TciResponse { tci: Renderer::new(&app, locale).tci(view) }))
}
