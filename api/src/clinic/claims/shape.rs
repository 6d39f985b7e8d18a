//! A claim in responses to the clinic's staff.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use db::TenantConn;
use db::claims::{Claim, clinic};
use db::issued_documents;
use domain::claim::{Fulfilment, MissingItem, StoredDocument};
use domain::{ClaimId, ClaimStatus, Locale, PatientId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::insurances::shape::InsuranceClaim;
use crate::problem::Problem;

/// A claim as the clinic's staff see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffInsuranceClaim {
    /// The claim.
    #[serde(flatten)]
    claim: InsuranceClaim,
    /// The patient. The insured person may be somebody else.
    patient: ClaimPatient,
    /// The issued documents, released or not.
    issued_documents: Vec<IssuedDocument>,
    /// What is missing for the release: `document`, `signature`, `tracking_number`, `forwarding`.
    missing: Vec<&'static str>,
}

/// Returns what is missing for the release of a claim.
#[must_use]
pub fn list_missing_items(claim: &Claim, issued: &[issued_documents::IssuedDocument]) -> Vec<MissingItem> {
    let is_stored = |one: &&issued_documents::IssuedDocument| one.object_key.is_some();
    let stored: Vec<StoredDocument> = issued
        .iter()
        .filter(is_stored)
        .map(|one| StoredDocument { document: one.document, is_signed: one.signature.is_some() })
        .collect();
    claim.options().find_missing(Fulfilment {
        documents: &stored,
        has_tracking_number: claim.tracking_number.is_some(),
        is_forwarded: claim.forwarded.is_some(),
    })
}

/// The patient of a claim.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClaimPatient {
    /// The account.
    id: i64,
    /// The name.
    name: String,
}

/// A document that was issued.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IssuedDocument {
    /// `medical_bill_receipt` or `detailed_statement`.
    code: String,
    /// `uploaded`, or `generated` here.
    #[schema(example = "generated")]
    origin: &'static str,
    /// Bytes.
    size: i32,
    /// Pages.
    pages: i16,
    /// Whether the file is still stored.
    kept: bool,
    /// How a doctor signed it: `seal`, or `scan` for a signature by hand. Null without a signature.
    #[schema(required, example = "seal")]
    signature: Option<&'static str>,
    /// When it was issued.
    created_at: DateTime<Utc>,
}

/// One claim.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffInsuranceClaimResponse {
    /// The claim.
    pub insurance_claim: StaffInsuranceClaim,
}

/// A page of claims, newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffInsuranceClaimsResponse {
    /// The claims.
    pub insurance_claims: Vec<StaffInsuranceClaim>,
    /// The `before` of the next page; null on the last one.
    #[schema(required)]
    pub next: Option<i64>,
}

impl From<issued_documents::IssuedDocument> for IssuedDocument {
    fn from(row: issued_documents::IssuedDocument) -> Self {
        Self {
            code: row.document.as_str().to_owned(),
            origin: row.origin.as_str(),
            size: row.size,
            pages: row.pages,
            kept: row.object_key.is_some(),
            signature: row.signature.map(issued_documents::DocumentSignature::as_str),
            created_at: row.created_at,
        }
    }
}

impl StaffInsuranceClaim {
    /// Loads the patients and the issued documents of claims.
    pub async fn load_all(conn: &mut TenantConn, rows: Vec<Claim>, locale: Locale) -> Result<Vec<Self>, Problem> {
        let ids: Vec<ClaimId> = rows.iter().map(|row| row.id).collect();
        let patients: Vec<PatientId> = rows.iter().map(|row| row.patient_id).collect();
        let mut issued = issued_documents::list(conn, &ids).await?;
        let names: HashMap<PatientId, String> = clinic::list_patient_names(conn, &patients).await?;
        let shown = rows.into_iter().map(|row| {
            let issued = issued.remove(&row.id).unwrap_or_default();
            let is_waiting = row.status == ClaimStatus::Issuing;
            let waits_for = if is_waiting { list_missing_items(&row, &issued) } else { Vec::new() };
            Self {
                patient: ClaimPatient {
                    id: row.patient_id.get(),
                    name: names.get(&row.patient_id).cloned().unwrap_or_default(),
                },
                missing: waits_for.into_iter().map(MissingItem::as_str).collect(),
                issued_documents: issued.into_iter().map(Into::into).collect(),
                claim: InsuranceClaim::new(row, locale),
            }
        });
        Ok(shown.collect())
    }
}

impl StaffInsuranceClaimResponse {
    /// Loads the patient and the issued documents of one claim.
    pub async fn load(conn: &mut TenantConn, row: Claim, locale: Locale) -> Result<Self, Problem> {
        let mut all = StaffInsuranceClaim::load_all(conn, vec![row], locale).await?;
        let insurance_claim = all.pop().ok_or_else(|| Problem::internal("a claim was lost"))?;
        Ok(Self { insurance_claim })
    }
}
