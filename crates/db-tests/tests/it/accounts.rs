//! Consents, credentials and sessions of patients.

use chrono::TimeDelta;
use db::consents::{self, NewConsent, NewRecipient};
use db::idempotency::{self, Account, Call, CallState};
use db::patients::{self, Credentials};
use db::{TenantDb, account_deletion, sessions};
use domain::{ConsentKind, LoginUserId, PatientId, Recipient, StaffId, TokenHash};
use testing::{Database, factory};

use crate::support::connect;

fn consent(patient: PatientId, recipient: Recipient, name: &str) -> NewConsent {
    NewConsent {
        patient_id: patient,
        kind: ConsentKind::Provide,
        recipient: Some(NewRecipient { recipient, name: name.to_owned() }),
        version: factory::now().date_naive(),
        client_address: None,
    }
}

async fn has_consents(db: &TenantDb, patient: PatientId, recipients: &[Recipient]) -> bool {
    consents::lock(&mut db.begin().await.expect("a transaction"), patient, recipients).await.expect("a result")
}

async fn credentials(db: &TenantDb) -> Credentials {
    let login = LoginUserId::parse("demo1").expect("a name");
    patients::find_credentials(&mut connect(db).await, &login).await.expect("a result").expect("the account")
}

async fn is_unchanged(db: &TenantDb, checked: &Credentials) -> bool {
    let mut tx = db.begin().await.expect("a transaction");
    patients::lock_credentials(&mut tx, checked).await.expect("a result")
}

#[tokio::test]
async fn consent_counts_for_its_recipient_only() {
    let database = Database::create().await;
    let (patient, now) = (database.first.patient, factory::now());
    let mut conn = connect(&database.tenant()).await;
    let clinic = |id: i64| Recipient::Clinic(id.into());
    let insurer = Recipient::Insurer(1.into());
    // two clinics with the same name, and an insurer with a clinic's id
    for (recipient, name) in [(clinic(1), "하늘치과"), (clinic(2), "하늘치과"), (insurer, "삼성화재")] {
        assert!(consents::insert(&mut conn, &consent(patient, recipient, name), now).await.expect("inserted"));
    }
    let renamed = consent(patient, clinic(1), "새하늘치과");
    assert!(!consents::insert(&mut conn, &renamed, now).await.expect("a result"), "a rename is no other recipient");
    let withdrawn = consents::withdraw(&mut conn, patient, ConsentKind::Provide, Some(clinic(1)), now).await;
    assert!(withdrawn.expect("a result"));
    let db = database.tenant();
    assert!(!has_consents(&db, patient, &[clinic(2)]).await, "health is missing");
    let health = NewConsent { kind: ConsentKind::Health, recipient: None, ..consent(patient, insurer, "") };
    assert!(consents::insert(&mut conn, &health, now).await.expect("inserted"));
    for (recipients, expected) in [
        (vec![], true),
        (vec![clinic(1)], false),
        (vec![clinic(2), insurer], true),
        (vec![clinic(2), clinic(3)], false),
    ] {
        assert_eq!(has_consents(&db, patient, &recipients).await, expected, "{recipients:?}");
    }
    let without_recipient = consents::withdraw(&mut conn, patient, ConsentKind::Provide, None, now).await;
    assert!(!without_recipient.expect("a result"), "no recipient is not every recipient");
    let shown = consents::list(&mut conn, patient).await.expect("a list").remove(0).recipient.expect("a recipient");
    assert_eq!((shown.recipient, shown.name.as_str()), (Some(clinic(1)), "하늘치과"), "the shown name stays");
    assert!(!has_consents(&database.other_tenant(), patient, &[insurer]).await);
    let mut tx = db.begin().await.expect("a transaction");
    sqlx::query("update patients set left_at = now()").execute(tx.connection()).await.expect("closed");
    tx.commit().await.expect("committed");
    assert!(!has_consents(&db, patient, &[insurer]).await, "the account is closed");
}

