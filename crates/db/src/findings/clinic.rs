//! Findings as a clinic sees them: those about orders that pay, or were to pay, for its own claims.

use chrono::{DateTime, Utc};
use domain::{ClaimId, InstitutionId, PatientId, StaffId};

use super::FindingKind;
use crate::{Error, Result, TenantConn, TenantTx};

/// A finding about an order of a clinic's.
#[derive(Clone, Debug)]
pub struct ClinicFinding {
    /// Its id.
    pub id: i64,
    /// What.
    pub kind: FindingKind,
    /// About which order, as the provider knows it.
    pub oid: String,
    /// Whose order.
    pub patient_id: PatientId,
    /// The claim that it pays for; none while the clinic is not asked for anything.
    pub claim_id: Option<ClaimId>,
    /// The amount here, KRW.
    pub our_amount: Option<i64>,
    /// The amount there, KRW.
    pub their_amount: Option<i64>,
    /// When.
    pub found_at: DateTime<Utc>,
    /// When it was put right by itself.
    pub repaired_at: Option<DateTime<Utc>>,
    /// When somebody said that it is put right.
    pub resolved_at: Option<DateTime<Utc>>,
    /// What the clinic says was done.
    pub note: Option<String>,
    /// Whether somebody has to look at it.
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

impl TryFrom<Row> for ClinicFinding {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        Ok(Self {
            id: row.id,
            kind: FindingKind::from_code(&row.kind).ok_or(Error::Stored("payment_findings.kind"))?,
            oid: row.oid,
            patient_id: PatientId::new(row.patient_id),
            claim_id: row.claim_id.map(ClaimId::new),
            our_amount: row.our_amount,
            their_amount: row.their_amount,
            found_at: row.found_at,
            repaired_at: row.repaired_at,
            resolved_at: row.resolved_at,
            note: row.note,
            needs_person: row.needs_person,
        })
    }
}

/// A clinic's findings, open or not, the newest first; those before `before`, at most `limit`.
///
/// # Errors
/// Only [`Error`].
pub async fn list_at(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    before: Option<i64>,
    limit: i64,
) -> Result<Vec<ClinicFinding>> {
    let rows = sqlx::query_as!(
        Row,
        r#"select f.id, f.kind, o.oid, o.patient_id, case when c.paid_order_id is not null then c.id end as claim_id,
                  f.our_amount, f.their_amount, f.found_at, f.repaired_at, f.resolved_at, f.note, f.needs_person
           from payment_findings f join orders o on o.id = f.order_id
                left join claims c on c.id = o.claim_id left join claim_drafts d on d.order_id = o.id
           where f.tenant_id = current_tenant() and f.id < $2 and coalesce(c.institution_id, d.institution_id) = $1
           order by f.id desc limit $3"#,
        clinic.get(),
        before.unwrap_or(i64::MAX),
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    rows.into_iter().map(ClinicFinding::try_from).collect()
}

/// A clinic's finding.
///
/// # Errors
/// Only [`Error`].
pub async fn find_at(conn: &mut TenantConn, clinic: InstitutionId, id: i64) -> Result<Option<ClinicFinding>> {
    let row = sqlx::query_as!(
        Row,
        r#"select f.id, f.kind, o.oid, o.patient_id, case when c.paid_order_id is not null then c.id end as claim_id,
                  f.our_amount, f.their_amount, f.found_at, f.repaired_at, f.resolved_at, f.note, f.needs_person
           from payment_findings f join orders o on o.id = f.order_id
                left join claims c on c.id = o.claim_id left join claim_drafts d on d.order_id = o.id
           where f.id = $2 and coalesce(c.institution_id, d.institution_id) = $1"#,
        clinic.get(),
        id
    )
    .fetch_optional(conn.connection())
    .await?;
    conn.settle();
    row.map(ClinicFinding::try_from).transpose()
}

/// How many of a clinic's findings wait for a person.
///
/// # Errors
/// Only [`Error`].
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
    conn.settle();
    Ok(count)
}

/// Notes that one of the clinic's staff put a finding right, and how; false when it is not open.
///
/// # Errors
/// Only [`Error`].
pub async fn resolve(tx: &mut TenantTx, id: i64, (staff, note): (StaffId, &str), now: DateTime<Utc>) -> Result<bool> {
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
