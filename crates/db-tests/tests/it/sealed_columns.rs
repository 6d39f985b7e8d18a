//! Sealing values with a new key: found by page, replaced in place, only within one tenant.

use std::time::Duration;

use db::identities::{self, SealedIdentity, SealedVerification};
use db::operators::{self, NewOperator};
use db::sealed_columns::{ResealTx, SealedScope};
use db::staff::{self, NewStaff};
use db::{TenantDb, second_factors};
use domain::{LoginUserId, Name, OperatorRole, PasswordHash, StaffId, StaffRole, TokenHash};
use testing::{Clinic, factory};

use crate::support::connect;

async fn begin(scope: &SealedScope, table: &str) -> ResealTx {
    let columns = scope.columns().iter().find(|columns| columns.table == table).expect("the columns");
    scope.begin(columns).await.expect("a transaction")
}

fn tenant_scope(db: &TenantDb) -> SealedScope {
    SealedScope::Tenant(db.clone())
}

/// Creates three accounts with authenticator apps: two sealed with key 1, and one with key 2.
async fn insert_three_totps(clinic: &Clinic) -> [StaffId; 3] {
    let mut conn = connect(&clinic.db).await;
    let mut ids = [clinic.staff; 3];
    for (place, login) in [(1, "staff02"), (2, "staff03")] {
        let new = NewStaff {
            institution_id: clinic.database.first.institutions[0],
            login_id: LoginUserId::parse(login).expect("a name"),
            password_hash: PasswordHash::new("x".to_owned()),
            name: Name::parse("직원").expect("a name"),
            role: StaffRole::AnalysisExpert,
        };
        ids[place] = staff::insert(&mut conn, &new, factory::now()).await.expect("inserted");
    }
    for (staff, key) in ids.iter().zip([1, 1, 2]) {
        let sealed = format!("secret of {staff}");
        let set = second_factors::set_totp(&mut conn, *staff, key, sealed.as_bytes(), factory::now()).await;
        assert!(set.expect("a result"));
    }
    ids
}

async fn secret(clinic: &Clinic, staff: StaffId) -> (i16, String) {
    let totp = second_factors::find_totp(&mut connect(&clinic.db).await, staff).await.expect("a result");
    let totp = totp.expect("the app");
    (totp.key_id, String::from_utf8(totp.sealed).expect("text"))
}

#[tokio::test]
async fn sealed_rows_are_counted_by_key() {
    let clinic = Clinic::new().await;
    insert_three_totps(&clinic).await;
    let mut tx = begin(&tenant_scope(&clinic.db), "staff_totps").await;
    assert_eq!(tx.count_by_key().await.expect("a count"), [(1, 2), (2, 1)]);
    let mut tx = begin(&tenant_scope(&clinic.database.other_tenant()), "staff_totps").await;
    assert_eq!(tx.count_by_key().await.expect("a count"), []);
}

#[tokio::test]
async fn older_rows_come_in_pages_by_id() {
    let clinic = Clinic::new().await;
    let [first, second, _] = insert_three_totps(&clinic).await;
    let mut tx = begin(&tenant_scope(&clinic.db), "staff_totps").await;
    let mut after = 0;
    for staff in [first, second] {
        let rows = tx.lock_older(2, after, 1).await.expect("rows");
        let [row] = rows.as_slice() else { panic!("{rows:?}") };
        let context = second_factors::secret_context(clinic.database.first.id, staff);
        assert_eq!((row.id, row.key_id), (staff.get(), 1));
        assert_eq!(row.values, [(format!("secret of {staff}").into_bytes(), context)]);
        after = row.id;
    }
    assert!(tx.lock_older(2, after, 1).await.expect("rows").is_empty(), "the third has the newest key");
    assert_eq!(tx.lock_older(3, 0, 9).await.expect("rows").len(), 3, "any other key is older");
    let mut tx = begin(&tenant_scope(&clinic.database.other_tenant()), "staff_totps").await;
    assert!(tx.lock_older(2, 0, 9).await.expect("rows").is_empty(), "another tenant's");
}

#[tokio::test]
async fn resealed_values_keep_their_rows() {
    let clinic = Clinic::new().await;
    let [first, second, third] = insert_three_totps(&clinic).await;
    second_factors::confirm_totp(&mut connect(&clinic.db).await, first, factory::now()).await.expect("confirmed");
    let fresh = [(second.get(), vec![b"second".to_vec()]), (first.get(), vec![b"first".to_vec()])];
    let mut tx = begin(&tenant_scope(&clinic.db), "staff_totps").await;
    tx.replace(2, &fresh).await.expect("replaced");
    drop(tx);
    assert_eq!(secret(&clinic, first).await.0, 1, "nothing is kept without a commit");
    let mut tx = begin(&tenant_scope(&clinic.db), "staff_totps").await;
    tx.replace(2, &fresh).await.expect("replaced");
    tx.commit().await.expect("committed");
    assert_eq!(secret(&clinic, first).await, (2, "first".to_owned()));
    assert_eq!(secret(&clinic, second).await, (2, "second".to_owned()));
    assert_eq!(secret(&clinic, third).await, (2, format!("secret of {third}")));
    let app = second_factors::find_totp(&mut connect(&clinic.db).await, first).await.expect("a result");
    assert!(app.expect("the app").is_confirmed, "the rest of the row stays");
}

