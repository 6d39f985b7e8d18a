//! `POST /institutions/tcis/generate`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::extract::permission::AddPictures;
use crate::extract::{RequestContext, StaffWith};
use crate::http::JsonBody;
use crate::problem::{IdempotencyProblems, JsonProblems, Problem, RateLimitProblem, StaffProblems};
use crate::services::limiter::UPLOAD_STAFF;
use crate::uploads::create::{UploadPermit, UploadResponse, issue};
use crate::uploads::inspect::MAX_PICTURE_BYTES;

/// The picture to store.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct GenerateRequest {
    /// The file's name. Its extension decides the type of the picture; the name is not stored.
    #[serde(default)]
    #[schema(required, max_length = 255, example = "before.jpg")]
    filename: String,
}

/// Issues a form to store one picture of an application, with a fixed key, type and maximum size.
#[utoipa::path(
    post, path = "/institutions/tcis/generate", tag = "clinic", operation_id = "generateClinicUpload",
    request_body = GenerateRequest, security(("staff" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key")),
    responses(
        (status = 201, body = UploadResponse),
        StaffProblems, JsonProblems, RateLimitProblem, IdempotencyProblems,
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
