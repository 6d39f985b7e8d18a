//! Claims as the clinic works on them: only those that are paid.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::claim::ClaimStatus;
use domain::{ClaimId, InstitutionId, PatientId};

use super::row::select_claims;
use super::{Claim, PageRequest};
use crate::{Result, TenantConn, TenantTx};

/// Which claims of a clinic to list.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// With this status.
    pub status: Option<ClaimStatus>,
    /// Contained in the insured person's name or number, in lower case.
    pub text: String,
}

/// Lists a clinic's claims, the newest first.
pub async fn list_at(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    filter: &Filter,
    page: &PageRequest,
) -> Result<Vec<Claim>> {
    let start = match page.before {
        None => None,
        Some(before) => {
            let at = sqlx::query_scalar!(
                "select created_at from claims where id = $1 and institution_id = $2",
                before.get(),
                clinic.get()
            )
            .fetch_optional(conn.connection())
            .await?;
            match at {
                Some(at) => Some((at, before.get())),
                None => return Ok(Vec::new()),
            }
        }
    };
    let (at, id) = start.unwrap_or((super::list::LAST_TIME, i64::MAX));
    // one statement for each index; the text is searched for in what the index finds
    let rows = match filter.status {
        Some(status) => {
            select_claims!(
                "where c.institution_id = $1 and c.status = $5 and c.paid_order_id is not null
                       and (c.created_at, c.id) < ($2, $3)
                       and ($6 = '' or strpos(lower(c.insured_name), $6) > 0 or strpos(c.mobile, $6) > 0)
                 order by c.created_at desc, c.id desc limit $4",
                clinic.get(),
                at,
                id,
                page.limit,
                status.number(),
                filter.text.as_str()
            )
            .fetch_all(conn.connection())
            .await?
        }
        None => {
            select_claims!(
                "where c.institution_id = $1 and c.paid_order_id is not null and (c.created_at, c.id) < ($2, $3)
                       and ($5 = '' or strpos(lower(c.insured_name), $5) > 0 or strpos(c.mobile, $5) > 0)
                 order by c.created_at desc, c.id desc limit $4",
                clinic.get(),
                at,
                id,
                page.limit,
                filter.text.as_str()
            )
            .fetch_all(conn.connection())
            .await?
        }
    };
    rows.into_iter().map(Claim::try_from).collect()
}

/// Finds a clinic's claim.
pub async fn find_at(conn: &mut TenantConn, clinic: InstitutionId, id: ClaimId) -> Result<Option<Claim>> {
    let row = select_claims!(
        "where c.id = $1 and c.institution_id = $2 and c.paid_order_id is not null",
        id.get(),
        clinic.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    row.map(Claim::try_from).transpose()
}

/// Lists the names of patients' accounts.
pub async fn list_patient_names(conn: &mut TenantConn, patients: &[PatientId]) -> Result<HashMap<PatientId, String>> {
    let ids: Vec<i64> = patients.iter().map(|id| id.get()).collect();
    let rows =
        sqlx::query!("select id, name from patients where id = any($1)", &ids).fetch_all(conn.connection()).await?;
    Ok(rows.into_iter().map(|row| (PatientId::new(row.id), row.name)).collect())
}

/// Sets a locked claim to the status 1 or 2, as `domain::ClaimStatus::step` allowed it.
///
/// # Errors
/// When the trigger `claims_step` or `claims_issued` does not allow the step.
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
