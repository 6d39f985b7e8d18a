//! `POST /institutions/tcis`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::access_log::Action;
use db::applications::{self, NewApplication};
use domain::ApplicationKind;
use domain::number::korean_day;
use http::StatusCode;

use crate::App;
use crate::applications::person::PersonRequest;
use crate::applications::shape::{StaffClinic, StaffClinicAnswer};
use crate::guard::Staff;
use crate::http::{Creation, Input};
use crate::problem::{Code, Problem, ProblemBody};
use crate::self_checks::render::Renderer;

/// Enters somebody who came by: an application that is received at once.
#[utoipa::path(
    post, path = "/institutions/tcis", tag = "clinic", operation_id = "createWalkIn", request_body = PersonRequest,
    security(("staff" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Repeats the first answer for the same key")),
    responses(
        (status = 201, body = StaffClinicAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "password_change_required", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation, not_selectable, idempotency_mismatch", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    staff: Staff,
    creation: Creation,
    Input(request): Input<PersonRequest>,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let person = request.parse(korean_day(now))?;
    let call = creation.key.bind(staff.row.id, "POST /institutions/tcis", &request)?;
    let mut tx = staff.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    let new = NewApplication {
        kind: ApplicationKind::WalkIn,
        patient_id: None,
        institution_id: staff.clinic(),
        person,
        opened: true,
    };
    let id = applications::insert(&mut tx, &new, now).await?.ok_or(Code::NotSelectable)?;
    let made = applications::find_at(&mut tx, staff.clinic(), id).await?.ok_or(Code::Internal)?;
    let answer = StaffClinicAnswer { clinic: StaffClinic::of(made, &Renderer::new(&app, creation.locale)) };
    call.finish(&mut tx, StatusCode::CREATED, &answer).await?;
    staff.log_change(&app, &mut tx, Action::ApplicationMade, (None, Some(id))).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(answer)).into_response())
}
