//! `POST /institutions/tcis`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::access_log::Action;
use db::applications::{self, NewApplication};
use domain::ApplicationKind;
use domain::calendar::korean_day;
use http::StatusCode;

use crate::App;
use crate::applications::person::PersonRequest;
use crate::applications::shape::{StaffClinic, StaffClinicResponse};
use crate::extract::permission::HandleApplications;
use crate::extract::staff::ChangeSubject;
use crate::extract::{RequestContext, StaffWith};
use crate::http::JsonBody;
use crate::problem::{Code, IdempotencyProblems, JsonProblems, Problem, StaffProblems};
use crate::self_checks::render::Renderer;

/// Creates a walk-in: an application that is received immediately.
#[utoipa::path(
    post, path = "/institutions/tcis", tag = "clinic", operation_id = "createWalkIn", request_body = PersonRequest,
    security(("staff" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key")),
    responses(
        (status = 201, body = StaffClinicResponse),
        StaffProblems, JsonProblems, IdempotencyProblems,
        (status = 422, description = "validation, not_selectable, idempotency_mismatch"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<HandleApplications>,
    context: RequestContext,
    JsonBody(request): JsonBody<PersonRequest>,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let person = request.parse(korean_day(now))?;
    let call = context.key.bind(staff.row.id, "POST /institutions/tcis", &request)?;
    let mut tx = staff.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    let new = NewApplication {
        kind: ApplicationKind::WalkIn,
        patient_id: None,
        person_id: None,
        institution_id: staff.clinic(),
        person,
        opened: true,
    };
    let id = applications::insert(&mut tx, &new, now).await?.ok_or(Code::NotSelectable)?;
    let made = applications::find_at(&mut tx, staff.clinic(), id).await?.ok_or(Code::Internal)?;
    let response = StaffClinicResponse { clinic: StaffClinic::new(made, &Renderer::new(&app, context.locale)) };
    call.finish(&mut tx, StatusCode::CREATED, &response).await?;
    let subject = ChangeSubject { patient: None, application: Some(id) };
    staff.log_change(&app, &mut tx, Action::ApplicationMade, subject).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(response)).into_response())
}
