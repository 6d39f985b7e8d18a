//! A finding as the clinic's admins see it.

use chrono::{DateTime, Utc};
use db::findings::clinic::ClinicFinding;
use domain::{ClaimId, PatientId};
use serde::Serialize;
use utoipa::ToSchema;

/// Something that was found about a payment. It names no person.
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
    /// The claim that the order pays for; null while the clinic is not asked for it.
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
    /// When it was put right by itself.
    #[schema(required)]
    repaired_at: Option<DateTime<Utc>>,
    /// When somebody said that it is put right.
    #[schema(required)]
    resolved_at: Option<DateTime<Utc>>,
    /// What the clinic said was done; null when an operator put it right.
    #[schema(required)]
    note: Option<String>,
    /// Whether somebody has to look at it.
    needs_person: bool,
}

/// One finding.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PaymentFindingAnswer {
    /// The finding.
    pub finding: PaymentFinding,
}

/// A page of findings, newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PaymentFindingsAnswer {
    /// The findings.
    pub findings: Vec<PaymentFinding>,
    /// How many of all of them wait for a person; 0 when all is well.
    pub open: i64,
    /// What to give as `before` for the next page; null at the end.
    #[schema(required)]
    pub next: Option<i64>,
}

impl From<ClinicFinding> for PaymentFinding {
    fn from(row: ClinicFinding) -> Self {
        Self {
            id: row.id,
            kind: row.kind.as_str(),
            oid: row.oid,
            insurance_id: row.claim_id.map(ClaimId::get),
            our_amount: row.our_amount,
            their_amount: row.their_amount,
            found_at: row.found_at,
            repaired_at: row.repaired_at,
            resolved_at: row.resolved_at,
            note: row.note,
            needs_person: row.needs_person,
        }
    }
}

/// The claims of findings and whose they are, for the access log.
#[must_use]
pub fn about(rows: &[ClinicFinding]) -> Vec<(PatientId, ClaimId)> {
    rows.iter().filter_map(|row| Some((row.patient_id, row.claim_id?))).collect()
}
