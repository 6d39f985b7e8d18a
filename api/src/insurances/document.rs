//! `GET /patients/insurances/{id}/documents/{code}`

use axum::extract::State;
use axum::response::Response;
use chrono::{DateTime, Utc};
use db::TenantConn;
use db::access_log::{self, Action, Entry};
use db::issued_documents::{self, IssuedDocument};
use documents::inspect::MAX_FILE_BYTES;
use domain::{ClaimId, ClaimStatus, Document, ObjectKey, PatientId};

use crate::App;
use crate::extract::{Patient, Recipient};
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
    let document = code.parse::<Document>().map_err(|_| Code::NotFound)?;
    let recipient = Recipient { tenant: &patient.tenant, patient: patient.row.id, address, request_id: &request_id };
    download(&app, &recipient, id.into(), document).await
}

/// Finds an issued document of a patient's own claim that can still be downloaded.
///
/// # Errors
/// [`Code::NotFound`] and [`Code::DownloadExpired`].
pub(crate) async fn find_downloadable(
    conn: &mut TenantConn,
    patient: PatientId,
    claim: ClaimId,
    document: Document,
    now: DateTime<Utc>,
) -> Result<(IssuedDocument, ObjectKey), Problem> {
    let claim = db::claims::find_own(conn, patient, claim).await?.ok_or(Code::NotFound)?;
    let until = claim.downloadable_until().filter(|_| claim.status == ClaimStatus::Issued).ok_or(Code::NotFound)?;
    let issued = issued_documents::list_for_claim(conn, claim.id).await?;
    let issued = issued.into_iter().find(|one| one.document == document).ok_or(Code::NotFound)?;
    if until <= now {
        return Err(Code::DownloadExpired.into());
    }
    let key = issued.object_key.clone().ok_or(Code::DownloadExpired)?;
    Ok((issued, key))
}

/// Returns the file, with a row in the access log.
///
/// # Errors
/// As [`find_downloadable`] and [`download_document`].
pub(crate) async fn download(
    app: &App,
    recipient: &Recipient<'_>,
    claim: ClaimId,
    document: Document,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let mut conn = recipient.tenant.db.acquire().await?;
    let (issued, key) = find_downloadable(&mut conn, recipient.patient, claim, document, now).await?;
    let entry = Entry {
        client_address: Some(recipient.address.0),
        patient_ids: &[recipient.patient],
        claim_ids: &[claim],
        request_id: Some(recipient.request_id.as_str()),
        ..Entry::new(Action::DocumentDownloaded)
    };
    access_log::insert(&mut conn, &entry, now).await?;
    drop(conn);
    download_document(&app.store, &key, claim, &issued).await
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
