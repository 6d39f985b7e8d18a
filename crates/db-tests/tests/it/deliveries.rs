//! Deliveries of notifications outside the app, messages to contacts other than the account's, and consents to
//! editions.

use chrono::TimeDelta;
use db::consents::{self, NewConsent};
use db::deliveries;
use db::messages::{self, NewMessage};
use db::{TenantDb, account_deletion, notifications, terms};
use domain::{
    ApplicationKind, Contact, DeliveryChannel, DeliveryId, DeliverySettings, DeliveryTopics, Email, LegalDocument,
    Locale, MessageKind, NotificationKind, PatientId, Phase,
};
use testing::{Clinic, Database, factory};

use crate::support::connect;

async fn notify(db: &TenantDb, patient: PatientId, kind: NotificationKind) {
    notifications::insert_plain(&mut connect(db).await, patient, kind, factory::now()).await.expect("inserted");
}

async fn due(db: &TenantDb, minutes: i64) -> Vec<DeliveryId> {
    let now = factory::now() + TimeDelta::minutes(minutes);
    deliveries::insert_due(&mut connect(db).await, 9, now).await.expect("inserted")
}

#[tokio::test]
async fn notification_has_one_delivery_in_any_race() {
    let database = Database::create().await;
    let (db, patient) = (database.tenant(), database.first.patient);
    notify(&db, patient, NotificationKind::PaymentFailed).await;
    let (first, second) = tokio::join!(due(&db, 0), due(&db, 0));
    assert_eq!(first.len() + second.len(), 1);
    assert!(due(&db, 1).await.is_empty());
    assert!(due(&database.other_tenant(), 1).await.is_empty(), "another tenant's");
}

#[tokio::test]
async fn notification_of_yesterday_is_not_delivered() {
    let database = Database::create().await;
    let db = database.tenant();
    notify(&db, database.first.patient, NotificationKind::PaymentFailed).await;
    assert!(due(&db, 24 * 60).await.is_empty());
}

#[tokio::test]
async fn delivery_is_begun_once_and_again_after_reset() {
    let database = Database::create().await;
    let (db, now) = (database.tenant(), factory::now());
    notify(&db, database.first.patient, NotificationKind::PaymentFailed).await;
    let id = due(&db, 0).await[0];
    let mut conn = connect(&db).await;
    assert!(deliveries::begin(&mut conn, id, now).await.expect("a result"));
    assert!(!deliveries::begin(&mut conn, id, now).await.expect("a result"));
    assert!(deliveries::find_open(&mut conn, id, now).await.expect("a result").is_none(), "the carrier may have it");
    deliveries::reset(&mut conn, id).await.expect("reset");
    let open = deliveries::find_open(&mut conn, id, now).await.expect("a result").expect("open");
    assert_eq!(
        (open.kind, open.settings, open.template),
        (NotificationKind::PaymentFailed, DeliverySettings::default(), None)
    );
    assert!(deliveries::begin(&mut conn, id, now).await.expect("a result"));
    deliveries::set_sent(&mut conn, id, DeliveryChannel::Sms, now).await.expect("set");
    deliveries::reset(&mut conn, id).await.expect("nothing");
    assert!(!deliveries::begin(&mut conn, id, now).await.expect("a result"), "sent for good");
}

#[tokio::test]
async fn patient_without_channels_has_no_delivery() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let none =
        DeliverySettings { alimtalk: false, sms: false, locale: Some(Locale::En), ..DeliverySettings::default() };
    deliveries::set_settings(&mut connect(&db).await, patient, none, now).await.expect("set");
    assert_eq!(deliveries::find_settings(&mut connect(&db).await, patient).await.expect("found"), none);
    notify(&db, patient, NotificationKind::PaymentFailed).await;
    assert!(due(&db, 0).await.is_empty());
    notify(&db, patient, NotificationKind::RefundDone).await;
    assert_eq!(due(&db, 0).await.len(), 1, "what the law asks for is sent in any case");
}

#[tokio::test]
async fn closed_account_gets_message_of_refund_only() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let mut tx = db.begin().await.expect("a transaction");
    account_deletion::close_account(&mut tx, patient, now).await.expect("closed");
    tx.commit().await.expect("committed");
    for kind in [NotificationKind::PaymentFailed, NotificationKind::ClaimCanceled, NotificationKind::RefundDone] {
        notify(&db, patient, kind).await;
    }
    let [id] = due(&db, 0).await[..] else { panic!("one delivery") };
    let open = deliveries::find_open(&mut connect(&db).await, id, now).await.expect("a result").expect("open");
    assert_eq!(open.kind, NotificationKind::RefundDone);
    sqlx::query("update patients set service_erased_at = now(), erased_at = now() where id = $1")
        .bind(patient.get())
        .execute(&mut database.superuser().await)
        .await
        .expect("erased");
    assert!(deliveries::find_open(&mut connect(&db).await, id, now).await.expect("a result").is_none());
    notify(&db, patient, NotificationKind::RefundDone).await;
    assert!(due(&db, 0).await.is_empty(), "the number is erased");
}

