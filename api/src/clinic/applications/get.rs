//! `GET /institutions/tcis/{id}`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::applications;

use crate::App;
use crate::applications::shape::{StaffClinic, StaffClinicResponse};
use crate::extract::permission::ReadApplications;
use crate::extract::{Language, StaffWith};
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, StaffProblems};
use crate::self_checks::render::Renderer;

/// One of the clinic's applications. Reading it marks it as read.
#[utoipa::path(
    get, path = "/institutions/tcis/{id}", tag = "clinic", operation_id = "getClinicApplication",
    security(("staff" = [])), params(("id" = i64, Path, description = "The application's id")),
    responses(
        (status = 200, body = StaffClinicResponse),
        StaffProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ReadApplications>,
    Language(locale): Language,
    PathParams(id): PathParams<i64>,
) -> Result<Json<StaffClinicResponse>, Problem> {
    let id = id.into();
    let mut conn = staff.tenant.db.acquire().await?;
    let mut found = applications::find_at(&mut conn, staff.clinic(), id).await?.ok_or(Code::NotFound)?;
    if !found.opened {
        applications::set_opened(&mut conn, id, app.clock.now()).await?;
        found.opened = true;
    }
    staff.log_read(&app, &mut conn, Action::ApplicationRead, std::slice::from_ref(&found)).await?;
    Ok(Json(StaffClinicResponse { clinic: StaffClinic::new(found, &Renderer::new(&app, locale)) }))
}
