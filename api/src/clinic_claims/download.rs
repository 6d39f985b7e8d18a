//! `POST /institutions/insurances/{id}/documents/{code}/download`

use axum::extract::State;
use axum::response::Response;
use db::access_log::Action;
use db::claims::clinic;
use db::issued_documents;
use domain::Document;
use serde::Deserialize;
use utoipa::ToSchema;

use super::file::hand_out;
use crate::App;
use crate::guard::Staff;
use crate::http::{IdAndCode, Input};
use crate::problem::{Code, Problem, ProblemBody};

/// The longest reason, in characters.
const LONGEST_REASON: usize = 200;

/// Why staff take a copy.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct DownloadRequest {
    /// The reason; it stays in the access log.
    #[schema(required, max_length = 200, example = "등기우편 발송")]
    reason: String,
}

/// An issued document, for staff, with the reason: to look at it before its release, or to mail it.
#[utoipa::path(
    post, path = "/institutions/insurances/{id}/documents/{code}/download", tag = "clinic-claims",
    operation_id = "downloadClinicInsuranceDocument", request_body = DownloadRequest, security(("staff" = [])),
    params(
        ("id" = i64, Path, description = "The claim's id"),
        ("code" = String, Path, description = "`medical_bill_receipt` or `detailed_statement`"),
    ),
    responses(
        (status = 200, description = "The file, as an attachment", body = Vec<u8>, content_type = "application/pdf"),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "password_change_required", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "not_found: no such claim, or no such document yet", body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "download_expired: the file is no longer kept", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "storage_unavailable", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    staff: Staff,
    IdAndCode(id, code): IdAndCode,
    Input(request): Input<DownloadRequest>,
) -> Result<Response, Problem> {
    let mut conn = staff.tenant.db.acquire().await?;
    let claim = clinic::find_at(&mut conn, staff.clinic(), id.into()).await?.ok_or(Code::NotFound)?;
    let document = Document::from_code(&code).ok_or(Code::NotFound)?;
    let reason = request.reason.trim();
    match reason.chars().count() {
        0 => return Err(Problem::field("reason", domain::Code::Required)),
        count if count > LONGEST_REASON => return Err(Problem::field("reason", domain::Code::TooLong)),
        _ if reason.contains('\0') => return Err(Problem::field("reason", domain::Code::Format)),
        _ => {}
    }
    let issued = issued_documents::of(&mut conn, claim.id).await?;
    let issued = issued.into_iter().find(|one| one.document == document).ok_or(Code::NotFound)?;
    let key = issued.object_key.ok_or(Code::DownloadExpired)?;
    let about = [(claim.patient_id, claim.id)];
    staff.log_claims(&app, &mut conn, Action::DocumentDownloaded, (&about, Some(reason))).await?;
    drop(conn);
    hand_out(&app, &key, claim.id, document).await
}
