//! `POST /institutions/insurances/{id}/uploads`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::claims::clinic;
use documents::inspect::MAX_FILE_BYTES;
use domain::ClaimStatus;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::extract::permission::IssueDocuments;
use crate::extract::{RequestContext, StaffWith};
use crate::http::{JsonBody, PathParams};
use crate::insurances::DOCUMENT_CONTENT_TYPE;
use crate::problem::{
    Code, IdempotencyProblems, JsonProblems, NotFoundProblem, Problem, RateLimitProblem, StaffProblems,
};
use crate::services::limiter::UPLOAD_STAFF;
use crate::uploads::create::{UploadPermit, UploadResponse, issue};

/// The PDF to store.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default)]
pub struct UploadDocumentRequest {
    /// The file's name. It is not stored.
    #[serde(skip_serializing)]
    #[schema(required, max_length = 255, example = "receipt.pdf")]
    filename: String,
    /// Bytes.
    #[schema(required, minimum = 1, maximum = 10_485_760)]
    size: u64,
}

/// Issues a form to store one PDF of a claim that is being issued, with a fixed key, type and maximum size.
#[utoipa::path(
    post, path = "/institutions/insurances/{id}/uploads", tag = "clinic-claims",
    operation_id = "createClinicInsuranceUpload", request_body = UploadDocumentRequest, security(("staff" = [])),
    params(
        ("id" = i64, Path, description = "The claim's id"),
        ("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key"),
    ),
    responses(
        (status = 201, body = UploadResponse),
        StaffProblems, JsonProblems, NotFoundProblem, RateLimitProblem, IdempotencyProblems,
        (status = 409, description = "illegal_transition: the claim is not being issued; in_progress"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<IssueDocuments>,
    context: RequestContext,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<UploadDocumentRequest>,
) -> Result<Response, Problem> {
    let found = clinic::find_at(&mut staff.tenant.db.acquire().await?, staff.clinic(), id.into()).await?;
    if found.ok_or(Code::NotFound)?.status != ClaimStatus::Issuing {
        return Err(Code::IllegalTransition.into());
    }
    match request.size {
        0 => return Err(Problem::field("size", domain::InvalidCode::Required)),
        size if size > MAX_FILE_BYTES as u64 => return Err(Code::TooLarge.into()),
        _ => {}
    }
    let call = context.key.bind(staff.row.id, "POST /institutions/insurances/{id}/uploads", &(id, &request))?;
    app.limiter.count(UPLOAD_STAFF, &staff.row.id.to_string()).await?;
    let mut tx = staff.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, app.clock.now()).await? {
        return Ok(earlier.into_response());
    }
    let permit = UploadPermit {
        owner: staff.row.id.into(),
        folder: "claims",
        content_type: DOCUMENT_CONTENT_TYPE,
        extension: "pdf",
        max_size: MAX_FILE_BYTES as u64,
    };
    let response = issue(&app, &mut tx, &permit).await?;
    call.finish(&mut tx, StatusCode::CREATED, &response).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(response)).into_response())
}
