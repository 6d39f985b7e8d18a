//! Patients' changes of their own data, and the links that confirm e-mail addresses.

use chrono::TimeDelta;
use db::messages::{self, NewMessage};
use db::profile::{self, NewChange};
use db::{TenantDb, account_deletion, patients};
use domain::{
    ChangeProof, Channel, Email, Locale, MessageId, MessageKind, Name, PatientId, Phone, PostalAddress, ProfileField,
    TokenHash,
};
use testing::{Database, factory};

use crate::support::connect;

fn email(text: &str) -> Email {
    Email::parse(text).expect("an address")
}

async fn insert_message(db: &TenantDb, patient: PatientId) -> MessageId {
    let new = NewMessage {
        patient_id: patient,
        kind: MessageKind::ConfirmEmail,
        channel: Channel::Mail,
        locale: Locale::Ko,
        expires_at: factory::now() + TimeDelta::hours(24),
    };
    messages::insert(&mut connect(db).await, &new, factory::now()).await.expect("inserted")
}

/// Requests the confirmation of an address. Returns the message with the link.
async fn insert_confirmation(db: &TenantDb, patient: PatientId, address: &str) -> MessageId {
    let message = insert_message(db, patient).await;
    let mut tx = db.begin().await.expect("a transaction");
    profile::insert_confirmation(&mut tx, patient, message, &email(address), factory::now()).await.expect("inserted");
    tx.commit().await.expect("committed");
    message
}

async fn consume(db: &TenantDb, token: &TokenHash, minutes: i64) -> Option<(PatientId, Email)> {
    let mut tx = db.begin().await.expect("a transaction");
    let now = factory::now() + TimeDelta::minutes(minutes);
    let found = profile::consume_confirmation(&mut tx, token, now).await.expect("a result");
    tx.commit().await.expect("committed");
    found
}

#[tokio::test]
async fn address_is_replaced_as_a_whole() {
    let database = Database::create().await;
    let (db, patient) = (database.tenant(), database.first.patient);
    let found = profile::find_address(&mut connect(&db).await, patient).await.expect("an address");
    assert_eq!(found.to_masked(), "서울특별시 종로구 ***");
    let moved =
        PostalAddress { address: Some("부산광역시 해운대구 3".to_owned()), ..PostalAddress::default() };
    let mut tx = db.begin().await.expect("a transaction");
    profile::set_address(&mut tx, patient, &moved).await.expect("set");
    tx.commit().await.expect("committed");
    let found = profile::find_address(&mut connect(&db).await, patient).await.expect("an address");
    assert!(found == moved, "no postcode of the former one is left");
    let other = profile::find_address(&mut connect(&database.other_tenant()).await, patient).await.expect("none");
    assert!(other == PostalAddress::default(), "another tenant's");
}

#[tokio::test]
async fn new_contact_ends_recovery_links() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    for change_email in [false, true] {
        let token = TokenHash::new([u8::from(change_email); 32]);
        let message = insert_message(&db, patient).await;
        db::recovery::upsert_reset(&mut connect(&db).await, patient, message, &token, now).await.expect("a link");
        let found = db::recovery::find_reset_owner(&mut connect(&db).await, &token, now).await.expect("a result");
        assert!(found.is_some());
        let mut tx = db.begin().await.expect("a transaction");
        if change_email {
            profile::set_email(&mut tx, patient, None, now).await.expect("set");
        } else {
            let phone = Phone::parse("01099990000").expect("a number");
            profile::set_phone(&mut tx, patient, &phone, now).await.expect("set");
        }
        tx.commit().await.expect("committed");
        let found = db::recovery::find_reset_owner(&mut connect(&db).await, &token, now).await.expect("a result");
        assert!(found.is_none(), "it may have gone to the former contact");
    }
    let patient = patients::find(&mut connect(&db).await, patient).await.expect("a result").expect("the patient");
    assert_eq!((patient.phone_number.as_str(), patient.email), ("01099990000", None));
}

#[tokio::test]
async fn closed_account_keeps_no_changed_name() {
    let database = Database::create().await;
    let (db, patient) = (database.tenant(), database.first.patient);
    let mut tx = db.begin().await.expect("a transaction");
    account_deletion::close_account(&mut tx, patient, factory::now()).await.expect("closed");
    profile::set_name(&mut tx, patient, &Name::parse("홍길순").expect("a name")).await.expect("no row");
    tx.commit().await.expect("committed");
    let count: i64 = sqlx::query_scalar("select count(*) from patients where name = '홍길순'")
        .fetch_one(&mut database.superuser().await)
        .await
        .expect("a count");
    assert_eq!(count, 0);
}

