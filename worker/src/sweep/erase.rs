//! Erases deleted accounts and removed people after their retention periods (`domain::retention`).

use blob::Store;
use db::{TenantDb, account_deletion, person_erasure};
use domain::retention::RetentionClass;
use queue::Failure;
use runtime::SharedClock;

/// The number of patients in one batch.
const BATCH: i64 = 20;

/// The numbers of erased patients and people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Erased {
    /// Patients whose photos and results were erased.
    pub service: u64,
    /// Patients whose remaining data was erased.
    pub persons: u64,
    /// People that the holder of an account removed.
    pub removed: u64,
}

/// Erases the due data of one tenant. Objects are deleted first, so that no object is left without a row.
pub async fn erase(db: &TenantDb, store: &Store, clock: &SharedClock) -> Result<Erased, Failure> {
    let mut erased = Erased { removed: erase_removed_people(db, store, clock).await?, ..Erased::default() };
    loop {
        let due =
            account_deletion::list_due(&mut db.acquire().await?, RetentionClass::Service, BATCH, clock.now()).await?;
        if due.is_empty() {
            break;
        }
        for patient in due {
            for key in account_deletion::list_objects(&mut db.acquire().await?, patient).await? {
                store.delete(key.as_str()).await.map_err(|_| Failure::retry("the object store is unavailable"))?;
            }
            let mut tx = db.begin().await?;
            account_deletion::erase_service(&mut tx, patient, clock.now()).await?;
            tx.commit().await?;
            erased.service += 1;
        }
    }
    loop {
        let due =
            account_deletion::list_due(&mut db.acquire().await?, RetentionClass::SignUp, BATCH, clock.now()).await?;
        if due.is_empty() {
            return Ok(erased);
        }
        for patient in due {
            let mut tx = db.begin().await?;
            account_deletion::erase_person(&mut tx, patient, clock.now()).await?;
            tx.commit().await?;
            erased.persons += 1;
        }
    }
}

/// Erases the data of removed people. Returns their number.
async fn erase_removed_people(db: &TenantDb, store: &Store, clock: &SharedClock) -> Result<u64, Failure> {
    let mut erased = 0;
    loop {
        let due = person_erasure::list_due(&mut db.acquire().await?, BATCH, clock.now()).await?;
        if due.is_empty() {
            return Ok(erased);
        }
        for person in due {
            for key in person_erasure::list_objects(&mut db.acquire().await?, person).await? {
                store.delete(key.as_str()).await.map_err(|_| Failure::retry("the object store is unavailable"))?;
            }
            let mut tx = db.begin().await?;
            person_erasure::erase(&mut tx, person, clock.now()).await?;
            tx.commit().await?;
            erased += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bytes::Bytes;
    use chrono::TimeDelta;
    use domain::{LoginUserId, PatientId};
    use runtime::{Clock as _, ManualClock};
    use sqlx::AssertSqlSafe;
    use testing::{Database, factory, store};

    use super::*;

    async fn count(database: &Database, from: &str, patient: PatientId) -> i64 {
        let statement = AssertSqlSafe(format!("select count(*) from {from} where patient_id = $1"));
        let counted = sqlx::query_scalar(statement).bind(patient.get());
        counted.fetch_one(&mut database.superuser().await).await.expect("a count")
    }

    async fn stored(database: &Database, store: &Store, patient: PatientId) -> Vec<String> {
        let keys = sqlx::query_scalar("select object_key from uploads where patient_id = $1").bind(patient.get());
        let keys: Vec<String> = keys.fetch_all(&mut database.superuser().await).await.expect("keys");
        for key in &keys {
            store.put(key, "image/jpeg", Bytes::from_static(b"a photo")).await.expect("stored");
        }
        keys
    }

    #[tokio::test]
    async fn photos_end_after_30_days_person_after_90() {
        let (database, store) = (Database::create().await, store());
        let clock = ManualClock::at(factory::now());
        let shared: SharedClock = Arc::clone(&clock) as SharedClock;
        let (db, gone) = (database.tenant(), database.first.patient);
        let stays = factory::patient(&db, "stays123").await.id;
        for patient in [gone, stays] {
            factory::tci_with_result(&db, patient, [1; 9], factory::now()).await;
            factory::upload(&db, patient, factory::now()).await;
        }
        let (lost, kept) = (stored(&database, &store, gone).await, stored(&database, &store, stays).await);
        let mut tx = db.begin().await.expect("a transaction");
        let mut close = async || account_deletion::close_account(&mut tx, gone, clock.now()).await.expect("a result");
        assert!(close().await.is_some());
        assert!(close().await.is_none(), "one leaves once");
        tx.commit().await.expect("committed");

        clock.advance(TimeDelta::days(30) - TimeDelta::seconds(1));
        assert_eq!(erase(&db, &store, &shared).await.expect("erased"), Erased::default());
        clock.advance(TimeDelta::seconds(1));
        assert_eq!(erase(&db, &store, &shared).await.expect("erased"), Erased { service: 1, ..Erased::default() });
        assert_eq!(erase(&db, &store, &shared).await.expect("erased"), Erased::default());
        for (key, there) in lost.iter().map(|key| (key, false)).chain(kept.iter().map(|key| (key, true))) {
            assert_eq!(store.head(key).await.is_ok(), there, "{key}");
        }
        for table in ["tcis", "uploads", "notifications"] {
            assert_eq!(count(&database, table, gone).await, 0, "{table}");
        }
        assert_eq!((count(&database, "tcis", stays).await, count(&database, "uploads", stays).await), (1, 2));
        let login = LoginUserId::parse(factory::LOGIN_USER_ID).expect("a name");
        let taken = async || {
            let mut conn = db.acquire().await.expect("a connection");
            db::patients::exists_login_user_id(&mut conn, &login).await.expect("a result")
        };
        assert!(taken().await);

        clock.advance(TimeDelta::days(60));
        assert_eq!(erase(&db, &store, &shared).await.expect("erased"), Erased { persons: 1, ..Erased::default() });
        assert!(!taken().await, "the name is free again");
        let row: String = sqlx::query_scalar("select (to_jsonb(p) - 'id')::text from patients p where id = $1")
            .bind(gone.get())
            .fetch_one(&mut database.superuser().await)
            .await
            .expect("the row stays");
        for person in ["demo1", "홍길동", "01012345678", "1990", "03187", "종로구", "101호", "argon2"] {
            assert!(!row.contains(person), "{person} in {row}");
        }
        assert_eq!(erase(&db, &store, &shared).await.expect("erased"), Erased::default());
        factory::patient(&db, factory::LOGIN_USER_ID).await;
    }
}
