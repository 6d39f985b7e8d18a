//! Closed accounts, and the erasure of their data.

use chrono::{DateTime, TimeDelta, Utc};
use db::consents::{self, NewConsent};
use db::identities::{self, SealedIdentity};
use db::records::{self, PurgedRecords};
use db::{TenantDb, account_deletion, patients, social};
use domain::retention::RetentionClass;
use domain::{ApplicationKind, ApplicationStatus, ConsentKind, PatientId, SocialProvider};
use testing::claims::insert_paid_claim;
use testing::{Clinic, Database, factory};

use crate::support::connect;

async fn close(db: &TenantDb, patient: PatientId, now: DateTime<Utc>) -> bool {
    let mut tx = db.begin().await.expect("a transaction");
    let closed = account_deletion::close_account(&mut tx, patient, now).await.expect("a result");
    tx.commit().await.expect("committed");
    closed
}

async fn due(db: &TenantDb, class: RetentionClass, now: DateTime<Utc>) -> Vec<PatientId> {
    account_deletion::list_due(&mut connect(db).await, class, 10, now).await.expect("a list")
}

#[tokio::test]
async fn account_is_closed_once() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    assert!(!close(&database.other_tenant(), patient, now).await, "another tenant's");
    assert!(close(&db, patient, now).await);
    assert!(!close(&db, patient, now + TimeDelta::days(1)).await);
    assert_eq!(due(&db, RetentionClass::Service, now + RetentionClass::Service.period()).await, [patient]);
}

#[tokio::test]
async fn closed_account_frees_person_for_new_sign_up() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let person = SealedIdentity { ci_sealed: vec![1], key_id: 1, ci_hash: [1; 32] };
    let mut conn = connect(&db).await;
    identities::set_identity(&mut conn, patient, &person).await.expect("set");
    social::link(&mut conn, patient, SocialProvider::Kakao, "42", now).await.expect("linked");
    close(&db, patient, now).await;
    assert!(!identities::exists_patient(&mut conn, &person.ci_hash).await.expect("a result"));
    let second = factory::patient(&db, "second01").await.id;
    identities::set_identity(&mut conn, second, &person).await.expect("the identity is free");
    social::link(&mut conn, second, SocialProvider::Kakao, "42", now).await.expect("the social account is free");
}

#[tokio::test]
async fn closed_account_ends_what_is_open() {
    let clinic = Clinic::new().await;
    let (patient, now) = (clinic.database.first.patient, factory::now());
    let consent = NewConsent {
        patient_id: patient,
        kind: ConsentKind::Training,
        recipient: None,
        version: now.date_naive(),
        client_address: None,
    };
    consents::insert(&mut connect(&clinic.db).await, &consent, now).await.expect("inserted");
    let institution = clinic.database.first.institutions[0];
    let mut conn = connect(&clinic.db).await;
    db::favorite_clinics::insert(&mut conn, patient, institution, now).await.expect("marked");
    let waiting = clinic.application(ApplicationKind::Application, now).await;
    let complete = clinic.application_with_status(ApplicationStatus::Complete).await;
    close(&clinic.db, patient, now).await;
    assert!(!consents::exists(&mut conn, patient, ConsentKind::Training).await.expect("a result"));
    assert!(db::favorite_clinics::list(&mut conn, patient).await.expect("a list").is_empty());
    for (id, status) in [(waiting, ApplicationStatus::Canceled), (complete, ApplicationStatus::Complete)] {
        let found = db::applications::find_at(&mut conn, institution, id).await.expect("a result");
        assert_eq!(found.expect("the application").status, status);
    }
}

