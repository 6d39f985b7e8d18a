//! When notifications count as read: pressed, all at once, or because the patient opened their subject.

use db::notifications;
use domain::{ApplicationKind, NotificationId, NotificationKind, PatientId, Phase};
use testing::claims::insert_paid_claim;
use testing::{Clinic, Database, factory};

use crate::support::connect;

async fn list_unread(db: &db::TenantDb, patient: PatientId) -> Vec<NotificationKind> {
    let mut conn = connect(db).await;
    let listed = notifications::list(&mut conn, patient, None, 99).await.expect("a list");
    let unread: Vec<_> = listed.into_iter().filter(|one| one.read_at.is_none()).map(|one| one.kind).collect();
    let count = notifications::count_unread(&mut conn, patient).await.expect("a count");
    assert_eq!(usize::try_from(count).expect("a count"), unread.len(), "the badge says what the list shows");
    unread
}

#[tokio::test]
async fn all_read_spares_newer_and_others() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let stranger = factory::patient(&db, "stranger").await.id;
    let mut conn = connect(&db).await;
    let mut ids = Vec::<NotificationId>::new();
    for owner in [patient, patient, stranger, patient] {
        let kind = NotificationKind::ExportFailed;
        ids.push(notifications::insert_plain(&mut conn, owner, kind, now).await.expect("inserted"));
    }
    assert!(!notifications::set_read(&mut conn, stranger, ids[0], now).await.expect("a result"), "not theirs");
    // the page was loaded before the last one arrived
    notifications::set_all_read(&mut conn, patient, ids[2], now).await.expect("set");
    assert_eq!((list_unread(&db, patient).await.len(), list_unread(&db, stranger).await.len()), (1, 1));
    assert!(notifications::set_read(&mut conn, patient, ids[3], now).await.expect("a result"));
    assert!(list_unread(&db, patient).await.is_empty());
}

#[tokio::test]
async fn seen_application_reads_its_notifications() {
    let clinic = Clinic::new().await;
    let (patient, now) = (clinic.database.first.patient, factory::now());
    let (id, other) = (
        clinic.application(ApplicationKind::Application, now).await,
        clinic.application(ApplicationKind::Application, now).await,
    );
    clinic.receive(id).await;
    let tci = clinic.insert_analysis(id, Phase::Before).await;
    let mut conn = connect(&clinic.db).await;
    for (kind, application, tci) in [
        (NotificationKind::TciReceived, id, None),
        (NotificationKind::TciReleased, id, Some(tci)),
        (NotificationKind::TciCanceled, other, None),
    ] {
        notifications::insert_for_application(&mut conn, kind, application, tci, now).await.expect("inserted");
    }
    notifications::set_read_for_tci(&mut conn, patient, tci, now).await.expect("set");
    assert_eq!(list_unread(&clinic.db, patient).await.len(), 3, "that is for self-checks");
    notifications::set_read_for_application(&mut conn, patient, id, Some(tci), now).await.expect("set");
    assert_eq!(list_unread(&clinic.db, patient).await, [NotificationKind::TciCanceled, NotificationKind::TciReceived]);
    let stranger = factory::patient(&clinic.db, "stranger").await.id;
    notifications::set_read_for_application(&mut conn, stranger, id, None, now).await.expect("nothing");
    assert_eq!(list_unread(&clinic.db, patient).await.len(), 2);
    notifications::set_read_for_application(&mut conn, patient, id, None, now).await.expect("set");
    assert_eq!(list_unread(&clinic.db, patient).await, [NotificationKind::TciCanceled]);
}

#[tokio::test]
async fn seen_claim_reads_its_refund_too() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let claim = insert_paid_claim(&mut database.superuser().await, database.first.claimant()).await;
    let order: i64 = sqlx::query_scalar("select paid_order_id from claims where id = $1")
        .bind(claim.get())
        .fetch_one(&mut database.superuser().await)
        .await
        .expect("the order");
    let mut conn = connect(&db).await;
    notifications::insert_for_claim(&mut conn, NotificationKind::ClaimPaid, claim, now).await.expect("inserted");
    let kind = NotificationKind::RefundDone;
    notifications::insert_for_refund(&mut conn, kind, domain::OrderId::new(order), now).await.expect("inserted");
    notifications::insert_plain(&mut conn, patient, NotificationKind::NewSignIn, now).await.expect("inserted");
    let shown = notifications::list(&mut conn, patient, None, 9).await.expect("a list");
    let refund = shown.iter().find(|one| one.kind == kind).expect("the refund");
    assert_eq!(refund.amount, Some(domain::Krw::new(21_560)));
    notifications::set_read_for_claim(&mut conn, patient, claim, now).await.expect("set");
    assert_eq!(list_unread(&db, patient).await, [NotificationKind::NewSignIn]);
}
