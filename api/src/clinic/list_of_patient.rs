//! `GET /institutions/tcis/patients/{id}`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use db::access_log::Action;
use db::applications::{self, Filter, Part};

use crate::App;
use crate::applications::days;
use crate::applications::shape::{StaffClinic, StaffClinicsAnswer};
use crate::guard::Staff;
use crate::http::{Id, Language, Page, Query};
use crate::problem::{Problem, ProblemBody};
use crate::self_checks::render::Renderer;

/// What a patient applied for at the clinic, newest first; nothing for a patient who never did.
#[utoipa::path(
    get, path = "/institutions/tcis/patients/{id}", tag = "clinic", operation_id = "listClinicApplicationsOfPatient",
    security(("staff" = [])), params(("id" = i64, Path, description = "The patient's id"), Page),
    responses(
        (status = 200, body = StaffClinicsAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "password_change_required", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    staff: Staff,
    Language(locale): Language,
    Id(id): Id,
    Query(page): Query<Page>,
) -> Result<Json<StaffClinicsAnswer>, Problem> {
    let (from, to): (DateTime<Utc>, DateTime<Utc>) = days::moments(None, None)?;
    let filter = Filter { patient: Some(id.into()), ..Filter::default() };
    let part = Part { from, to, before: page.before.map(Into::into), limit: page.one_more() };
    let mut conn = staff.tenant.db.acquire().await?;
    let found = applications::list_at(&mut conn, staff.clinic(), &filter, &part).await?;
    let (rows, next) = page.cut(found, |row| row.id.get());
    staff.log_read(&app, &mut conn, Action::ApplicationsListed, &rows).await?;
    let renderer = Renderer::new(&app, locale);
    let clinics = rows.into_iter().map(|row| StaffClinic::of(row, &renderer)).collect();
    Ok(Json(StaffClinicsAnswer { clinics, next }))
}
