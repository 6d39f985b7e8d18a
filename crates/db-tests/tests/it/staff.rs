//! Accounts and sessions of clinics' staff.

use chrono::{DateTime, TimeDelta, Utc};
use db::staff::{self, InsertError, NewStaff};
use db::staff_sessions::NewSession;
use db::{TenantConn, TenantDb, second_factors, staff_sessions};
use domain::{
    Device, InstitutionId, LoginUserId, Name, PasswordHash, Staff, StaffId, StaffRole, StaffSessionId, TokenHash,
};
use testing::{Clinic, factory};

use crate::support::connect;

async fn insert(db: &TenantDb, clinic: InstitutionId, login: &str, role: StaffRole) -> Result<StaffId, InsertError> {
    let new = NewStaff {
        institution_id: clinic,
        login_id: LoginUserId::parse(login).expect("a name"),
        password_hash: PasswordHash::new("temporary".to_owned()),
        name: Name::parse("직원").expect("a name"),
        role,
    };
    staff::insert(&mut connect(db).await, &new, factory::now()).await
}

async fn find(db: &TenantDb, id: StaffId) -> Staff {
    staff::find(&mut connect(db).await, id).await.expect("a result").expect("the account")
}

async fn deactivate(db: &TenantDb, id: StaffId) {
    let account = Staff { active: false, ..find(db, id).await };
    staff::set_account(&mut connect(db).await, &account).await.expect("set");
}

async fn sign_in(conn: &mut TenantConn, staff: StaffId, token: &TokenHash, until: DateTime<Utc>) -> StaffSessionId {
    let new = NewSession {
        staff,
        token,
        expires_at: until,
        client_address: None,
        device: Device::from_user_agent(""),
        second_factor_pending: false,
    };
    staff_sessions::insert(conn, &new, factory::now()).await.expect("inserted")
}

#[tokio::test]
async fn temporary_password_is_used_once_in_72_hours() {
    let clinic = Clinic::new().await;
    let (mut conn, now) = (connect(&clinic.db).await, factory::now());
    let hash = PasswordHash::new("temporary".to_owned());
    for (hours, works) in [(71, true), (72, false)] {
        staff::set_temporary_password(&mut conn, clinic.staff, &hash, now).await.expect("set");
        let at = now + TimeDelta::hours(hours);
        assert_eq!(staff::use_temporary_password(&mut conn, clinic.staff, at).await.expect("a result"), works);
        assert!(!staff::use_temporary_password(&mut conn, clinic.staff, at).await.expect("a result"), "once");
    }
    staff::set_password(&mut conn, clinic.staff, &hash).await.expect("set");
    assert!(!staff::use_temporary_password(&mut conn, clinic.staff, now).await.expect("a result"), "a chosen one");
}

#[tokio::test]
async fn session_ends_after_30_minutes_without_use() {
    let clinic = Clinic::new().await;
    let (mut conn, now, token) = (connect(&clinic.db).await, factory::now(), TokenHash::new([1; 32]));
    let id = sign_in(&mut conn, clinic.staff, &token, now + TimeDelta::hours(12)).await;
    let after = |minutes| now + TimeDelta::minutes(minutes);
    assert!(staff_sessions::find(&mut conn, &token, after(29)).await.expect("a result").is_some());
    assert!(staff_sessions::find(&mut conn, &token, after(30)).await.expect("a result").is_none());
    assert!(staff_sessions::list(&mut conn, clinic.staff, after(30)).await.expect("a list").is_empty());
    staff_sessions::set_used(&mut conn, id, after(20)).await.expect("set");
    assert!(staff_sessions::find(&mut conn, &token, after(49)).await.expect("a result").is_some());
    staff_sessions::set_used(&mut conn, id, after(10)).await.expect("set");
    assert!(staff_sessions::find(&mut conn, &token, after(49)).await.expect("a result").is_some(), "never earlier");
}

