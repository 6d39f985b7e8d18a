//! `PUT /institutions/tcis/{id}/tci/{tciId}`

use axum::extract::State;
use axum::response::Json;
use db::TenantTx;
use db::access_log::Action;
use db::applications::{self, Owner};
use db::tcis::clinic::{self, Attributes};
use domain::{
    ApplicationId, Invalid, JobId, NotificationKind, Outline, Scores, Square, StaffId, Tci, TciStatus, application,
};
use queue::{NewJob, Queue};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::App;
use crate::applications::shape::{StaffClinic, StaffClinicAnswer};
use crate::auth::rules::Checks;
use crate::guard::Staff;
use crate::http::{Creation, Ids, Input, given};
use crate::problem::{Code, Problem, ProblemBody};
use crate::self_checks::put_picture::WantedSquare;
use crate::self_checks::render::Renderer;
use crate::self_checks::shape::Coordinates;

/// What an expert made of an analysis.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PutTciRequest {
    /// The version that the expert looked at.
    #[schema(required, value_type = i64)]
    version: Option<i64>,
    /// What is to be saved.
    #[schema(required, value_type = AttributesRequest)]
    attributes: Option<AttributesRequest>,
}

/// An expert's form; what is left out stays as it is.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::option_option, reason = "left out and null ask for different things")]
pub struct AttributesRequest {
    /// Who took the picture; null for nobody.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<i64>)]
    shooting_expert_id: Option<Option<i64>>,
    /// Who scored it; null for nobody.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<i64>)]
    analysis_expert_id: Option<Option<i64>>,
    /// Nine scores 0..2, row by row from the tongue's root.
    #[schema(value_type = Option<Vec<u8>>, min_items = 9, max_items = 9)]
    expert_scores: Option<Value>,
    /// Whether the expert began with the AI's scores instead of their own. It is kept with the scores, whatever is changed after.
    #[serde(default)]
    scores_from_ai: bool,
    /// The tongue's outline as the expert corrected it: 8 to 128 points [x, y] in pixels of the upright picture, inside it, the
    /// first not repeated, without a crossing (`mismatch`). Null goes back to the AI's.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<Vec<Vec<f32>>>, min_items = 8, max_items = 128)]
    expert_outline: Option<Option<Value>>,
    /// The square that is looked at; null for the whole picture. A picture that the AI could not read is read again by it.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<Coordinates>)]
    coordinates: Option<Option<WantedSquare>>,
    /// At most 10,000 characters.
    #[schema(max_length = 10_000)]
    comment: Option<String>,
    /// True releases the analysis to the patient.
    #[serde(default)]
    release: bool,
}

