//! Confirmations of accounts, and how long they are valid.

use chrono::TimeDelta;
use db::identities::{self, SealedIdentity};
use db::name_requests::{self, NewNameRequest};
use db::staff_sessions::{self, NewSession};
use db::{TenantConn, second_factors, sessions, staff, terms};
use domain::legal::Edition;
use domain::profile::NAME_REQUEST_LIFETIME;
use domain::{Device, IdDocument, LegalDocument, Name, StaffSessionId, TokenHash};
use testing::{Clinic, Database, factory};

use crate::support::connect;

async fn staff_session(conn: &mut TenantConn, clinic: &Clinic, token: &TokenHash) -> StaffSessionId {
    let new = NewSession {
        staff: clinic.staff,
        token,
        expires_at: factory::now() + TimeDelta::hours(12),
        client_address: None,
        device: Device::from_user_agent(""),
        second_factor_pending: true,
    };
    staff_sessions::insert(conn, &new, factory::now()).await.expect("inserted")
}

#[tokio::test]
async fn confirmation_counts_for_its_session_only() {
    let database = Database::create().await;
    let (mut conn, now) = (connect(&database.tenant()).await, factory::now());
    let mut ids = Vec::new();
    for number in [1, 2] {
        let new = factory::new_session(database.first.patient, &TokenHash::new([number; 32]), now);
        ids.push(sessions::insert(&mut conn, &new, now).await.expect("inserted"));
    }
    assert!(!sessions::is_confirmed(&mut conn, ids[0], now - TimeDelta::days(1)).await.expect("a result"));
    sessions::set_confirmed(&mut conn, ids[0], now).await.expect("set");
    let second = TimeDelta::seconds(1);
    for (id, since, is) in [(ids[0], now - second, true), (ids[0], now, false), (ids[1], now - second, false)] {
        assert_eq!(sessions::is_confirmed(&mut conn, id, since).await.expect("a result"), is, "{id} {since}");
    }
    let mut other = connect(&database.other_tenant()).await;
    assert!(!sessions::is_confirmed(&mut other, ids[0], now - second).await.expect("a result"), "another tenant");
}

#[tokio::test]
async fn session_is_revoked_by_its_patient_once() {
    let database = Database::create().await;
    let (db, now) = (database.tenant(), factory::now());
    let mut conn = connect(&db).await;
    let stranger = factory::patient(&db, "stranger").await.id;
    let patient = database.first.patient;
    let new = factory::new_session(patient, &TokenHash::new([1; 32]), now);
    let id = sessions::insert(&mut conn, &new, now).await.expect("inserted");
    assert!(!sessions::revoke(&mut conn, stranger, id, now).await.expect("a result"), "somebody else's");
    assert_eq!(sessions::list(&mut conn, patient, now).await.expect("a list").len(), 1);
    assert!(sessions::list(&mut conn, stranger, now).await.expect("a list").is_empty());
    assert!(sessions::list(&mut conn, patient, new.expires_at).await.expect("a list").is_empty(), "it ends");
    assert!(sessions::revoke(&mut conn, patient, id, now).await.expect("a result"));
    assert!(!sessions::revoke(&mut conn, patient, id, now).await.expect("a result"), "once");
    assert!(sessions::list(&mut conn, patient, now).await.expect("a list").is_empty());
}

#[tokio::test]
async fn name_is_changed_as_it_was_shown() {
    let clinic = Clinic::new().await;
    let (now, patient) = (factory::now(), clinic.database.first.patient);
    let name = |text: &str| Name::parse(text).expect("a name");
    let mut tx = clinic.db.begin().await.expect("a transaction");
    for text in ["홍첫째", "홍둘째"] {
        let new = NewNameRequest {
            patient,
            clinic: clinic.database.first.institutions[0],
            staff: clinic.staff,
            name: name(text),
            document: IdDocument::IdCard,
        };
        name_requests::upsert(&mut tx, &new, now).await.expect("written");
    }
    let end = now + NAME_REQUEST_LIFETIME;
    let found = name_requests::find(&mut tx, patient, now).await.expect("a result").expect("the last one");
    assert_eq!((found.name.as_str(), found.clinic.as_str(), found.expires_at), ("홍둘째", "하늘치과", end));
    assert!(name_requests::find(&mut tx, patient, end).await.expect("a result").is_none());
    for (shown, at) in [("홍첫째", now), ("홍둘째", end)] {
        let taken = name_requests::consume(&mut tx, patient, &name(shown), at).await.expect("a result");
        assert!(taken.is_none(), "{shown} {at}");
    }
    let taken = name_requests::consume(&mut tx, patient, &name("홍둘째"), now).await.expect("a result");
    assert_eq!(taken, Some(name("홍둘째")));
    let again = name_requests::consume(&mut tx, patient, &name("홍둘째"), now).await.expect("a result");
    assert!(again.is_none(), "once");
}

#[tokio::test]
async fn second_factor_counts_for_its_session() {
    let clinic = Clinic::new().await;
    let (mut conn, now) = (connect(&clinic.db).await, factory::now());
    let tokens = [1, 2].map(|number| TokenHash::new([number; 32]));
    let mut ids = Vec::new();
    for token in &tokens {
        ids.push(staff_session(&mut conn, &clinic, token).await);
    }
    staff_sessions::set_second_factor(&mut conn, ids[0]).await.expect("set");
    for (token, is_pending) in tokens.iter().zip([false, true]) {
        let found = staff_sessions::find(&mut conn, token, now).await.expect("a result").expect("the session");
        assert_eq!(found.second_factor_pending, is_pending);
    }
    let stranger = domain::StaffId::new(clinic.staff.get() + 1);
    assert!(!staff_sessions::revoke(&mut conn, stranger, ids[0], now).await.expect("a result"), "somebody else's");
    assert!(staff_sessions::revoke(&mut conn, clinic.staff, ids[0], now).await.expect("a result"));
    assert!(!staff_sessions::revoke(&mut conn, clinic.staff, ids[0], now).await.expect("a result"), "once");
    let left: Vec<_> = staff_sessions::list(&mut conn, clinic.staff, now).await.expect("a list");
    assert_eq!(left.iter().map(|session| session.id).collect::<Vec<_>>(), [ids[1]]);
}

