//! `PUT /institutions/tcis/{id}/tci/{tciId}`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use db::TenantTx;
use db::access_log::Action;
use db::applications::{self, Party};
use db::tcis::clinic::{self, Attributes, TciVersion};
use domain::delivery::allowed_time;
use domain::{ApplicationId, Invalid, NotificationKind, Outline, Permission, Tci, TciStatus, walk_in_link};
use queue::jobs::{ReadPicture, SendWalkInLink};
use queue::{EnqueuedJob, NewJob};
use serde::Serialize;
use utoipa::ToSchema;

use super::tci_form::{ParsedForm, PutTciRequest};
use crate::App;
use crate::applications::shape::{StaffClinic, StaffClinicResponse};
use crate::extract::permission::ScoreAnalyses;
use crate::extract::staff::ChangeSubject;
use crate::extract::{RequestContext, Staff, StaffWith};
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, JsonProblems, NotFoundProblem, Problem, ProblemBody, StaffProblems, ValidationProblem};
use crate::self_checks::render::Renderer;
use crate::self_checks::shape;

/// The problem of an outdated version.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VersionConflict {
    #[serde(flatten)]
    problem: ProblemBody,
    /// The current analysis, for `version_conflict`.
    #[schema(value_type = Option<shape::Tci>)]
    current: Option<shape::Tci>,
    /// Who last changed it, for `version_conflict`.
    #[schema(value_type = Option<shape::Expert>)]
    saved_by: Option<shape::Expert>,
}

