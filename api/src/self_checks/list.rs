//! `GET /patients/tcis/self-check`

use axum::extract::State;
use axum::response::Json;

use super::render::Renderer;
use super::shape::TcisAnswer;
use crate::App;
use crate::guard::Patient;
use crate::http::{Language, Page, Query};
use crate::problem::{Problem, ProblemBody};

/// The patient's analyses, newest first.
#[utoipa::path(
    get, path = "/patients/tcis/self-check", tag = "self-checks", operation_id = "listSelfChecks",
    security(("session" = [])), params(Page),
    responses(
        (status = 200, body = TcisAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    Language(locale): Language,
    Query(page): Query<Page>,
) -> Result<Json<TcisAnswer>, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    let before = page.before.map(Into::into);
    let found = db::tcis::list_own(&mut conn, patient.row.id, before, page.one_more()).await?;
    let (views, next) = page.cut(found, |view| view.id.get());
    let renderer = Renderer::new(&app, locale);
    Ok(Json(TcisAnswer { tcis: views.into_iter().map(|view| renderer.tci(view)).collect(), next }))
}
