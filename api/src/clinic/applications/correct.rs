//! `POST /institutions/tcis/{id}/tci/{tciId}/corrections`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::access_log::Action;
use db::applications::{self, Party};
use db::corrections;
use db::tcis::clinic::{self, Attributes, TciVersion};
use domain::correction::MAX_REASON_CHARS;
use domain::text::parse_lines;
use domain::{ApplicationStatus, Invalid, InvalidCode, Permission};
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::put_tci::{VersionConflict, check_attributes, enqueue_walk_in_link, version_conflict};
use super::tci_form::{AttributesRequest, PutTciRequest};
use crate::App;
use crate::applications::shape::{StaffClinic, StaffClinicResponse};
use crate::extract::permission::ScoreAnalyses;
use crate::extract::staff::ChangeSubject;
use crate::extract::{RequestContext, StaffWith};
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, JsonProblems, NotFoundProblem, Problem, StaffProblems, ValidationProblem};
use crate::self_checks::render::Renderer;

/// A correction of a released analysis.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CorrectionRequest {
    /// The version that the expert corrects.
    #[schema(required, value_type = i64)]
    version: Option<i64>,
    /// The reason; the patient reads it.
    #[serde(default)]
    #[schema(required, max_length = 500)]
    reason: String,
    /// The changes; `release` is ignored.
    #[schema(required, value_type = AttributesRequest)]
    attributes: Option<AttributesRequest>,
}

/// Corrects a released analysis: the patient sees the corrected one with the day and the reason and is notified; the clinic keeps
/// both. A form for an older version is rejected with the current analysis.
#[utoipa::path(
    post, path = "/institutions/tcis/{id}/tci/{tciId}/corrections", tag = "clinic", operation_id = "correctClinicTci",
    request_body = CorrectionRequest, security(("staff" = [])),
    params(
        ("id" = i64, Path, description = "The application's id"),
        ("tciId" = i64, Path, description = "The analysis's id"),
    ),
    responses(
        (status = 201, body = StaffClinicResponse),
        StaffProblems, JsonProblems, NotFoundProblem, ValidationProblem,
        (status = 409, description = "version_conflict, illegal_transition", body = VersionConflict, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ScoreAnalyses>,
    context: RequestContext,
    PathParams((id, tci)): PathParams<(i64, i64)>,
    JsonBody(request): JsonBody<CorrectionRequest>,
) -> Result<Response, Problem> {
    let call = "POST /institutions/tcis/{id}/tci/{tciId}/corrections";
    staff.require(&app, Permission::ReleaseAnalyses, call).await?;
    let (id, tci, now) = (id.into(), tci.into(), app.clock.now());
    let renderer = Renderer::new(&app, context.locale);
    let mut tx = staff.tenant.db.begin().await?;
    let status = applications::lock(&mut tx, Party::Clinic(staff.clinic()), id).await?.ok_or(Code::NotFound)?;
    let row = clinic::find(&mut tx, id, tci).await?.ok_or(Code::NotFound)?;
    let reason = parse_lines("reason", &request.reason, MAX_REASON_CHARS)?;
    let form = PutTciRequest { version: request.version, attributes: request.attributes }.parse()?;
    if status == ApplicationStatus::Canceled {
        return Err(Code::IllegalTransition.into());
    }
    if i64::from(row.version) != form.version {
        return Err(version_conflict(&mut tx, &renderer, row).await?);
    }
    let attributes = check_attributes(&mut tx, &staff, &row, &form).await?;
    check_correction(&attributes)?;
    let kept = corrections::insert(&mut tx, tci, staff.row.id, &reason, now).await?.ok_or(Code::IllegalTransition)?;
    if !clinic::save(&mut tx, TciVersion { id: tci, version: row.version }, staff.row.id, &attributes, now).await? {
        return Err(Code::Internal.into());
    }
    db::notifications::insert_for_correction(&mut tx, id, tci, kept, now).await?;
    enqueue_walk_in_link(&mut tx, &staff, id, now).await?;
    let changed = applications::find_at(&mut tx, staff.clinic(), id).await?.ok_or(Code::Internal)?;
    let subject = ChangeSubject { patient: changed.patient_id, application: Some(id) };
    staff.log_change(&app, &mut tx, Action::AnalysisCorrected, subject).await?;
    tx.commit().await?;
    let response = StaffClinicResponse { clinic: StaffClinic::new(changed, &renderer) };
    Ok((StatusCode::CREATED, Json(response)).into_response())
}

/// Checks that a correction changes something, keeps an expert who is responsible for the scores, and needs no new
/// reading of the picture.
fn check_correction(attributes: &Attributes) -> Result<(), Problem> {
    if attributes.analysis_expert == Some(None) {
        return Err(Invalid::new("analysisExpertId", InvalidCode::Required).into());
    }
    if attributes.reread_crop.is_some() {
        return Err(Code::IllegalTransition.into());
    }
    let changes = attributes.scores.is_some()
        || attributes.comment.is_some()
        || attributes.outline.is_some()
        || attributes.view.is_some()
        || attributes.analysis_expert.is_some()
        || attributes.shooting_expert.is_some();
    if changes { Ok(()) } else { Err(Invalid::new("attributes", InvalidCode::Required).into()) }
}
