//! `GET /institutions/tcis/people/{id}`

use axum::extract::State;
use axum::response::Json;
use db::applications::Subject;

use super::list_of_patient::list_for_subject;
use crate::App;
use crate::applications::shape::StaffClinicsResponse;
use crate::extract::permission::ReadApplications;
use crate::extract::{Language, StaffWith};
use crate::http::{Page, PathParams};
use crate::problem::{MalformedProblem, Problem, StaffProblems, ValidationProblem};

/// The applications of one person of an account at the clinic, newest first; empty if there are none.
#[utoipa::path(
    get, path = "/institutions/tcis/people/{id}", tag = "clinic", operation_id = "listClinicApplicationsOfPerson",
    security(("staff" = [])), params(("id" = i64, Path, description = "The person's id"), Page),
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
    list_for_subject(&app, &staff, locale, Subject::Person(id.into()), page).await
}
