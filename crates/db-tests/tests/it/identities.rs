//! Identities verified by providers: single use, bound to the browser, one account per person.

use chrono::TimeDelta;
use db::identities::{self, SealedIdentity, SealedVerification, SetError};
use db::social::{self, LinkError, NewState, Ticket};
use domain::{SocialProvider, TokenHash};
use testing::{Database, factory};

const KAKAO: SocialProvider = SocialProvider::Kakao;

fn hash(number: u8) -> TokenHash {
    TokenHash::new([number; 32])
}

fn sealed_verification(ci: u8) -> SealedVerification {
    let identity = SealedIdentity { ci_sealed: vec![1], key_id: 1, ci_hash: [ci; 32] };
    SealedVerification { person_sealed: vec![2], identity }
}

#[tokio::test]
async fn social_state_is_consumed_once_by_its_browser() {
    let database = Database::create().await;
    let (db, now) = (database.tenant(), factory::now());
    let mut conn = db.acquire().await.expect("a connection");
    let verifier = "v".repeat(43);
    for state in [1, 2] {
        let new = NewState {
            state: hash(state),
            browser: hash(9),
            provider: KAKAO,
            verifier: &verifier,
            redirect: Some("/x"),
        };
        social::insert_state(&mut conn, &new, now).await.expect("written");
    }
    let late = now + social::STATE_LIFETIME;
    for (provider, browser, at) in
        [(SocialProvider::Naver, hash(9), now), (KAKAO, hash(8), now), (KAKAO, hash(9), late)]
    {
        let taken = social::consume_state(&mut conn, provider, &hash(1), &browser, at).await.expect("a result");
        assert!(taken.is_none(), "{provider:?}");
    }
    let mut other = database.other_tenant().acquire().await.expect("a connection");
    assert!(social::consume_state(&mut other, KAKAO, &hash(1), &hash(9), now).await.expect("a result").is_none());
    let taken = social::consume_state(&mut conn, KAKAO, &hash(1), &hash(9), now).await.expect("a result");
    assert_eq!(taken.expect("the state").redirect.as_deref(), Some("/x"));
    assert!(social::consume_state(&mut conn, KAKAO, &hash(1), &hash(9), now).await.expect("a result").is_none());
    assert_eq!(social::delete_expired(&mut conn, late + TimeDelta::seconds(1)).await.expect("swept"), 1);
}

#[tokio::test]
async fn social_ticket_and_link_work_once() {
    let database = Database::create().await;
    let (db, now) = (database.tenant(), factory::now());
    let mut conn = db.acquire().await.expect("a connection");
    let ticket = Ticket { provider: KAKAO, subject: "42".into(), profile_sealed: vec![7], profile_key_id: 1 };
    social::insert_ticket(&mut conn, &ticket, &hash(1), now).await.expect("written");
    let late = now + social::TICKET_LIFETIME;
    assert!(social::find_ticket(&mut conn, &hash(1), late).await.expect("a result").is_none());
    assert!(social::consume_ticket(&mut conn, &hash(1), late).await.expect("a result").is_none());
    let found = social::find_ticket(&mut conn, &hash(1), now).await.expect("a result").expect("the ticket");
    assert_eq!((found.subject.as_str(), found.profile_sealed), ("42", vec![7]));
    assert!(social::consume_ticket(&mut conn, &hash(1), now).await.expect("a result").is_some());
    assert!(social::consume_ticket(&mut conn, &hash(1), now).await.expect("a result").is_none());

    let (first, second) = (database.first.patient, factory::patient(&db, "second01").await.id);
    social::link(&mut conn, first, KAKAO, "42", now).await.expect("linked");
    let again = social::link(&mut conn, second, KAKAO, "42", now).await;
    assert!(matches!(again, Err(LinkError::Taken)), "{again:?}");
    social::link(&mut conn, second, SocialProvider::Naver, "42", now).await.expect("another provider's person");
    let other = database.other_tenant();
    let mut elsewhere = other.acquire().await.expect("a connection");
    social::link(&mut elsewhere, database.second.patient, KAKAO, "42", now).await.expect("another tenant's account");
    let mut tx = db.begin().await.expect("a transaction");
    assert_eq!(social::find_patient(&mut tx, KAKAO, "42").await.expect("a result"), Some(first));
    assert_eq!(social::find_patient(&mut tx, KAKAO, "43").await.expect("a result"), None);
    tx.rollback().await.expect("undone");
}

#[tokio::test]
async fn verification_is_consumed_by_last_ticket() {
    let database = Database::create().await;
    let (db, now) = (database.tenant(), factory::now());
    let mut conn = db.acquire().await.expect("a connection");
    let id = "i".repeat(43);
    identities::insert(&mut conn, &id, &hash(9), None, now).await.expect("written");
    assert!(identities::consume(&mut conn, &id, &hash(1), now).await.expect("a result").is_none(), "it is pending");
    assert!(identities::find(&mut conn, &id, &hash(8), now).await.expect("a result").is_none(), "another browser's");
    let pending = identities::find(&mut conn, &id, &hash(9), now).await.expect("a result").expect("the verification");
    assert!(pending.verified.is_none());
    assert!(identities::set_verified(&mut conn, &id, &sealed_verification(5), &hash(1)).await.expect("a result"));
    assert!(identities::set_verified(&mut conn, &id, &sealed_verification(5), &hash(2)).await.expect("a result"));
    let late = now + identities::VERIFICATION_LIFETIME;
    for (ticket, at) in [(hash(1), now), (hash(2), late)] {
        assert!(identities::consume(&mut conn, &id, &ticket, at).await.expect("a result").is_none());
    }
    let taken = identities::consume(&mut conn, &id, &hash(2), now).await.expect("a result").expect("the person");
    assert_eq!((taken.person_sealed, taken.identity.ci_hash), (vec![2], [5; 32]));
    assert!(identities::consume(&mut conn, &id, &hash(2), now).await.expect("a result").is_none());
}

#[tokio::test]
async fn person_has_one_account_per_tenant() {
    let database = Database::create().await;
    let db = database.tenant();
    let mut conn = db.acquire().await.expect("a connection");
    let (first, second) = (database.first.patient, factory::patient(&db, "second01").await.id);
    let person = sealed_verification(5).identity;
    assert!(!identities::exists_patient(&mut conn, &person.ci_hash).await.expect("a result"));
    identities::set_identity(&mut conn, first, &person).await.expect("set");
    assert!(identities::exists_patient(&mut conn, &person.ci_hash).await.expect("a result"));
    let taken = identities::set_identity(&mut conn, second, &person).await;
    assert!(matches!(taken, Err(SetError::PersonTaken)), "{taken:?}");
    let mut other = database.other_tenant().acquire().await.expect("a connection");
    assert!(!identities::exists_patient(&mut other, &person.ci_hash).await.expect("a result"));
    identities::set_identity(&mut other, database.second.patient, &person).await.expect("another tenant's account");
}
