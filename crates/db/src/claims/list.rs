//! Lists of claims, paged by time and id.

use chrono::{DateTime, Utc};
use domain::{ClaimId, PatientId, PersonId};

use super::Claim;
use super::row::select_claims;
use crate::{Result, TenantConn};

/// A page of a list of claims.
#[derive(Clone, Copy, Debug)]
pub struct PageRequest {
    /// The last claim of the page before.
    pub before: Option<ClaimId>,
    /// The maximum number of claims.
    pub limit: i64,
}

/// Lists a patient's own claims that are not canceled, the newest first: of one person, or of everybody, since each names the
/// insured person.
pub async fn list_own(
    conn: &mut TenantConn,
    patient: PatientId,
    person: Option<PersonId>,
    page: &PageRequest,
) -> Result<Vec<Claim>> {
    let (at, id) = match page.before {
        None => (LAST_TIME, i64::MAX),
        Some(before) => {
            let at = sqlx::query_scalar!(
                "select created_at from claims where id = $1 and patient_id = $2",
                before.get(),
                patient.get()
            )
            .fetch_optional(conn.connection())
            .await?;
            match at {
                Some(at) => (at, before.get()),
                None => return Ok(Vec::new()),
            }
        }
    };
    let rows = select_claims!(
        "where c.patient_id = $1 and c.status <> -1 and (c.created_at, c.id) < ($2, $3)
               and ($5::bigint is null or c.person_id = $5)
         order by c.created_at desc, c.id desc limit $4",
        patient.get(),
        at,
        id,
        page.limit,
        person.map(PersonId::get)
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter().map(Claim::try_from).collect()
}

/// The end of the year 9999. PostgreSQL cannot hold the last time of chrono.
pub(super) const LAST_TIME: DateTime<Utc> = match DateTime::from_timestamp(253_402_300_799, 0) {
    Some(last) => last,
    None => DateTime::<Utc>::MIN_UTC,
};
