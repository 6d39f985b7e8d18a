//! `GET /patients/tcis`

use axum::extract::State;
use axum::response::Json;
use db::applications::{self, Part};
use serde::Deserialize;
use utoipa::IntoParams;

use super::days;
use super::shape::{Clinic, ClinicsAnswer};
use crate::App;
use crate::guard::Patient;
use crate::http::{Language, Page, Query};
use crate::problem::{Problem, ProblemBody};
use crate::self_checks::render::Renderer;

/// Which applications.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct ApplicationsQuery {
    /// Made on this day or later: YYYY-MM-DD in Korea.
    start_at: Option<String>,
    /// Made on this day or earlier.
    end_at: Option<String>,
    /// Only what comes after this one in the list: the `next` of the page before.
    before: Option<i64>,
    /// How many at most.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<u32>,
}

/// The patient's applications, newest first.
#[utoipa::path(
    get, path = "/patients/tcis", tag = "applications", operation_id = "listApplications",
    security(("session" = [])), params(ApplicationsQuery),
    responses(
        (status = 200, body = ClinicsAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    Language(locale): Language,
    Query(query): Query<ApplicationsQuery>,
) -> Result<Json<ClinicsAnswer>, Problem> {
    let (from, to) = days::moments(query.start_at.as_deref(), query.end_at.as_deref())?;
    let page = Page::new(query.before, query.limit);
    let part = Part { from, to, before: page.before.map(Into::into), limit: page.one_more() };
    let found = applications::list_own(&mut patient.tenant.db.acquire().await?, patient.row.id, &part).await?;
    let (rows, next) = page.cut(found, |row| row.id.get());
    let renderer = Renderer::new(&app, locale);
    let clinics = rows.into_iter().map(|row| Clinic::for_patient(row, &renderer)).collect();
    Ok(Json(ClinicsAnswer { clinics, next }))
}
