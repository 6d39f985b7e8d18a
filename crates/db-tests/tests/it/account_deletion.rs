//! Closed accounts, and the erasure of their data.

use chrono::{DateTime, TimeDelta, Utc};
use db::consents::{self, NewConsent};
use db::identities::{self, SealedIdentity};
use db::orders::{self, Settled};
use db::records::{self, PurgedRecords};
use db::{TenantDb, account_deletion, patients, social};
use domain::retention::RetentionClass;
use domain::{
    ApplicationKind, ApplicationStatus, ConsentKind, Krw, OrderId, OrderStatus, PatientId, ProviderStatus,
    SocialProvider,
};
use testing::claims::insert_paid_claim;
use testing::{Clinic, Database, factory};

use crate::support::{AMOUNT, OrderFixture, connect, provider_payment, wait_for_a_lock};

async fn close(db: &TenantDb, patient: PatientId, now: DateTime<Utc>) -> bool {
    let mut tx = db.begin().await.expect("a transaction");
    let closed = account_deletion::close_account(&mut tx, patient, now).await.expect("a result");
    tx.commit().await.expect("committed");
    closed.is_some()
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
    // of a change of name at the same time
    identities::set_identity(&mut conn, patient, &person).await.expect("nothing is changed");
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

/// Inserts an order whose payer agreed and whose payment is not settled yet.
async fn confirming_order(fixture: &OrderFixture, oid: &str) -> OrderId {
    let order = fixture.order(oid, None).await;
    let mut tx = fixture.db.begin().await.expect("a transaction");
    orders::set_confirming(&mut tx, order, "key", None, factory::now()).await.expect("confirming");
    tx.commit().await.expect("committed");
    order
}

async fn count_claims(fixture: &OrderFixture) -> (i64, i64) {
    sqlx::query_as("select (select count(*) from claims where status <> -1), (select count(*) from claim_drafts)")
        .fetch_one(&mut fixture.database.superuser().await)
        .await
        .expect("counts")
}

#[tokio::test]
async fn payment_settled_after_leaving_is_refunded() {
    let fixture = OrderFixture::new().await;
    let order = confirming_order(&fixture, "clm_late-1").await;
    close(&fixture.db, fixture.patient, factory::now()).await;
    assert_eq!(count_claims(&fixture).await, (0, 0), "the draft of an order that may be paid is deleted too");
    let settled = fixture.settle(order, Some(&provider_payment("clm_late-1", ProviderStatus::Done))).await;
    assert_eq!(settled, Settled::Refund(Krw::new(AMOUNT)));
    assert_eq!(fixture.status(order).await, OrderStatus::Refunding);
    assert_eq!(count_claims(&fixture).await, (0, 0));
}

/// A draft that was kept anyway, as by a program of an earlier version, makes no claim.
#[tokio::test]
async fn draft_of_closed_account_makes_no_claim() {
    let fixture = OrderFixture::new().await;
    let order = confirming_order(&fixture, "clm_kept-1").await;
    sqlx::raw_sql("update patients set left_at = now()")
        .execute(&mut fixture.database.superuser().await)
        .await
        .expect("closed");
    let settled = fixture.settle(order, Some(&provider_payment("clm_kept-1", ProviderStatus::Done))).await;
    assert_eq!(settled, Settled::Refund(Krw::new(AMOUNT)));
    assert_eq!(count_claims(&fixture).await.0, 0);
}

#[tokio::test]
async fn leaving_during_settlement_cancels_the_claim() {
    let fixture = OrderFixture::new().await;
    let order = confirming_order(&fixture, "clm_race-1").await;
    let mut settling = fixture.db.begin().await.expect("a transaction");
    let paid = provider_payment("clm_race-1", ProviderStatus::Done);
    let settled = orders::settle(&mut settling, order, Some(&paid), factory::now()).await.expect("a result");
    assert!(matches!(settled, Some(Settled::Paid(_))), "{settled:?}");
    let leave = async {
        let mut tx = fixture.db.begin().await.expect("a transaction");
        let refunds = account_deletion::close_account(&mut tx, fixture.patient, factory::now()).await;
        tx.commit().await.expect("committed");
        refunds.expect("a result")
    };
    let commit = async {
        wait_for_a_lock(&fixture.database).await;
        settling.commit().await.expect("committed");
    };
    let (refunds, ()) = tokio::join!(leave, commit);
    assert_eq!(refunds, Some(vec![order]), "the claim that was just paid");
    assert_eq!(count_claims(&fixture).await, (0, 0));
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
