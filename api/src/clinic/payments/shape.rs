//! A payment discrepancy in responses.

use chrono::{DateTime, Utc};
use db::payment_discrepancies::clinic::ClinicDiscrepancy;
use domain::{ClaimId, PatientId};
use serde::Serialize;
use utoipa::ToSchema;

/// A payment discrepancy. It names no person.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentFinding {
    /// Its id.
    id: i64,
    /// `stuck`: not settled in time; `unrecorded`: paid at the provider and not here; `unpaid`: paid here and not there;
    /// `amount_mismatch`; `duplicate`: paid twice; `settlement_mismatch`: another amount was paid out than was taken.
    kind: &'static str,
    /// The order's number at the provider.
    oid: String,
    /// The claim that the order pays for. Null while the claim is unpaid.
    #[schema(required)]
    insurance_id: Option<i64>,
    /// The amount here, in won.
    #[schema(required)]
    our_amount: Option<i64>,
    /// The amount at the provider, in won.
    #[schema(required)]
    their_amount: Option<i64>,
    /// When it was found.
    found_at: DateTime<Utc>,
    /// When it was repaired automatically.
    #[schema(required)]
    repaired_at: Option<DateTime<Utc>>,
    /// When somebody marked it as resolved.
    #[schema(required)]
    resolved_at: Option<DateTime<Utc>>,
    /// The clinic's note; null when an operator resolved it.
    #[schema(required)]
    note: Option<String>,
    /// Whether a person must resolve it.
    needs_person: bool,
}

/// One finding.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PaymentFindingResponse {
    /// The finding.
    pub finding: PaymentFinding,
}

/// A page of findings, newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PaymentFindingsResponse {
    /// The findings.
    pub findings: Vec<PaymentFinding>,
    /// The number of discrepancies that need a person.
    pub open: i64,
    /// The `before` of the next page; null on the last one.
    #[schema(required)]
    pub next: Option<i64>,
}

impl From<ClinicDiscrepancy> for PaymentFinding {
    fn from(row: ClinicDiscrepancy) -> Self {
        Self {
            id: row.id,
            kind: row.kind.as_str(),
            oid: row.oid,
            insurance_id: row.claim_id.map(ClaimId::get),
            our_amount: row.our_amount,
            their_amount: row.provider_amount,
            found_at: row.found_at,
            repaired_at: row.repaired_at,
            resolved_at: row.resolved_at,
            note: row.note,
            needs_person: row.needs_person,
        }
    }
}

/// Returns the claims of discrepancies with their patients, for the access log.
#[must_use]
pub fn logged_claims(rows: &[ClinicDiscrepancy]) -> Vec<(PatientId, ClaimId)> {
    rows.iter().filter_map(|row| Some((row.patient_id, row.claim_id?))).collect()
}
