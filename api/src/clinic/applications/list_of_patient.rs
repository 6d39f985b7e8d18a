//! `GET /institutions/tcis/patients/{id}`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use db::access_log::Action;
use db::applications::{self, Filter, PageRequest, Subject};
use domain::Locale;

use crate::App;
use crate::applications::shape::{StaffClinic, StaffClinicsResponse};
use crate::extract::permission::ReadApplications;
use crate::extract::{Language, Staff, StaffWith};
use crate::http::{Page, PathParams, days};
use crate::problem::{MalformedProblem, Problem, StaffProblems, ValidationProblem};
use crate::self_checks::render::Renderer;

/// The applications of the holder of a patient's account at the clinic, newest first; empty if there are none. Other
/// people of the account have separate lists.
#[utoipa::path(
    get, path = "/institutions/tcis/patients/{id}", tag = "clinic", operation_id = "listClinicApplicationsOfPatient",
    security(("staff" = [])), params(("id" = i64, Path, description = "The patient's id"), Page),
    responses(
        (status = 200, body = StaffClinicsResponse),
        StaffProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ReadApplications>,
    Language(locale): Language,
    PathParams(id): PathParams<i64>,
    page: Page,
) -> Result<Json<StaffClinicsResponse>, Problem> {
    list_for_subject(&app, &staff, locale, Subject::Holder(id.into()), page).await
}

/// Lists one person's applications at the clinic.
pub(super) async fn list_for_subject(
    app: &App,
    staff: &Staff,
    locale: Locale,
    subject: Subject,
    page: Page,
) -> Result<Json<StaffClinicsResponse>, Problem> {
    let (from, to): (DateTime<Utc>, DateTime<Utc>) = days::parse_day_range(None, None)?;
    let filter = Filter { subject: Some(subject), ..Filter::default() };
    let request = PageRequest { from, to, before: page.before.map(Into::into), limit: page.fetch_limit() };
    let mut conn = staff.tenant.db.acquire().await?;
    let found = applications::list_at(&mut conn, staff.clinic(), &filter, &request).await?;
    let (rows, next) = page.split(found, |row| row.id.get());
    staff.log_read(app, &mut conn, Action::ApplicationsListed, &rows).await?;
    let renderer = Renderer::new(app, locale);
    let clinics = rows.into_iter().map(|row| StaffClinic::new(row, &renderer)).collect();
    Ok(Json(StaffClinicsResponse { clinics, next }))
}