#[tokio::test]
async fn changes_are_listed_newest_first() {
    let database = Database::create().await;
    let (db, patient) = (database.tenant(), database.first.patient);
    let changes = [
        (ProfileField::Name, ChangeProof::Identity, "홍**"),
        (ProfileField::PhoneNumber, ChangeProof::Code, "010-****-5678"),
        (ProfileField::Email, ChangeProof::Link, ""),
        (ProfileField::Address, ChangeProof::Session, "서울특별시 종로구 ***"),
        (ProfileField::Name, ChangeProof::Clinic, "홍**"),
    ];
    for (minutes, (field, proof, old_value)) in (0..).zip(changes) {
        let new = NewChange {
            patient_id: patient,
            field,
            proof,
            old_value: old_value.to_owned(),
            client_address: Some(std::net::Ipv4Addr::LOCALHOST.into()),
        };
        let mut tx = db.begin().await.expect("a transaction");
        profile::insert_change(&mut tx, &new, factory::now() + TimeDelta::minutes(minutes)).await.expect("inserted");
        tx.commit().await.expect("committed");
    }
    let listed = profile::list_changes(&mut connect(&db).await, patient).await.expect("a list");
    let listed: Vec<_> = listed.iter().rev().map(|one| (one.field, one.proof, one.old_value.as_str())).collect();
    assert_eq!(listed, changes);
    let stranger = factory::patient(&db, "stranger").await.id;
    assert!(profile::list_changes(&mut connect(&db).await, stranger).await.expect("a list").is_empty());
}

#[tokio::test]
async fn list_ends_after_fifty_changes() {
    let database = Database::create().await;
    let (db, patient) = (database.tenant(), database.first.patient);
    let mut tx = db.begin().await.expect("a transaction");
    for number in 0..51 {
        let new = NewChange {
            patient_id: patient,
            field: ProfileField::Name,
            proof: ChangeProof::Identity,
            old_value: number.to_string(),
            client_address: None,
        };
        profile::insert_change(&mut tx, &new, factory::now()).await.expect("inserted");
    }
    tx.commit().await.expect("committed");
    let listed = profile::list_changes(&mut connect(&db).await, patient).await.expect("a list");
    assert_eq!((listed.len(), listed[0].old_value.as_str(), listed[49].old_value.as_str()), (50, "50", "1"));
}

#[tokio::test]
async fn link_confirms_its_address_once() {
    let database = Database::create().await;
    let (db, patient, token) = (database.tenant(), database.first.patient, TokenHash::new([1; 32]));
    let message = insert_confirmation(&db, patient, "new@example.com").await;
    let mut conn = connect(&db).await;
    let waiting = profile::find_unconfirmed_email(&mut conn, patient, factory::now()).await.expect("a result");
    assert_eq!(waiting, Some(email("new@example.com")));
    assert!(profile::set_confirmation_link(&mut conn, message, &token, factory::now()).await.expect("a result"));
    let (one, two) = tokio::join!(consume(&db, &token, 1), consume(&db, &token, 1));
    let confirmed: Vec<_> = [one, two].into_iter().flatten().collect();
    assert_eq!(confirmed, [(patient, email("new@example.com"))], "of two clicks at once one counts");
    let waiting = profile::find_unconfirmed_email(&mut conn, patient, factory::now()).await.expect("a result");
    assert_eq!(waiting, None);
    let again = profile::set_confirmation_link(&mut conn, message, &token, factory::now()).await.expect("a result");
    assert!(!again, "there is nothing to confirm any more");
}

#[tokio::test]
async fn confirmation_link_ends() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let link = async |address: &str, number: u8| {
        let (message, token) = (insert_confirmation(&db, patient, address).await, TokenHash::new([number; 32]));
        let is_set = profile::set_confirmation_link(&mut connect(&db).await, message, &token, now).await;
        assert!(is_set.expect("a result"));
        token
    };
    let expired = link("late@example.com", 1).await;
    assert_eq!(consume(&db, &expired, 24 * 60).await, None, "after a day");
    let replaced = link("first@example.com", 2).await;
    let newest = link("second@example.com", 3).await;
    assert_eq!(consume(&db, &replaced, 1).await, None, "by a later one");
    assert_eq!(consume(&database.other_tenant(), &newest, 1).await, None, "another tenant's");
    let mut tx = db.begin().await.expect("a transaction");
    account_deletion::close_account(&mut tx, patient, now).await.expect("closed");
    tx.commit().await.expect("committed");
    assert_eq!(consume(&db, &newest, 1).await, None, "with the account");
}
