//! Erases walk-ins without an account after their retention period (`domain::retention`).

use blob::Store;
use db::{TenantDb, walk_ins};
use domain::retention::{WALK_IN_MONTHS, months_before};
use queue::Failure;
use runtime::SharedClock;

/// The number of walk-ins in one batch.
const BATCH_SIZE: i64 = 20;

/// Erases the due walk-ins of one tenant and returns their number. Objects are deleted first, so that no object is left
/// without a row.
///
/// # Errors
/// When the object store or the database fails.
pub async fn purge_walk_ins(db: &TenantDb, store: &Store, clock: &SharedClock) -> Result<u64, Failure> {
    let mut purged = 0;
    loop {
        let before = months_before(clock.now(), WALK_IN_MONTHS);
        let due = walk_ins::list_due(&mut db.acquire().await?, before, BATCH_SIZE).await?;
        if due.is_empty() {
            return Ok(purged);
        }
        for id in due {
            for key in walk_ins::list_objects(&mut db.acquire().await?, id).await? {
                store.delete(key.as_str()).await.map_err(|_| Failure::retry("the object store is unavailable"))?;
            }
            let mut tx = db.begin().await?;
            let erased = walk_ins::erase(&mut tx, id).await?;
            tx.commit().await?;
            purged += u64::from(erased);
        }
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use chrono::{Months, TimeDelta};
    use domain::{ApplicationKind, Phase};
    use runtime::ManualClock;
    use testing::{Clinic, factory, store};

    use super::*;

    #[tokio::test]
    async fn walk_in_ends_with_its_objects() {
        let clinic = Clinic::new().await;
        let walk_in = clinic.application(ApplicationKind::WalkIn, factory::now()).await;
        clinic.insert_analysis(walk_in, Phase::Before).await;
        let keys = walk_ins::list_objects(&mut clinic.db.acquire().await.expect("a connection"), walk_in).await;
        let key = keys.expect("a list").pop().expect("a picture");
        let store = store();
        store.put(key.as_str(), "image/jpeg", Bytes::from_static(b"jpeg")).await.expect("stored");

        let clock = ManualClock::at(factory::now() + Months::new(WALK_IN_MONTHS) - TimeDelta::days(1));
        let shared: SharedClock = clock.clone();
        assert_eq!(purge_walk_ins(&clinic.db, &store, &shared).await.expect("looked"), 0);
        clock.advance(TimeDelta::days(2));
        assert_eq!(purge_walk_ins(&clinic.db, &store, &shared).await.expect("ended"), 1);
        assert!(store.head(key.as_str()).await.is_err(), "the object is gone");
        assert_eq!(purge_walk_ins(&clinic.db, &store, &shared).await.expect("looked"), 0, "once");
    }
}
