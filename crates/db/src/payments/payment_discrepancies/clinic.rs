//! Discrepancies from the clinic's side: those of orders that pay, or should have paid, for its claims.

use chrono::{DateTime, Utc};
use domain::{ClaimId, InstitutionId, PatientId, StaffId};

use super::DiscrepancyKind;
use crate::{Error, Result, TenantConn, TenantTx, column};

/// A discrepancy of an order for a clinic's claim.
#[derive(Clone, Debug)]
pub struct ClinicDiscrepancy {
    /// The id.
    pub id: i64,
    /// The kind.
    pub kind: DiscrepancyKind,
    /// The order id at the provider.
    pub oid: String,
    /// The patient who pays.
    pub patient_id: PatientId,
    /// The claim that the order pays for. None until it is paid.
    pub claim_id: Option<ClaimId>,
    /// Our amount in KRW.
    pub our_amount: Option<i64>,
    /// The provider's amount in KRW.
    pub provider_amount: Option<i64>,
    /// When it was found.
    pub found_at: DateTime<Utc>,
    /// When it was repaired automatically.
    pub repaired_at: Option<DateTime<Utc>>,
    /// When a person resolved it.
    pub resolved_at: Option<DateTime<Utc>>,
    /// The clinic's note on the resolution.
    pub note: Option<String>,
    /// Whether a person must resolve it.
    pub needs_person: bool,
}

struct Row {
    id: i64,
    kind: String,
    oid: String,
    patient_id: i64,
    claim_id: Option<i64>,
    our_amount: Option<i64>,
    their_amount: Option<i64>,
    found_at: DateTime<Utc>,
    repaired_at: Option<DateTime<Utc>>,
    resolved_at: Option<DateTime<Utc>>,
    note: Option<String>,
    needs_person: bool,
}

impl TryFrom<Row> for ClinicDiscrepancy {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        Ok(Self {
            id: row.id,
            kind: column("payment_findings", "kind", row.id).require(DiscrepancyKind::from_code(&row.kind))?,
            oid: row.oid,
            patient_id: PatientId::new(row.patient_id),
            claim_id: row.claim_id.map(ClaimId::new),
            our_amount: row.our_amount,
            provider_amount: row.their_amount,
            found_at: row.found_at,
            repaired_at: row.repaired_at,
            resolved_at: row.resolved_at,
            note: row.note,
            needs_person: row.needs_person,
        })
    }
}

macro_rules! select_discrepancies {
    ($which:tt, $($argument:expr),+) => {
        sqlx::query_as!(
            Row,
            "select f.id, f.kind, o.oid, o.patient_id, case when c.paid_order_id is not null then c.id end as claim_id,
                    f.our_amount, f.their_amount, f.found_at, f.repaired_at, f.resolved_at, f.note, f.needs_person
             from payment_findings f join orders o on o.id = f.order_id
                  left join claims c on c.id = o.claim_id left join claim_drafts d on d.order_id = o.id
             " + $which,
            $($argument),+
        )
    };
}

/// Lists a clinic's open and closed discrepancies before `before`, the newest first, at most `limit`.
pub async fn list_at(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    before: Option<i64>,
    limit: i64,
) -> Result<Vec<ClinicDiscrepancy>> {
    let rows = select_discrepancies!(
        "where f.tenant_id = current_tenant() and f.id < $2 and coalesce(c.institution_id, d.institution_id) = $1
         order by f.id desc limit $3",
        clinic.get(),
        before.unwrap_or(i64::MAX),
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter().map(ClinicDiscrepancy::try_from).collect()
}

/// Finds a clinic's discrepancy.
pub async fn find_at(conn: &mut TenantConn, clinic: InstitutionId, id: i64) -> Result<Option<ClinicDiscrepancy>> {
    let row = select_discrepancies!(
        "where f.id = $2 and coalesce(c.institution_id, d.institution_id) = $1",
        clinic.get(),
        id
    )
    .fetch_optional(conn.connection())
    .await?;
    row.map(ClinicDiscrepancy::try_from).transpose()
}

/// Counts a clinic's open discrepancies.
pub async fn count_open_at(conn: &mut TenantConn, clinic: InstitutionId) -> Result<i64> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from payment_findings f join orders o on o.id = f.order_id
                left join claims c on c.id = o.claim_id left join claim_drafts d on d.order_id = o.id
           where f.tenant_id = current_tenant() and f.repaired_at is null and f.resolved_at is null
                 and coalesce(c.institution_id, d.institution_id) = $1"#,
        clinic.get()
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(count)
}

/// Resolves a discrepancy for a member of the clinic's staff. Returns false when it is not open.
pub async fn resolve(tx: &mut TenantTx, id: i64, staff: StaffId, note: &str, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!(
        "update payment_findings set resolved_at = $2, needs_person = false, resolved_by = $3, note = $4
         where id = $1 and repaired_at is null and resolved_at is null",
        id,
        now,
        staff.get(),
        note
    )
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}
