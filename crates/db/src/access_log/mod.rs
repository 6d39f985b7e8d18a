//! Who saw or changed whose data. Rows are only added; the database chains them.

mod action;
mod chain;
pub mod review;
pub mod search;

use std::net::IpAddr;

use chrono::{DateTime, Utc};
use domain::{ApplicationId, ClaimId, LoginUserId, PatientId, StaffId};

pub use action::{Action, Kind};
pub use chain::find_broken;

use crate::{Result, TenantConn};

/// One row.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// Whose account; none for a sign-in that failed, a patient's download and an account that operators made.
    pub staff_id: Option<StaffId>,
    /// The sign-in name that was tried, or that the made account has.
    pub login_id: Option<&'a LoginUserId>,
    /// From where.
    pub client_address: Option<IpAddr>,
    /// What.
    pub action: Action,
    /// Whose data: patients with an account.
    pub patient_ids: &'a [PatientId],
    /// About which applications.
    pub application_ids: &'a [ApplicationId],
    /// The request, to join the logs.
    pub request_id: Option<&'a str>,
}

/// Adds a row; the database says which clinic's it is. Rows of a tenant follow each other, so a transaction that added one holds up the next until it ends: add it
/// last.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn insert(conn: &mut TenantConn, entry: &Entry<'_>, now: DateTime<Utc>) -> Result<()> {
    insert_of_claims(conn, entry, (&[], None), now).await
}

/// The same about claims, with the reason of staff who take a copy of a document.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn insert_of_claims(
    conn: &mut TenantConn,
    entry: &Entry<'_>,
    (claims, reason): (&[ClaimId], Option<&str>),
    now: DateTime<Utc>,
) -> Result<()> {
    let patients: Vec<i64> = entry.patient_ids.iter().map(|id| id.get()).collect();
    let claims: Vec<i64> = claims.iter().map(|id| id.get()).collect();
    let applications: Vec<i64> = entry.application_ids.iter().map(|id| id.get()).collect();
    sqlx::query!(
        "insert into access_log (at, staff_id, login_id, client_address, action, patient_ids, application_ids, request_id,
                                 claim_ids, reason)
         values ($1, $2, $3, $4::text::inet, $5, $6, $7, $8, $9, $10)",
        now,
        entry.staff_id.map(StaffId::get),
        entry.login_id.map(LoginUserId::as_str),
        entry.client_address.map(|address| address.to_string()),
        entry.action.as_str(),
        &patients,
        &applications,
        entry.request_id,
        &claims,
        reason
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}
