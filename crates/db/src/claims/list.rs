//! Lists of claims, paged by time and id.

use chrono::{DateTime, Utc};
use domain::{ClaimId, InstitutionId, PatientId, PersonId};

use super::Claim;
use super::row::select_claims;
use crate::{Result, TenantConn};

/// A page of a list of claims.
#[derive(Clone, Copy, Debug)]
pub struct PageRequest {
    /// The last claim of the previous page.
    pub before: Option<ClaimId>,
    /// The maximum number of claims.
    pub limit: i64,
}

/// The party whose claims are listed.
#[derive(Clone, Copy)]
pub(super) enum ClaimParty {
    Patient(PatientId),
    Clinic(InstitutionId),
}

impl PageRequest {
    /// Returns the time and the id that all claims of the page precede. Returns none when the previous page's last
    /// claim does not belong to the owner.
    pub(super) async fn start(&self, conn: &mut TenantConn, owner: ClaimParty) -> Result<Option<(DateTime<Utc>, i64)>> {
        let Some(before) = self.before else { return Ok(Some((LAST_TIME, i64::MAX))) };
        let (patient, clinic) = match owner {
            ClaimParty::Patient(id) => (Some(id.get()), None),
            ClaimParty::Clinic(id) => (None, Some(id.get())),
        };
        let at = sqlx::query_scalar!(
            "select created_at from claims where id = $1 and (patient_id = $2 or institution_id = $3)",
            before.get(),
            patient,
            clinic
        )
        .fetch_optional(conn.connection())
        .await?;
        Ok(at.map(|at| (at, before.get())))
    }
}

/// Lists a patient's own claims that are not canceled, the newest first: those of one person, or of all, since each
/// contains the insured person's name.
pub async fn list_own(
    conn: &mut TenantConn,
    patient: PatientId,
    person: Option<PersonId>,
    page: &PageRequest,
) -> Result<Vec<Claim>> {
    let Some((at, id)) = page.start(conn, ClaimParty::Patient(patient)).await? else { return Ok(Vec::new()) };
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

/// The end of the year 9999. PostgreSQL cannot store chrono's maximum.
const LAST_TIME: DateTime<Utc> = match DateTime::from_timestamp(253_402_300_799, 0) {
    Some(last) => last,
    None => DateTime::<Utc>::MIN_UTC,
};