#[tokio::test]
async fn erasure_is_due_after_each_period() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    close(&db, patient, now).await;
    let (service, sign_up) = (now + RetentionClass::Service.period(), now + RetentionClass::SignUp.period());
    let second = TimeDelta::seconds(1);
    assert!(due(&db, RetentionClass::Service, service - second).await.is_empty());
    assert_eq!(due(&db, RetentionClass::Service, service).await, [patient]);
    assert!(due(&db, RetentionClass::SignUp, sign_up).await.is_empty(), "the service's data first");
    let mut tx = db.begin().await.expect("a transaction");
    account_deletion::erase_service(&mut tx, patient, service).await.expect("erased");
    tx.commit().await.expect("committed");
    assert!(due(&db, RetentionClass::Service, sign_up).await.is_empty(), "once");
    assert!(due(&db, RetentionClass::SignUp, sign_up - second).await.is_empty());
    assert_eq!(due(&db, RetentionClass::SignUp, sign_up).await, [patient]);
}

#[tokio::test]
async fn erased_service_leaves_no_pictures() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let tci = factory::tci_with_result(&db, patient, [1; 9], now).await;
    let unused = factory::upload(&db, patient, now).await;
    let stranger = factory::patient(&db, "stranger").await.id;
    let kept = factory::tci(&db, stranger, now).await;
    let mut objects = account_deletion::list_objects(&mut connect(&db).await, patient).await.expect("a list");
    objects.sort_by(|a, b| a.as_str().cmp(b.as_str()));
    let mut expected = [tci.picture.expect("a picture").object_key, unused];
    expected.sort_by(|a, b| a.as_str().cmp(b.as_str()));
    assert_eq!(objects, expected);
    close(&db, patient, now).await;
    let mut tx = db.begin().await.expect("a transaction");
    account_deletion::erase_service(&mut tx, patient, now + TimeDelta::days(30)).await.expect("erased");
    tx.commit().await.expect("committed");
    let mut conn = connect(&db).await;
    assert!(account_deletion::list_objects(&mut conn, patient).await.expect("a list").is_empty());
    assert!(db::tcis::list_own(&mut conn, patient, None, None, 9).await.expect("a list").is_empty());
    assert!(db::tcis::find_own(&mut conn, stranger, kept.id).await.expect("a result").is_some());
}

#[tokio::test]
async fn erased_person_frees_sign_in_name() {
    let database = Database::create().await;
    let (db, patient, now) = (database.tenant(), database.first.patient, factory::now());
    let found = patients::find(&mut connect(&db).await, patient).await.expect("a result").expect("the patient");
    let erase = async |at| {
        let mut tx = db.begin().await.expect("a transaction");
        account_deletion::erase_person(&mut tx, patient, at).await.expect("a result");
        tx.commit().await.expect("committed");
        patients::exists_login_user_id(&mut connect(&db).await, &found.login_user_id).await.expect("a result")
    };
    assert!(erase(now).await, "an open account is not erased");
    close(&db, patient, now).await;
    assert!(erase(now).await, "the service's data goes first");
    let mut tx = db.begin().await.expect("a transaction");
    account_deletion::erase_service(&mut tx, patient, now).await.expect("erased");
    tx.commit().await.expect("committed");
    assert!(!erase(now).await, "the name is free");
    let erased = patients::find(&mut connect(&db).await, patient).await.expect("a result").expect("the row stays");
    assert_eq!((erased.name.as_str(), erased.email, erased.birth, erased.gender), ("-", None, None, None));
    factory::patient(&db, found.login_user_id.as_str()).await;
}

#[tokio::test]
async fn purge_keeps_records_changed_since() {
    let database = Database::create().await;
    let db = database.tenant();
    insert_paid_claim(&mut database.superuser().await, database.first.claimant()).await;
    let purge = async |before| {
        let mut tx = db.begin().await.expect("a transaction");
        let purged = records::purge_records(&mut tx, before, 10, factory::now()).await.expect("purged");
        tx.commit().await.expect("committed");
        purged
    };
    assert!(purge(factory::now() - TimeDelta::days(365)).await.is_empty());
    let purged = purge(factory::always().end).await;
    assert_eq!(purged, PurgedRecords { claims: 1, orders: 1, ..PurgedRecords::default() });
    assert!(purge(factory::always().end).await.is_empty(), "once");
}
