//! Erases walk-ins without an account after their retention period (`domain::retention`).

use db::{TenantDb, walk_ins};
use domain::retention::{WALK_IN_MONTHS, months_before};
use queue::Failure;
use runtime::SharedClock;

/// The number of walk-ins in one batch.
const BATCH_SIZE: i64 = 20;

/// Erases the due walk-ins of one tenant and returns their number. Patients can link a walk-in until its rows are
/// deleted, so the objects are deleted after them: the next sweep finds them as unused uploads.
///
/// # Errors
/// When the database fails.
pub async fn purge_walk_ins(db: &TenantDb, clock: &SharedClock) -> Result<u64, Failure> {
    let mut purged = 0;
    loop {
        let now = clock.now();
        let before = months_before(now, WALK_IN_MONTHS);
        let due = walk_ins::list_due(&mut db.acquire().await?, before, BATCH_SIZE).await?;
        if due.is_empty() {
            return Ok(purged);
        }
        for id in due {
            let mut tx = db.begin().await?;
            let erased = walk_ins::erase(&mut tx, id, before, now).await?;
            tx.commit().await?;
            purged += u64::from(erased);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use bytes::Bytes;
    use chrono::{DateTime, Months, TimeDelta, Utc};
    use db::walk_in_links;
    use domain::{ApplicationId, ApplicationKind, Phase, TokenHash};
    use runtime::{Clock as _, ManualClock};
    use testing::{Clinic, eventually, factory, store};

    use super::super::SweepContext;
    use super::*;

    /// A walk-in with a stored picture.
    struct WalkIn {
        clinic: Clinic,
        id: ApplicationId,
        key: String,
        context: SweepContext,
        clock: Arc<ManualClock>,
    }

    impl WalkIn {
        /// Inserts a walk-in whose retention period ends a day after the clock's time.
        async fn new() -> Self {
            let clinic = Clinic::new().await;
            let id = clinic.application(ApplicationKind::WalkIn, factory::now()).await;
            clinic.insert_analysis(id, Phase::Before).await;
            let key: String = sqlx::query_scalar("select object_key from pictures")
                .fetch_one(&mut clinic.database.superuser().await)
                .await
                .expect("a picture");
            let store = store();
            store.put(&key, "image/jpeg", Bytes::from_static(b"jpeg")).await.expect("stored");
            let clock = ManualClock::at(factory::now() + Months::new(WALK_IN_MONTHS) - TimeDelta::days(1));
            let context = SweepContext { database: clinic.database.db.clone(), store, clock: clock.clone() };
            Self { clinic, id, key, context, clock }
        }

        async fn purge(&self) -> u64 {
            purge_walk_ins(&self.clinic.db, &self.context.clock).await.expect("purged")
        }

        async fn is_stored(&self) -> bool {
            self.context.store.head(&self.key).await.is_ok()
        }

        /// Waits for the purge to wait for the application, which this transaction locked, and links it.
        async fn link_during_purge(&self, now: DateTime<Utc>) {
            let patient = self.clinic.database.first.patient;
            let mut tx = self.clinic.db.begin().await.expect("a transaction");
            let holder = db::people::find_own(&mut tx, patient, None).await.expect("a result").expect("the holder");
            let code = TokenHash::from_token("code");
            let expires_at = now + TimeDelta::minutes(10);
            walk_in_links::insert_shown_code(&mut tx, self.id, &code, expires_at, now).await.expect("inserted");
            let opened = walk_in_links::open(&mut tx, &code, now).await.expect("a result").expect("a walk-in");
            let link = async {
                let mut superuser = self.clinic.database.superuser().await;
                let waiting = "select exists(select from pg_stat_activity
                               where datname = current_database() and wait_event_type = 'Lock')";
                eventually("the purge waits", Duration::from_secs(10), async || {
                    sqlx::query_scalar(waiting).fetch_one(&mut superuser).await.expect("a result")
                })
                .await;
                walk_in_links::link(&mut tx, &opened, patient, holder.label.id, now).await.expect("linked");
                tx.commit().await.expect("committed");
            };
            let (purged, ()) = tokio::join!(self.purge(), link);
            assert_eq!(purged, 0);
        }
    }

    #[tokio::test]
    async fn walk_in_ends_with_its_objects() {
        let walk_in = WalkIn::new().await;
        assert_eq!(walk_in.purge().await, 0);
        walk_in.clock.advance(TimeDelta::days(2));
        assert_eq!(walk_in.purge().await, 1);
        assert!(walk_in.is_stored().await, "the row of its upload stays until the object is deleted");
        walk_in.context.sweep(&walk_in.clinic.db, None).await.expect("swept");
        assert!(!walk_in.is_stored().await, "the object is gone");
        assert_eq!(walk_in.purge().await, 0, "once");
    }

    #[tokio::test]
    async fn walk_in_linked_meanwhile_keeps_its_picture() {
        let walk_in = WalkIn::new().await;
        walk_in.clock.advance(TimeDelta::days(2));
        walk_in.link_during_purge(walk_in.clock.now()).await;
        walk_in.context.sweep(&walk_in.clinic.db, None).await.expect("swept");
        assert!(walk_in.is_stored().await);
    }
}
