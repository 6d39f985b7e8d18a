//! Accounts, sessions, consents and repeated calls.

use chrono::TimeDelta;
use db::consents::NewConsent;
use db::idempotency::{Account, Call, CallState};
use db::patients::InsertError;
use db::{consents, idempotency, maintenance, patients, sessions};
use domain::{ConsentKind, LoginUserId, TokenHash};
use testing::{Database, factory};

use crate::support::wait_for_a_lock;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sign_up_with_same_name_has_one_winner() {
    let database = Database::create().await;
    let tasks: Vec<_> = ["Racer01", "racer01", "RACER01", "racer01"]
        .map(|login| {
            let db = database.tenant();
            tokio::spawn(async move {
                let mut conn = db.acquire().await.expect("a connection");
                patients::insert(&mut conn, &factory::new_patient(login), factory::now()).await
            })
        })
        .into();
    let mut won = 0;
    for task in tasks {
        match task.await.expect("the task ends") {
            Ok(_) => won += 1,
            Err(error) => assert!(matches!(error, InsertError::LoginUserIdTaken), "{error:?}"),
        }
    }
    assert_eq!(won, 1);
    // another tenant has separate sign-in names
    factory::patient(&database.other_tenant(), "racer01").await;
}

#[tokio::test]
async fn patient_is_found_by_name_in_any_case() {
    let database = Database::create().await;
    let mut conn = database.tenant().acquire().await.expect("a connection");
    let login = LoginUserId::parse("DeMo1").expect("a name");
    assert!(patients::exists_login_user_id(&mut conn, &login).await.expect("a result"));
    let found = patients::find_credentials(&mut conn, &login).await.expect("a result").expect("the patient");
    assert_eq!(found.patient.id, database.first.patient);
    assert_eq!(found.patient.birth.expect("a date").to_string(), "1990.03.15");
    assert_eq!(patients::find(&mut conn, found.patient.id).await.expect("a result"), Some(found.patient));
    let free = LoginUserId::parse("nobody").expect("a name");
    assert!(!patients::exists_login_user_id(&mut conn, &free).await.expect("a result"));
    assert!(patients::find_credentials(&mut conn, &free).await.expect("a result").is_none());
}

#[tokio::test]
async fn session_is_valid_until_expired_or_revoked() {
    let database = Database::create().await;
    let (db, now, token) = (database.tenant(), factory::now(), TokenHash::new([1; 32]));
    factory::session(&db, database.first.patient, &token, now).await;
    let mut conn = db.acquire().await.expect("a connection");
    let found = sessions::find_patient(&db, &token, now).await.expect("a result").expect("the session");
    assert_eq!(found.patient.id, database.first.patient);
    let late = now + TimeDelta::days(1);
    assert!(sessions::find_patient(&db, &token, late).await.expect("a result").is_none(), "it has ended");
    let other = database.other_tenant();
    assert!(sessions::find_patient(&other, &token, now).await.expect("a result").is_none(), "another tenant's");
    assert!(sessions::revoke(&mut conn, database.first.patient, found.session_id, now).await.expect("a result"));
    assert!(
        !sessions::revoke(&mut conn, database.first.patient, found.session_id, now).await.expect("a result"),
        "only once"
    );
    assert!(sessions::find_patient(&db, &token, now).await.expect("a result").is_none(), "it was revoked");
    let swept = maintenance::delete_expired(&mut conn, now + TimeDelta::days(80)).await.expect("a sweep");
    assert_eq!(swept.sessions, 0, "a visit log for three months");
    let swept = maintenance::delete_expired(&mut conn, now + TimeDelta::days(100)).await.expect("a sweep");
    assert_eq!(swept.sessions, 1);
}

#[tokio::test]
async fn sessions_in_one_batch_are_not_mixed_up() {
    let database = Database::create().await;
    let (db, now) = (database.tenant(), factory::now());
    let token = |number: u8| TokenHash::new([number; 32]);
    let second = factory::patient(&db, "second01").await.id;
    factory::session(&db, database.first.patient, &token(1), now).await;
    factory::session(&db, second, &token(2), now).await;
    let lookups = (0..60_u8).map(|number| {
        let db = db.clone();
        tokio::spawn(async move { sessions::find_patient(&db, &token(number % 3), now).await })
    });
    for (number, result) in lookups.collect::<Vec<_>>().into_iter().enumerate() {
        let found = result.await.expect("no panic").expect("a result").map(|found| found.patient.id);
        assert_eq!(found, [None, Some(database.first.patient), Some(second)][number % 3]);
    }
}

