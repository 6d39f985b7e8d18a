//! `PUT /institutions/tcis/{id}`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::applications::{self, Party};
use domain::{ApplicationStatus, NotificationKind};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::App;
use crate::applications::shape::{StaffClinic, StaffClinicAnswer};
use crate::extract::staff::ChangeSubject;
use crate::extract::{Language, Staff};
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, JsonProblems, NotFoundProblem, Problem, StaffProblems, ValidationProblem};
use crate::self_checks::render::Renderer;

/// The state that an application is to have.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PutStatusRequest {
    /// 1 takes it, 2 completes it when both analyses are released, -1 cancels it.
    #[schema(required, value_type = i16, minimum = -1, maximum = 2)]
    status: Option<i16>,
}

/// Takes, completes or cancels an application. The patient is notified of the first and the last.
#[utoipa::path(
    put, path = "/institutions/tcis/{id}", tag = "clinic", operation_id = "putClinicApplication",
    request_body = PutStatusRequest, security(("staff" = [])),
    params(("id" = i64, Path, description = "The application's id")),
    responses(
        (status = 200, body = StaffClinicAnswer),
        StaffProblems, JsonProblems, NotFoundProblem, ValidationProblem,
        (status = 409, description = "illegal_transition"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    staff: Staff,
    Language(locale): Language,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<PutStatusRequest>,
) -> Result<Json<StaffClinicAnswer>, Problem> {
    let (id, now) = (id.into(), app.clock.now());
    let mut tx = staff.tenant.db.begin().await?;
    let from = applications::lock(&mut tx, Party::Clinic(staff.clinic()), id).await?.ok_or(Code::NotFound)?;
    let to = request.status.ok_or(Problem::field("status", domain::InvalidCode::Required))?;
    let to = ApplicationStatus::from_repr(to).ok_or(Problem::field("status", domain::InvalidCode::Range))?;
    let row = applications::find_at(&mut tx, staff.clinic(), id).await?.ok_or(Code::Internal)?;
    let to = from.step(to, row.both_complete()).map_err(|_| Code::IllegalTransition)?;
    applications::set_status(&mut tx, id, to, now).await?;
    let notification = match to {
        ApplicationStatus::Received => Some(NotificationKind::TciReceived),
        ApplicationStatus::Canceled => Some(NotificationKind::TciCanceled),
        ApplicationStatus::Waiting | ApplicationStatus::Complete => None,
    };
    if let Some(kind) = notification {
        db::notifications::insert_for_application(&mut tx, kind, id, None, now).await?;
    }
    applications::set_opened(&mut tx, id, now).await?;
    let changed = applications::find_at(&mut tx, staff.clinic(), id).await?.ok_or(Code::Internal)?;
    let subject = ChangeSubject { patient: row.patient_id, application: Some(id) };
    staff.log_change(&app, &mut tx, Action::ApplicationChanged, subject).await?;
    tx.commit().await?;
    Ok(Json(StaffClinicAnswer { clinic: StaffClinic::new(changed, &Renderer::new(&app, locale)) }))
}
