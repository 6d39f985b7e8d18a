//! `PUT /institutions/tcis/{id}/tci/{tciId}`

use axum::extract::State;
use axum::response::Json;
use db::TenantTx;
use db::access_log::Action;
use db::applications::{self, Party};
use db::tcis::clinic::{self, Attributes, TciVersion};
use domain::{ApplicationId, Invalid, NotificationKind, Outline, Scores, Square, StaffId, Tci, TciStatus, application};
use queue::jobs::ReadPicture;
use queue::{EnqueuedJob, NewJob};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with::rust::double_option;
use utoipa::ToSchema;

use crate::App;
use crate::applications::shape::{StaffClinic, StaffClinicAnswer};
use crate::extract::staff::ChangeSubject;
use crate::extract::{RequestContext, Staff};
use crate::http::{JsonBody, PathParams};
use crate::problem::{
    Code, FieldErrors, JsonProblems, NotFoundProblem, Problem, ProblemBody, StaffProblems, ValidationProblem,
};
use crate::self_checks::put_picture::SquareRequest;
use crate::self_checks::render::Renderer;
use crate::self_checks::shape::{self, Coordinates};

/// An expert's changes of an analysis.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PutTciRequest {
    /// The version that the expert edited.
    #[schema(required, value_type = i64)]
    version: Option<i64>,
    /// The changes.
    #[schema(required, value_type = AttributesRequest)]
    attributes: Option<AttributesRequest>,
}

/// The problem of a form for an older version.
#[derive(Debug, Serialize, ToSchema)]
pub struct VersionConflict {
    #[serde(flatten)]
    problem: ProblemBody,
    /// The analysis as it is now, for `version_conflict`.
    #[schema(value_type = Option<shape::Tci>)]
    current: Option<shape::Tci>,
}

/// An expert's form; what is left out stays as it is.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::option_option, reason = "left out and null ask for different things")]
pub struct AttributesRequest {
    /// The expert who took the picture; null for none.
    #[serde(default, deserialize_with = "double_option::deserialize")]
    #[schema(value_type = Option<i64>)]
    shooting_expert_id: Option<Option<i64>>,
    /// The expert who scored it; null for none.
    #[serde(default, deserialize_with = "double_option::deserialize")]
    #[schema(value_type = Option<i64>)]
    analysis_expert_id: Option<Option<i64>>,
    /// Nine scores 0..2, row by row from the tongue's root.
    #[schema(value_type = Option<Vec<u8>>, min_items = 9, max_items = 9)]
    expert_scores: Option<Value>,
    /// Whether the expert started from the AI's scores. It is stored with the scores, whatever changes afterwards.
    #[serde(default)]
    scores_from_ai: bool,
    /// The tongue's outline as the expert corrected it: 8 to 128 points [x, y] in pixels of the upright picture, inside it, the
    /// first not repeated, without a crossing (`mismatch`). Null restores the AI's.
    #[serde(default, deserialize_with = "double_option::deserialize")]
    #[schema(value_type = Option<Vec<Vec<f32>>>, min_items = 8, max_items = 128)]
    expert_outline: Option<Option<Value>>,
    /// The square that is looked at; null for the whole picture. A picture that the AI could not read is read again by it.
    #[serde(default, deserialize_with = "double_option::deserialize")]
    #[schema(value_type = Option<Coordinates>)]
    coordinates: Option<Option<SquareRequest>>,
    /// At most 10,000 characters.
    #[schema(max_length = 10_000)]
    comment: Option<String>,
    /// True releases the analysis to the patient.
    #[serde(default)]
    release: bool,
}

/// A form with valid fields, as far as they can be checked without the row.
#[expect(clippy::option_option, reason = "as the request's fields")]
struct ParsedForm {
    version: i64,
    scores: Option<Scores>,
    from_ai: bool,
    outline: Option<Option<Vec<[f32; 2]>>>,
    square: Option<Option<Square>>,
    comment: Option<String>,
    experts: [Option<Option<StaffId>>; 2],
    release: bool,
}

impl PutTciRequest {
    fn parse(self) -> Result<ParsedForm, Problem> {
        let required = |field| Err(Invalid::new(field, domain::InvalidCode::Required));
        let mut errors = FieldErrors::default();
        let version = errors.check(self.version.map_or_else(|| required("version").map(|()| 0), Ok));
        let form = errors
            .check(self.attributes.map_or_else(|| required("attributes").map(|()| AttributesRequest::default()), Ok));
        let form = form.unwrap_or_default();
        let scores = errors.check(form.expert_scores.as_ref().map(parse_scores).transpose());
        let outline =
            errors.check(form.expert_outline.map(|value| value.as_ref().map(parse_points).transpose()).transpose());
        let square =
            errors.check(form.coordinates.map(|value| value.map(SquareRequest::parse).transpose()).transpose());
        let comment = errors.check(form.comment.as_deref().map(application::parse_comment).transpose());
        let comment = comment.flatten().map(ToOwned::to_owned);
        errors.finish()?;
        Ok(ParsedForm {
            version: version.unwrap_or_default(),
            scores: scores.flatten(),
            from_ai: form.scores_from_ai,
            outline: outline.flatten(),
            square: square.flatten(),
            comment,
            experts: [form.shooting_expert_id, form.analysis_expert_id].map(|id| id.map(|id| id.map(StaffId::new))),
            release: form.release,
        })
    }
}