#[tokio::test]
async fn consent_history_is_kept() {
    let database = Database::create().await;
    let mut conn = database.tenant().acquire().await.expect("a connection");
    let (patient, now) = (database.first.patient, factory::now());
    let health = NewConsent {
        patient_id: patient,
        kind: ConsentKind::Health,
        recipient: None,
        version: now.date_naive(),
        client_address: Some("2001:db8::1".parse().expect("an address")),
    };
    assert!(consents::insert(&mut conn, &health, now).await.expect("given"));
    assert!(!consents::insert(&mut conn, &health, now).await.expect("given"), "it stands already");
    assert!(consents::exists(&mut conn, patient, ConsentKind::Health).await.expect("a result"));
    assert!(consents::withdraw(&mut conn, patient, ConsentKind::Health, None, now).await.expect("withdrawn"));
    assert!(!consents::withdraw(&mut conn, patient, ConsentKind::Health, None, now).await.expect("withdrawn"));
    assert!(!consents::exists(&mut conn, patient, ConsentKind::Health).await.expect("a result"));
    assert!(consents::insert(&mut conn, &health, now).await.expect("given again"));
    let history = consents::list(&mut conn, patient).await.expect("a list");
    assert_eq!(history.iter().map(|c| c.withdrawn_at.is_some()).collect::<Vec<_>>(), [true, false]);
}

#[tokio::test]
async fn idempotent_call_runs_once_per_key() {
    let database = Database::create().await;
    let (db, now) = (database.tenant(), factory::now());
    let call = Call {
        account: database.first.patient.into(),
        operation: "POST /patients/tcis/self-check",
        key: "k1",
        request_hash: &[1; 32],
    };
    let body = serde_json::json!({"tci": {"id": 1}});
    let mut tx = db.begin().await.expect("a transaction");
    assert_eq!(idempotency::begin(&mut tx, &call, now).await.expect("started"), CallState::New);
    // a concurrent call waits for the first to commit
    let second = tokio::spawn({
        let db = db.clone();
        let account = call.account;
        async move {
            let call = Call { account, operation: "POST /patients/tcis/self-check", key: "k1", request_hash: &[1; 32] };
            let mut tx = db.begin().await.expect("a transaction");
            idempotency::begin(&mut tx, &call, factory::now()).await.expect("started")
        }
    });
    wait_for_a_lock(&database).await;
    idempotency::finish(&mut tx, &call, 201, &body).await.expect("finished");
    tx.commit().await.expect("committed");
    assert_eq!(second.await.expect("the task ends"), CallState::Repeat { status: 201, body: body.clone() });

    let mut conn = db.acquire().await.expect("a connection");
    let other_body = Call { request_hash: &[2; 32], ..call };
    assert_eq!(idempotency::begin(&mut conn, &other_body, now).await.expect("started"), CallState::Mismatch);
    let signed_out = Call { account: Account::Nobody, ..call };
    assert_eq!(idempotency::begin(&mut conn, &signed_out, now).await.expect("started"), CallState::New);
    assert_eq!(idempotency::begin(&mut conn, &signed_out, now).await.expect("started"), CallState::InProgress);
    let later = now + TimeDelta::minutes(2);
    assert_eq!(idempotency::begin(&mut conn, &signed_out, later).await.expect("started"), CallState::New, "given up");
    idempotency::delete(&mut conn, &signed_out).await.expect("forgotten");
    assert_eq!(idempotency::begin(&mut conn, &signed_out, later).await.expect("started"), CallState::New);

    let mut tx = db.begin().await.expect("a transaction");
    let undone = Call { key: "k2", ..call };
    assert_eq!(idempotency::begin(&mut tx, &undone, now).await.expect("started"), CallState::New);
    drop(tx);
    assert_eq!(
        idempotency::begin(&mut conn, &undone, now).await.expect("started"),
        CallState::New,
        "the first was undone"
    );
}
