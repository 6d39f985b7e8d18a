//! `GET /patients/tcis`

use axum::extract::State;
use axum::response::Json;
use db::applications::{self, PageRequest};
use serde::Deserialize;
use utoipa::IntoParams;

use super::shape::{Clinic, ClinicsAnswer};
use crate::App;
use crate::extract::{Language, Patient};
use crate::http::{Page, Query, days};
use crate::problem::{MalformedProblem, Problem, SignedInProblems, ValidationProblem};
use crate::self_checks::render::Renderer;

/// Which applications.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct ApplicationsQuery {
    /// Created on this day or later: YYYY-MM-DD in Korea.
    start_at: Option<String>,
    /// Created on this day or earlier.
    end_at: Option<String>,
}

/// The patient's applications, newest first.
#[utoipa::path(
    get, path = "/patients/tcis", tag = "applications", operation_id = "listApplications",
    security(("session" = [])), params(ApplicationsQuery, Page),
    responses(
        (status = 200, body = ClinicsAnswer),
        SignedInProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    Language(locale): Language,
    page: Page,
    Query(query): Query<ApplicationsQuery>,
) -> Result<Json<ClinicsAnswer>, Problem> {
    let (from, to) = days::parse_day_range(query.start_at.as_deref(), query.end_at.as_deref())?;
    let request = PageRequest { from, to, before: page.before.map(Into::into), limit: page.fetch_limit() };
    let found = applications::list_own(&mut patient.tenant.db.acquire().await?, patient.row.id, &request).await?;
    let (rows, next) = page.split(found, |row| row.id.get());
    let renderer = Renderer::new(&app, locale);
    let clinics = rows.into_iter().map(|row| Clinic::for_patient(row, &renderer)).collect();
    Ok(Json(ClinicsAnswer { clinics, next }))
}