/// A form whose fields are right, as far as they can be looked at alone.
#[expect(clippy::option_option, reason = "as the request's fields")]
struct Wanted {
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
    fn parse(self) -> Result<Wanted, Problem> {
        let required = |field| Err(Invalid::new(field, domain::Code::Required));
        let mut checks = Checks::default();
        let version = checks.take(self.version.map_or_else(|| required("version").map(|()| 0), Ok));
        let form = checks
            .take(self.attributes.map_or_else(|| required("attributes").map(|()| AttributesRequest::default()), Ok));
        let form = form.unwrap_or_default();
        let scores = checks.take(form.expert_scores.as_ref().map(scores).transpose());
        let outline =
            checks.take(form.expert_outline.map(|wanted| wanted.as_ref().map(points).transpose()).transpose());
        let square =
            checks.take(form.coordinates.map(|wanted| wanted.map(WantedSquare::square).transpose()).transpose());
        let comment = checks.take(form.comment.as_deref().map(application::comment).transpose());
        let comment = comment.flatten().map(ToOwned::to_owned);
        checks.finish()?;
        Ok(Wanted {
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
fn scores(value: &Value) -> Result<Scores, Invalid> {
    let wrong = |code| Invalid::new("expertScores", code);
    let numbers: Option<Vec<i64>> = value.as_array().and_then(|list| list.iter().map(Value::as_i64).collect());
    let numbers = numbers.filter(|numbers| numbers.len() == 9).ok_or(wrong(domain::Code::Format))?;
    Scores::from_numbers(&numbers).ok_or(wrong(domain::Code::Range))
}

/// Pairs of numbers; whether they are an outline depends on the picture.
fn points(value: &Value) -> Result<Vec<[f32; 2]>, Invalid> {
    let points =
        Vec::<[f32; 2]>::deserialize(value).map_err(|_| Invalid::new("expertOutline", domain::Code::Format))?;
    // a tenth of a pixel is as exact as a hand
    Ok(points.into_iter().map(|point| point.map(|part| (part * 10.).round() / 10.)).collect())
}

/// Saves an expert's scores, outline, crop, comment and experts of an analysis, and with `release` shows them to the patient: all
/// of it or nothing. A form made from an older version is refused with what is there now.
#[utoipa::path(
    put, path = "/institutions/tcis/{id}/tci/{tciId}", tag = "clinic", operation_id = "putClinicTci",
    request_body = PutTciRequest, security(("staff" = [])),
    params(
        ("id" = i64, Path, description = "The application's id"),
        ("tciId" = i64, Path, description = "The analysis's id"),
    ),
    responses(
        (status = 200, body = StaffClinicAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "password_change_required", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "not_found", body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "version_conflict with `current`, illegal_transition, not_scored", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    staff: Staff,
    creation: Creation,
    Ids(id, tci): Ids,
    Input(request): Input<PutTciRequest>,
) -> Result<Json<StaffClinicAnswer>, Problem> {
    let (id, tci, now) = (id.into(), tci.into(), app.clock.now());
    let renderer = Renderer::new(&app, creation.locale);
    let mut tx = staff.tenant.db.begin().await?;
    let status = applications::lock(&mut tx, Owner::Clinic(staff.clinic()), id).await?.ok_or(Code::NotFound)?;
    let row = clinic::find(&mut tx, id, tci).await?.ok_or(Code::NotFound)?;
    let wanted = request.parse()?;
    let complete = row.status == TciStatus::Complete;
    if !status.is_open() || (complete && wanted.release) {
        return Err(Code::IllegalTransition.into());
    }
    if i64::from(row.version) != wanted.version {
        return Err(Problem::conflict(renderer.for_staff().tci(row)));
    }
    if complete {
        return Err(Code::IllegalTransition.into());
    }
    let attributes = attributes(&mut tx, &staff, &row, &wanted).await?;
    if wanted.release {
        releasable(&row, &attributes)?;
    }
    if !clinic::save(&mut tx, (tci, row.version), staff.row.id, &attributes, now).await? {
        return Err(Code::Internal.into());
    }
    let (job, action) = if wanted.release {
        clinic::release(&mut tx, id, tci, now).await?;
        db::notifications::insert_for_application(&mut tx, NotificationKind::TciReleased, id, Some(tci), now).await?;
        (None, Action::AnalysisReleased)
    } else if attributes.read_again.is_some() {
        (Some(read_again(&mut tx, &staff, id, tci).await?), Action::AnalysisSaved)
    } else {
        (None, Action::AnalysisSaved)
    };
    let changed = applications::find_at(&mut tx, staff.clinic(), id).await?.ok_or(Code::Internal)?;
    staff.log_change(&app, &mut tx, action, (changed.patient_id, Some(id))).await?;
    tx.commit().await?;
    if let Some(job) = job {
        app.producer.push_urgent(Queue::Inference, job).await;
    }
    Ok(Json(StaffClinicAnswer { clinic: StaffClinic::of(changed, &renderer) }))
}

/// What is to be saved, if experts are the clinic's and the square is inside the picture.
async fn attributes(tx: &mut TenantTx, staff: &Staff, row: &Tci, wanted: &Wanted) -> Result<Attributes, Problem> {
    let named = [&row.shooting_expert, &row.analysis_expert].map(|expert| expert.as_ref().map(|expert| expert.id));
    for ((expert, named), field) in wanted.experts.iter().zip(named).zip(["shootingExpertId", "analysisExpertId"]) {
        // who is named already may have left the clinic since
        if let Some(Some(id)) = *expert
            && named != Some(id)
            && !db::staff::is_expert(tx, staff.clinic(), id).await?
        {
            return Err(Problem::field(field, domain::Code::Unknown));
        }
    }
    let [shooting_expert, analysis_expert] = wanted.experts;
    let mut attributes = Attributes {
        shooting_expert,
        analysis_expert,
        scores: wanted.scores,
        from_ai: wanted.from_ai,
        comment: wanted.comment.clone(),
        outline: outline(row, wanted)?,
        view: None,
        read_again: None,
    };
    let Some(square) = wanted.square else { return Ok(attributes) };
    let picture = row.picture.as_ref().ok_or(Code::Internal)?;
    if square == picture.view.or(picture.crop) {
        return Ok(attributes);
    }
    if let Some(square) = square {
        let size = picture.size.ok_or(Invalid::new("coordinates", domain::Code::Range))?;
        square.within(size)?;
    }
    // what the AI read stays; what it could not read, or read in part, it reads anew
    if row.failure.is_some() || (square.is_none() && picture.view.is_none()) {
        attributes.read_again = Some(square);
    } else {
        attributes.view = Some(square);
    }
    Ok(attributes)
}

/// The outline that is to be saved, when it is another than the one that is there.
#[expect(clippy::option_option, reason = "as the request's fields")]
fn outline(row: &Tci, wanted: &Wanted) -> Result<Option<Option<Outline>>, Problem> {
    let Some(points) = &wanted.outline else { return Ok(None) };
    let picture = row.picture.as_ref();
    let drawn = match points {
        None => None,
        Some(points) => {
            let size = picture.and_then(|picture| picture.size);
            let size = size.ok_or(Invalid::new("expertOutline", domain::Code::Range))?;
            Some(Outline::drawn(points.clone(), size)?)
        }
    };
    let stored = picture.and_then(|picture| picture.expert_outline.as_ref());
    // who corrected it stays who did, while others save scores and words
    Ok((drawn.as_ref() != stored).then_some(drawn))
}

/// Whether an analysis may be released with what is being saved.
fn releasable(row: &Tci, attributes: &Attributes) -> Result<(), Problem> {
    let scored = row.picture.as_ref().is_some_and(|picture| picture.expert.is_some());
    if !scored && attributes.scores.is_none() {
        return Err(Code::NotScored.into());
    }
    if row.status.complete().is_err() || attributes.read_again.is_some() {
        return Err(Code::IllegalTransition.into());
    }
    Ok(())
}

/// Has the AI read the current picture, in the transaction that made it.
async fn read_again(
    tx: &mut TenantTx,
    staff: &Staff,
    application: ApplicationId,
    tci: domain::TciId,
) -> Result<JobId, Problem> {
    let row = clinic::find(tx, application, tci).await?.ok_or(Code::Internal)?;
    let picture = row.picture.ok_or(Code::Internal)?.id;
    let job =
        NewJob::new(Queue::Inference, "read_picture", picture.get()).requested_by(staff.request_id.as_str()).urgent();
    Ok(queue::enqueue(tx, &job).await?)
}
