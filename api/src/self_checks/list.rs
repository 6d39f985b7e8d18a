//! `GET /patients/tcis/self-check`

use axum::extract::State;
use axum::response::Json;
use serde::Deserialize;
use utoipa::IntoParams;

use super::render::Renderer;
use super::shape::TcisResponse;
use crate::App;
use crate::extract::{Language, Patient};
use crate::http::{Page, Query};
use crate::people::choose::find_person;
use crate::problem::{MalformedProblem, NotFoundProblem, Problem, SignedInProblems, ValidationProblem};

/// Whose analyses.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct SelfChecksQuery {
    /// A person of the account; by default, its holder.
    person_id: Option<i64>,
}

/// The self-checks of one person of the account, newest first.
#[utoipa::path(
    get, path = "/patients/tcis/self-check", tag = "self-checks", operation_id = "listSelfChecks",
    security(("session" = [])), params(SelfChecksQuery, Page),
    responses(
        (status = 200, body = TcisResponse),
        SignedInProblems, MalformedProblem, NotFoundProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    Language(locale): Language,
    page: Page,
    Query(query): Query<SelfChecksQuery>,
) -> Result<Json<TcisResponse>, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    let before = page.before.map(Into::into);
    let person = match query.person_id {
        Some(id) => Some(find_person(&mut conn, &patient, Some(id)).await?.label.id),
        None => None,
    };
    let found = db::tcis::list_own(&mut conn, patient.row.id, person, before, page.fetch_limit()).await?;
    let (views, next) = page.split(found, |view| view.id.get());
    let renderer = Renderer::new(&app, locale);
    Ok(Json(TcisResponse { tcis: views.into_iter().map(|view| renderer.tci(view)).collect(), next }))
}
