//! `PUT /institutions/tcis/{id}`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::applications::{self, Owner};
use domain::{ApplicationStatus, NotificationKind};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::App;
use crate::applications::shape::{StaffClinic, StaffClinicAnswer};
use crate::guard::Staff;
use crate::http::{Id, Input, Language};
use crate::problem::{Code, Problem, ProblemBody};
use crate::self_checks::render::Renderer;

/// The state that an application is to have.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PutStatusRequest {
    /// 1 takes it, 2 completes it when both analyses are released, -1 calls it off.
    #[schema(required, value_type = i16, minimum = -1, maximum = 2)]
    status: Option<i16>,
}

/// Takes, completes or calls off an application; the patient is told of the first and the last.
#[utoipa::path(
    put, path = "/institutions/tcis/{id}", tag = "clinic", operation_id = "putClinicApplication",
    request_body = PutStatusRequest, security(("staff" = [])),
    params(("id" = i64, Path, description = "The application's id")),
    responses(
        (status = 200, body = StaffClinicAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "password_change_required", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "not_found", body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "illegal_transition", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    staff: Staff,
    Language(locale): Language,
    Id(id): Id,
    Input(request): Input<PutStatusRequest>,
) -> Result<Json<StaffClinicAnswer>, Problem> {
    let (id, now) = (id.into(), app.clock.now());
    let mut tx = staff.tenant.db.begin().await?;
    let from = applications::lock(&mut tx, Owner::Clinic(staff.clinic()), id).await?.ok_or(Code::NotFound)?;
    let to = request.status.ok_or(Problem::field("status", domain::Code::Required))?;
    let to = ApplicationStatus::from_number(to).ok_or(Problem::field("status", domain::Code::Range))?;
    let row = applications::find_at(&mut tx, staff.clinic(), id).await?.ok_or(Code::Internal)?;
    let to = from.step(to, row.both_complete()).map_err(|_| Code::IllegalTransition)?;
    applications::set_status(&mut tx, id, to, now).await?;
    let told = match to {
        ApplicationStatus::Received => Some(NotificationKind::TciReceived),
        ApplicationStatus::Canceled => Some(NotificationKind::TciCanceled),
        ApplicationStatus::Waiting | ApplicationStatus::Complete => None,
    };
    if let Some(kind) = told {
        db::notifications::insert_for_application(&mut tx, kind, id, None, now).await?;
    }
    applications::set_opened(&mut tx, id, now).await?;
    let changed = applications::find_at(&mut tx, staff.clinic(), id).await?.ok_or(Code::Internal)?;
    staff.log_change(&app, &mut tx, Action::ApplicationChanged, (row.patient_id, Some(id))).await?;
    tx.commit().await?;
    Ok(Json(StaffClinicAnswer { clinic: StaffClinic::of(changed, &Renderer::new(&app, locale)) }))
}
