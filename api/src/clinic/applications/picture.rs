//! `POST /institutions/tcis/{id}/pictures`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::access_log::Action;
use db::applications::{self, Party};
use db::tcis::clinic::{self, NewPicture};
use domain::Phase;
use http::StatusCode;
use queue::NewJob;
use queue::jobs::ReadPicture;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::applications::shape::{StaffClinic, StaffClinicResponse};
use crate::extract::idempotency::EarlierResponse;
use crate::extract::permission::AddPictures;
use crate::extract::staff::ChangeSubject;
use crate::extract::{RequestContext, StaffWith};
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, IdempotencyProblems, JsonProblems, NotFoundProblem, Problem, StaffProblems};
use crate::self_checks::render::Renderer;
use crate::uploads::claim::find_upload;

/// A picture for one of an application's analyses.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct PictureRequest {
    /// The key of an upload of these staff.
    #[serde(default)]
    #[schema(required, example = "clinic/production/3q2-7w.jpg")]
    url: String,
    /// before or after cleaning.
    #[serde(default)]
    #[schema(required, example = "before")]
    phase: String,
}

/// Adds or replaces a picture of a received application. Its analysis is requested again, with priority over waiting
/// self-checks.
#[utoipa::path(
    post, path = "/institutions/tcis/{id}/pictures", tag = "clinic", operation_id = "addClinicPicture",
    request_body = PictureRequest, security(("staff" = [])),
    params(
        ("id" = i64, Path, description = "The application's id"),
        ("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key"),
    ),
    responses(
        (status = 201, body = StaffClinicResponse),
        StaffProblems, JsonProblems, NotFoundProblem, IdempotencyProblems,
        (status = 409, description = "illegal_transition, health_consent_missing, upload_used, in_progress"),
        (status = 422, description = "validation, unknown_upload, upload_expired, upload_missing, upload_size, not_an_image, heic_not_supported, idempotency_mismatch"),
        (status = 503, description = "storage_unavailable, unavailable"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<AddPictures>,
    context: RequestContext,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<PictureRequest>,
) -> Result<Response, Problem> {
    let (number, id, now) = (id, id.into(), app.clock.now());
    let seen = applications::find_at(&mut staff.tenant.db.acquire().await?, staff.clinic(), id).await?;
    let row = seen.ok_or(Code::NotFound)?;
    let phase = request.phase.parse::<Phase>().map_err(|_| Problem::field("phase", domain::InvalidCode::Format))?;
    let call = context.key.bind(staff.row.id, "POST /institutions/tcis/{id}/pictures", &(number, &request))?;
    let upload = match find_upload(&app, &staff.tenant, staff.row.id, &request.url).await {
        // an earlier call with the same key may have used it: its response is replayed
        Err(problem) if matches!(problem.code, Code::UploadUsed | Code::UploadExpired) => {
            let earlier = call.begin(&mut staff.tenant.db.begin().await?, now).await?;
            return earlier.map(EarlierResponse::into_response).ok_or(problem);
        }
        found => found?,
    };
    let mut tx = staff.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    let status = applications::lock(&mut tx, Party::Clinic(staff.clinic()), id).await?.ok_or(Code::NotFound)?;
    if !status.is_open() || (row.before_only && phase == Phase::After) {
        return Err(Code::IllegalTransition.into());
    }
    if !applications::health_consents::allows(&mut tx, id).await? {
        return Err(Code::HealthConsentMissing.into());
    }
    upload.claim(&app, staff.row.id, &mut tx).await?;
    let new = NewPicture {
        application_id: id,
        patient_id: row.patient_id,
        institution_id: staff.clinic(),
        phase,
        upload: upload.copy.clone(),
        staff_id: staff.row.id,
    };
    let (_, picture) = clinic::upsert_picture(&mut tx, &new, now).await?;
    let job = NewJob::new(ReadPicture { picture_id: picture }).with_request_id(context.request_id.as_str()).urgent();
    let job = queue::enqueue(&mut tx, job).await?;
    let changed = applications::find_at(&mut tx, staff.clinic(), id).await?.ok_or(Code::Internal)?;
    let response = StaffClinicResponse { clinic: StaffClinic::new(changed, &Renderer::new(&app, context.locale)) };
    call.finish(&mut tx, StatusCode::CREATED, &response).await?;
    let subject = ChangeSubject { patient: row.patient_id, application: Some(id) };
    staff.log_change(&app, &mut tx, Action::PictureAdded, subject).await?;
    tx.commit().await?;
    upload.delete_original(&app).await;
    app.producer.push(job).await;
    Ok((StatusCode::CREATED, Json(response)).into_response())
}
