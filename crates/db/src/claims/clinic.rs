//! Claims from the clinic's side: only paid ones.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::claim::{ClaimStatus, Forwarding};
use domain::{ApplicationId, ClaimId, InstitutionId, PatientId, PersonSearch, StaffId};

use super::list::ClaimParty;
use super::row::select_claims;
use super::{Claim, PageRequest, SealedPayout, SealedText};
use crate::{Result, TenantConn, TenantTx};

/// Which claims of a clinic to list.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// With this status.
    pub status: Option<ClaimStatus>,
    /// Of an insured person that this search finds.
    pub search: PersonSearch,
}

/// Lists a clinic's claims, the newest first.
pub async fn list_at(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    filter: &Filter,
    page: &PageRequest,
) -> Result<Vec<Claim>> {
    let Some((at, id)) = page.start(conn, ClaimParty::Clinic(clinic)).await? else { return Ok(Vec::new()) };
    // one statement per index; the text search filters the rows that the index finds
    let rows = match filter.status {
        Some(status) => {
            select_claims!(
                "where c.institution_id = $1 and c.status = $5 and c.paid_order_id is not null and c.hidden_at is null
                       and (c.created_at, c.id) < ($2, $3)
                       and matches_person($6, $7, $8, c.insured_name, c.mobile,
                                          (select birth from people where id = c.person_id))
                 order by c.created_at desc, c.id desc limit $4",
                clinic.get(),
                at,
                id,
                page.limit,
                status.number(),
                filter.search.name,
                filter.search.phone.as_deref(),
                filter.search.birth.as_deref()
            )
            .fetch_all(conn.connection())
            .await?
        }
        None => {
            select_claims!(
                "where c.institution_id = $1 and c.paid_order_id is not null and c.hidden_at is null
                       and (c.created_at, c.id) < ($2, $3)
                       and matches_person($5, $6, $7, c.insured_name, c.mobile,
                                          (select birth from people where id = c.person_id))
                 order by c.created_at desc, c.id desc limit $4",
                clinic.get(),
                at,
                id,
                page.limit,
                filter.search.name,
                filter.search.phone.as_deref(),
                filter.search.birth.as_deref()
            )
            .fetch_all(conn.connection())
            .await?
        }
    };
    rows.into_iter().map(Claim::try_from).collect()
}

/// Lists a clinic's claims for the same person as one of its applications, the newest first, at most `limit`. Claims
/// belong to a person of an account.
pub async fn list_same_person(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    application: ApplicationId,
    limit: i64,
) -> Result<Vec<Claim>> {
    let rows = select_claims!(
        "where c.institution_id = $1 and c.paid_order_id is not null and c.hidden_at is null
               and c.person_id in (select a.person_id from applications a
                                   where a.id in (select applications_of_same_person($1, $2)))
         order by c.created_at desc, c.id desc limit $3",
        clinic.get(),
        application.get(),
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter().map(Claim::try_from).collect()
}

/// Finds a clinic's claim.
pub async fn find_at(conn: &mut TenantConn, clinic: InstitutionId, id: ClaimId) -> Result<Option<Claim>> {
    let row = select_claims!(
        "where c.id = $1 and c.institution_id = $2 and c.paid_order_id is not null and c.hidden_at is null",
        id.get(),
        clinic.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    row.map(Claim::try_from).transpose()
}

/// Returns the account names of these patients.
pub async fn list_patient_names(conn: &mut TenantConn, patients: &[PatientId]) -> Result<HashMap<PatientId, String>> {
    let ids: Vec<i64> = patients.iter().map(|id| id.get()).collect();
    let rows =
        sqlx::query!("select id, name from patients where id = any($1)", &ids).fetch_all(conn.connection()).await?;
    Ok(rows.into_iter().map(|row| (PatientId::new(row.id), row.name)).collect())
}

/// Sets a locked claim to status 1 or 2, as `domain::ClaimStatus::step` allowed.
///
/// # Errors
/// When the trigger `claims_step` or `claims_issued` rejects the step.
pub async fn set_status(tx: &mut TenantTx, id: ClaimId, to: ClaimStatus, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "update claims set status = $2::smallint, released_at = case when $2 = 2 then $3 else released_at end, updated_at = $3
         where id = $1",
        id.get(),
        to.number(),
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Sets the tracking number of the registered mail.
pub async fn set_tracking_number(tx: &mut TenantTx, id: ClaimId, number: &str, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!("update claims set tracking_number = $2, updated_at = $3 where id = $1", id.get(), number, now)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Records how a locked claim's documents were forwarded to the other insurer, replacing an earlier record.
pub async fn set_forwarded(
    tx: &mut TenantTx,
    id: ClaimId,
    forwarding: &Forwarding,
    staff: StaffId,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "insert into claim_forwardings (claim_id, method, reference, sent_at, staff_id, created_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (claim_id) do update
         set method = excluded.method, reference = excluded.reference, sent_at = excluded.sent_at,
             staff_id = excluded.staff_id, created_at = excluded.created_at",
        id.get(),
        forwarding.method.as_str(),
        forwarding.reference,
        forwarding.sent_at,
        staff.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Finds the sealed values of a claim. They are erased when the claim is released or canceled.
pub async fn find_payout(conn: &mut TenantConn, id: ClaimId) -> Result<Option<SealedPayout>> {
    let found = sqlx::query!(
        r#"select account_sealed as "account!", account_key_id as "account_key!", resident_sealed as "resident!",
                  resident_key_id as "resident_key!"
           from claims where id = $1 and account_sealed is not null and resident_sealed is not null"#,
        id.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(found.map(|row| SealedPayout {
        account: SealedText { bytes: row.account, key_id: row.account_key },
        resident: SealedText { bytes: row.resident, key_id: row.resident_key },
    }))
}