#[tokio::test]
async fn totp_step_and_recovery_code_are_used_once() {
    let clinic = Clinic::new().await;
    let (mut conn, now) = (connect(&clinic.db).await, factory::now());
    assert!(second_factors::set_totp(&mut conn, clinic.staff, 1, b"first", now).await.expect("set"));
    assert!(second_factors::set_totp(&mut conn, clinic.staff, 1, b"again", now).await.expect("set"), "unconfirmed");
    assert!(!find(&clinic.db, clinic.staff).await.has_second_factor());
    second_factors::confirm_totp(&mut conn, clinic.staff, now).await.expect("set");
    assert!(find(&clinic.db, clinic.staff).await.has_second_factor());
    assert!(!second_factors::set_totp(&mut conn, clinic.staff, 1, b"other", now).await.expect("kept"));
    let totp = second_factors::find_totp(&mut conn, clinic.staff).await.expect("a result").expect("the app");
    assert_eq!((totp.sealed.as_slice(), totp.is_confirmed), (b"again".as_slice(), true));
    for (step, works) in [(7, true), (7, false), (6, false), (8, true)] {
        let used = second_factors::use_totp_step(&mut conn, clinic.staff, step).await.expect("a result");
        assert_eq!(used, works, "{step}");
    }
    let hashes = [vec![1; 32], vec![2; 32]];
    second_factors::set_recovery_codes(&mut conn, clinic.staff, &hashes, now).await.expect("set");
    for (hash, works) in [(1, true), (1, false), (3, false)] {
        let used = second_factors::use_recovery_code(&mut conn, clinic.staff, &[hash; 32], now).await;
        assert_eq!(used.expect("a result"), works, "{hash}");
    }
    assert_eq!(second_factors::count_recovery_codes(&mut conn, clinic.staff).await.expect("a count"), 1);
    second_factors::delete_all(&mut conn, clinic.staff).await.expect("deleted");
    assert_eq!(second_factors::count_recovery_codes(&mut conn, clinic.staff).await.expect("a count"), 0);
    assert!(!find(&clinic.db, clinic.staff).await.has_second_factor());
}

#[tokio::test]
async fn staff_name_is_unique_in_tenant_in_any_case() {
    let clinic = Clinic::new().await;
    let other = clinic.database.first.institutions[1];
    let refused = insert(&clinic.db, other, "DOCTOR1", StaffRole::ShootingExpert).await;
    assert!(matches!(refused, Err(InsertError::LoginIdTaken)), "{refused:?}");
    let elsewhere = clinic.database.other_tenant();
    let institution = clinic.database.second.institutions[0];
    insert(&elsewhere, institution, "doctor1", StaffRole::ShootingExpert).await.expect("another tenant's");
}

#[tokio::test]
async fn chosen_password_is_not_temporary() {
    let clinic = Clinic::new().await;
    assert!(find(&clinic.db, clinic.staff).await.must_change_password);
    let chosen = PasswordHash::new("chosen".to_owned());
    staff::set_password(&mut connect(&clinic.db).await, clinic.staff, &chosen).await.expect("set");
    assert!(!find(&clinic.db, clinic.staff).await.must_change_password);
    let login = LoginUserId::parse("Doctor1").expect("a name");
    let found = staff::find_credentials(&mut connect(&clinic.db).await, &login).await.expect("a result");
    assert_eq!(found.expect("the account").password_hash.as_str(), "chosen");
}

#[tokio::test]
async fn inactive_account_cannot_sign_in() {
    let clinic = Clinic::new().await;
    let (db, token, now) = (&clinic.db, TokenHash::new([1; 32]), factory::now());
    let until = now + TimeDelta::days(1);
    let mut conn = connect(db).await;
    sign_in(&mut conn, clinic.staff, &token, until).await;
    let found = staff_sessions::find(&mut conn, &token, now).await.expect("a result");
    let found = found.expect("the session");
    assert_eq!(found.staff.id, clinic.staff);
    staff_sessions::set_used(&mut conn, found.session_id, until - TimeDelta::seconds(1)).await.expect("set");
    assert!(staff_sessions::find(&mut conn, &token, until).await.expect("a result").is_none(), "it expired");
    deactivate(db, clinic.staff).await;
    assert!(staff_sessions::find(&mut conn, &token, now).await.expect("a result").is_none());
    let login = LoginUserId::parse("doctor1").expect("a name");
    assert!(staff::find_credentials(&mut conn, &login).await.expect("a result").is_none());
    let institution = clinic.database.first.institutions[0];
    assert_eq!(staff::find_role(&mut conn, institution, clinic.staff).await.expect("a result"), None);
    assert_eq!(staff::find_ended(&mut conn, institution, &login).await.expect("a result"), Some(clinic.staff));
    let other = clinic.database.first.institutions[1];
    assert_eq!(staff::find_ended(&mut conn, other, &login).await.expect("a result"), None, "another clinic's");
}

