//! `GET /patients/tcis/self-check/{tciId}`

use axum::extract::State;
use axum::response::Json;

use super::render::Renderer;
use super::shape::TciAnswer;
use crate::App;
use crate::extract::{Language, Patient};
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, SignedInProblems};

/// One analysis.
#[utoipa::path(
    get, path = "/patients/tcis/self-check/{tciId}", tag = "self-checks", operation_id = "getSelfCheck",
    security(("session" = [])),
    params(("tciId" = i64, Path, description = "The analysis's id")),
    responses(
        (status = 200, body = TciAnswer),
        SignedInProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    Language(locale): Language,
    PathParams(id): PathParams<i64>,
) -> Result<Json<TciAnswer>, Problem> {
    let found = db::tcis::find_own(&mut patient.tenant.db.acquire().await?, patient.row.id, id.into()).await?;
    let view = found.ok_or(Code::NotFound)?;
    Ok(Json(TciAnswer { tci: Renderer::new(&app, locale).tci(view) }))
}
