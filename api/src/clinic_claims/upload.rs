//! `POST /institutions/insurances/{id}/uploads`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::claims::clinic;
use documents::inspect::LARGEST;
use domain::ClaimStatus;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::file::CONTENT_TYPE;
use crate::App;
use crate::guard::Staff;
use crate::guard::limiter::UPLOAD_STAFF;
use crate::http::{Creation, Id, Input};
use crate::problem::{Code, Problem, ProblemBody};
use crate::uploads::create::{Rule, UploadAnswer, issue};

/// The PDF that is going to be stored.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default)]
pub struct UploadDocumentRequest {
    /// The file's name; only there to be sent, it is not kept.
    #[serde(skip_serializing)]
    #[schema(required, max_length = 255, example = "receipt.pdf")]
    filename: String,
    /// Bytes.
    #[schema(required, minimum = 1, maximum = 10_485_760)]
    size: u64,
}

/// Gives a permission to store one PDF of a claim that is being issued, fixed in key, type and largest size.
#[utoipa::path(
    post, path = "/institutions/insurances/{id}/uploads", tag = "clinic-claims",
    operation_id = "createClinicInsuranceUpload", request_body = UploadDocumentRequest, security(("staff" = [])),
    params(
        ("id" = i64, Path, description = "The claim's id"),
        ("idempotency-key" = Option<String>, Header, description = "Repeats the first answer for the same key"),
    ),
    responses(
        (status = 201, body = UploadAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "password_change_required", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "not_found", body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "illegal_transition: the claim is not being issued", body = ProblemBody, content_type = "application/problem+json"),
        (status = 413, description = "too_large", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation, idempotency_mismatch", body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, description = "too_many_requests", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    staff: Staff,
    creation: Creation,
    Id(id): Id,
    Input(request): Input<UploadDocumentRequest>,
) -> Result<Response, Problem> {
    let found = clinic::find_at(&mut staff.tenant.db.acquire().await?, staff.clinic(), id.into()).await?;
    if found.ok_or(Code::NotFound)?.status != ClaimStatus::Issuing {
        return Err(Code::IllegalTransition.into());
    }
    match request.size {
        0 => return Err(Problem::field("size", domain::Code::Required)),
        size if size > LARGEST as u64 => return Err(Code::TooLarge.into()),
        _ => {}
    }
    let call = creation.key.bind(staff.row.id, "POST /institutions/insurances/{id}/uploads", &(id, &request))?;
    app.limiter.count(UPLOAD_STAFF, &staff.row.id.to_string()).await?;
    let mut tx = staff.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, app.clock.now()).await? {
        return Ok(earlier.into_response());
    }
    let rule = Rule {
        owner: staff.row.id.into(),
        folder: "claims",
        content_type: CONTENT_TYPE,
        extension: "pdf",
        max_size: LARGEST as u64,
    };
    let answer = issue(&app, &mut tx, &rule).await?;
    call.finish(&mut tx, StatusCode::CREATED, &answer).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(answer)).into_response())
}
