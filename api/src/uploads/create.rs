//! `POST /patients/uploads`

use std::collections::BTreeMap;
use std::time::Duration;

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use blob::UploadRule;
use chrono::{DateTime, TimeDelta, Utc};
use db::TenantTx;
use db::uploads::NewUpload;
use db::uploads::Uploader;
use domain::{Invalid, ObjectKey};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::inspect::MAX_PICTURE_BYTES;
use crate::App;
use crate::extract::{PatientWithTerms, RequestContext};
use crate::http::JsonBody;
use crate::problem::{
    Code, IdempotencyProblems, JsonProblems, Problem, RateLimitProblem, SignedInProblems, TermsProblem,
};
use crate::services::limiter::UPLOAD_PATIENT;

/// How long the form is valid.
const FORM_LIFETIME: Duration = Duration::from_mins(5);
/// How long a stored object can be submitted: a slow network may need longer than the form is valid.
pub const KEY_LIFETIME: TimeDelta = TimeDelta::minutes(30);

/// The picture to store.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadRequest {
    /// The file's name. It is not stored.
    #[serde(default)]
    #[schema(required, max_length = 255)]
    filename: String,
    /// image/jpeg, image/png, image/webp or application/octet-stream.
    #[serde(default)]
    #[schema(required, example = "image/jpeg")]
    content_type: String,
    /// Bytes.
    #[serde(default)]
    #[schema(required, minimum = 1, maximum = 2_097_152)]
    size: u64,
}

/// A form that stores one picture: post `fields` in order and the file last, as `file`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadResponse {
    /// The object's key, to be submitted as `url`.
    #[schema(example = "self-check/production/3q2-7w.jpg")]
    key: String,
    /// Always POST.
    #[schema(example = "POST")]
    method: &'static str,
    /// The URL to post the form to.
    url: String,
    /// The form's fields.
    fields: BTreeMap<String, String>,
    /// When the form expires.
    expires_at: DateTime<Utc>,
}

/// Issues a form to store one picture, with a fixed key, type and maximum size.
#[utoipa::path(
    post, path = "/patients/uploads", tag = "uploads", operation_id = "createUpload", request_body = UploadRequest,
    security(("session" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key")),
    responses(
        (status = 201, body = UploadResponse),
        SignedInProblems, TermsProblem, JsonProblems, RateLimitProblem, IdempotencyProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    PatientWithTerms(patient): PatientWithTerms,
    context: RequestContext,
    JsonBody(request): JsonBody<UploadRequest>,
) -> Result<Response, Problem> {
    let extension = check_upload(&request)?;
    let call = context.key.bind(patient.row.id, "POST /patients/uploads", &request)?;
    app.limiter.count(UPLOAD_PATIENT, &patient.row.id.to_string()).await?;

    let now = app.clock.now();
    let mut tx = patient.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    let permit = UploadPermit {
        owner: patient.row.id.into(),
        folder: "self-check",
        content_type: &request.content_type,
        extension,
        max_size: MAX_PICTURE_BYTES,
    };
    let response = issue(&app, &mut tx, &permit).await?;
    call.finish(&mut tx, StatusCode::CREATED, &response).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(response)).into_response())
}

/// The restrictions of an upload.
#[derive(Clone, Copy, Debug)]
pub struct UploadPermit<'a> {
    /// The account that may use it.
    pub owner: Uploader,
    /// The first part of the key.
    pub folder: &'a str,
    /// The content type.
    pub content_type: &'a str,
    /// The extension of the key.
    pub extension: &'a str,
    /// The maximum number of bytes.
    pub max_size: u64,
}

/// Records an upload and signs its form.
///
/// # Errors
/// A database failure.
pub async fn issue(app: &App, tx: &mut TenantTx, permit: &UploadPermit<'_>) -> Result<UploadResponse, Problem> {
    let now = app.clock.now();
    let key = ObjectKey::new(permit.folder, app.environment.as_str(), app.random.bytes(), permit.extension);
    let key = key.ok_or(Code::Internal)?;
    let signed = UploadRule {
        key: key.as_str(),
        content_type: permit.content_type,
        max_size: permit.max_size,
        expires: FORM_LIFETIME,
    };
    let form = app.store.sign_upload(&signed, now);
    let upload = NewUpload {
        uploader: permit.owner,
        object_key: key.clone(),
        content_type: permit.content_type.to_owned(),
        max_size: i32::try_from(permit.max_size).map_err(Problem::internal)?,
        expires_at: now + KEY_LIFETIME,
    };
    db::uploads::insert(tx, &upload, now).await?;
    Ok(UploadResponse {
        key: key.as_str().to_owned(),
        method: "POST",
        url: form.url,
        fields: form.fields.into_iter().collect(),
        expires_at: now + FORM_LIFETIME,
    })
}

/// Checks type and size, and returns the extension of the key.
fn check_upload(request: &UploadRequest) -> Result<&'static str, Problem> {
    let extension = match request.content_type.as_str() {
        "image/jpeg" => Some("jpg"),
        "image/png" => Some("png"),
        "image/webp" => Some("webp"),
        "application/octet-stream" => Some("bin"),
        _ => None,
    };
    let mut errors = Vec::new();
    if extension.is_none() {
        errors.push(Invalid::new("contentType", domain::InvalidCode::Format));
    }
    if !(1..=MAX_PICTURE_BYTES).contains(&request.size) {
        errors.push(Invalid::new("size", domain::InvalidCode::Range));
    }
    extension.filter(|_| errors.is_empty()).ok_or_else(|| Problem::validation(errors))
}
