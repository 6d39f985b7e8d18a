//! `POST /institutions/tcis/generate`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::guard::Staff;
use crate::guard::limiter::UPLOAD_STAFF;
use crate::http::{Creation, Input};
use crate::problem::{Problem, ProblemBody};
use crate::uploads::create::{Rule, UploadAnswer, issue};

/// The picture that is going to be stored.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct GenerateRequest {
    /// The file's name; its ending says what kind of picture it is, and it is not kept.
    #[serde(default)]
    #[schema(required, max_length = 255, example = "before.jpg")]
    filename: String,
}

/// Gives a permission to store one picture of an application, fixed in key, type and largest size.
#[utoipa::path(
    post, path = "/institutions/tcis/generate", tag = "clinic", operation_id = "generateClinicUpload",
    request_body = GenerateRequest, security(("staff" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Repeats the first answer for the same key")),
    responses(
        (status = 201, body = UploadAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "password_change_required", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation, idempotency_mismatch", body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, description = "too_many_requests", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    staff: Staff,
    creation: Creation,
    Input(request): Input<GenerateRequest>,
) -> Result<Response, Problem> {
    let (content_type, extension) = kind(&request.filename)?;
    let call = creation.key.bind(staff.row.id, "POST /institutions/tcis/generate", &request)?;
    app.limiter.count(UPLOAD_STAFF, &staff.row.id.to_string()).await?;
    let mut tx = staff.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, app.clock.now()).await? {
        return Ok(earlier.into_response());
    }
    let rule = Rule { owner: staff.row.id.into(), folder: "clinic", content_type, extension };
    let answer = issue(&app, &mut tx, &rule).await?;
    call.finish(&mut tx, StatusCode::CREATED, &answer).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(answer)).into_response())
}

/// Content type and extension of a file by its name's ending; one that says nothing may be any picture.
fn kind(filename: &str) -> Result<(&'static str, &'static str), Problem> {
    match filename.chars().count() {
        0 => return Err(Problem::field("filename", domain::Code::Required)),
        256.. => return Err(Problem::field("filename", domain::Code::TooLong)),
        _ => {}
    }
    let ending = filename.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    Ok(match ending.as_str() {
        "jpg" | "jpeg" => ("image/jpeg", "jpg"),
        "png" => ("image/png", "png"),
        "webp" => ("image/webp", "webp"),
        _ => ("application/octet-stream", "bin"),
    })
}
