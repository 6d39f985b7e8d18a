//! Passkeys of staff, and the challenges of their sessions.

use chrono::TimeDelta;
use db::passkeys::{self, InsertError, NewPasskey, Purpose};
use db::staff_sessions::NewSession;
use db::{TenantDb, second_factors, staff_sessions};
use domain::{Device, StaffId, StaffSessionId, TokenHash};
use serde_json::{Value, json};
use testing::{Clinic, factory};

use crate::support::connect;

async fn insert(db: &TenantDb, staff: StaffId, id: &[u8]) -> Result<i64, InsertError> {
    let credential = json!({"counter": 0});
    let new =
        NewPasskey { staff, name: "노트북", host: "first.localhost", credential_id: id, credential: &credential };
    passkeys::insert(&mut connect(db).await, &new, factory::now()).await
}

async fn session(db: &TenantDb, staff: StaffId, number: u8) -> StaffSessionId {
    let token = TokenHash::new([number; 32]);
    let new = NewSession {
        staff,
        token: &token,
        expires_at: factory::now() + TimeDelta::hours(12),
        client_address: None,
        device: Device::from_user_agent(""),
        second_factor_pending: true,
    };
    staff_sessions::insert(&mut connect(db).await, &new, factory::now()).await.expect("inserted")
}

#[tokio::test]
async fn authenticator_is_registered_once() {
    let clinic = Clinic::new().await;
    let first = insert(&clinic.db, clinic.staff, b"one").await.expect("inserted");
    let again = insert(&clinic.db, clinic.staff, b"one").await;
    assert!(matches!(again, Err(InsertError::Registered)), "{again:?}");
    let second = insert(&clinic.db, clinic.staff, b"two").await.expect("inserted");
    let mut conn = connect(&clinic.db).await;
    let later = factory::now() + TimeDelta::hours(1);
    assert!(passkeys::set_used(&mut conn, second, &json!({"counter": 7}), later).await.expect("a result"));
    let listed = passkeys::list(&mut conn, clinic.staff).await.expect("a list");
    let listed: Vec<_> =
        listed.into_iter().map(|one| (one.id, one.credential["counter"].clone(), one.used_at)).collect();
    assert_eq!(listed, [(first, json!(0), None), (second, json!(7), Some(later))]);
}

#[tokio::test]
async fn passkey_is_deleted_by_its_owner_alone() {
    let clinic = Clinic::new().await;
    let id = insert(&clinic.db, clinic.staff, b"one").await.expect("inserted");
    let mut conn = connect(&clinic.db).await;
    let stranger = StaffId::new(clinic.staff.get() + 1);
    assert!(!passkeys::delete(&mut conn, stranger, id).await.expect("a result"));
    assert!(passkeys::delete(&mut conn, clinic.staff, id).await.expect("a result"));
    assert!(!passkeys::delete(&mut conn, clinic.staff, id).await.expect("a result"), "once");
    assert!(!passkeys::set_used(&mut conn, id, &json!({}), factory::now()).await.expect("a result"), "it is gone");
    insert(&clinic.db, clinic.staff, b"two").await.expect("inserted");
    second_factors::set_recovery_codes(&mut conn, clinic.staff, &[vec![1; 32]], factory::now()).await.expect("set");
    second_factors::delete_all(&mut conn, clinic.staff).await.expect("deleted");
    assert!(passkeys::list(&mut conn, clinic.staff).await.expect("a list").is_empty(), "after a reset");
    assert_eq!(second_factors::count_recovery_codes(&mut conn, clinic.staff).await.expect("a count"), 0);
}

#[tokio::test]
async fn challenge_is_answered_once_in_five_minutes() {
    let clinic = Clinic::new().await;
    let (own, other) = (session(&clinic.db, clinic.staff, 1).await, session(&clinic.db, clinic.staff, 2).await);
    let set = async |purpose, state: &Value| {
        let mut conn = connect(&clinic.db).await;
        passkeys::set_challenge(&mut conn, own, purpose, state, factory::now()).await.expect("set");
    };
    let take = async |session, purpose, seconds| {
        let now = factory::now() + TimeDelta::seconds(seconds);
        passkeys::take_challenge(&mut connect(&clinic.db).await, session, purpose, now).await.expect("a result")
    };
    set(Purpose::SignIn, &json!("first")).await;
    set(Purpose::SignIn, &json!("second")).await;
    assert_eq!(take(other, Purpose::SignIn, 0).await, None, "another session's");
    assert_eq!(take(own, Purpose::Registration, 0).await, None, "for another purpose");
    let (one, two) = tokio::join!(take(own, Purpose::SignIn, 299), take(own, Purpose::SignIn, 299));
    assert_eq!(one.into_iter().chain(two).collect::<Vec<_>>(), [json!("second")], "of two answers at once one counts");
    set(Purpose::Registration, &json!("late")).await;
    assert_eq!(take(own, Purpose::Registration, 300).await, None, "too late");
    assert_eq!(take(own, Purpose::Registration, 0).await, None, "it is spent");
}
