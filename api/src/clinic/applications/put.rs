//! `PUT /institutions/tcis/{id}`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::applications::{self, Party};
use domain::{ApplicationStatus, NotificationKind, Permission};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::App;
use crate::applications::shape::{StaffClinic, StaffClinicResponse};
use crate::extract::permission::HandleApplications;
use crate::extract::staff::ChangeSubject;
use crate::extract::{Language, StaffWith};
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, JsonProblems, NotFoundProblem, Problem, StaffProblems, ValidationProblem};
use crate::self_checks::render::Renderer;

/// The new state of an application, or which analyses it has.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PutStatusRequest {
    /// 1 accepts it, 2 completes it when its analyses are released, -1 cancels it.
    #[schema(minimum = -1, maximum = 2)]
    status: Option<i16>,
    /// Instead of `status`: true if the clinic makes no analysis after cleaning, so that the application is complete
    /// with the one before; false to undo that.
    before_only: Option<bool>,
}

/// Accepts, completes or cancels an application, or records that it only has an analysis before cleaning. The patient
/// is notified of an acceptance and a cancellation.
#[utoipa::path(
    put, path = "/institutions/tcis/{id}", tag = "clinic", operation_id = "putClinicApplication",
    request_body = PutStatusRequest, security(("staff" = [])),
    params(("id" = i64, Path, description = "The application's id")),
    responses(
        (status = 200, body = StaffClinicResponse),
        StaffProblems, JsonProblems, NotFoundProblem, ValidationProblem,
        (status = 409, description = "illegal_transition"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<HandleApplications>,
    Language(locale): Language,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<PutStatusRequest>,
) -> Result<Json<StaffClinicResponse>, Problem> {
    let (id, now) = (id.into(), app.clock.now());
    let mut tx = staff.tenant.db.begin().await?;
    let from = applications::lock(&mut tx, Party::Clinic(staff.clinic()), id).await?.ok_or(Code::NotFound)?;
    let mut row = applications::find_at(&mut tx, staff.clinic(), id).await?.ok_or(Code::Internal)?;
    let requested = match (request.status, request.before_only) {
        (status, None) => {
            let number = status.ok_or(Problem::field("status", domain::InvalidCode::Required))?;
            Some(ApplicationStatus::from_repr(number).ok_or(Problem::field("status", domain::InvalidCode::Range))?)
        }
        (None, Some(flag)) => {
            if !from.is_open() || (flag && row.after.is_some()) {
                return Err(Code::IllegalTransition.into());
            }
            applications::set_before_only(&mut tx, id, flag, now).await?;
            row.before_only = flag;
            row.is_finished().then_some(ApplicationStatus::Complete)
        }
        (Some(_), Some(_)) => return Err(Problem::field("beforeOnly", domain::InvalidCode::Mismatch)),
    };
    let to = requested.map(|to| from.step(to, row.is_finished())).transpose().map_err(|_| Code::IllegalTransition)?;
    if let Some(to) = to {
        applications::set_status(&mut tx, id, to, now).await?;
    }
    // staff who receive an application become its assignee, if their role may score analyses
    if to == Some(ApplicationStatus::Received) && staff.row.role.may(Permission::ScoreAnalyses) {
        applications::set_assignee(&mut tx, &[id], Some(staff.row.id), now).await?;
    }
    let notification = match to {
        Some(ApplicationStatus::Received) => Some(NotificationKind::TciReceived),
        Some(ApplicationStatus::Canceled) => Some(NotificationKind::TciCanceled),
        Some(ApplicationStatus::Waiting | ApplicationStatus::Complete) | None => None,
    };
    if let Some(kind) = notification {
        db::notifications::insert_for_application(&mut tx, kind, id, None, now).await?;
    }
    applications::set_opened(&mut tx, id, now).await?;
    let changed = applications::find_at(&mut tx, staff.clinic(), id).await?.ok_or(Code::Internal)?;
    let subject = ChangeSubject { patient: row.patient_id, application: Some(id) };
    staff.log_change(&app, &mut tx, Action::ApplicationChanged, subject).await?;
    tx.commit().await?;
    Ok(Json(StaffClinicResponse { clinic: StaffClinic::new(changed, &Renderer::new(&app, locale)) }))
}
