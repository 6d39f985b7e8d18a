//! `POST /institutions/insurances/{id}/documents/{code}`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::access_log::Action;
use db::claims::{self, Claim, clinic};
use db::issued_documents::{self, DocumentSignature, IssuedDocument, NewIssuedDocument};
use domain::{ClaimId, ClaimStatus, Document, Locale, ObjectKey};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::file::StoredFile;
use super::generate::GenerateDocument;
use super::shape::StaffInsuranceClaimResponse;
use crate::App;
use crate::clinic::seal::open_seal;
use crate::extract::idempotency::Call;
use crate::extract::permission::IssueDocuments;
use crate::extract::{RequestContext, Staff, StaffWith};
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, JsonProblems, Problem, StaffProblems};

/// A document: an uploaded PDF, or the data to generate one from.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default)]
pub struct IssueDocumentRequest {
    /// The key of an upload of these staff.
    #[schema(example = "claims/production/3q2-7w.pdf")]
    url: Option<String>,
    /// What the clinic charged, to generate the document.
    generate: Option<GenerateDocument>,
    /// Places the clinic's stored seal and signature on the generated document. The staff member confirmed that.
    seal: bool,
    /// Whether the uploaded PDF is a scan that a doctor signed by hand. The staff member checked that.
    signed: bool,
}

impl IssueDocumentRequest {
    /// Returns how the document is signed: a generated one by the seal, an uploaded one by hand.
    fn signature(&self) -> Result<Option<DocumentSignature>, Problem> {
        match (self.seal, self.signed) {
            (true, _) if self.generate.is_none() => Err(Problem::field("seal", domain::InvalidCode::Mismatch)),
            (_, true) if self.url.is_none() => Err(Problem::field("signed", domain::InvalidCode::Mismatch)),
            (true, _) => Ok(Some(DocumentSignature::Seal)),
            (false, true) => Ok(Some(DocumentSignature::Scan)),
            (false, false) => Ok(None),
        }
    }
}

/// Issues or replaces a document of a claim that is being issued.
#[utoipa::path(
    post, path = "/institutions/insurances/{id}/documents/{code}", tag = "clinic-claims",
    operation_id = "issueClinicInsuranceDocument", request_body = IssueDocumentRequest, security(("staff" = [])),
    params(
        ("id" = i64, Path, description = "The claim's id"),
        ("code" = String, Path, description = "`medical_bill_receipt` or `detailed_statement`"),
        ("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key"),
    ),
    responses(
        (status = 200, body = StaffInsuranceClaimResponse),
        StaffProblems, JsonProblems,
        (status = 404, description = "not_found: no such claim, or it does not ask for the document; unknown_tenant"),
        (status = 409, description = "illegal_transition: the claim is not being issued; seal_missing; upload_used; in_progress"),
        (status = 422, description = "validation, unknown_upload, upload_expired, upload_missing, not_a_pdf, encrypted_pdf, active_pdf, unprintable_text, idempotency_mismatch"),
        (status = 503, description = "storage_unavailable, unavailable"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<IssueDocuments>,
    context: RequestContext,
    PathParams((id, code)): PathParams<(i64, String)>,
    JsonBody(request): JsonBody<IssueDocumentRequest>,
) -> Result<Response, Problem> {
    let operation = "POST /institutions/insurances/{id}/documents/{code}";
    let call = context.key.bind(staff.row.id, operation, &(id, &code, &request))?;
    let found = clinic::find_at(&mut staff.tenant.db.acquire().await?, staff.clinic(), id.into()).await?;
    let claim = found.ok_or(Code::NotFound)?;
    let document = code.parse::<Document>().ok().filter(|document| claim.documents.contains(document));
    let document = document.ok_or(Code::NotFound)?;
    if let Some(earlier) = call.find_earlier(&staff.tenant.db, app.clock.now()).await? {
        return Ok(earlier.into_response());
    }
    if claim.status != ClaimStatus::Issuing {
        return Err(Code::IllegalTransition.into());
    }
    let signature = request.signature()?;
    let file = match (request.url, request.generate) {
        (Some(_), Some(_)) => return Err(Problem::field("url", domain::InvalidCode::Mismatch)),
        (Some(key), None) => match StoredFile::from_upload(&app, &staff, &key).await {
            // in a repeated call the upload may already be this document
            Err(problem) if problem.code == Code::UploadUsed => {
                if is_issued(&staff, claim.id, document, &key).await? {
                    let mut conn = staff.tenant.db.acquire().await?;
                    let response = StaffInsuranceClaimResponse::load(&mut conn, claim, context.locale).await?;
                    return Ok(Json(response).into_response());
                }
                return Err(problem);
            }
            stored => stored?,
        },
        (None, Some(form)) => {
            let bill = if request.seal {
                let doctor = open_seal(&app, &staff).await?;
                form.with_doctor(&doctor).bill(&claim, document, app.clock.now())?.with_marks(doctor.marks)
            } else {
                form.bill(&claim, document, app.clock.now())?
            };
            let pdf = tokio::task::spawn_blocking(move || match document {
                Document::MedicalBillReceipt => documents::render_receipt(&bill),
                Document::DetailedStatement => documents::render_statement(&bill),
            });
            let pdf = pdf.await.map_err(Problem::internal)?.map_err(Problem::internal)?;
            StoredFile::store_generated(&app, &staff, pdf).await?
        }
        (None, None) => return Err(Problem::field("url", domain::InvalidCode::Required)),
    };
    let issued = IssuedFile { document, file: &file, signature, call: &call, locale: context.locale };
    Box::pin(issue(&app, &staff, &claim, issued)).await
}

/// A stored file that becomes a document.
struct IssuedFile<'a> {
    document: Document,
    file: &'a StoredFile,
    signature: Option<DocumentSignature>,
    call: &'a Call,
    locale: Locale,
}

