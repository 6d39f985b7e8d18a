//! The access log: who read or changed whose data. It is append-only, and the database chains its rows by hashes.

mod action;
mod chain;
pub mod checks;
mod installation;
mod operators;
pub mod review;
pub mod seal;
pub mod search;
mod sitting;

use std::net::IpAddr;

use chrono::{DateTime, Utc};
use domain::{ApplicationId, ClaimId, LoginUserId, PatientId, StaffId};

pub use action::{Action, Kind};
pub use chain::find_broken;
pub use installation::{InstallationFilter, InstallationRow, NamedPatient, count_actions, list_installation};
pub use operators::{OperatorAction, insert_operator, list_operators};
pub use sitting::{Read, Records, insert_read};

use crate::{Result, TenantConn};

/// A new row.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The member of staff. None for a failed sign-in, a patient's download and an account that operators created.
    pub staff_id: Option<StaffId>,
    /// The sign-in name of a failed sign-in, of the new account, or of the operator.
    pub login_id: Option<&'a LoginUserId>,
    /// The client's address.
    pub client_address: Option<IpAddr>,
    /// The action.
    pub action: Action,
    /// The patients whose data it was, if they have an account.
    pub patient_ids: &'a [PatientId],
    /// The applications.
    pub application_ids: &'a [ApplicationId],
    /// The claims.
    pub claim_ids: &'a [ClaimId],
    /// The reason for a copy of a document, an operator's action, or what a role may not do.
    pub reason: Option<&'a str>,
    /// The id of the request, to correlate the logs.
    pub request_id: Option<&'a str>,
}

impl Entry<'static> {
    /// Creates a row with only an action.
    #[must_use]
    pub const fn new(action: Action) -> Self {
        Self {
            staff_id: None,
            login_id: None,
            client_address: None,
            action,
            patient_ids: &[],
            application_ids: &[],
            claim_ids: &[],
            reason: None,
            request_id: None,
        }
    }
}

/// Inserts a row. The database adds the clinic.
///
/// The rows of a tenant are chained, so a transaction that inserted one blocks other inserts until it ends. Insert it
/// last.
pub async fn insert(conn: &mut TenantConn, entry: &Entry<'_>, now: DateTime<Utc>) -> Result<()> {
    insert_row(conn.connection(), entry, now).await
}

pub(crate) async fn insert_row(
    executor: impl sqlx::PgExecutor<'_>,
    entry: &Entry<'_>,
    now: DateTime<Utc>,
) -> Result<()> {
    let patients: Vec<i64> = entry.patient_ids.iter().map(|id| id.get()).collect();
    let applications: Vec<i64> = entry.application_ids.iter().map(|id| id.get()).collect();
    let claims: Vec<i64> = entry.claim_ids.iter().map(|id| id.get()).collect();
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
        entry.reason
    )
    .execute(executor)
    .await?;
    Ok(())
}
