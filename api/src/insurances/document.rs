//! `GET /patients/insurances/{id}/documents/{code}`

use axum::extract::State;
use axum::response::Response;
use chrono::TimeDelta;
use db::access_log::{self, Action, Entry};
use db::issued_documents;
use domain::claim::DOWNLOAD_DAYS;
use domain::{ClaimStatus, Document};

use crate::App;
use crate::clinic_claims::file::hand_out;
use crate::guard::Patient;
use crate::http::{ClientAddress, IdAndCode, RequestId};
use crate::problem::{Code, Problem, ProblemBody};

/// An issued document of the patient's own claim, for 90 days after its release. Each download is in the access log.
#[utoipa::path(
    get, path = "/patients/insurances/{id}/documents/{code}", tag = "insurances",
    operation_id = "downloadInsuranceDocument", security(("session" = [])),
    params(
        ("id" = i64, Path, description = "The claim's id"),
        ("code" = String, Path, description = "`medical_bill_receipt` or `detailed_statement`"),
    ),
    responses(
        (status = 200, description = "The file, as an attachment", body = Vec<u8>, content_type = "application/pdf"),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "not_found: no such claim, or it is not released, or does not ask for the document", body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "download_expired", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "storage_unavailable", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    address: ClientAddress,
    request_id: RequestId,
    IdAndCode(id, code): IdAndCode,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let document = Document::from_code(&code).ok_or(Code::NotFound)?;
    let mut conn = patient.tenant.db.acquire().await?;
    let claim = db::claims::find_own(&mut conn, patient.row.id, id.into()).await?.ok_or(Code::NotFound)?;
    let released = claim.released_at.filter(|_| claim.status == ClaimStatus::Issued).ok_or(Code::NotFound)?;
    let issued = issued_documents::of(&mut conn, claim.id).await?;
    let issued = issued.into_iter().find(|one| one.document == document).ok_or(Code::NotFound)?;
    if released + TimeDelta::days(DOWNLOAD_DAYS) <= now {
        return Err(Code::DownloadExpired.into());
    }
    let key = issued.object_key.ok_or(Code::DownloadExpired)?;
    let entry = Entry {
        staff_id: None,
        login_id: None,
        client_address: Some(address.0),
        action: Action::DocumentDownloaded,
        patient_ids: &[patient.row.id],
        application_ids: &[],
        request_id: Some(request_id.as_str()),
    };
    access_log::insert_of_claims(&mut conn, &entry, (&[claim.id], None), now).await?;
    drop(conn);
    hand_out(&app, &key, claim.id, document).await
}
