//! `POST /institutions/insurances/{id}/documents/{code}`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::claims::{self, Claim, clinic};
use db::issued_documents::{self, NewIssued};
use domain::{ClaimStatus, Document, Locale, ObjectKey};
use serde::Deserialize;
use utoipa::ToSchema;

use super::file::{StoredFile, not_claimed};
use super::generate::GenerateDocument;
use super::shape::StaffInsuranceClaimAnswer;
use crate::App;
use crate::guard::Staff;
use crate::http::{IdAndCode, Input, Language};
use crate::problem::{Code, Problem, ProblemBody};

/// A document: a PDF that was uploaded, or what one is made of.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct IssueDocumentRequest {
    /// The key of an upload of these staff.
    #[schema(example = "claims/production/3q2-7w.pdf")]
    url: Option<String>,
    /// What the clinic charged, when the document is to be made here.
    generate: Option<GenerateDocument>,
}

/// Issues one of the documents of a claim that is being issued, or puts another in its place.
#[utoipa::path(
    post, path = "/institutions/insurances/{id}/documents/{code}", tag = "clinic-claims",
    operation_id = "issueClinicInsuranceDocument", request_body = IssueDocumentRequest, security(("staff" = [])),
    params(
        ("id" = i64, Path, description = "The claim's id"),
        ("code" = String, Path, description = "`medical_bill_receipt` or `detailed_statement`"),
    ),
    responses(
        (status = 200, body = StaffInsuranceClaimAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "password_change_required", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "not_found: no such claim, or it does not ask for the document", body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "illegal_transition: the claim is not being issued; upload_used", body = ProblemBody, content_type = "application/problem+json"),
        (status = 413, description = "too_large", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation, unknown_upload, upload_expired, upload_missing, not_a_pdf, encrypted_pdf", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "storage_unavailable", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    staff: Staff,
    Language(locale): Language,
    IdAndCode(id, code): IdAndCode,
    Input(request): Input<IssueDocumentRequest>,
) -> Result<Json<StaffInsuranceClaimAnswer>, Problem> {
    let found = clinic::find_at(&mut staff.tenant.db.acquire().await?, staff.clinic(), id.into()).await?;
    let claim = found.ok_or(Code::NotFound)?;
    let document = Document::from_code(&code).filter(|document| claim.documents.contains(document));
    let document = document.ok_or(Code::NotFound)?;
    if claim.status != ClaimStatus::Issuing {
        return Err(Code::IllegalTransition.into());
    }
    let file = match (request.url, request.generate) {
        (Some(_), Some(_)) => return Err(Problem::field("url", domain::Code::Mismatch)),
        (Some(key), None) => match StoredFile::uploaded(&app, &staff, &key).await {
            // the same press once more: it is the document already
            Err(problem) if problem.code == Code::UploadUsed => {
                return again(&staff, claim, (document, &key), locale).await.ok_or(problem)?;
            }
            stored => stored?,
        },
        (None, Some(entered)) => {
            let bill = entered.bill(&claim, document, app.clock.now())?;
            let made = tokio::task::spawn_blocking(move || match document {
                Document::MedicalBillReceipt => documents::receipt(&bill),
                Document::DetailedStatement => documents::statement(&bill),
            });
            let made = made.await.map_err(Problem::internal)?.map_err(Problem::internal)?;
            StoredFile::generated(&app, &staff, made).await?
        }
        (None, None) => return Err(Problem::field("url", domain::Code::Required)),
    };
    issue(&app, &staff, (&claim, document), &file, locale).await
}

/// Takes the file as the document, when the claim is still being issued.
async fn issue(
    app: &App,
    staff: &Staff,
    (claim, document): (&Claim, Document),
    file: &StoredFile,
    locale: Locale,
) -> Result<Json<StaffInsuranceClaimAnswer>, Problem> {
    let now = app.clock.now();
    let mut tx = staff.tenant.db.begin().await?;
    let locked = claims::lock(&mut tx, claim.id).await?.ok_or(Code::NotFound)?;
    if locked.status != ClaimStatus::Issuing {
        return Err(Code::IllegalTransition.into());
    }
    let upload = db::uploads::claim(&mut tx, staff.row.id, &file.key, now).await.map_err(not_claimed)?;
    let new = NewIssued {
        claim: claim.id,
        document,
        upload: upload.id,
        origin: file.origin,
        size: file.size,
        pages: file.pages,
        hash: file.hash,
        staff: staff.row.id,
    };
    issued_documents::put(&mut tx, &new, now).await?;
    let changed = clinic::find_at(&mut tx, staff.clinic(), claim.id).await?.ok_or(Code::Internal)?;
    let answer = StaffInsuranceClaimAnswer::of(&mut tx, changed, locale).await?;
    staff.log_claims(app, &mut tx, Action::DocumentAdded, (&[(claim.patient_id, claim.id)], None)).await?;
    tx.commit().await?;
    Ok(Json(answer))
}

/// The claim as it is, when this very upload is the document.
async fn again(
    staff: &Staff,
    claim: Claim,
    (document, key): (Document, &str),
    locale: Locale,
) -> Option<Result<Json<StaffInsuranceClaimAnswer>, Problem>> {
    let answer = async {
        let mut conn = staff.tenant.db.acquire().await?;
        let issued = issued_documents::of(&mut conn, claim.id).await?;
        let is_it = |key_of: &ObjectKey| key_of.as_str() == key;
        if !issued.iter().any(|one| one.document == document && one.object_key.as_ref().is_some_and(is_it)) {
            return Ok(None);
        }
        Ok(Some(Json(StaffInsuranceClaimAnswer::of(&mut conn, claim, locale).await?)))
    };
    answer.await.transpose()
}
