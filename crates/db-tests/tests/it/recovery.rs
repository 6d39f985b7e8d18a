//! Recovery of accounts.

use chrono::{DateTime, TimeDelta, Utc};
use db::messages::{self, NewMessage};
use db::{TenantDb, account_deletion, patients, recovery, sessions};
use domain::message::RESET_LIFETIME;
use domain::{
    Channel, Contact, Email, Locale, LoginUserId, MessageId, MessageKind, PasswordHash, PatientId, Phone, TokenHash,
};
use testing::{Database, factory};

use crate::support::connect;

fn email(address: &str) -> Contact {
    Contact::Email(Email::parse(address).expect("an address"))
}

fn login(name: &str) -> LoginUserId {
    LoginUserId::parse(name).expect("a name")
}

/// Inserts a message with a reset link.
async fn send_link(db: &TenantDb, patient: PatientId, token: u8) -> MessageId {
    let now = factory::now();
    let new = NewMessage {
        patient_id: patient,
        kind: MessageKind::PasswordReset,
        channel: Channel::Mail,
        locale: Locale::Ko,
        expires_at: now + TimeDelta::minutes(30),
    };
    let mut conn = connect(db).await;
    let message = messages::insert(&mut conn, &new, now).await.expect("inserted");
    recovery::upsert_reset(&mut conn, patient, message, &TokenHash::new([token; 32]), now).await.expect("inserted");
    message
}

async fn is_valid(db: &TenantDb, token: u8, now: DateTime<Utc>) -> bool {
    recovery::exists_reset(&mut connect(db).await, &TokenHash::new([token; 32]), now).await.expect("a result")
}

async fn reset(db: &TenantDb, token: u8, password: &str) -> Option<LoginUserId> {
    let mut tx = db.begin().await.expect("a transaction");
    let password = PasswordHash::new(password.to_owned());
    let token = TokenHash::new([token; 32]);
    let name = recovery::reset_password(&mut tx, &token, &password, factory::now()).await.expect("a result");
    if name.is_some() {
        tx.commit().await.expect("committed");
    }
    name
}

#[tokio::test]
async fn contact_lists_its_accounts_newest_first() {
    let database = Database::create().await;
    let db = database.tenant();
    let second = factory::patient(&db, "second01").await;
    let mut conn = connect(&db).await;
    let phone = Contact::Phone(Phone::parse("01012345678").expect("a number"));
    let ids = async |conn: &mut db::TenantConn, contact: &Contact| {
        let found = recovery::list_by_contact(conn, contact).await.expect("a list");
        found.iter().map(|patient| patient.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(&mut conn, &phone).await, [second.id, database.first.patient]);
    assert_eq!(ids(&mut conn, &email("SECOND01@Example.com")).await, [second.id], "in any case");
    let mut tx = db.begin().await.expect("a transaction");
    account_deletion::close_account(&mut tx, second.id, factory::now()).await.expect("closed");
    tx.commit().await.expect("committed");
    assert_eq!(ids(&mut conn, &phone).await, [database.first.patient], "without closed accounts");
    assert_eq!(ids(&mut conn, &email("nobody@example.com")).await, []);
}

#[tokio::test]
async fn account_is_found_by_name_and_contact_together() {
    let database = Database::create().await;
    factory::patient(&database.tenant(), "second01").await;
    let mut conn = connect(&database.tenant()).await;
    for (name, address, found) in [
        ("Demo1", "demo1@example.com", true),
        ("demo1", "second01@example.com", false),
        ("nobody1", "demo1@example.com", false),
    ] {
        let id = recovery::find_account(&mut conn, &login(name), &email(address)).await.expect("a result");
        assert_eq!(id, found.then_some(database.first.patient), "{name} {address}");
    }
}

#[tokio::test]
async fn reset_link_expires() {
    let database = Database::create().await;
    let (db, now) = (database.tenant(), factory::now());
    send_link(&db, database.first.patient, 1).await;
    assert!(is_valid(&db, 1, now + RESET_LIFETIME - TimeDelta::seconds(1)).await);
    assert!(!is_valid(&db, 1, now + RESET_LIFETIME).await);
    assert!(!is_valid(&database.other_tenant(), 1, now).await, "another tenant's");
}

#[tokio::test]
async fn resent_message_replaces_reset_link() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let message = send_link(&db, patient, 1).await;
    let token = TokenHash::new([2; 32]);
    recovery::upsert_reset(&mut connect(&db).await, patient, message, &token, now).await.expect("replaced");
    assert_eq!((is_valid(&db, 1, now).await, is_valid(&db, 2, now).await), (false, true));
}

#[tokio::test]
async fn reset_password_revokes_sessions_and_links() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let session = TokenHash::new([9; 32]);
    factory::session(&db, patient, &session, now).await;
    send_link(&db, patient, 1).await;
    send_link(&db, patient, 2).await;
    assert_eq!(reset(&db, 1, "new").await, Some(login("demo1")));
    let found = patients::find_credentials(&mut connect(&db).await, &login("demo1")).await.expect("a result");
    assert_eq!(found.expect("the account").password_hash.as_str(), "new");
    assert!(sessions::find_patient(&db, &session, now).await.expect("a result").is_none());
    assert!(!is_valid(&db, 2, now).await, "the other link");
    assert_eq!(reset(&db, 1, "again").await, None, "a link works once");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reset_link_used_concurrently_has_one_winner() {
    let database = Database::create().await;
    let db = database.tenant();
    send_link(&db, database.first.patient, 1).await;
    let tasks: Vec<_> = (0..4)
        .map(|number| {
            let db = db.clone();
            tokio::spawn(async move { reset(&db, 1, &format!("password{number}")).await })
        })
        .collect();
    let mut winners = 0;
    for task in tasks {
        winners += usize::from(task.await.expect("no panic").is_some());
    }
    assert_eq!(winners, 1);
}