#[tokio::test]
async fn app_and_codes_are_removed_apart() {
    let clinic = Clinic::new().await;
    let (mut conn, now) = (connect(&clinic.db).await, factory::now());
    let set = async |conn: &mut TenantConn| {
        second_factors::set_totp(conn, clinic.staff, 1, b"secret", now).await.expect("set");
        second_factors::set_recovery_codes(conn, clinic.staff, &[vec![1; 32], vec![2; 32]], now).await.expect("set");
    };
    let left = async |conn: &mut TenantConn| {
        let app = second_factors::find_totp(conn, clinic.staff).await.expect("a result");
        (app.is_some(), second_factors::count_recovery_codes(conn, clinic.staff).await.expect("a count"))
    };
    set(&mut conn).await;
    second_factors::delete_totp(&mut conn, clinic.staff).await.expect("removed");
    assert_eq!(left(&mut conn).await, (false, 2));
    set(&mut conn).await;
    second_factors::delete_recovery_codes(&mut conn, clinic.staff).await.expect("removed");
    assert_eq!(left(&mut conn).await, (true, 0));
}

#[tokio::test]
async fn clinic_requires_the_factor_of_its_staff() {
    let clinic = Clinic::new().await;
    let mut conn = connect(&clinic.db).await;
    let [own, other, ..] = clinic.database.first.institutions[..] else { panic!("two clinics") };
    for (institution, required, needs) in
        [(other, true, false), (own, true, true), (own, false, false), (own, true, true)]
    {
        second_factors::set_required(&mut conn, institution, required).await.expect("set");
        let account = staff::find(&mut conn, clinic.staff).await.expect("a result").expect("the account");
        assert_eq!(account.needs_second_factor, needs, "{institution} {required}");
    }
}

#[tokio::test]
async fn terms_are_announced_to_everyone_once() {
    let database = Database::create().await;
    let (db, now) = (database.tenant(), factory::now());
    let left = factory::patient(&db, "leaver01").await.id;
    factory::patient(&db, "second01").await;
    let set = "update patients set left_at = now() where id = $1";
    sqlx::query(set).bind(left.get()).execute(&mut database.superuser().await).await.expect("the patient left");
    let today = now.date_naive();
    let mut edition =
        Edition { document: LegalDocument::Terms, effective: today, announced: today, is_disadvantage: false };
    let notify = async |edition: &Edition, limit| {
        let mut tx = db.begin().await.expect("a transaction");
        let count = terms::notify(&mut tx, edition, limit, now).await.expect("notified");
        tx.commit().await.expect("committed");
        count
    };
    assert_eq!((notify(&edition, 1).await, notify(&edition, 9).await, notify(&edition, 9).await), (1, 1, 0));
    edition.effective = today.succ_opt().expect("a day");
    edition.is_disadvantage = true;
    assert_eq!(notify(&edition, 9).await, 2, "another edition");
    let kinds: Vec<(i64, String)> = sqlx::query_as(
        "select tenant_id, kind from notifications where kind like 'terms%' group by tenant_id, kind, patient_id
         having count(*) = 1 order by kind, patient_id",
    )
    .fetch_all(&mut database.superuser().await)
    .await
    .expect("a list");
    let entry = |kind: &str| (database.first.id.get(), kind.to_owned());
    assert_eq!(
        kinds,
        [entry("terms_changed"), entry("terms_changed"), entry("terms_restricted"), entry("terms_restricted")]
    );
}

#[tokio::test]
async fn expired_verifications_are_deleted() {
    let database = Database::create().await;
    let (mut conn, now) = (connect(&database.tenant()).await, factory::now());
    let browser = TokenHash::new([1; 32]);
    let [old, new] = ["o", "n"].map(|letter| letter.repeat(43));
    for (id, at) in [(&old, now - TimeDelta::minutes(1)), (&new, now)] {
        identities::insert(&mut conn, id, &browser, None, at).await.expect("written");
    }
    let end = now + identities::VERIFICATION_LIFETIME;
    assert_eq!(identities::delete_expired(&mut conn, end).await.expect("a count"), 1);
    assert!(identities::find(&mut conn, &new, &browser, now).await.expect("a result").is_some());
    assert!(!identities::delete(&mut conn, &old).await.expect("a result"), "it is gone");
    let mut other = connect(&database.other_tenant()).await;
    assert!(!identities::delete(&mut other, &new).await.expect("a result"), "another tenant's");
    assert!(identities::delete(&mut conn, &new).await.expect("a result"));
}

#[tokio::test]
async fn identity_is_of_one_patient() {
    let database = Database::create().await;
    let (mut conn, patient) = (connect(&database.tenant()).await, database.first.patient);
    assert_eq!(identities::find_ci_hash(&mut conn, patient).await.expect("a result"), None);
    let identity = SealedIdentity { ci_sealed: vec![2], key_id: 1, ci_hash: [7; 32] };
    identities::set_identity(&mut conn, patient, &identity).await.expect("set");
    assert_eq!(identities::find_ci_hash(&mut conn, patient).await.expect("a result"), Some(vec![7; 32]));
    let mut other = connect(&database.other_tenant()).await;
    assert_eq!(identities::find_ci_hash(&mut other, patient).await.expect("a result"), None);
}
