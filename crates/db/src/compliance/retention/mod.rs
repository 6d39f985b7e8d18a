//! The rows that the sweep would delete now, and the results of its runs.

mod class;
mod due;
mod due_records;
pub mod runs;

use chrono::{DateTime, Utc};
use domain::retention::{ACCESS_LOG_MONTHS, months_before};

use crate::access_log::seal::{self, DueMonths};
use crate::{Result, TenantDb};

pub use class::{Class, Due, DueClass, MAX_COUNT};

/// One row more than is counted, which shows that there are more.
const LIMIT: i64 = MAX_COUNT.cast_signed() + 1;

/// Lists what the sweep would delete at `now`, by class and with the oldest row of each. Deletes nothing, and reads a
/// bounded number of rows of each class.
///
/// # Errors
/// When a trigger rejects a deletion, as it would reject the sweep's.
pub async fn list_due(db: &TenantDb, now: DateTime<Utc>) -> Result<Due> {
    // the drop rolls back
    let mut tx = db.begin().await?;
    let mut classes = due::list(&mut tx, now).await?;
    let DueMonths { rows, oldest, broken_at } =
        seal::find_due(&mut tx, months_before(now, ACCESS_LOG_MONTHS), LIMIT).await?;
    classes.push(DueClass::new(Class::AccessLog, rows, oldest));
    classes.extend(due_records::list(&mut tx, now).await?);
    classes.retain(|due| due.count > 0);
    classes.sort_unstable_by_key(|due| due.class);
    Ok(Due { classes, broken_at })
}