#[tokio::test]
async fn credentials_with_new_password_fail_lock() {
    let database = Database::create().await;
    let db = database.tenant();
    let checked = credentials(&db).await;
    assert!(is_unchanged(&db, &checked).await);
    sqlx::query("update patients set password_hash = 'new' where id = $1")
        .bind(checked.patient.id.get())
        .execute(connect(&db).await.connection())
        .await
        .expect("updated");
    assert!(!is_unchanged(&db, &checked).await);
}

#[tokio::test]
async fn credentials_of_closed_account_fail_lock() {
    let database = Database::create().await;
    let (db, session, now) = (database.tenant(), TokenHash::new([1; 32]), factory::now());
    let checked = credentials(&db).await;
    factory::session(&db, checked.patient.id, &session, now).await;
    let mut tx = db.begin().await.expect("a transaction");
    assert!(account_deletion::close_account(&mut tx, checked.patient.id, now).await.expect("closed").is_some());
    tx.commit().await.expect("committed");
    assert!(!is_unchanged(&db, &checked).await);
    let login = &checked.patient.login_user_id;
    assert!(patients::find_credentials(&mut connect(&db).await, login).await.expect("a result").is_none());
    assert!(sessions::find_patient(&db, &session, now).await.expect("a result").is_none());
    let name_exists = patients::exists_login_user_id(&mut connect(&db).await, login).await.expect("a result");
    assert!(name_exists, "the name stays taken until it is erased");
}

#[tokio::test]
async fn revoke_all_ends_sessions_of_one_patient() {
    let database = Database::create().await;
    let (db, now) = (database.tenant(), factory::now());
    let stranger = factory::patient(&db, "stranger").await.id;
    for (number, patient) in [(1, database.first.patient), (2, database.first.patient), (3, stranger)] {
        factory::session(&db, patient, &TokenHash::new([number; 32]), now).await;
    }
    let mut conn = connect(&db).await;
    assert_eq!(sessions::revoke_all(&mut conn, database.first.patient, now).await.expect("revoked"), 2);
    assert_eq!(sessions::revoke_all(&mut conn, database.first.patient, now).await.expect("revoked"), 0);
    for (number, valid) in [(1, false), (2, false), (3, true)] {
        let found = sessions::find_patient(&db, &TokenHash::new([number; 32]), now).await.expect("a result");
        assert_eq!(found.is_some(), valid, "{number}");
    }
}

#[tokio::test]
async fn idempotency_keys_of_staff_and_patient_differ() {
    let database = Database::create().await;
    let (mut conn, now) = (connect(&database.tenant()).await, factory::now());
    let patient = database.first.patient;
    let accounts = [Account::Nobody, patient.into(), StaffId::new(patient.get()).into()];
    for account in accounts {
        let call = Call { account, operation: "POST /x", key: "same", request_hash: &[1; 32] };
        assert_eq!(idempotency::begin(&mut conn, &call, now).await.expect("started"), CallState::New, "{account:?}");
    }
    let elsewhere = Call { account: accounts[1], operation: "POST /y", key: "same", request_hash: &[1; 32] };
    assert_eq!(idempotency::begin(&mut conn, &elsewhere, now).await.expect("started"), CallState::New);
}

#[tokio::test]
async fn idempotent_answer_survives_unfinished_timeout() {
    let database = Database::create().await;
    let (mut conn, now) = (connect(&database.tenant()).await, factory::now());
    let call = Call { account: Account::Nobody, operation: "POST /x", key: "k", request_hash: &[1; 32] };
    idempotency::begin(&mut conn, &call, now).await.expect("started");
    idempotency::finish(&mut conn, &call, 204, &serde_json::Value::Null).await.expect("finished");
    idempotency::delete(&mut conn, &call).await.expect("a finished call stays");
    let later = now + TimeDelta::hours(1);
    let repeated = idempotency::begin(&mut conn, &call, later).await.expect("started");
    assert_eq!(repeated, CallState::Repeat { status: 204, body: serde_json::Value::Null });
}
