//! `POST /institutions/insurances/{id}/documents/{code}`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::claims::{self, Claim, clinic};
use db::issued_documents::{self, IssuedDocument, NewIssuedDocument};
use domain::{ClaimId, ClaimStatus, Document};
use serde::Deserialize;
use utoipa::ToSchema;

use super::file::StoredFile;
use super::generate::GenerateDocument;
use super::shape::StaffInsuranceClaimAnswer;
use crate::App;
use crate::extract::{Language, Staff};
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, JsonProblems, Problem, StaffProblems};
use crate::uploads::claim::claim_problem;

/// A document: an uploaded PDF, or the data to generate one from.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct IssueDocumentRequest {
    /// The key of an upload of these staff.
    #[schema(example = "claims/production/3q2-7w.pdf")]
    url: Option<String>,
    /// What the clinic charged, to generate the document.
    generate: Option<GenerateDocument>,
}

/// Issues or replaces a document of a claim that is being issued.
#[utoipa::path(
    post, path = "/institutions/insurances/{id}/documents/{code}", tag = "clinic-claims",
    operation_id = "issueClinicInsuranceDocument", request_body = IssueDocumentRequest, security(("staff" = [])),
    params(
        ("id" = i64, Path, description = "The claim's id"),
        ("code" = String, Path, description = "`medical_bill_receipt` or `detailed_statement`"),
    ),
    responses(
        (status = 200, body = StaffInsuranceClaimAnswer),
        StaffProblems, JsonProblems,
        (status = 404, description = "not_found: no such claim, or it does not ask for the document; unknown_tenant"),
        (status = 409, description = "illegal_transition: the claim is not being issued; upload_used"),
        (status = 422, description = "validation, unknown_upload, upload_expired, upload_missing, not_a_pdf, encrypted_pdf"),
        (status = 503, description = "storage_unavailable, unavailable"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    staff: Staff,
    Language(locale): Language,
    PathParams((id, code)): PathParams<(i64, String)>,
    JsonBody(request): JsonBody<IssueDocumentRequest>,
) -> Result<Json<StaffInsuranceClaimAnswer>, Problem> {
    let found = clinic::find_at(&mut staff.tenant.db.acquire().await?, staff.clinic(), id.into()).await?;
    let claim = found.ok_or(Code::NotFound)?;
    let document = code.parse::<Document>().ok().filter(|document| claim.documents.contains(document));
    let document = document.ok_or(Code::NotFound)?;
    if claim.status != ClaimStatus::Issuing {
        return Err(Code::IllegalTransition.into());
    }
    let file = match (request.url, request.generate) {
        (Some(_), Some(_)) => return Err(Problem::field("url", domain::InvalidCode::Mismatch)),
        (Some(key), None) => match StoredFile::from_upload(&app, &staff, &key).await {
            // a repeated call: the upload may be this document already
            Err(problem) if problem.code == Code::UploadUsed => {
                if is_issued(&staff, claim.id, document, &key).await? {
                    let mut conn = staff.tenant.db.acquire().await?;
                    return Ok(Json(StaffInsuranceClaimAnswer::load(&mut conn, claim, locale).await?));
                }
                return Err(problem);
            }
            stored => stored?,
        },
        (None, Some(form)) => {
            let bill = form.bill(&claim, document, app.clock.now())?;
            let pdf = tokio::task::spawn_blocking(move || match document {
                Document::MedicalBillReceipt => documents::render_receipt(&bill),
                Document::DetailedStatement => documents::render_statement(&bill),
            });
            let pdf = pdf.await.map_err(Problem::internal)?.map_err(Problem::internal)?;
            StoredFile::store_generated(&app, &staff, pdf).await?
        }
        (None, None) => return Err(Problem::field("url", domain::InvalidCode::Required)),
    };
    let changed = issue(&app, &staff, &claim, document, &file).await?;
    let mut conn = staff.tenant.db.acquire().await?;
    Ok(Json(StaffInsuranceClaimAnswer::load(&mut conn, changed, locale).await?))
}

/// Issues the file as the document, if the claim is still being issued. Returns the changed claim.
async fn issue(
    app: &App,
    staff: &Staff,
    claim: &Claim,
    document: Document,
    file: &StoredFile,
) -> Result<Claim, Problem> {
    let now = app.clock.now();
    let mut tx = staff.tenant.db.begin().await?;
    let locked = claims::lock(&mut tx, claim.id).await?.ok_or(Code::NotFound)?;
    if locked.status != ClaimStatus::Issuing {
        return Err(Code::IllegalTransition.into());
    }
    let upload = db::uploads::claim(&mut tx, staff.row.id, &file.key, now).await.map_err(claim_problem)?;
    let new = NewIssuedDocument {
        claim: claim.id,
        document,
        upload: upload.id,
        origin: file.origin,
        size: file.size,
        pages: file.pages,
        hash: file.hash,
        staff: staff.row.id,
    };
    issued_documents::upsert(&mut tx, &new, now).await?;
    let changed = clinic::find_at(&mut tx, staff.clinic(), claim.id).await?.ok_or(Code::Internal)?;
    staff.log_claims(app, &mut tx, Action::DocumentAdded, &[(claim.patient_id, claim.id)]).await?;
    tx.commit().await?;
    Ok(changed)
}

/// Whether the upload of a key is the issued document.
async fn is_issued(staff: &Staff, claim: ClaimId, document: Document, key: &str) -> Result<bool, Problem> {
    let issued = issued_documents::list_for_claim(&mut staff.tenant.db.acquire().await?, claim).await?;
    let has_key = |one: &IssuedDocument| one.object_key.as_ref().is_some_and(|stored| stored.as_str() == key);
    Ok(issued.iter().any(|one| one.document == document && has_key(one)))
}
