//! Codes that confirm phone numbers.

use chrono::{DateTime, TimeDelta, Utc};
use db::TenantDb;
use db::phone_codes::{self, EnteredCode, RequesterHash, Verification};
use domain::phone_code::SmsCode;
use domain::{Phone, PhoneCodeId, TokenHash};
use testing::{Database, factory};

use crate::support::connect;

const OWNER: RequesterHash = [1; 32];
const STRANGER: RequesterHash = [2; 32];

fn phone() -> Phone {
    Phone::parse("01099998888").expect("a number")
}

fn code(number: u32) -> SmsCode {
    SmsCode::from_number(number)
}

async fn insert(db: &TenantDb, number: u32, requester: &RequesterHash) -> PhoneCodeId {
    let (mut conn, phone, code) = (connect(db).await, phone(), code(number));
    phone_codes::insert(&mut conn, &phone, &code, requester, factory::now()).await.expect("a code")
}

async fn verify(db: &TenantDb, number: u32, requester: &RequesterHash, proof: u8, now: DateTime<Utc>) -> Verification {
    let mut tx = db.begin().await.expect("a transaction");
    let proof = TokenHash::new([proof; 32]);
    let entered = EnteredCode { phone: &phone(), code: &code(number), requester, proof: &proof };
    let verification = phone_codes::verify(&mut tx, &entered, now).await.expect("a result");
    tx.commit().await.expect("committed");
    verification
}

#[tokio::test]
async fn phone_code_allows_five_attempts_and_one_use() {
    let database = Database::create().await;
    let (db, now) = (database.tenant(), factory::now());
    insert(&db, 123_456, &OWNER).await;
    for left in [4, 3, 2, 1, 0] {
        assert_eq!(verify(&db, 654_321, &OWNER, 1, now).await, Verification::Wrong { left });
    }
    assert_eq!(verify(&db, 123_456, &OWNER, 1, now).await, Verification::Closed, "five wrong tries close it");

    let id = insert(&db, 123_456, &OWNER).await;
    let mut conn = connect(&db).await;
    assert!(phone_codes::set_sent(&mut conn, id, now).await.expect("a result"));
    assert!(!phone_codes::set_sent(&mut conn, id, now).await.expect("a result"), "it is sent once");
    let found = phone_codes::find(&mut conn, id).await.expect("a result").expect("the code");
    assert_eq!(found.code, code(123_456));
    let late = now + TimeDelta::minutes(3);
    assert_eq!(verify(&db, 123_456, &OWNER, 1, late).await, Verification::Closed, "three minutes end it");
    assert_eq!(verify(&db, 123_456, &OWNER, 1, now).await, Verification::Verified);
    assert_eq!(verify(&db, 123_456, &OWNER, 2, now).await, Verification::Closed, "a code is entered once");

    let (another, proof) = (Phone::parse("01099997777").expect("a number"), TokenHash::new([1; 32]));
    assert!(!phone_codes::consume(&mut conn, &proof, &another, now).await.expect("a result"));
    let late = now + TimeDelta::minutes(30);
    assert!(!phone_codes::consume(&mut conn, &proof, &phone(), late).await.expect("a result"));
    assert!(phone_codes::consume(&mut conn, &proof, &phone(), now).await.expect("a result"));
    assert!(!phone_codes::consume(&mut conn, &proof, &phone(), now).await.expect("a result"), "a proof is spent once");
}

#[tokio::test]
async fn code_counts_attempts_of_strangers_apart() {
    let database = Database::create().await;
    let (db, now) = (database.tenant(), factory::now());
    insert(&db, 111_111, &OWNER).await;
    // without a code of its own, another network may enter the owner's: a phone changes its network
    for left in [4, 3, 2, 1, 0] {
        assert_eq!(verify(&db, 999_999, &STRANGER, 1, now).await, Verification::Wrong { left });
    }
    assert_eq!(verify(&db, 111_111, &STRANGER, 1, now).await, Verification::Closed, "not more than five");
    insert(&db, 222_222, &STRANGER).await;
    assert_eq!(verify(&db, 111_111, &STRANGER, 1, now).await, Verification::Wrong { left: 4 }, "its own only");
    insert(&db, 333_333, &OWNER).await;
    assert_eq!(verify(&db, 222_222, &OWNER, 1, now).await, Verification::Wrong { left: 4 });
    assert_eq!(verify(&db, 111_111, &OWNER, 1, now).await, Verification::Verified, "an earlier one, too");
    assert_eq!(verify(&db, 333_333, &[3; 32], 2, now).await, Verification::Verified, "from a third network");
}

#[tokio::test]
async fn concurrent_wrong_codes_all_count() {
    let database = Database::create().await;
    let (db, now) = (database.tenant(), factory::now());
    insert(&db, 111_111, &OWNER).await;
    insert(&db, 222_222, &OWNER).await;
    let entered = async || verify(&db, 999_999, &OWNER, 1, now).await;
    tokio::join!(entered(), entered(), entered());
    assert_eq!(entered().await, Verification::Wrong { left: 1 });
}

/// The release before inserts codes without a requester, and keeps running during an update.
#[tokio::test]
async fn code_of_release_before_is_entered_anywhere() {
    let database = Database::create().await;
    let (db, now) = (database.tenant(), factory::now());
    insert(&db, 111_111, &OWNER).await;
    let earlier = sqlx::query("update phone_codes set requester_hash = null");
    earlier.execute(connect(&db).await.connection()).await.expect("updated");
    assert_eq!(verify(&db, 999_999, &STRANGER, 1, now).await, Verification::Wrong { left: 4 });
    assert_eq!(verify(&db, 111_111, &STRANGER, 1, now).await, Verification::Verified);
}