/// Saves an expert's scores, outline, crop, comment and experts of an analysis, and with `release` releases them to the
/// patient, atomically. A form for an older version is rejected with the current analysis.
#[utoipa::path(
    put, path = "/institutions/tcis/{id}/tci/{tciId}", tag = "clinic", operation_id = "putClinicTci",
    request_body = PutTciRequest, security(("staff" = [])),
    params(
        ("id" = i64, Path, description = "The application's id"),
        ("tciId" = i64, Path, description = "The analysis's id"),
    ),
    responses(
        (status = 200, body = StaffClinicResponse),
        StaffProblems, JsonProblems, NotFoundProblem, ValidationProblem,
        (status = 409, description = "version_conflict, illegal_transition, not_scored, health_consent_missing", body = VersionConflict, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ScoreAnalyses>,
    context: RequestContext,
    PathParams((id, tci)): PathParams<(i64, i64)>,
    JsonBody(request): JsonBody<PutTciRequest>,
) -> Result<Json<StaffClinicResponse>, Problem> {
    let (id, tci, now) = (id.into(), tci.into(), app.clock.now());
    let renderer = Renderer::new(&app, context.locale);
    if request.attributes.as_ref().is_some_and(|attributes| attributes.release) {
        staff.require(&app, Permission::ReleaseAnalyses, "PUT /institutions/tcis/{id}/tci/{tciId}").await?;
    }
    let mut tx = staff.tenant.db.begin().await?;
    let status = applications::lock(&mut tx, Party::Clinic(staff.clinic()), id).await?.ok_or(Code::NotFound)?;
    let row = clinic::find(&mut tx, id, tci).await?.ok_or(Code::NotFound)?;
    let form = request.parse()?;
    let complete = row.status == TciStatus::Complete;
    if !status.is_open() || (complete && form.release) {
        return Err(Code::IllegalTransition.into());
    }
    if i64::from(row.version) != form.version {
        return Err(version_conflict(&mut tx, &renderer, row).await?);
    }
    if complete {
        return Err(Code::IllegalTransition.into());
    }
    let attributes = check_attributes(&mut tx, &staff, &row, &form).await?;
    if form.release {
        check_releasable(&row, &attributes)?;
    }
    if !clinic::save(&mut tx, TciVersion { id: tci, version: row.version }, staff.row.id, &attributes, now).await? {
        return Err(Code::Internal.into());
    }
    applications::assign_if_free(&mut tx, id, staff.row.id).await?;
    let (job, action) = if form.release {
        clinic::release(&mut tx, id, tci, now).await?;
        db::notifications::insert_for_application(&mut tx, NotificationKind::TciReleased, id, Some(tci), now).await?;
        enqueue_walk_in_link(&mut tx, &staff, id, now).await?;
        (None, Action::AnalysisReleased)
    } else if attributes.reread_crop.is_some() {
        (Some(enqueue_rereading(&mut tx, &staff, id, tci).await?), Action::AnalysisSaved)
    } else {
        (None, Action::AnalysisSaved)
    };
    let changed = applications::find_at(&mut tx, staff.clinic(), id).await?.ok_or(Code::Internal)?;
    let subject = ChangeSubject { patient: changed.patient_id, application: Some(id) };
    staff.log_change(&app, &mut tx, action, subject).await?;
    tx.commit().await?;
    if let Some(job) = job {
        app.producer.push(job).await;
    }
    Ok(Json(StaffClinicResponse { clinic: StaffClinic::new(changed, &renderer) }))
}

/// Returns the problem of a form for an outdated version, with the saved analysis and its last editor.
pub(super) async fn version_conflict(tx: &mut TenantTx, renderer: &Renderer<'_>, row: Tci) -> Result<Problem, Problem> {
    let editor = clinic::find_last_editor(tx, row.id).await?.map(shape::Expert::from);
    let problem = Problem::new(Code::VersionConflict).with_extension("current", &renderer.for_staff().tci(row));
    Ok(problem.with_extension("savedBy", &editor))
}

/// Checks experts, outline and square against the row, and returns what to save.
pub(super) async fn check_attributes(
    tx: &mut TenantTx,
    staff: &Staff,
    row: &Tci,
    form: &ParsedForm,
) -> Result<Attributes, Problem> {
    let named = [&row.shooting_expert, &row.analysis_expert].map(|expert| expert.as_ref().map(|expert| expert.id));
    for ((expert, named), field) in form.experts.iter().zip(named).zip(["shootingExpertId", "analysisExpertId"]) {
        // an expert who is already saved may have left the clinic
        if let Some(Some(id)) = *expert
            && named != Some(id)
        {
            let role = db::staff::find_role(tx, staff.clinic(), id).await?;
            let role = role.ok_or(Problem::field(field, domain::InvalidCode::Unknown))?;
            if field == "analysisExpertId" && !role.may(Permission::ScoreAnalyses) {
                return Err(Problem::field(field, domain::InvalidCode::Mismatch));
            }
        }
    }
    let [shooting_expert, analysis_expert] = form.experts;
    let mut attributes = Attributes {
        shooting_expert,
        analysis_expert,
        scores: form.scores,
        from_ai: form.from_ai,
        comment: form.comment.clone(),
        outline: changed_outline(row, form)?,
        view: None,
        reread_crop: None,
    };
    let Some(square) = form.square else { return Ok(attributes) };
    let picture = row.picture.as_ref().ok_or(Code::Internal)?;
    if square == picture.view.or(picture.crop) {
        return Ok(attributes);
    }
    if let Some(square) = square {
        let size = picture.size.ok_or(Invalid::new("coordinates", domain::InvalidCode::Range))?;
        square.within(size)?;
    }
    // another view keeps the AI's result; a failed or partial reading is repeated
    if row.failure.is_some() || (square.is_none() && picture.view.is_none()) {
        attributes.reread_crop = Some(square);
    } else {
        attributes.view = Some(square);
    }
    Ok(attributes)
}

/// Returns the outline to save, if it differs from the stored one.
#[expect(clippy::option_option, reason = "as the request's fields")]
fn changed_outline(row: &Tci, form: &ParsedForm) -> Result<Option<Option<Outline>>, Problem> {
    let Some(points) = &form.outline else { return Ok(None) };
    let picture = row.picture.as_ref();
    let drawn = match points {
        None => None,
        Some(points) => {
            let size = picture.and_then(|picture| picture.size);
            let size = size.ok_or(Invalid::new("expertOutline", domain::InvalidCode::Range))?;
            Some(Outline::from_expert(points.clone(), size)?)
        }
    };
    let stored = picture.and_then(|picture| picture.expert_outline.as_ref());
    // an unchanged outline keeps its author when others save scores and comments
    Ok((drawn.as_ref() != stored).then_some(drawn))
}

/// Checks that an analysis may be released with these changes: it has scores and an expert who is responsible for them,
/// and needs no new reading.
fn check_releasable(row: &Tci, attributes: &Attributes) -> Result<(), Problem> {
    let scored = row.picture.as_ref().is_some_and(|picture| picture.expert.is_some());
    if !scored && attributes.scores.is_none() {
        return Err(Code::NotScored.into());
    }
    let analyst = attributes.analysis_expert.unwrap_or(row.analysis_expert.as_ref().map(|expert| expert.id));
    if analyst.is_none() {
        return Err(Problem::field("analysisExpertId", domain::InvalidCode::Required));
    }
    if !row.can_release() || attributes.reread_crop.is_some() {
        return Err(Code::IllegalTransition.into());
    }
    Ok(())
}

/// Enqueues a text message to a walk-in without an account.
pub(super) async fn enqueue_walk_in_link(
    tx: &mut TenantTx,
    staff: &Staff,
    id: ApplicationId,
    now: DateTime<Utc>,
) -> Result<(), Problem> {
    let link = db::walk_in_links::insert_for_sms(tx, id, now + walk_in_link::SMS_LIFETIME, now).await?;
    if let Some(walk_in_link_id) = link {
        let at = allowed_time(now + walk_in_link::SMS_DELAY);
        let job = NewJob::new(SendWalkInLink { walk_in_link_id }).with_request_id(staff.request_id.as_str()).at(at);
        queue::enqueue(tx, job).await?;
    }
    Ok(())
}

/// Enqueues a new reading of the current picture, in the transaction that changed it.
async fn enqueue_rereading(
    tx: &mut TenantTx,
    staff: &Staff,
    application: ApplicationId,
    tci: domain::TciId,
) -> Result<EnqueuedJob, Problem> {
    if !applications::health_consents::allows(tx, application).await? {
        return Err(Code::HealthConsentMissing.into());
    }
    let row = clinic::find(tx, application, tci).await?.ok_or(Code::Internal)?;
    let picture = row.picture.ok_or(Code::Internal)?.id;
    let job = NewJob::new(ReadPicture { picture_id: picture }).with_request_id(staff.request_id.as_str()).urgent();
    Ok(queue::enqueue(tx, job).await?)
}
