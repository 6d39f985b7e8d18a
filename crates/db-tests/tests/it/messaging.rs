//! Messages and notifications.

use chrono::TimeDelta;
use db::messages::{self, NewMessage};
use db::{TenantDb, account_deletion, notifications};
use domain::{ApplicationKind, Channel, Contact, Locale, MessageId, MessageKind, NotificationKind, PatientId, Phase};
use testing::claims::insert_paid_claim;
use testing::{Clinic, Database, factory};

use crate::support::connect;

async fn insert_message(db: &TenantDb, patient: PatientId, channel: Channel) -> MessageId {
    let new = NewMessage {
        patient_id: patient,
        kind: MessageKind::LoginIds,
        channel,
        locale: Locale::En,
        expires_at: factory::now() + TimeDelta::minutes(30),
    };
    messages::insert(&mut connect(db).await, &new, factory::now()).await.expect("inserted")
}

async fn kinds(db: &TenantDb, patient: PatientId) -> Vec<NotificationKind> {
    let listed = notifications::list(&mut connect(db).await, patient, None, 99).await.expect("a list");
    listed.into_iter().map(|notification| notification.kind).collect()
}

#[tokio::test]
async fn message_contact_follows_channel() {
    let database = Database::create().await;
    let (db, patient) = (database.tenant(), database.first.patient);
    for (channel, expected) in [(Channel::Mail, "demo1@example.com"), (Channel::Sms, "01012345678")] {
        let id = insert_message(&db, patient, channel).await;
        let found = messages::find(&mut connect(&db).await, id).await.expect("a result").expect("the message");
        assert_eq!((found.kind, found.locale, found.sent_at), (MessageKind::LoginIds, Locale::En, None));
        assert_eq!(found.contact().as_ref().map(Contact::key).as_deref(), Some(expected));
    }
}

#[tokio::test]
async fn message_is_marked_sent_once() {
    let database = Database::create().await;
    let (db, now) = (database.tenant(), factory::now());
    let id = insert_message(&db, database.first.patient, Channel::Mail).await;
    let mut conn = connect(&db).await;
    assert!(messages::set_sent(&mut conn, id, now).await.expect("a result"));
    assert!(!messages::set_sent(&mut conn, id, now + TimeDelta::hours(1)).await.expect("a result"));
    let found = messages::find(&mut conn, id).await.expect("a result").expect("the message");
    assert_eq!(found.sent_at, Some(now), "the first time");
}

#[tokio::test]
async fn message_of_closed_account_is_not_found() {
    let database = Database::create().await;
    let (db, patient) = (database.tenant(), database.first.patient);
    let id = insert_message(&db, patient, Channel::Mail).await;
    let mut tx = db.begin().await.expect("a transaction");
    account_deletion::close_account(&mut tx, patient, factory::now()).await.expect("closed");
    tx.commit().await.expect("committed");
    assert!(messages::find(&mut connect(&db).await, id).await.expect("a result").is_none());
}

#[tokio::test]
async fn notification_list_pages_newest_first() {
    let database = Database::create().await;
    let (db, patient) = (database.tenant(), database.first.patient);
    let mut conn = connect(&db).await;
    let mut ids = Vec::new();
    for kind in [NotificationKind::ExportFailed, NotificationKind::PaymentFailed, NotificationKind::ExportFailed] {
        ids.push(notifications::insert_plain(&mut conn, patient, kind, factory::now()).await.expect("inserted"));
    }
    let first = notifications::list(&mut conn, patient, None, 2).await.expect("a page");
    let second = notifications::list(&mut conn, patient, Some(first[1].id), 2).await.expect("a page");
    let listed: Vec<_> = first.iter().chain(&second).map(|one| one.id).collect();
    assert_eq!(listed, [ids[2], ids[1], ids[0]]);
    let stranger = factory::patient(&db, "stranger").await.id;
    assert!(notifications::list(&mut conn, stranger, None, 9).await.expect("a page").is_empty());
}

#[tokio::test]
async fn application_notification_is_inserted_once() {
    let clinic = Clinic::new().await;
    let (patient, now) = (clinic.database.first.patient, factory::now());
    let id = clinic.application(ApplicationKind::Application, now).await;
    clinic.receive(id).await;
    let tci = clinic.insert_analysis(id, Phase::Before).await;
    let mut conn = connect(&clinic.db).await;
    for _ in 0..2 {
        for (kind, released) in [(NotificationKind::TciReceived, None), (NotificationKind::TciReleased, Some(tci))] {
            notifications::insert_for_application(&mut conn, kind, id, released, now).await.expect("inserted");
        }
    }
    assert_eq!(kinds(&clinic.db, patient).await, [NotificationKind::TciReleased, NotificationKind::TciReceived]);
}

#[tokio::test]
async fn walk_in_gets_no_notification() {
    let clinic = Clinic::new().await;
    let id = clinic.application(ApplicationKind::WalkIn, factory::now()).await;
    let mut conn = connect(&clinic.db).await;
    let kind = NotificationKind::TciCanceled;
    notifications::insert_for_application(&mut conn, kind, id, None, factory::now()).await.expect("no account");
    assert!(kinds(&clinic.db, clinic.database.first.patient).await.is_empty());
}

#[tokio::test]
async fn claim_notification_is_inserted_once_per_kind() {
    let database = Database::create().await;
    let claim = insert_paid_claim(&mut database.superuser().await, database.first.claimant()).await;
    let db = database.tenant();
    let mut conn = connect(&db).await;
    for kind in [NotificationKind::ClaimPaid, NotificationKind::ClaimPaid, NotificationKind::ClaimIssued] {
        notifications::insert_for_claim(&mut conn, kind, claim, factory::now()).await.expect("inserted");
    }
    let patient = database.first.patient;
    assert_eq!(kinds(&db, patient).await, [NotificationKind::ClaimIssued, NotificationKind::ClaimPaid]);
}

#[tokio::test]
async fn one_message_is_delivered_for_a_release() {
    let database = Database::create().await;
    let claim = insert_paid_claim(&mut database.superuser().await, database.first.claimant()).await;
    let db = database.tenant();
    let mut conn = connect(&db).await;
    let kinds = [NotificationKind::ClaimIssued, NotificationKind::ClaimMailed, NotificationKind::ClaimForwarded];
    for kind in kinds {
        notifications::insert_for_claim(&mut conn, kind, claim, factory::now()).await.expect("inserted");
    }
    let later = factory::now() + chrono::TimeDelta::hours(1);
    let due = db::deliveries::insert_due(&mut conn, 9, later).await.expect("inserted");
    assert_eq!(due.len(), 1, "the others are in the app");
    assert!(db::deliveries::insert_due(&mut conn, 9, later).await.expect("inserted").is_empty());
}
