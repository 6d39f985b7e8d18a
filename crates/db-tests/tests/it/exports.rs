//! Exports of a patient's data.

use chrono::TimeDelta;
use db::exports::{self, Export, PackResult};
use db::messages::{self, NewMessage};
use db::{TenantDb, account_deletion};
use domain::message::{EXPORT_LIFETIME, EXPORT_TIMEOUT};
use domain::{Channel, ExportId, Locale, MessageId, MessageKind, ObjectKey, PatientId, TokenHash};
use testing::{Database, factory};

use crate::support::connect;

async fn insert(db: &TenantDb, patient: PatientId) -> (ExportId, ObjectKey) {
    let new = Export { patient_id: patient, object_key: factory::object_key(), locale: Locale::En };
    let id = exports::insert(&mut connect(db).await, &new, factory::now()).await.expect("inserted");
    (id, new.object_key)
}

async fn message(db: &TenantDb, patient: PatientId) -> MessageId {
    let new = NewMessage {
        patient_id: patient,
        kind: MessageKind::ExportReady,
        channel: Channel::Mail,
        locale: Locale::En,
        expires_at: factory::now() + TimeDelta::days(1),
    };
    messages::insert(&mut connect(db).await, &new, factory::now()).await.expect("inserted")
}

async fn pack(db: &TenantDb, id: ExportId, message: MessageId) -> PackResult {
    exports::set_packed(&mut connect(db).await, id, message, factory::now()).await.expect("a result")
}

async fn close(db: &TenantDb, patient: PatientId) {
    let mut tx = db.begin().await.expect("a transaction");
    account_deletion::close_account(&mut tx, patient, factory::now()).await.expect("closed");
    tx.commit().await.expect("committed");
}

#[tokio::test]
async fn export_is_packed_once() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let (id, key) = insert(&db, patient).await;
    let mut conn = connect(&db).await;
    let found = exports::find_to_pack(&mut conn, id, now).await.expect("a result").expect("the export");
    assert_eq!((found.patient_id, &found.object_key, found.locale), (patient, &key, Locale::En));
    let (first, second) = (message(&db, patient).await, message(&db, patient).await);
    assert_eq!(pack(&db, id, first).await, PackResult::Recorded);
    assert_eq!(pack(&db, id, second).await, PackResult::AlreadyPacked);
    assert!(exports::find_to_pack(&mut conn, id, now).await.expect("a result").is_none());
}

#[tokio::test]
async fn export_not_packed_in_time_is_gone() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let (id, _) = insert(&db, patient).await;
    let (mut conn, late) = (connect(&db).await, now + EXPORT_TIMEOUT);
    assert!(exports::find_to_pack(&mut conn, id, late).await.expect("a result").is_none());
    let message = message(&db, patient).await;
    assert_eq!(exports::set_packed(&mut conn, id, message, late).await.expect("a result"), PackResult::Gone);
}

#[tokio::test]
async fn export_of_closed_account_is_gone() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let (packed, _) = insert(&db, patient).await;
    let (waiting, _) = insert(&db, patient).await;
    let (first, second) = (message(&db, patient).await, message(&db, patient).await);
    pack(&db, packed, first).await;
    let token = TokenHash::new([1; 32]);
    assert!(exports::set_link(&mut connect(&db).await, first, &token, now).await.expect("a result"));
    close(&db, patient).await;
    assert_eq!(pack(&db, waiting, second).await, PackResult::Gone);
    let mut conn = connect(&db).await;
    assert!(!exports::set_link(&mut conn, first, &token, now).await.expect("a result"));
    assert!(exports::find_by_token(&mut conn, &token, now).await.expect("a result").is_none());
}

#[tokio::test]
async fn export_link_opens_file_until_it_expires() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let (id, key) = insert(&db, patient).await;
    let (message, token) = (message(&db, patient).await, TokenHash::new([1; 32]));
    let mut conn = connect(&db).await;
    assert!(!exports::set_link(&mut conn, message, &token, now).await.expect("a result"), "it is not packed");
    pack(&db, id, message).await;
    assert!(exports::set_link(&mut conn, message, &token, now).await.expect("a result"));
    let opened = exports::find_by_token(&mut conn, &token, now + EXPORT_LIFETIME - TimeDelta::seconds(1)).await;
    assert_eq!(opened.expect("a result"), Some(key.clone()));
    let late = now + EXPORT_LIFETIME;
    assert_eq!(exports::find_by_token(&mut conn, &token, late).await.expect("a result"), None);
    let mut other = connect(&database.other_tenant()).await;
    assert_eq!(exports::find_by_token(&mut other, &token, now).await.expect("a result"), None);
    assert_eq!(exports::list_expired(&mut conn, 9, now).await.expect("a list"), []);
    assert_eq!(exports::list_expired(&mut conn, 9, late).await.expect("a list"), [(id, key)]);
    exports::delete(&mut conn, id).await.expect("deleted");
    assert_eq!(exports::list_expired(&mut conn, 9, late).await.expect("a list"), []);
}

#[tokio::test]
async fn patient_data_contains_no_secrets() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let tci = factory::tci_with_result(&db, patient, [1; 9], now).await;
    factory::tci(&db, factory::patient(&db, "stranger").await.id, now).await;
    factory::session(&db, patient, &TokenHash::new([7; 32]), now).await;
    let mut tx = db.begin().await.expect("a transaction");
    let data = exports::collect_patient_data(&mut tx, patient).await.expect("the data");
    let names: Vec<_> = data.files.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        names,
        [
            "profile.json",
            "account.json",
            "consents.json",
            "people.json",
            "self-checks.json",
            "applications.json",
            "claims.json",
            "payments.json",
            "notifications.json"
        ]
    );
    let checks = &data.files[4].1;
    assert_eq!(checks.as_array().map(Vec::len), Some(1), "of this patient only: {checks}");
    assert_eq!(checks[0]["tciNumber"], tci.number.as_str());
    assert_eq!(checks[0]["pictures"][0]["ai"]["scores"], serde_json::json!([1, 1, 1, 1, 1, 1, 1, 1, 1]));
    assert_eq!(data.files[1].1["sessions"].as_array().map(Vec::len), Some(1));
    let keys: Vec<_> = data.pictures.iter().map(|picture| &picture.key).collect();
    assert_eq!(keys, [&tci.picture.expect("a picture").object_key]);
    let text: String = data.files.iter().map(|(_, content)| content.to_string()).collect();
    for secret in ["argon2", "assword", "ash\"", "token", "tenant", "ealed"] {
        assert!(!text.contains(secret), "{secret}");
    }
}
