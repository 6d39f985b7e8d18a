//! `GET /patients/tcis/{id}`

use axum::extract::State;
use axum::response::Json;

use super::shape::{Clinic, ClinicResponse};
use crate::App;
use crate::extract::{Language, Patient};
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, SignedInProblems};
use crate::self_checks::render::Renderer;

/// One of the patient's applications. Marks its notifications as read.
#[utoipa::path(
    get, path = "/patients/tcis/{id}", tag = "applications", operation_id = "getApplication", security(("session" = [])),
    params(("id" = i64, Path, description = "The application's id")),
    responses(
        (status = 200, body = ClinicResponse),
        SignedInProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    Language(locale): Language,
    PathParams(id): PathParams<i64>,
) -> Result<Json<ClinicResponse>, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    let found = db::applications::find_own(&mut conn, patient.row.id, id.into()).await?.ok_or(Code::NotFound)?;
    db::notifications::set_read_for_application(&mut conn, patient.row.id, found.id, None, app.clock.now()).await?;
    Ok(Json(ClinicResponse { clinic: Clinic::for_patient(found, &Renderer::new(&app, locale)) }))
}
