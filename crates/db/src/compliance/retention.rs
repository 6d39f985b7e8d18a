//! What the sweep would delete now, counted by doing it in a transaction that is rolled back.

use chrono::{DateTime, Utc};
use domain::retention::{ACCESS_LOG_MONTHS, RetentionClass, WALK_IN_MONTHS, months_before, records_cutoff};

use crate::access_log::seal::{self, OldestMonth};
use crate::records::{self, PurgedRecords};
use crate::{Result, TenantDb, account_deletion, maintenance, person_erasure, walk_ins};

/// More rows than a tenant has.
const ALL: i64 = 1_000_000_000;

/// The rows of one tenant whose time is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DueRows {
    /// Sessions of patients whose three months, and of staff whose day, is over.
    pub sessions: u64,
    /// Codes, messages, links and first answers that expired.
    pub expired: u64,
    /// Deleted accounts whose service data is due.
    pub service_accounts: u64,
    /// Deleted accounts whose sign-up data is due.
    pub sign_up_accounts: u64,
    /// Removed people of accounts.
    pub people: u64,
    /// Walk-ins without an account.
    pub walk_ins: u64,
    /// Records of contracts and payments.
    pub records: PurgedRecords,
    /// Rows of the access log, in whole months.
    pub access_log: u64,
    /// Reviews of the access log.
    pub access_reviews: u64,
    /// The first row of the access log that shows tampering, if that holds a month back.
    pub broken_at: Option<i64>,
}

/// Counts what the sweep would delete at `now`. Nothing is deleted.
///
/// # Errors
/// When a trigger refuses a deletion, as it would refuse the sweep's.
pub async fn count_due(db: &TenantDb, now: DateTime<Utc>) -> Result<DueRows> {
    // dropped at the end, which rolls back
    let mut tx = db.begin().await?;
    let mut due = DueRows {
        service_accounts: count(&account_deletion::list_due(&mut tx, RetentionClass::Service, ALL, now).await?),
        sign_up_accounts: count(&account_deletion::list_due(&mut tx, RetentionClass::SignUp, ALL, now).await?),
        people: count(&person_erasure::list_due(&mut tx, ALL, now).await?),
        walk_ins: count(&walk_ins::list_due(&mut tx, months_before(now, WALK_IN_MONTHS), ALL).await?),
        ..DueRows::default()
    };
    let swept = maintenance::delete_expired(&mut tx, now).await?;
    due.sessions = swept.sessions;
    due.expired = swept.phone_codes + swept.idempotency_keys + swept.messages + swept.identities;
    loop {
        let some = records::purge_records(&mut tx, records_cutoff(now), ALL, now).await?;
        if some.is_empty() {
            break;
        }
        due.records += some;
    }
    let before = months_before(now, ACCESS_LOG_MONTHS);
    loop {
        match seal::end_oldest_month(&mut tx, before, now).await? {
            OldestMonth::Ended { rows, .. } => due.access_log += rows,
            OldestMonth::Broken(seq) => {
                due.broken_at = Some(seq);
                break;
            }
            OldestMonth::Kept => break,
        }
    }
    due.access_reviews = seal::delete_reviews(&mut tx, before).await?;
    Ok(due)
}

fn count<T>(rows: &[T]) -> u64 {
    u64::try_from(rows.len()).unwrap_or(u64::MAX)
}
