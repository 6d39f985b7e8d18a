//! `POST /institutions/tcis/generate`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::TenantConn;
use db::applications::{self, health_consents};
use domain::ApplicationId;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::extract::permission::AddPictures;
use crate::extract::{RequestContext, Staff, StaffWith};
use crate::http::JsonBody;
use crate::problem::{
    Code, IdempotencyProblems, JsonProblems, NotFoundProblem, Problem, RateLimitProblem, StaffProblems,
};
use crate::services::limiter::UPLOAD_STAFF;
use crate::uploads::create::{UploadPermit, UploadResponse, issue};
use crate::uploads::inspect::MAX_PICTURE_BYTES;

/// The picture to store.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GenerateRequest {
    /// The file's name. Its extension decides the type of the picture; the name is not stored.
    #[serde(default)]
    #[schema(required, max_length = 255, example = "before.jpg")]
    filename: String,
    /// The application that the picture is for. The form is refused if it may not have pictures. Without it, this is
    /// checked only when the picture is added.
    application_id: Option<i64>,
}

/// Issues a form to store one picture of an application, with a fixed key, type and maximum size.
#[utoipa::path(
    post, path = "/institutions/tcis/generate", tag = "clinic", operation_id = "generateClinicUpload",
    request_body = GenerateRequest, security(("staff" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key")),
    responses(
        (status = 201, body = UploadResponse),
        StaffProblems, JsonProblems, NotFoundProblem, RateLimitProblem, IdempotencyProblems,
        (status = 409, description = "illegal_transition, health_consent_missing, in_progress"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<AddPictures>,
    context: RequestContext,
    JsonBody(request): JsonBody<GenerateRequest>,
) -> Result<Response, Problem> {
    let (content_type, extension) = parse_filename(&request.filename)?;
    let call = context.key.bind(staff.row.id, "POST /institutions/tcis/generate", &request)?;
    app.limiter.count(UPLOAD_STAFF, &staff.row.id.to_string()).await?;
    let mut tx = staff.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, app.clock.now()).await? {
        return Ok(earlier.into_response());
    }
    if let Some(id) = request.application_id {
        check_application(&mut tx, &staff, id.into()).await?;
    }
    let permit = UploadPermit {
        owner: staff.row.id.into(),
        folder: "clinic",
        content_type,
        extension,
        max_size: MAX_PICTURE_BYTES,
    };
    let response = issue(&app, &mut tx, &permit).await?;
    call.finish(&mut tx, StatusCode::CREATED, &response).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(response)).into_response())
}

/// Checks that an application may have pictures, before one is stored.
async fn check_application(conn: &mut TenantConn, staff: &Staff, id: ApplicationId) -> Result<(), Problem> {
    let row = applications::find_at(conn, staff.clinic(), id).await?.ok_or(Code::NotFound)?;
    if !row.status.is_open() {
        return Err(Code::IllegalTransition.into());
    }
    if !health_consents::allows(conn, id).await? {
        return Err(Code::HealthConsentMissing.into());
    }
    Ok(())
}

/// Derives the content type and the extension from a file name.
fn parse_filename(filename: &str) -> Result<(&'static str, &'static str), Problem> {
    match filename.chars().count() {
        0 => return Err(Problem::field("filename", domain::InvalidCode::Required)),
        256.. => return Err(Problem::field("filename", domain::InvalidCode::TooLong)),
        _ => {}
    }
    let extension = filename.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    Ok(match extension.as_str() {
        "jpg" | "jpeg" => ("image/jpeg", "jpg"),
        "png" => ("image/png", "png"),
        "webp" => ("image/webp", "webp"),
        _ => ("application/octet-stream", "bin"),
    })
}
