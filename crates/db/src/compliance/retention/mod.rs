//! The rows that the sweep would delete now, counted by deleting them in a transaction that is rolled back; and the
//! results of its runs.

mod class;
mod oldest;
pub mod runs;

use chrono::{DateTime, TimeDelta, Utc};
use domain::claim::DOWNLOAD_DAYS;
use domain::retention::{ACCESS_LOG_MONTHS, RetentionClass, WALK_IN_MONTHS, months_before, records_cutoff};

use crate::access_log::seal::{self, OldestMonth};
use crate::records::{self, PurgedRecords};
use crate::{
    Result, TenantDb, TenantTx, account_deletion, exports, issued_documents, maintenance, person_erasure, walk_ins,
};
use oldest::Records;

pub use class::{Class, Due, DueClass};

/// A limit that no tenant reaches.
const ALL: i64 = 1_000_000_000;

/// The rows of one tenant whose retention has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DueRows {
    /// Sessions: of patients after three months, of staff after a day.
    pub sessions: u64,
    /// Expired codes, messages, links and idempotency keys.
    pub expired: u64,
    /// Deleted accounts whose service data is due.
    pub service_accounts: u64,
    /// Deleted accounts whose sign-up data is due.
    pub sign_up_accounts: u64,
    /// Removed people.
    pub people: u64,
    /// Walk-ins without an account.
    pub walk_ins: u64,
    /// Records of contracts and payments.
    pub records: PurgedRecords,
    /// Documents that can no longer be downloaded.
    pub documents: u64,
    /// Files that no analysis claimed.
    pub uploads: u64,
    /// Exports whose link expired.
    pub exports: u64,
    /// Rows of the access log, in whole months.
    pub access_log: u64,
    /// Reviews of the access log.
    pub access_reviews: u64,
    /// The first row of the access log that shows tampering, if it prevents the deletion of a month.
    pub broken_at: Option<i64>,
}

/// Lists what the sweep would delete at `now`, by class and with the oldest row of each. Deletes nothing.
///
/// # Errors
/// In the same cases as [`count_due`].
pub async fn list_due(db: &TenantDb, now: DateTime<Utc>) -> Result<Due> {
    // the drop rolls back
    let mut tx = db.begin().await?;
    let mut oldest = oldest::find(&mut tx, now).await?;
    let records = Records::read(&mut tx, records_cutoff(now)).await?;
    let due = delete_due(&mut tx, now).await?;
    records.add_oldest(&mut tx, &mut oldest).await?;
    Ok(Due { classes: due.classes(&oldest), broken_at: due.broken_at })
}

/// Counts what the sweep would delete at `now`. Deletes nothing.
///
/// # Errors
/// When a trigger rejects a deletion, as it would reject the sweep's.
pub async fn count_due(db: &TenantDb, now: DateTime<Utc>) -> Result<DueRows> {
    // the drop rolls back
    delete_due(&mut db.begin().await?, now).await
}

/// Deletes and counts the due rows. Rows with objects are only counted.
async fn delete_due(tx: &mut TenantTx, now: DateTime<Utc>) -> Result<DueRows> {
    let mut due = DueRows {
        service_accounts: count(&account_deletion::list_due(tx, RetentionClass::Service, ALL, now).await?),
        sign_up_accounts: count(&account_deletion::list_due(tx, RetentionClass::SignUp, ALL, now).await?),
        people: count(&person_erasure::list_due(tx, ALL, now).await?),
        walk_ins: count(&walk_ins::list_due(tx, months_before(now, WALK_IN_MONTHS), ALL).await?),
        ..DueRows::default()
    };
    let swept = maintenance::delete_expired(tx, now).await?;
    due.sessions = swept.sessions;
    due.expired = swept.phone_codes + swept.idempotency_keys + swept.messages + swept.identities;
    loop {
        let some = issued_documents::purge_expired(tx, TimeDelta::days(DOWNLOAD_DAYS), now).await?;
        if some == 0 {
            break;
        }
        due.documents += some;
    }
    due.uploads = count(&maintenance::list_unused_uploads(tx, ALL, now).await?);
    due.exports = count(&exports::list_expired(tx, ALL, now).await?);
    loop {
        let some = records::purge_records(tx, records_cutoff(now), ALL, now).await?;
        if some.is_empty() {
            break;
        }
        due.records += some;
    }
    let before = months_before(now, ACCESS_LOG_MONTHS);
    loop {
        match seal::close_oldest_month(tx, before, now).await? {
            OldestMonth::Ended { rows, .. } => due.access_log += rows,
            OldestMonth::Broken(seq) => {
                due.broken_at = Some(seq);
                break;
            }
            OldestMonth::Kept => break,
        }
    }
    due.access_reviews = seal::delete_reviews(tx, before).await?;
    Ok(due)
}

fn count<T>(rows: &[T]) -> u64 {
    u64::try_from(rows.len()).unwrap_or(u64::MAX)
}
