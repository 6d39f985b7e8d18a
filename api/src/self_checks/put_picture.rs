//! `PUT /patients/tcis/self-check/{tciId}/picture`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use chrono::{DateTime, Utc};
use db::TenantTx;
use db::tcis::PictureChange;
use domain::calendar::korean_day;
use domain::{ConsentKind, Invalid, ObjectKey, PersonId, Square, Tci, TciId};
use http::StatusCode;
use queue::jobs::ReadPicture;
use queue::{EnqueuedJob, NewJob};
use serde::{Deserialize, Serialize};
use serde_with::rust::double_option;
use utoipa::ToSchema;

use super::render::Renderer;
use super::shape::{Coordinates, TciResponse};
use crate::App;
use crate::consents::require::require_consents;
use crate::extract::idempotency::{Call, EarlierResponse};
use crate::extract::{Patient, PatientWithTerms, RequestContext};
use crate::http::{JsonBody, PathParams};
use crate::people::choose::find_person_with_consent;
use crate::problem::{Code, JsonProblems, NotFoundProblem, Problem, RateLimitProblem, SignedInProblems, TermsProblem};
use crate::services::limiter::PICTURE_PATIENT;
use crate::uploads::claim::find_upload;
use crate::uploads::copy::AcceptedUpload;

/// A new photo, a new crop, or both.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct PutPictureRequest {
    /// The key of a new upload of this patient; omit it to keep the photo.
    #[serde(default)]
    url: Option<String>,
    /// The square to read; null or, for a new photo, omitted: the whole photo.
    #[serde(default, with = "double_option", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Coordinates>)]
    #[expect(clippy::option_option, reason = "left out and null ask for different things")]
    coordinates: Option<Option<SquareRequest>>,
}

/// A square as it was sent, with any numbers.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub struct SquareRequest {
    left: i64,
    top: i64,
    width: i64,
    height: i64,
}

impl SquareRequest {
    /// Parses the square.
    ///
    /// # Errors
    /// On `coordinates`, when it is not a square.
    pub fn parse(self) -> Result<Square, Invalid> {
        Square::from_coordinates(self.left, self.top, self.width, self.height)
    }
}

/// Replaces the photo or its crop. The AI reads it again.
#[utoipa::path(
    put, path = "/patients/tcis/self-check/{tciId}/picture", tag = "self-checks",
    operation_id = "putSelfCheckPicture", request_body = PutPictureRequest, security(("session" = [])),
    params(
        ("tciId" = i64, Path, description = "The analysis's id"),
        ("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key"),
    ),
    responses(
        (status = 200, body = TciResponse),
        SignedInProblems, TermsProblem, JsonProblems, NotFoundProblem, RateLimitProblem,
        (status = 409, description = "consent_required, upload_used, in_progress"),
        (status = 422, description = "validation, unknown_upload, upload_expired, upload_missing, upload_size, not_an_image, heic_not_supported, idempotency_mismatch"),
        (status = 503, description = "storage_unavailable, unavailable"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    PatientWithTerms(patient): PatientWithTerms,
    context: RequestContext,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<PutPictureRequest>,
) -> Result<Response, Problem> {
    let key = context.key.clone();
    let call = key.bind(patient.row.id, "PUT /patients/tcis/self-check/{tciId}/picture", &(id, &request))?;
    let id = id.into();
    let found = db::tcis::find_own(&mut patient.tenant.db.acquire().await?, patient.row.id, id).await?;
    let tci = found.ok_or(Code::NotFound)?;
    if request.url.is_none() && request.coordinates.is_none() {
        return Err(Problem::field("url", domain::InvalidCode::Required));
    }
    let now = app.clock.now();
    if let Some(earlier) = call.find_earlier(&patient.tenant.db, now).await? {
        return Ok(earlier.into_response());
    }
    // before the photo is copied; checked again in the transaction
    if !db::consents::exists(&mut patient.tenant.db.acquire().await?, patient.row.id, ConsentKind::Health).await? {
        return Err(Code::ConsentRequired.into());
    }
    let crop = parse_crop(&request, &tci)?;
    if is_done(&request, find_stored_upload(&patient, &request).await?.as_ref(), crop, &tci) {
        return Ok(Json(TciResponse { tci: Renderer::new(&app, context.locale).tci(tci) }).into_response());
    }
    app.limiter.count(PICTURE_PATIENT, &patient.row.id.to_string()).await?;
    let upload = match find_requested_upload(&app, &patient, &request).await {
        // a concurrent call with the same key may have claimed it
        Err(problem) if problem.code == Code::UploadUsed => {
            let earlier = call.find_earlier(&patient.tenant.db, now).await?;
            return earlier.map(EarlierResponse::into_response).ok_or(problem);
        }
        found => found?,
    };
    let person = tci.person.map(|person| person.id);
    let change = Change { app: &app, patient: &patient, context: &context, call: &call, id, person, crop };
    let mut tx = patient.tenant.db.begin().await?;
    match change.write(&mut tx, upload.as_ref(), now).await {
        Ok(Outcome::Changed(response, job)) => {
            tx.commit().await?;
            if let Some(upload) = &upload {
                upload.delete_original(&app).await;
            }
            app.producer.push(job).await;
            Ok(Json(response).into_response())
        }
        Ok(Outcome::Repeated(earlier)) => {
            drop(tx);
            discard(&app, upload).await;
            Ok(earlier.into_response())
        }
        Err(problem) => {
            drop(tx);
            discard(&app, upload).await;
            Err(problem)
        }
    }
}

/// The result of a call: the changed analysis, or the response of an earlier call with the same key.
enum Outcome {
    Changed(Box<TciResponse>, EnqueuedJob),
    Repeated(EarlierResponse),
}

/// Deletes the copy of a photo that the call did not use.
async fn discard(app: &App, upload: Option<AcceptedUpload>) {
    if let Some(upload) = upload {
        upload.discard(app).await;
    }
}

/// One call.
struct Change<'a> {
    app: &'a App,
    patient: &'a Patient,
    context: &'a RequestContext,
    call: &'a Call,
    id: TciId,
    person: Option<PersonId>,
    crop: Option<Square>,
}

