//! `GET /patients/insurances/{id}/documents/{code}`

use axum::extract::State;
use axum::response::Response;
use chrono::TimeDelta;
use db::access_log::{self, Action, Entry};
use db::issued_documents::{self, IssuedDocument};
use documents::inspect::MAX_FILE_BYTES;
use domain::claim::DOWNLOAD_DAYS;
use domain::{ClaimId, ClaimStatus, Document, ObjectKey};

use crate::App;
use crate::extract::Patient;
use crate::http::{Attachment, ClientAddress, PathParams, RequestId};
use crate::problem::{Code, Problem, SignedInProblems};

/// The content type of every document.
pub(crate) const DOCUMENT_CONTENT_TYPE: &str = "application/pdf";

/// Downloads an issued document of the patient's own claim, for 90 days after its release. Each download is in the access log.
#[utoipa::path(
    get, path = "/patients/insurances/{id}/documents/{code}", tag = "insurances",
    operation_id = "downloadInsuranceDocument", security(("session" = [])),
    params(
        ("id" = i64, Path, description = "The claim's id"),
        ("code" = String, Path, description = "`medical_bill_receipt` or `detailed_statement`"),
    ),
    responses(
        (status = 200, description = "The file, as an attachment", body = Vec<u8>, content_type = "application/pdf"),
        SignedInProblems,
        (status = 404, description = "not_found: no such claim, or it is not released, or does not ask for the document; unknown_tenant"),
        (status = 409, description = "download_expired"),
        (status = 503, description = "storage_unavailable, unavailable"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    address: ClientAddress,
    request_id: RequestId,
    PathParams((id, code)): PathParams<(i64, String)>,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let document = code.parse::<Document>().map_err(|_| Code::NotFound)?;
    let mut conn = patient.tenant.db.acquire().await?;
    let claim = db::claims::find_own(&mut conn, patient.row.id, id.into()).await?.ok_or(Code::NotFound)?;
    let released = claim.released_at.filter(|_| claim.status == ClaimStatus::Issued).ok_or(Code::NotFound)?;
    let issued = issued_documents::list_for_claim(&mut conn, claim.id).await?;
    let issued = issued.into_iter().find(|one| one.document == document).ok_or(Code::NotFound)?;
    if released + TimeDelta::days(DOWNLOAD_DAYS) <= now {
        return Err(Code::DownloadExpired.into());
    }
    let key = issued.object_key.as_ref().ok_or(Code::DownloadExpired)?;
    let entry = Entry {
        client_address: Some(address.0),
        patient_ids: &[patient.row.id],
        claim_ids: &[claim.id],
        request_id: Some(request_id.as_str()),
        ..Entry::new(Action::DocumentDownloaded)
    };
    access_log::insert(&mut conn, &entry, now).await?;
    drop(conn);
    download_document(&app.store, key, claim.id, &issued).await
}

/// Returns an issued document as a download, if the file is still the one that was issued.
///
/// # Errors
/// [`Code::NotFound`] when the file is gone, [`Code::Internal`] when it was changed, or a failure of the object store.
pub(crate) async fn download_document(
    store: &blob::Store,
    key: &ObjectKey,
    claim: ClaimId,
    issued: &IssuedDocument,
) -> Result<Response, Problem> {
    let filename = format!("{}-{claim}.pdf", issued.document.as_str().replace('_', "-"));
    let attachment = Attachment { key, content_type: DOCUMENT_CONTENT_TYPE, filename: &filename };
    let file = attachment.read_verified(store, MAX_FILE_BYTES as u64, &issued.hash).await;
    file.map_err(|error| match error {
        blob::Error::NotFound => Problem::new(Code::NotFound),
        error @ blob::Error::Changed => Problem::internal(error),
        error => Problem::with_cause(Code::StorageUnavailable, error),
    })
}
