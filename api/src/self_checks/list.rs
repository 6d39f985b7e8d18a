//! `GET /patients/tcis/self-check`

use axum::extract::State;
use axum::response::Json;

use super::render::Renderer;
use super::shape::TcisAnswer;
use crate::App;
use crate::extract::{Language, Patient};
use crate::http::Page;
use crate::problem::{MalformedProblem, Problem, SignedInProblems, ValidationProblem};

/// The patient's analyses, newest first.
#[utoipa::path(
    get, path = "/patients/tcis/self-check", tag = "self-checks", operation_id = "listSelfChecks",
    security(("session" = [])), params(Page),
    responses(
        (status = 200, body = TcisAnswer),
        SignedInProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    Language(locale): Language,
    page: Page,
) -> Result<Json<TcisAnswer>, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    let before = page.before.map(Into::into);
    let found = db::tcis::list_own(&mut conn, patient.row.id, before, page.fetch_limit()).await?;
    let (views, next) = page.split(found, |view| view.id.get());
    let renderer = Renderer::new(&app, locale);
    Ok(Json(TcisAnswer { tcis: views.into_iter().map(|view| renderer.tci(view)).collect(), next }))
}
