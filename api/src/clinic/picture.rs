//! `POST /institutions/tcis/{id}/pictures`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::access_log::Action;
use db::applications::{self, Owner};
use db::tcis::clinic::{self, NewPicture};
use domain::Phase;
use http::StatusCode;
use queue::{NewJob, Queue};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::applications::shape::{StaffClinic, StaffClinicAnswer};
use crate::guard::Staff;
use crate::http::{Creation, Id, Input};
use crate::problem::{Code, Problem, ProblemBody};
use crate::self_checks::handed_in;
use crate::self_checks::render::Renderer;

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

/// Adds a picture to a received application, or replaces one: its analysis is requested anew, and the AI reads it ahead of
/// waiting self-checks.
#[utoipa::path(
    post, path = "/institutions/tcis/{id}/pictures", tag = "clinic", operation_id = "addClinicPicture",
    request_body = PictureRequest, security(("staff" = [])),
    params(
        ("id" = i64, Path, description = "The application's id"),
        ("idempotency-key" = Option<String>, Header, description = "Repeats the first answer for the same key"),
    ),
    responses(
        (status = 201, body = StaffClinicAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "password_change_required", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "not_found", body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "illegal_transition, upload_used", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation, unknown_upload, upload_expired, upload_missing, upload_size, not_an_image, heic_not_supported, idempotency_mismatch", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "storage_unavailable", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    staff: Staff,
    creation: Creation,
    Id(id): Id,
    Input(request): Input<PictureRequest>,
) -> Result<Response, Problem> {
    let (number, id, now) = (id, id.into(), app.clock.now());
    let seen = applications::find_at(&mut staff.tenant.db.acquire().await?, staff.clinic(), id).await?;
    let row = seen.ok_or(Code::NotFound)?;
    let phase = Phase::from_code(&request.phase).ok_or(Problem::field("phase", domain::Code::Format))?;
    let call = creation.key.bind(staff.row.id, "POST /institutions/tcis/{id}/pictures", &(number, &request))?;
    let upload = match handed_in::find(&app, &staff.tenant, staff.row.id, &request.url).await {
        // an earlier press may have used it: its answer is repeated
        Err(problem) if matches!(problem.code, Code::UploadUsed | Code::UploadExpired) => {
            let earlier = call.begin(&mut staff.tenant.db.begin().await?, now).await?;
            return earlier.map(super::super::guard::idempotency::Earlier::into_response).ok_or(problem);
        }
        found => found?,
    };
    let mut tx = staff.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    let status = applications::lock(&mut tx, Owner::Clinic(staff.clinic()), id).await?.ok_or(Code::NotFound)?;
    if !status.is_open() {
        return Err(Code::IllegalTransition.into());
    }
    handed_in::claim(&app, staff.row.id, &mut tx, &upload).await?;
    let new = NewPicture {
        application_id: id,
        patient_id: row.patient_id,
        institution_id: staff.clinic(),
        phase,
        upload,
        staff_id: staff.row.id,
    };
    let (_, picture) = clinic::put_picture(&mut tx, &new, now).await?;
    let job = NewJob::new(Queue::Inference, "read_picture", picture.get())
        .requested_by(creation.request_id.as_str())
        .urgent();
    let job = queue::enqueue(&mut tx, &job).await?;
    let changed = applications::find_at(&mut tx, staff.clinic(), id).await?.ok_or(Code::Internal)?;
    let answer = StaffClinicAnswer { clinic: StaffClinic::of(changed, &Renderer::new(&app, creation.locale)) };
    call.finish(&mut tx, StatusCode::CREATED, &answer).await?;
    staff.log_change(&app, &mut tx, Action::PictureAdded, (row.patient_id, Some(id))).await?;
    tx.commit().await?;
    app.producer.push_urgent(Queue::Inference, job).await;
    Ok((StatusCode::CREATED, Json(answer)).into_response())
}
