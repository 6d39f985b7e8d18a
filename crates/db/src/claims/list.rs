//! Lists of claims, paged by moment and id.

use chrono::{DateTime, Utc};
use domain::{ClaimId, PatientId};

use super::{Claim, select_claims};
use crate::{Result, TenantConn};

/// Which part of a list of claims.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The last of the page before.
    pub before: Option<ClaimId>,
    /// At most so many.
    pub limit: i64,
}

/// A patient's own claims that are not canceled, the newest first.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn list_own(conn: &mut TenantConn, patient: PatientId, part: &Part) -> Result<Vec<Claim>> {
    let (at, id) = match part.before {
        None => (DateTime::<Utc>::MAX_UTC, i64::MAX),
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
    // PostgreSQL's last moment lies before chrono's
    let at = at.min(LAST);
    let rows = select_claims!(
        "where c.patient_id = $1 and c.status <> -1 and (c.created_at, c.id) < ($2, $3)
         order by c.created_at desc, c.id desc limit $4",
        patient.get(),
        at,
        id,
        part.limit
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    rows.into_iter().map(Claim::try_from).collect()
}

/// The year 9999: no claim is made later.
pub(super) const LAST: DateTime<Utc> = match DateTime::from_timestamp(253_402_300_799, 0) {
    Some(last) => last,
    None => DateTime::<Utc>::MIN_UTC,
};
