//! `POST /patients/uploads`

use std::collections::BTreeMap;
use std::time::Duration;

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use blob::UploadRule;
use chrono::{DateTime, TimeDelta, Utc};
use db::TenantTx;
use db::uploads::NewUpload;
use db::uploads::Owner;
use domain::{Invalid, ObjectKey};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::inspect::MAX_SIZE;
use crate::App;
use crate::guard::Patient;
use crate::guard::limiter::UPLOAD_PATIENT;
use crate::http::{Creation, Input};
use crate::problem::{Code, Problem, ProblemBody};

/// How long the form can be posted.
const FORM_LIFETIME: Duration = Duration::from_mins(5);
/// How long after its issue a stored object can be handed in: a slow network may need longer than the form lives.
const KEY_LIFETIME: TimeDelta = TimeDelta::minutes(30);

/// The picture that is going to be stored.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadRequest {
    /// The file's name; only there to be sent, it is not kept.
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
pub struct UploadAnswer {
    /// The object's key, to be handed in as `url`.
    #[schema(example = "self-check/production/3q2-7w.jpg")]
    key: String,
    /// Always POST.
    #[schema(example = "POST")]
    method: &'static str,
    /// Where to post the form.
    url: String,
    /// The form's fields.
    fields: BTreeMap<String, String>,
    /// Until when the form can be posted.
    expires_at: DateTime<Utc>,
}

/// Gives a permission to store one picture, fixed in key, type and largest size.
#[utoipa::path(
    post, path = "/patients/uploads", tag = "uploads", operation_id = "createUpload", request_body = UploadRequest,
    security(("session" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Repeats the first answer for the same key")),
    responses(
        (status = 201, body = UploadAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation, idempotency_mismatch", body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, description = "too_many_requests", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    creation: Creation,
    Input(request): Input<UploadRequest>,
) -> Result<Response, Problem> {
    let extension = check(&request)?;
    let call = creation.key.bind(patient.row.id, "POST /patients/uploads", &request)?;
    app.limiter.count(UPLOAD_PATIENT, &patient.row.id.to_string()).await?;

    let now = app.clock.now();
    let mut tx = patient.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    let rule =
        Rule { owner: patient.row.id.into(), folder: "self-check", content_type: &request.content_type, extension };
    let answer = issue(&app, &mut tx, &rule).await?;
    call.finish(&mut tx, StatusCode::CREATED, &answer).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(answer)).into_response())
}

/// What a permission is for.
#[derive(Clone, Copy, Debug)]
pub struct Rule<'a> {
    /// Who gets it.
    pub owner: Owner,
    /// The first part of the key.
    pub folder: &'a str,
    /// The one content type.
    pub content_type: &'a str,
    /// The extension of the key.
    pub extension: &'a str,
}

/// Writes a permission and signs its form.
///
/// # Errors
/// A database failure.
pub async fn issue(app: &App, tx: &mut TenantTx, rule: &Rule<'_>) -> Result<UploadAnswer, Problem> {
    let now = app.clock.now();
    let key = ObjectKey::new(rule.folder, app.environment.as_str(), app.random.bytes(), rule.extension);
    let key = key.ok_or(Code::Internal)?;
    let signed =
        UploadRule { key: key.as_str(), content_type: rule.content_type, max_size: MAX_SIZE, expires: FORM_LIFETIME };
    let form = app.store.sign_upload(&signed, now);
    let upload = NewUpload {
        owner: rule.owner,
        object_key: key.clone(),
        content_type: rule.content_type.to_owned(),
        max_size: i32::try_from(MAX_SIZE).map_err(Problem::internal)?,
        expires_at: now + KEY_LIFETIME,
    };
    db::uploads::insert(tx, &upload, now).await?;
    Ok(UploadAnswer {
        key: key.as_str().to_owned(),
        method: "POST",
        url: form.url,
        fields: form.fields.into_iter().collect(),
        expires_at: now + FORM_LIFETIME,
    })
}

/// The extension of the key, if type and size are allowed.
fn check(request: &UploadRequest) -> Result<&'static str, Problem> {
    let extension = match request.content_type.as_str() {
        "image/jpeg" => Some("jpg"),
        "image/png" => Some("png"),
        "image/webp" => Some("webp"),
        "application/octet-stream" => Some("bin"),
        _ => None,
    };
    let mut errors = Vec::new();
    if extension.is_none() {
        errors.push(Invalid::new("contentType", domain::Code::Format));
    }
    if !(1..=MAX_SIZE).contains(&request.size) {
        errors.push(Invalid::new("size", domain::Code::Range));
    }
    extension.filter(|_| errors.is_empty()).ok_or_else(|| Problem::validation(errors))
}
