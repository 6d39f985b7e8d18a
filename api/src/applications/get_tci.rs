//! `GET /patients/tcis/{id}/tci/{tciId}`

use axum::extract::State;
use axum::response::Json;

use crate::App;
use crate::extract::{Language, Patient};
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, SignedInProblems};
use crate::self_checks::render::Renderer;
use crate::self_checks::shape::TciResponse;

/// One analysis of one of the patient's applications. Marks its notifications as read.
#[utoipa::path(
    get, path = "/patients/tcis/{id}/tci/{tciId}", tag = "applications", operation_id = "getApplicationTci",
    security(("session" = [])),
    params(
        ("id" = i64, Path, description = "The application's id"),
        ("tciId" = i64, Path, description = "The analysis's id"),
    ),
    responses(
        (status = 200, body = TciResponse),
        SignedInProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    Language(locale): Language,
    PathParams((id, tci)): PathParams<(i64, i64)>,
) -> Result<Json<TciResponse>, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    let found = db::applications::find_own(&mut conn, patient.row.id, id.into()).await?.ok_or(Code::NotFound)?;
    let mut both = found.before.into_iter().chain(found.after);
    let own = both.find(|one| one.id.get() == tci).ok_or(Code::NotFound)?;
    let now = app.clock.now();
    db::notifications::set_read_for_application(&mut conn, patient.row.id, id.into(), Some(own.id), now).await?;
    Ok(Json(TciResponse { tci: Renderer::new(&app, locale).tci(own) }))
}