#[tokio::test]
async fn refused_topic_has_no_delivery() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let all = DeliveryTopics::default();
    for (topics, refused) in [
        (DeliveryTopics { results: false, ..all }, NotificationKind::TciReleased),
        (DeliveryTopics { applications: false, ..all }, NotificationKind::TciReceived),
        (DeliveryTopics { claims: false, ..all }, NotificationKind::ClaimIssued),
    ] {
        let settings = DeliverySettings { topics, locale: Some(Locale::Ko), ..DeliverySettings::default() };
        deliveries::set_settings(&mut connect(&db).await, patient, settings, now).await.expect("set");
        assert_eq!(deliveries::find_settings(&mut connect(&db).await, patient).await.expect("found"), settings);
        let kinds = [NotificationKind::TciReleased, NotificationKind::TciReceived, NotificationKind::ClaimIssued];
        for kind in kinds {
            notify(&db, patient, kind).await;
        }
        let mut sent = Vec::new();
        for id in due(&db, 0).await {
            let found = deliveries::find_open(&mut connect(&db).await, id, now).await.expect("a result");
            let found = found.expect("open");
            assert_eq!(found.settings, settings);
            sent.push(found.kind);
        }
        assert_eq!(sent, kinds.into_iter().filter(|kind| *kind != refused).collect::<Vec<_>>(), "{topics:?}");
        let mut conn = connect(&db).await;
        let newest = notifications::list(&mut conn, patient, None, 1).await.expect("a list")[0].id;
        notifications::set_all_read(&mut conn, patient, newest, now).await.expect("read");
    }
}

/// Of the messages that wait for the morning, only the newest about a result is sent.
#[tokio::test]
async fn withdrawn_result_has_no_message() {
    let clinic = Clinic::new().await;
    let now = factory::now();
    let id = clinic.application(ApplicationKind::Application, now).await;
    clinic.receive(id).await;
    let tci = clinic.insert_analysis(id, Phase::Before).await;
    let (released, withdrawn) = (NotificationKind::TciReleased, NotificationKind::TciWithdrawn);
    let mut conn = connect(&clinic.db).await;
    let mut waiting = Vec::new();
    for (kind, has_new_photo) in [(released, false), (withdrawn, false), (released, true)] {
        if has_new_photo {
            clinic.insert_analysis(id, Phase::Before).await;
        }
        notifications::insert_for_application(&mut conn, kind, id, Some(tci), now).await.expect("inserted");
        waiting.extend(due(&clinic.db, 0).await);
        let mut open = Vec::new();
        for delivery in &waiting {
            let found = deliveries::find_open(&mut conn, *delivery, now).await.expect("a result");
            open.extend(found.map(|one| one.kind));
        }
        assert_eq!(open, [kind]);
    }
    assert_eq!(waiting.len(), 3);
}

#[tokio::test]
async fn own_recipient_is_erased_once_sent() {
    let database = Database::create().await;
    let (db, now) = (database.tenant(), factory::now());
    let contact = Contact::Email(Email::parse("old@example.com").expect("an address"));
    let new = NewMessage {
        patient_id: database.first.patient,
        kind: MessageKind::EmailChanged,
        channel: contact.channel(),
        locale: Locale::Ko,
        expires_at: now + TimeDelta::hours(1),
    };
    let mut conn = connect(&db).await;
    let id = messages::insert_to(&mut conn, &new, &contact, now).await.expect("inserted");
    let found = messages::find(&mut conn, id).await.expect("a result").expect("the message");
    assert_eq!(found.contact(), Some(contact), "not the account's address");
    assert!(messages::set_sent(&mut conn, id, now).await.expect("sent"));
    let sent = messages::find(&mut conn, id).await.expect("a result").expect("the message");
    assert_eq!((sent.recipient, sent.sent_at), (None, Some(now)));
}

#[tokio::test]
async fn renewed_agreement_keeps_the_one_before() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let agree = async |version: &str, minutes: i64| {
        let consent = NewConsent {
            patient_id: patient,
            kind: LegalDocument::Terms.consent(),
            recipient: None,
            version: version.parse().expect("a day"),
            client_address: None,
        };
        let mut tx = db.begin().await.expect("a transaction");
        terms::renew(&mut tx, &consent, now + TimeDelta::minutes(minutes)).await.expect("renewed");
        tx.commit().await.expect("committed");
    };
    for (version, minutes) in [("2025-01-01", 0), ("2026-12-10", 1), ("2026-12-10", 2)] {
        agree(version, minutes).await;
    }
    let mut conn = connect(&db).await;
    let agreed = terms::find_agreed(&mut conn, patient, LegalDocument::Terms).await.expect("a result");
    assert_eq!(agreed.map(|day| day.to_string()).as_deref(), Some("2026-12-10"));
    assert_eq!(terms::find_agreed(&mut conn, patient, LegalDocument::Privacy).await.expect("a result"), None);
    let kept: Vec<_> = consents::list(&mut conn, patient).await.expect("a list");
    let kept: Vec<_> = kept.iter().map(|one| (one.given_at, one.withdrawn_at)).collect();
    let minute = |n| now + TimeDelta::minutes(n);
    assert_eq!(kept, [(minute(0), Some(minute(1))), (minute(1), None)], "agreeing again changes nothing");
}