impl Change<'_> {
    /// Writes the picture and its job in one transaction.
    async fn write(
        &self,
        tx: &mut TenantTx,
        upload: Option<&AcceptedUpload>,
        now: DateTime<Utc>,
    ) -> Result<Outcome, Problem> {
        let Self { app, patient, context, call, id, person, crop } = *self;
        if let Some(earlier) = call.begin(tx, now).await? {
            return Ok(Outcome::Repeated(earlier));
        }
        require_consents(tx, patient.row.id, &[]).await?;
        let change = match upload {
            Some(upload) => {
                if let Some(person) = person {
                    find_person_with_consent(tx, patient, Some(person.get()), korean_day(now)).await?;
                }
                upload.claim(app, patient.row.id, tx).await?;
                PictureChange::Upload { upload: upload.copy.clone(), crop }
            }
            None => PictureChange::Crop(crop),
        };
        let tci = db::tcis::set_picture(tx, patient.row.id, id, &change, now).await?.ok_or(Code::NotFound)?;
        let picture = tci.picture.as_ref().ok_or(Code::Internal)?.id;
        let job = NewJob::new(ReadPicture { picture_id: picture }).with_request_id(context.request_id.as_str());
        let job = queue::enqueue(tx, job).await?;
        let response = TciResponse { tci: Renderer::new(app, context.locale).tci(tci) };
        call.finish(tx, StatusCode::OK, &response).await?;
        Ok(Outcome::Changed(Box::new(response), job))
    }
}

/// Copies the photo of the requested upload, if there is one.
async fn find_requested_upload(
    app: &App,
    patient: &Patient,
    request: &PutPictureRequest,
) -> Result<Option<AcceptedUpload>, Problem> {
    match &request.url {
        Some(key) => Ok(Some(find_upload(app, &patient.tenant, patient.row.id, key).await?)),
        None => Ok(None),
    }
}

/// Returns the key of the photo that was accepted for the requested upload before.
async fn find_stored_upload(patient: &Patient, request: &PutPictureRequest) -> Result<Option<ObjectKey>, Problem> {
    let Some(key) = request.url.as_deref().and_then(ObjectKey::parse) else { return Ok(None) };
    let mut conn = patient.tenant.db.acquire().await?;
    Ok(db::uploads::find_copy(&mut conn, patient.row.id, &key).await?)
}

/// Returns whether the analysis already has the requested picture, so that a repeated call changes nothing. A photo
/// that could not be read may be read again unchanged.
fn is_done(request: &PutPictureRequest, stored: Option<&ObjectKey>, crop: Option<Square>, tci: &Tci) -> bool {
    tci.picture.as_ref().is_some_and(|picture| {
        let same_photo = request.url.is_none() || stored == Some(&picture.object_key);
        same_photo && picture.crop == crop && (request.url.is_some() || tci.failure.is_none())
    })
}

/// Parses the crop, and checks that it is inside the picture if the size is known.
fn parse_crop(request: &PutPictureRequest, tci: &Tci) -> Result<Option<Square>, Problem> {
    let Some(square) = request.coordinates.flatten() else { return Ok(None) };
    let square = square.parse()?;
    let size = tci.picture.as_ref().filter(|_| request.url.is_none()).and_then(|picture| picture.size);
    Ok(Some(match size {
        Some(size) => square.within(size)?,
        None => square,
    }))
}
