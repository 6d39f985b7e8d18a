//! `GET /institutions/tcis/{id}/record`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::applications::{self, PageRequest};
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::applications::shape::{PatientInstitution, StaffClinic};
use crate::extract::permission::ReadApplications;
use crate::extract::{Language, StaffWith};
use crate::http::{Page, PathParams, days};
use crate::problem::{Code, MalformedProblem, NotFoundProblem, Problem, StaffProblems, ValidationProblem};
use crate::self_checks::render::Renderer;

/// The clinic's record of a person.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecordResponse {
    /// The person, as entered in the application of the request.
    person: PatientInstitution,
    /// The person's applications with their analyses, newest first.
    clinics: Vec<StaffClinic>,
    /// The `before` of the next page; null on the last one.
    #[schema(required)]
    next: Option<i64>,
}

/// The clinic's record of the person of one of its applications, newest first: applications of the same person of an
/// account, and those with the same name, birth date and phone number, so that visits without an account are included.
#[utoipa::path(
    get, path = "/institutions/tcis/{id}/record", tag = "clinic", operation_id = "getClinicRecord",
    security(("staff" = [])), params(("id" = i64, Path, description = "The id of one of the person's applications"), Page),
    responses(
        (status = 200, body = RecordResponse),
        StaffProblems, MalformedProblem, NotFoundProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ReadApplications>,
    Language(locale): Language,
    PathParams(id): PathParams<i64>,
    page: Page,
) -> Result<Json<RecordResponse>, Problem> {
    let id = id.into();
    let (from, to) = days::parse_day_range(None, None)?;
    let request = PageRequest { from, to, before: page.before.map(Into::into), limit: page.fetch_limit() };
    let mut conn = staff.tenant.db.acquire().await?;
    let opened_by = applications::find_at(&mut conn, staff.clinic(), id).await?.ok_or(Code::NotFound)?;
    let found = applications::list_same_person(&mut conn, staff.clinic(), id, &request).await?;
    let (rows, next) = page.split(found, |row| row.id.get());
    staff.log_read(&app, &mut conn, Action::RecordRead, &rows).await?;
    let renderer = Renderer::new(&app, locale);
    let clinics = rows.into_iter().map(|row| StaffClinic::new(row, &renderer)).collect();
    Ok(Json(RecordResponse { person: opened_by.person.into(), clinics, next }))
}
