//! `GET /institutions/invites/{code}/applications`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::applications::{self, PageRequest};
use domain::InviteCode;

use crate::App;
use crate::applications::shape::{StaffClinic, StaffClinicsResponse};
use crate::extract::permission::ReadApplications;
use crate::extract::{Language, StaffWith};
use crate::http::{Page, PathParams, days};
use crate::problem::{Code, MalformedProblem, NotFoundProblem, Problem, StaffProblems, ValidationProblem};
use crate::self_checks::render::Renderer;

/// The applications that came through one of the clinic's invitations, newest first. People who accepted it and did not
/// apply are not listed, because they did not consent to that.
#[utoipa::path(
    get, path = "/institutions/invites/{code}/applications", tag = "invites", operation_id = "listInviteApplications",
    security(("staff" = [])), params(("code" = String, Path, description = "The invitation's code"), Page),
    responses(
        (status = 200, body = StaffClinicsResponse),
        StaffProblems, MalformedProblem, NotFoundProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ReadApplications>,
    Language(locale): Language,
    PathParams(code): PathParams<String>,
    page: Page,
) -> Result<Json<StaffClinicsResponse>, Problem> {
    let code = InviteCode::parse(&code).ok_or(Code::NotFound)?;
    let (from, to) = days::parse_day_range(None, None)?;
    let request = PageRequest { from, to, before: page.before.map(Into::into), limit: page.fetch_limit() };
    let mut conn = staff.tenant.db.acquire().await?;
    let found = applications::list_by_invite(&mut conn, staff.clinic(), &code, &request).await?;
    let (rows, next) = page.split(found, |row| row.id.get());
    staff.log_read(&app, &mut conn, Action::ApplicationsListed, &rows).await?;
    let renderer = Renderer::new(&app, locale);
    let clinics = rows.into_iter().map(|row| StaffClinic::new(row, &renderer)).collect();
    Ok(Json(StaffClinicsResponse { clinics, next }))
}
