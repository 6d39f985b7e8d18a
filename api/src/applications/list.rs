//! `GET /patients/tcis`

use axum::extract::State;
use axum::response::Json;
use db::applications::{self, PageRequest};
use serde::Deserialize;
use utoipa::IntoParams;

use super::shape::{Clinic, ClinicsResponse};
use crate::App;
use crate::extract::{Language, Patient};
use crate::http::{Page, Query, days};
use crate::people::choose::find_person;
use crate::problem::{MalformedProblem, NotFoundProblem, Problem, SignedInProblems, ValidationProblem};
use crate::self_checks::render::Renderer;

/// Which applications.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct ApplicationsQuery {
    /// Created from this day: YYYY-MM-DD in Korea.
    start_at: Option<String>,
    /// Created until the end of this day.
    end_at: Option<String>,
    /// A person of the account; by default, its holder.
    person_id: Option<i64>,
}

/// The applications of one person of the account, newest first.
#[utoipa::path(
    get, path = "/patients/tcis", tag = "applications", operation_id = "listApplications",
    security(("session" = [])), params(ApplicationsQuery, Page),
    responses(
        (status = 200, body = ClinicsResponse),
        SignedInProblems, MalformedProblem, NotFoundProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    Language(locale): Language,
    page: Page,
    Query(query): Query<ApplicationsQuery>,
) -> Result<Json<ClinicsResponse>, Problem> {
    let (from, to) = days::parse_day_range(query.start_at.as_deref(), query.end_at.as_deref())?;
    let request = PageRequest { from, to, before: page.before.map(Into::into), limit: page.fetch_limit() };
    let mut conn = patient.tenant.db.acquire().await?;
    let person = match query.person_id {
        Some(id) => Some(find_person(&mut conn, &patient, Some(id)).await?.label.id),
        None => None,
    };
    let found = applications::list_own(&mut conn, patient.row.id, person, &request).await?;
    let (rows, next) = page.split(found, |row| row.id.get());
    let renderer = Renderer::new(&app, locale);
    let clinics = rows.into_iter().map(|row| Clinic::for_patient(row, &renderer)).collect();
    Ok(Json(ClinicsResponse { clinics, next }))
}