/// Issues the file as the document, if the claim is still being issued. Returns the changed claim as the response.
async fn issue(app: &App, staff: &Staff, claim: &Claim, issued: IssuedFile<'_>) -> Result<Response, Problem> {
    let IssuedFile { document, file, signature, call, locale } = issued;
    let now = app.clock.now();
    let mut tx = staff.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    let locked = claims::lock(&mut tx, claim.id).await?.ok_or(Code::NotFound)?;
    if locked.status != ClaimStatus::Issuing {
        return Err(Code::IllegalTransition.into());
    }
    let upload = file.claim(app, staff, &mut tx).await?;
    let new = NewIssuedDocument {
        claim: claim.id,
        document,
        upload,
        origin: file.origin(),
        size: file.size,
        pages: file.pages,
        hash: file.hash,
        signature,
        staff: staff.row.id,
    };
    issued_documents::upsert(&mut tx, &new, now).await?;
    let changed = clinic::find_at(&mut tx, staff.clinic(), claim.id).await?.ok_or(Code::Internal)?;
    let response = StaffInsuranceClaimResponse::load(&mut tx, changed, locale).await?;
    call.finish(&mut tx, StatusCode::OK, &response).await?;
    let about = [(claim.patient_id, claim.id)];
    staff.log_claims(app, &mut tx, Action::DocumentAdded, &about).await?;
    if signature == Some(DocumentSignature::Seal) {
        staff.log_claims(app, &mut tx, Action::SealUsed, &about).await?;
    }
    tx.commit().await?;
    file.delete_original(app).await;
    Ok(Json(response).into_response())
}

/// Returns whether a copy of the upload of a key is the issued document.
async fn is_issued(staff: &Staff, claim: ClaimId, document: Document, key: &str) -> Result<bool, Problem> {
    let Some(key) = ObjectKey::parse(key) else { return Ok(false) };
    let mut conn = staff.tenant.db.acquire().await?;
    let Some(copy) = db::uploads::find_copy(&mut conn, staff.row.id, &key).await? else { return Ok(false) };
    let issued = issued_documents::list_for_claim(&mut conn, claim).await?;
    let has_key = |one: &IssuedDocument| one.object_key.as_ref() == Some(&copy);
    Ok(issued.iter().any(|one| one.document == document && has_key(one)))
}
