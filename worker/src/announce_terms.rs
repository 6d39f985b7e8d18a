//! Notifies patients of editions of the terms and the privacy policy that are announced and not in effect yet.

use chrono::{DateTime, Utc};
use db::TenantTx;
use domain::calendar::korean_day;
use domain::legal::{EDITIONS, Edition};

/// The number of patients of a tenant who are notified in one minute.
const BATCH_SIZE: i64 = 500;

/// Notifies the next patients of a tenant of each announced edition. Each patient is notified once.
///
/// # Errors
/// When the database fails.
pub async fn notify_due(tx: &mut TenantTx, now: DateTime<Utc>) -> db::Result<u64> {
    notify(tx, &EDITIONS, now).await
}

async fn notify(tx: &mut TenantTx, editions: &[Edition], now: DateTime<Utc>) -> db::Result<u64> {
    let mut upcoming: Vec<_> = editions.iter().filter(|edition| edition.is_upcoming(korean_day(now))).collect();
    // of two texts with one effective date, the first is the one that is notified
    upcoming.sort_by_key(|edition| !edition.is_disadvantage);
    let mut notified = 0;
    for edition in upcoming {
        notified += db::terms::notify(tx, edition, BATCH_SIZE, now).await?;
    }
    Ok(notified)
}

#[cfg(test)]
mod tests {
    use db::TenantDb;
    use domain::{LegalDocument, NotificationKind, PatientId};
    use testing::{Database, factory};

    use super::*;

    fn time(text: &str) -> DateTime<Utc> {
        text.parse().expect("a time")
    }

    fn edition(document: LegalDocument, is_disadvantage: bool) -> Edition {
        Edition {
            document,
            effective: "2027-03-01".parse().expect("a day"),
            announced: "2027-01-30".parse().expect("a day"),
            is_disadvantage,
        }
    }

    async fn list_kinds(db: &TenantDb, patient: PatientId) -> Vec<NotificationKind> {
        let mut conn = db.acquire().await.expect("a connection");
        let listed = db::notifications::list(&mut conn, patient, None, 9).await.expect("a list");
        listed.iter().map(|one| one.kind).collect()
    }

    #[tokio::test]
    async fn patients_are_notified_once_in_the_period() {
        let database = Database::create().await;
        let (db, patient) = (database.tenant(), database.first.patient);
        factory::patient(&db, "second22").await;
        let edition = edition(LegalDocument::Terms, true);
        let run = async |now: &str| {
            let mut tx = db.begin().await.expect("a transaction");
            let notified = notify(&mut tx, &[edition], time(now)).await.expect("notified");
            tx.commit().await.expect("committed");
            notified
        };
        assert_eq!(run("2027-01-29T14:59:00Z").await, 0, "not announced yet in Korea");
        assert_eq!(run("2027-01-29T15:00:00Z").await, 2);
        assert_eq!(run("2027-02-10T00:00:00Z").await, 0, "once");
        factory::patient(&db, "later333").await;
        assert_eq!(run("2027-02-10T00:00:00Z").await, 1, "who signs up in the period");
        factory::patient(&db, "later444").await;
        assert_eq!(run("2027-03-01T00:00:00Z").await, 0, "in effect");
        assert_eq!(list_kinds(&db, patient).await, [NotificationKind::TermsRestricted]);
    }

    #[tokio::test]
    async fn texts_of_one_day_are_notified_together() {
        let database = Database::create().await;
        let (db, patient) = (database.tenant(), database.first.patient);
        let editions = [edition(LegalDocument::Terms, false), edition(LegalDocument::Privacy, true)];
        for now in ["2027-02-01T00:00:00Z", "2027-02-01T00:01:00Z"] {
            let mut tx = db.begin().await.expect("a transaction");
            notify(&mut tx, &editions, time(now)).await.expect("notified");
            tx.commit().await.expect("committed");
        }
        assert_eq!(list_kinds(&db, patient).await, [NotificationKind::TermsRestricted], "the graver one, once");
    }
}