#[tokio::test]
async fn other_tenants_rows_are_not_resealed() {
    let clinic = Clinic::new().await;
    let [first, ..] = insert_three_totps(&clinic).await;
    let mut tx = begin(&tenant_scope(&clinic.database.other_tenant()), "staff_totps").await;
    tx.replace(9, &[(first.get(), vec![b"theirs".to_vec()])]).await.expect("nothing to replace");
    tx.commit().await.expect("committed");
    assert_eq!(secret(&clinic, first).await.0, 1);
}

#[tokio::test]
async fn values_of_one_row_are_resealed_together() {
    let clinic = Clinic::new().await;
    let (mut conn, now) = (connect(&clinic.db).await, factory::now());
    let browser = TokenHash::new([3; 32]);
    let [pending, id] = ["p", "v"].map(|letter| letter.repeat(43));
    for id in [&pending, &id] {
        identities::insert(&mut conn, id, &browser, None, now).await.expect("written");
    }
    let verified = SealedVerification {
        person_sealed: b"person".to_vec(),
        identity: SealedIdentity { ci_sealed: b"ci".to_vec(), key_id: 1, ci_hash: [5; 32] },
    };
    let done = identities::set_verified(&mut conn, &id, &verified, &TokenHash::new([4; 32])).await;
    assert!(done.expect("a result"));
    let tenant = clinic.database.first.id;
    let mut tx = begin(&tenant_scope(&clinic.db), "identity_verifications").await;
    let rows = tx.lock_older(2, 0, 9).await.expect("rows");
    let [row] = rows.as_slice() else { panic!("a pending one has no values: {rows:?}") };
    let contexts = [identities::person_context(tenant), identities::ci_context(tenant)];
    assert_eq!(row.values, [b"person".to_vec(), b"ci".to_vec()].into_iter().zip(contexts).collect::<Vec<_>>());
    tx.replace(2, &[(row.id, vec![b"new person".to_vec(), b"new ci".to_vec()])]).await.expect("replaced");
    tx.commit().await.expect("committed");
    let found = identities::find(&mut conn, &id, &browser, now).await.expect("a result");
    let found = found.and_then(|found| found.verified).expect("the person");
    assert_eq!((found.person_sealed, found.identity.ci_sealed), (b"new person".to_vec(), b"new ci".to_vec()));
    assert_eq!((found.identity.key_id, found.identity.ci_hash), (2, [5; 32]));
}

#[tokio::test]
async fn row_resealed_meanwhile_is_left_out() {
    let clinic = Clinic::new().await;
    let [first, second, _] = insert_three_totps(&clinic).await;
    let scope = tenant_scope(&clinic.db);
    let mut tx = begin(&scope, "staff_totps").await;
    assert_eq!(tx.lock_older(2, 0, 1).await.expect("rows").len(), 1);
    let waiting = tokio::spawn(async move {
        let mut tx = begin(&scope, "staff_totps").await;
        tx.lock_older(2, 0, 9).await.expect("rows").iter().map(|row| row.id).collect::<Vec<_>>()
    });
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(!waiting.is_finished(), "the first row is locked");
    tx.replace(2, &[(first.get(), vec![b"first".to_vec()])]).await.expect("replaced");
    tx.commit().await.expect("committed");
    assert_eq!(waiting.await.expect("no panic"), [second.get()]);
}

#[tokio::test]
async fn operators_secret_is_resealed_for_all_tenants() {
    let clinic = Clinic::new().await;
    let system = clinic.database.db.system();
    let mut conn = system.acquire().await.expect("a connection");
    let new = NewOperator {
        login_id: LoginUserId::parse("ops01").expect("a name"),
        password_hash: PasswordHash::new("x".to_owned()),
        name: Name::parse("최운영").expect("a name"),
        role: OperatorRole::Admin,
    };
    let id = operators::insert(&mut conn, &new, factory::now()).await.expect("inserted");
    let scope = SealedScope::Installation(system);
    let mut tx = begin(&scope, "operators").await;
    assert!(tx.lock_older(2, 0, 9).await.expect("rows").is_empty(), "without an app nothing is sealed");
    drop(tx);
    assert!(operators::set_totp(&mut conn, id, 1, b"secret").await.expect("a result"));
    let mut tx = begin(&scope, "operators").await;
    let rows = tx.lock_older(2, 0, 9).await.expect("rows");
    assert_eq!(rows[0].values, [(b"secret".to_vec(), operators::totp_context(id))]);
    tx.replace(2, &[(id.get(), vec![b"new".to_vec()])]).await.expect("replaced");
    tx.commit().await.expect("committed");
    let totp = operators::find_totp(&mut conn, id).await.expect("a result").expect("the app");
    assert_eq!((totp.key_id, totp.sealed.as_slice()), (2, b"new".as_slice()));
}
