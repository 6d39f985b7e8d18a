//! `POST /institutions/insurances/{id}/documents/{code}/download`

use axum::extract::State;
use axum::response::Response;
use db::access_log::Action;
use db::claims::clinic;
use db::issued_documents;
use domain::Document;
use domain::text::parse_lines;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::DownloadDocuments;
use crate::extract::staff_log::SecretAccess;
use crate::http::{JsonBody, PathParams};
use crate::insurances::download_document;
use crate::problem::{Code, JsonProblems, Problem, StaffProblems, ValidationProblem};

/// The longest reason, in characters.
const MAX_REASON_CHARS: usize = 200;

/// The reason of a download.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct DownloadRequest {
    /// The reason, for the access log.
    #[schema(required, max_length = 200, example = "등기우편 발송")]
    reason: String,
}

/// Downloads an issued document, with a reason for the access log: to check it before its release, or to mail it.
#[utoipa::path(
    post, path = "/institutions/insurances/{id}/documents/{code}/download", tag = "clinic-claims",
    operation_id = "downloadClinicInsuranceDocument", request_body = DownloadRequest, security(("staff" = [])),
    params(
        ("id" = i64, Path, description = "The claim's id"),
        ("code" = String, Path, description = "`medical_bill_receipt` or `detailed_statement`"),
    ),
    responses(
        (status = 200, description = "The file, as an attachment", body = Vec<u8>, content_type = "application/pdf"),
        StaffProblems, JsonProblems, ValidationProblem,
        (status = 404, description = "not_found: no such claim, or no such document yet; unknown_tenant"),
        (status = 409, description = "download_expired: the file is no longer kept"),
        (status = 503, description = "storage_unavailable, unavailable"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<DownloadDocuments>,
    PathParams((id, code)): PathParams<(i64, String)>,
    JsonBody(request): JsonBody<DownloadRequest>,
) -> Result<Response, Problem> {
    let mut conn = staff.tenant.db.acquire().await?;
    let claim = clinic::find_at(&mut conn, staff.clinic(), id.into()).await?.ok_or(Code::NotFound)?;
    let document = code.parse::<Document>().map_err(|_| Code::NotFound)?;
    let reason = parse_lines("reason", &request.reason, MAX_REASON_CHARS)?;
    let issued = issued_documents::list_for_claim(&mut conn, claim.id).await?;
    let issued = issued.into_iter().find(|one| one.document == document).ok_or(Code::NotFound)?;
    let key = issued.object_key.as_ref().ok_or(Code::DownloadExpired)?;
    let access = SecretAccess { action: Action::DocumentDownloaded, claim: &claim, reason: &reason };
    staff.log_secret_access(&app, &mut conn, access).await?;
    drop(conn);
    download_document(&app.store, key, claim.id, &issued).await
}
