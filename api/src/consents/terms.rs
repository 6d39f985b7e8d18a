//! `GET` and `PUT /patients/me/terms`

use axum::extract::State;
use axum::response::Json;
use chrono::NaiveDate;
use db::TenantConn;
use db::consents::NewConsent;
use domain::calendar::korean_day;
use domain::legal::{Edition, Editions};
use domain::{InvalidCode, LegalDocument, PatientId};
use serde::{Deserialize, Serialize};
use strum::VariantArray as _;
use utoipa::ToSchema;

use crate::App;
use crate::extract::Patient;
use crate::http::{ClientAddress, JsonBody};
use crate::problem::{FieldErrors, JsonProblems, Problem, SignedInProblems, ValidationProblem};

/// The texts that a patient agreed to at sign-up.
#[derive(Debug, Serialize, ToSchema)]
pub struct TermsResponse {
    /// The terms of service, then the privacy policy.
    documents: Vec<DocumentBody>,
}

/// One of the texts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LegalDocument)]
pub struct DocumentBody {
    /// terms or privacy.
    #[schema(example = "terms")]
    document: String,
    /// The day since which the edition is in effect.
    current: NaiveDate,
    /// The edition that is announced.
    #[schema(required)]
    upcoming: Option<UpcomingEdition>,
    /// The edition that the patient agreed to.
    #[schema(required)]
    agreed: Option<NaiveDate>,
    /// Whether the patient must agree again to continue: an edition to the patients' disadvantage is in effect.
    needs_consent: bool,
}

/// An edition that is announced.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpcomingEdition {
    /// The day from which it will be in effect.
    effective: NaiveDate,
    /// Whether it is to the patients' disadvantage.
    is_disadvantage: bool,
}

impl From<Edition> for UpcomingEdition {
    fn from(edition: Edition) -> Self {
        Self { effective: edition.effective, is_disadvantage: edition.is_disadvantage }
    }
}

impl TermsResponse {
    async fn load(
        conn: &mut TenantConn,
        editions: Editions,
        patient: PatientId,
        today: NaiveDate,
    ) -> Result<Self, Problem> {
        let mut documents = Vec::new();
        for document in LegalDocument::VARIANTS.iter().copied() {
            let in_effect = editions.in_effect(document, today);
            let agreed = db::terms::find_agreed(conn, patient, document).await?;
            documents.push(DocumentBody {
                document: document.as_str().to_owned(),
                current: in_effect.current.effective,
                upcoming: in_effect.upcoming.map(Into::into),
                agreed,
                needs_consent: in_effect.needs_consent(agreed),
            });
        }
        Ok(Self { documents })
    }
}

/// An edition to agree to.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PutTermsRequest {
    /// terms or privacy.
    #[serde(default)]
    #[schema(required, example = "terms")]
    document: String,
    /// The edition: the one in effect, or the announced one.
    #[schema(required)]
    effective: Option<NaiveDate>,
}

/// The terms and the privacy policy: the edition in effect, an announced one, and what the patient agreed to.
#[utoipa::path(
    get, path = "/patients/me/terms", tag = "consents", operation_id = "getTerms", security(("session" = [])),
    responses(
        (status = 200, body = TermsResponse),
        SignedInProblems,
    )
)]
pub async fn get(State(app): State<App>, patient: Patient) -> Result<Json<TermsResponse>, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    Ok(Json(TermsResponse::load(&mut conn, app.editions, patient.row.id, korean_day(app.clock.now())).await?))
}

/// Agrees to an edition. The consent to the previous edition stays in the record, as ended.
#[utoipa::path(
    put, path = "/patients/me/terms", tag = "consents", operation_id = "putTerms",
    request_body = PutTermsRequest, security(("session" = [])),
    responses(
        (status = 200, body = TermsResponse),
        SignedInProblems, JsonProblems, ValidationProblem,
    )
)]
pub async fn put(
    State(app): State<App>,
    patient: Patient,
    address: ClientAddress,
    JsonBody(request): JsonBody<PutTermsRequest>,
) -> Result<Json<TermsResponse>, Problem> {
    let (id, now) = (patient.row.id, app.clock.now());
    let today = korean_day(now);
    let mut errors = FieldErrors::default();
    let document = request.document.parse::<LegalDocument>().ok();
    if document.is_none() {
        errors.push("document", InvalidCode::Format);
    }
    let is_offered = |day: &NaiveDate| document.is_none_or(|text| app.editions.in_effect(text, today).offers(*day));
    let version = request.effective.filter(is_offered);
    if version.is_none() {
        errors.push("effective", InvalidCode::Unknown);
    }
    errors.finish()?;
    let mut tx = patient.tenant.db.begin().await?;
    if let (Some(document), Some(version)) = (document, version) {
        let consent = NewConsent {
            patient_id: id,
            kind: document.consent(),
            recipient: None,
            version,
            client_address: Some(address.0),
        };
        db::terms::renew(&mut tx, &consent, now).await?;
    }
    let response = TermsResponse::load(&mut tx, app.editions, id, today).await?;
    tx.commit().await?;
    Ok(Json(response))
}
