//! `PUT /institutions/tcis/{id}/assignee`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::applications::{self, Party};
use domain::{Permission, StaffId};
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

/// The assignee of an application.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PutAssigneeRequest {
    /// An active analyst of the clinic; null for nobody.
    #[schema(required)]
    staff_id: Option<i64>,
}

/// Assigns a received application to another analyst, or to nobody.
#[utoipa::path(
    put, path = "/institutions/tcis/{id}/assignee", tag = "clinic", operation_id = "putClinicApplicationAssignee",
    request_body = PutAssigneeRequest, security(("staff" = [])),
    params(("id" = i64, Path, description = "The application's id")),
    responses(
        (status = 200, body = StaffClinicResponse),
        StaffProblems, JsonProblems, NotFoundProblem, ValidationProblem,
        (status = 409, description = "illegal_transition: it is not received, or closed"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<HandleApplications>,
    Language(locale): Language,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<PutAssigneeRequest>,
) -> Result<Json<StaffClinicResponse>, Problem> {
    let (id, now) = (id.into(), app.clock.now());
    let mut tx = staff.tenant.db.begin().await?;
    let status = applications::lock(&mut tx, Party::Clinic(staff.clinic()), id).await?.ok_or(Code::NotFound)?;
    if !status.is_open() {
        return Err(Code::IllegalTransition.into());
    }
    let assignee = request.staff_id.map(StaffId::new);
    if let Some(analyst) = assignee {
        let role = db::staff::find_role(&mut tx, staff.clinic(), analyst).await?;
        let role = role.ok_or(Problem::field("staffId", domain::InvalidCode::Unknown))?;
        if !role.may(Permission::ScoreAnalyses) {
            return Err(Problem::field("staffId", domain::InvalidCode::Mismatch));
        }
    }
    applications::set_assignee(&mut tx, &[id], assignee, now).await?;
    let changed = applications::find_at(&mut tx, staff.clinic(), id).await?.ok_or(Code::Internal)?;
    let subject = ChangeSubject { patient: changed.patient_id, application: Some(id) };
    staff.log_change(&app, &mut tx, Action::ApplicationChanged, subject).await?;
    tx.commit().await?;
    Ok(Json(StaffClinicResponse { clinic: StaffClinic::new(changed, &Renderer::new(&app, locale)) }))
}