/// Nine whole numbers of 0, 1 or 2.
fn parse_scores(value: &Value) -> Result<Scores, Invalid> {
    let invalid = |code| Invalid::new("expertScores", code);
    let numbers: Option<Vec<i64>> = value.as_array().and_then(|list| list.iter().map(Value::as_i64).collect());
    let numbers = numbers.filter(|numbers| numbers.len() == 9).ok_or(invalid(domain::InvalidCode::Format))?;
    Scores::from_numbers(&numbers).ok_or(invalid(domain::InvalidCode::Range))
}

/// Parses pairs of numbers. Whether they are a valid outline depends on the picture.
fn parse_points(value: &Value) -> Result<Vec<[f32; 2]>, Invalid> {
    let points =
        Vec::<[f32; 2]>::deserialize(value).map_err(|_| Invalid::new("expertOutline", domain::InvalidCode::Format))?;
    // a hand is not more precise than a tenth of a pixel
    Ok(points.into_iter().map(|point| point.map(|part| (part * 10.).round() / 10.)).collect())
}

/// Saves an expert's scores, outline, crop, comment and experts of an analysis, and with `release` shows them to the patient,
/// atomically. A form for an older version is rejected with the current analysis.
#[utoipa::path(
    put, path = "/institutions/tcis/{id}/tci/{tciId}", tag = "clinic", operation_id = "putClinicTci",
    request_body = PutTciRequest, security(("staff" = [])),
    params(
        ("id" = i64, Path, description = "The application's id"),
        ("tciId" = i64, Path, description = "The analysis's id"),
    ),
    responses(
        (status = 200, body = StaffClinicAnswer),
        StaffProblems, JsonProblems, NotFoundProblem, ValidationProblem,
        (status = 409, description = "version_conflict, illegal_transition, not_scored", body = VersionConflict, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    staff: Staff,
    context: RequestContext,
    PathParams((id, tci)): PathParams<(i64, i64)>,
    JsonBody(request): JsonBody<PutTciRequest>,
) -> Result<Json<StaffClinicAnswer>, Problem> {
    let (id, tci, now) = (id.into(), tci.into(), app.clock.now());
    let renderer = Renderer::new(&app, context.locale);
    let mut tx = staff.tenant.db.begin().await?;
    let status = applications::lock(&mut tx, Party::Clinic(staff.clinic()), id).await?.ok_or(Code::NotFound)?;
    let row = clinic::find(&mut tx, id, tci).await?.ok_or(Code::NotFound)?;
    let form = request.parse()?;
    let complete = row.status == TciStatus::Complete;
    if !status.is_open() || (complete && form.release) {
        return Err(Code::IllegalTransition.into());
    }
    if i64::from(row.version) != form.version {
        let current = renderer.for_staff().tci(row);
        return Err(Problem::new(Code::VersionConflict).with_extension("current", &current));
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
    let (job, action) = if form.release {
        clinic::release(&mut tx, id, tci, now).await?;
        db::notifications::insert_for_application(&mut tx, NotificationKind::TciReleased, id, Some(tci), now).await?;
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
    Ok(Json(StaffClinicAnswer { clinic: StaffClinic::new(changed, &renderer) }))
}

/// Checks experts, outline and square against the row, and returns what to save.
async fn check_attributes(
    tx: &mut TenantTx,
    staff: &Staff,
    row: &Tci,
    form: &ParsedForm,
) -> Result<Attributes, Problem> {
    let named = [&row.shooting_expert, &row.analysis_expert].map(|expert| expert.as_ref().map(|expert| expert.id));
    for ((expert, named), field) in form.experts.iter().zip(named).zip(["shootingExpertId", "analysisExpertId"]) {
        // an expert who is already named may have left the clinic
        if let Some(Some(id)) = *expert
            && named != Some(id)
            && !db::staff::is_expert(tx, staff.clinic(), id).await?
        {
            return Err(Problem::field(field, domain::InvalidCode::Unknown));
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
    // a result of the AI stays; a failed or partial one is read again
    if row.failure.is_some() || (square.is_none() && picture.view.is_none()) {
        attributes.reread_crop = Some(square);
    } else {
        attributes.view = Some(square);
    }
    Ok(attributes)
}

/// The outline to save, if it differs from the stored one.
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
    // the author of the correction stays when others save scores and comments
    Ok((drawn.as_ref() != stored).then_some(drawn))
}

/// Checks that an analysis may be released with these changes.
fn check_releasable(row: &Tci, attributes: &Attributes) -> Result<(), Problem> {
    let scored = row.picture.as_ref().is_some_and(|picture| picture.expert.is_some());
    if !scored && attributes.scores.is_none() {
        return Err(Code::NotScored.into());
    }
    if !row.status.can_complete() || attributes.reread_crop.is_some() {
        return Err(Code::IllegalTransition.into());
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
    let row = clinic::find(tx, application, tci).await?.ok_or(Code::Internal)?;
    let picture = row.picture.ok_or(Code::Internal)?.id;
    let job = NewJob::new(ReadPicture { picture_id: picture }).with_request_id(staff.request_id.as_str()).urgent();
    Ok(queue::enqueue(tx, job).await?)
}