#[tokio::test]
async fn staff_sessions_are_revoked_except_one() {
    let clinic = Clinic::new().await;
    let (mut conn, now) = (connect(&clinic.db).await, factory::now());
    let mut ids = Vec::new();
    for number in 1..=3 {
        let (token, until) = (TokenHash::new([number; 32]), now + TimeDelta::days(1));
        ids.push(sign_in(&mut conn, clinic.staff, &token, until).await);
    }
    let revoked = staff_sessions::revoke_all(&mut conn, clinic.staff, Some(ids[1]), now).await;
    assert_eq!(revoked.expect("revoked"), 2);
    for (number, valid) in [(1, false), (2, true), (3, false)] {
        let found = staff_sessions::find(&mut conn, &TokenHash::new([number; 32]), now).await.expect("a result");
        assert_eq!(found.is_some(), valid, "{number}");
    }
    assert_eq!(staff_sessions::revoke_all(&mut conn, clinic.staff, None, now).await.expect("revoked"), 1);
}

#[tokio::test]
async fn staff_list_shows_own_clinic_inactive_last() {
    let clinic = Clinic::new().await;
    let institutions = &clinic.database.first.institutions;
    let second = insert(&clinic.db, institutions[0], "second01", StaffRole::ShootingExpert).await.expect("inserted");
    insert(&clinic.db, institutions[1], "third001", StaffRole::ShootingExpert).await.expect("inserted");
    deactivate(&clinic.db, clinic.staff).await;
    let mut conn = connect(&clinic.db).await;
    let listed = staff::list(&mut conn, institutions[0]).await.expect("a list");
    assert_eq!(listed.iter().map(|one| one.id).collect::<Vec<_>>(), [second, clinic.staff]);
    let experts = staff::list_experts(&mut conn, institutions[0]).await.expect("a list");
    assert_eq!(
        experts.iter().map(|(expert, role)| (expert.id, *role)).collect::<Vec<_>>(),
        [(second, StaffRole::ShootingExpert)]
    );
    let mut tx = clinic.db.begin().await.expect("a transaction");
    assert!(staff::lock(&mut tx, institutions[1], second).await.expect("a result").is_none(), "another clinic's");
    assert!(staff::lock(&mut tx, institutions[0], second).await.expect("a result").is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn admins_removed_concurrently_leave_one() {
    let clinic = Clinic::new().await;
    let institution = clinic.database.first.institutions[0];
    let mut admins = Vec::new();
    for login in ["admin001", "admin002"] {
        admins.push(insert(&clinic.db, institution, login, StaffRole::ClinicAdmin).await.expect("inserted"));
    }
    let tasks: Vec<_> = admins
        .into_iter()
        .map(|id| {
            let db = clinic.db.clone();
            tokio::spawn(async move {
                let mut tx = db.begin().await.expect("a transaction");
                if staff::lock_admins(&mut tx, institution).await.expect("a count") < 2 {
                    return false;
                }
                let account = staff::find(&mut tx, id).await.expect("a result").expect("the account");
                staff::set_account(&mut tx, &Staff { active: false, ..account }).await.expect("set");
                tx.commit().await.expect("committed");
                true
            })
        })
        .collect();
    let mut removed = 0;
    for task in tasks {
        removed += usize::from(task.await.expect("no panic"));
    }
    assert_eq!(removed, 1);
}
