//! Accounts, sessions and the audit of operators.

use chrono::{DateTime, TimeDelta, Utc};
use db::SystemConn;
use db::operator_actions::{self, Action, ChainCheck, Entry, Filter};
use db::operator_sessions::{self, NewSession};
use db::operators::{self, InsertError, NewOperator};
use domain::{LoginUserId, Name, Operator, OperatorId, OperatorRole, OperatorSessionId, PasswordHash, TokenHash};
use sqlx::AssertSqlSafe;
use testing::{Database, factory};

async fn system(database: &Database) -> SystemConn {
    database.db.system().acquire().await.expect("a connection")
}

async fn insert(database: &Database, login: &str, role: OperatorRole) -> Result<OperatorId, InsertError> {
    let new = NewOperator {
        login_id: LoginUserId::parse(login).expect("a name"),
        password_hash: PasswordHash::new("temporary".to_owned()),
        name: Name::parse("최운영").expect("a name"),
        role,
    };
    operators::insert(&mut system(database).await, &new, factory::now()).await
}

async fn sign_in(conn: &mut SystemConn, operator: OperatorId, token: &TokenHash) -> OperatorSessionId {
    let new = NewSession {
        operator,
        token,
        expires_at: factory::now() + TimeDelta::hours(8),
        client_address: std::net::Ipv4Addr::LOCALHOST.into(),
        second_factor_pending: true,
    };
    operator_sessions::insert(conn, &new, factory::now()).await.expect("inserted")
}

fn after(minutes: i64) -> DateTime<Utc> {
    factory::now() + TimeDelta::minutes(minutes)
}

#[tokio::test]
async fn operator_name_is_taken_for_good() {
    let database = Database::create().await;
    let id = insert(&database, "Ops01", OperatorRole::Admin).await.expect("inserted");
    let mut conn = system(&database).await;
    let account = operators::find(&mut conn, id).await.expect("a result").expect("the account");
    operators::set_account(&mut conn, &Operator { active: false, ..account }).await.expect("ended");
    let again = insert(&database, "ops01", OperatorRole::Viewer).await;
    assert!(matches!(again, Err(InsertError::LoginIdTaken)), "{again:?}");
    let login = LoginUserId::parse("OPS01").expect("a name");
    let found = operators::find_credentials(&mut conn, &login).await.expect("a result");
    assert!(found.is_none(), "an ended account signs in no more");
    assert_eq!(operators::lock_admins(&mut conn).await.expect("a count"), 0);
}

#[tokio::test]
async fn temporary_operator_password_signs_in_once() {
    let database = Database::create().await;
    let id = insert(&database, "ops01", OperatorRole::Admin).await.expect("inserted");
    let use_up = async |hours| {
        let now = factory::now() + TimeDelta::hours(hours);
        operators::use_temporary_password(&mut system(&database).await, id, now).await.expect("a result")
    };
    let (one, two) = tokio::join!(use_up(1), use_up(1));
    assert!(one ^ two, "of two sign-ins at once one gets it");
    let mut conn = system(&database).await;
    let (login, hash) = (LoginUserId::parse("ops01").expect("a name"), PasswordHash::new("new".to_owned()));
    let found = operators::find_credentials(&mut conn, &login).await.expect("a result").expect("the account");
    assert!(found.is_spent(factory::now()));
    operators::reset(&mut conn, id, &hash, factory::now()).await.expect("reset");
    assert!(!use_up(72).await, "too late");
    assert!(use_up(71).await);
    operators::set_password(&mut conn, id, &hash).await.expect("set");
    let found = operators::find_credentials(&mut conn, &login).await.expect("a result").expect("the account");
    assert!(!found.is_spent(after(100_000)) && found.password_hash.as_str() == "new");
}

#[tokio::test]
async fn reset_takes_the_second_factor_away() {
    let database = Database::create().await;
    let id = insert(&database, "ops01", OperatorRole::Operator).await.expect("inserted");
    let mut conn = system(&database).await;
    assert!(operators::set_totp(&mut conn, id, 1, b"first").await.expect("a result"));
    assert!(operators::set_totp(&mut conn, id, 2, b"second").await.expect("a result"), "not confirmed yet");
    operators::confirm_totp(&mut conn, id, factory::now()).await.expect("confirmed");
    assert!(!operators::set_totp(&mut conn, id, 3, b"third").await.expect("a result"), "a confirmed one stays");
    let totp = operators::find_totp(&mut conn, id).await.expect("a result").expect("the app");
    assert_eq!((totp.key_id, totp.sealed.as_slice(), totp.is_confirmed), (2, b"second".as_slice(), true));
    assert!(operators::use_totp_step(&mut conn, id, 7).await.expect("a result"));
    for step in [7, 6] {
        assert!(!operators::use_totp_step(&mut conn, id, step).await.expect("a result"), "{step} is spent");
    }
    operators::set_recovery_codes(&mut conn, id, &[vec![1; 32], vec![2; 32]], factory::now()).await.expect("set");
    assert!(operators::use_recovery_code(&mut conn, id, &[1; 32], factory::now()).await.expect("a result"));
    assert!(!operators::use_recovery_code(&mut conn, id, &[1; 32], factory::now()).await.expect("a result"), "once");
    operators::reset(&mut conn, id, &PasswordHash::new("new".to_owned()), factory::now()).await.expect("reset");
    assert!(operators::find_totp(&mut conn, id).await.expect("a result").is_none());
    assert!(!operators::use_recovery_code(&mut conn, id, &[2; 32], factory::now()).await.expect("a result"));
    let account = operators::find(&mut conn, id).await.expect("a result").expect("the account");
    assert!(account.must_change_password && !account.has_second_factor);
}

#[tokio::test]
async fn operator_session_ends_without_use() {
    let database = Database::create().await;
    let id = insert(&database, "ops01", OperatorRole::Operator).await.expect("inserted");
    let mut conn = system(&database).await;
    let tokens = [1, 2, 3].map(|number| TokenHash::new([number; 32]));
    let mut sessions = Vec::new();
    for token in &tokens {
        sessions.push(sign_in(&mut conn, id, token).await);
    }
    let found = operator_sessions::find(&mut conn, &tokens[0], after(29)).await.expect("a result").expect("valid");
    assert!(found.second_factor_pending);
    assert!(operator_sessions::find(&mut conn, &tokens[0], after(30)).await.expect("a result").is_none(), "unused");
    operator_sessions::set_second_factor(&mut conn, sessions[0]).await.expect("set");
    operator_sessions::set_used(&mut conn, sessions[0], after(20)).await.expect("set");
    operator_sessions::set_used(&mut conn, sessions[0], after(10)).await.expect("a late one");
    let found = operator_sessions::find(&mut conn, &tokens[0], after(49)).await.expect("a result").expect("valid");
    assert!(!found.second_factor_pending && found.last_used_at == after(20));
    operator_sessions::set_used(&mut conn, sessions[0], after(479)).await.expect("set");
    assert!(operator_sessions::find(&mut conn, &tokens[0], after(480)).await.expect("a result").is_none(), "8 hours");
    operator_sessions::revoke(&mut conn, sessions[1], after(1)).await.expect("revoked");
    operator_sessions::revoke_all(&mut conn, id, Some(sessions[2]), after(1)).await.expect("revoked");
    let mut valid = Vec::new();
    for token in &tokens {
        valid.push(operator_sessions::find(&mut conn, token, after(2)).await.expect("a result").is_some());
    }
    assert_eq!(valid, [false, false, true]);
    assert_eq!(operator_sessions::delete_ended(&mut conn, after(480)).await.expect("a count"), 0);
    assert_eq!(operator_sessions::delete_ended(&mut conn, after(481)).await.expect("a count"), 3);
}

#[tokio::test]
async fn audit_is_filtered_and_cut() {
    let database = Database::create().await;
    let id = insert(&database, "ops01", OperatorRole::Operator).await.expect("inserted");
    let mut conn = system(&database).await;
    let long = "x".repeat(400);
    let login = LoginUserId::parse("ops01").expect("a name");
    let own = Entry { operator: Some(id), login_id: Some(&login), ..Entry::new(Action::JobsListed) };
    let entries = [
        Entry::new(Action::SignInFailed),
        Entry { subject: Some(&long), tenant: Some(database.first.id), ..own },
        Entry { action: Action::JobRetried, reason: Some("요청"), subject: Some(""), ..own },
    ];
    for (minutes, entry) in (0..).zip(&entries) {
        let seq = operator_actions::insert(&mut conn, entry, after(minutes)).await.expect("inserted");
        assert_eq!(seq, minutes + 1, "without a gap");
    }
    let filter = Filter { operator: None, action: None, time: factory::always(), before: None };
    for (filter, expected) in [
        (filter.clone(), vec![3, 2, 1]),
        (Filter { operator: Some(id), ..filter.clone() }, vec![3, 2]),
        (Filter { action: Some(Action::SignInFailed), ..filter.clone() }, vec![1]),
        (Filter { before: Some(3), ..filter.clone() }, vec![2, 1]),
        (Filter { time: after(1)..after(2), ..filter.clone() }, vec![2]),
    ] {
        let rows = operator_actions::list(&mut conn, &filter, 9).await.expect("a list");
        assert_eq!(rows.iter().map(|row| row.seq).collect::<Vec<_>>(), expected, "{filter:?}");
    }
    let rows = operator_actions::list(&mut conn, &filter, 2).await.expect("a list");
    assert_eq!((rows[0].reason.as_deref(), rows[0].subject.as_deref()), (Some("요청"), None));
    assert_eq!((rows[1].tenant.as_deref(), rows[1].name.as_deref()), (Some("first"), Some("최운영")));
    assert_eq!(rows[1].subject.as_ref().map(String::len), Some(300));
}

#[tokio::test]
async fn changed_audit_row_breaks_the_chain() {
    let database = Database::create().await;
    let mut conn = system(&database).await;
    let check_part = async |after, limit| {
        operator_actions::check_chain(&mut system(&database).await, after, limit).await.expect("checked")
    };
    let check = async || check_part(0, 100).await;
    assert_eq!(check().await, ChainCheck { rows: 0, broken_at: None, newest: 0 });
    for minutes in 0..4 {
        let entry = Entry::new(Action::AuditRead);
        operator_actions::insert(&mut conn, &entry, after(minutes)).await.expect("inserted");
    }
    assert_eq!(check().await, ChainCheck { rows: 4, broken_at: None, newest: 4 });
    for (after, limit, rows) in [(0, 2, 2), (2, 2, 2), (3, 100, 1), (4, 100, 0), (9, 100, 0)] {
        assert_eq!(check_part(after, limit).await, ChainCheck { rows, broken_at: None, newest: 4 }, "{after} {limit}");
    }
    let tamper = async |statement: &str| {
        let statement = format!(
            "alter table operator_actions disable trigger user; {statement};
             alter table operator_actions enable trigger user"
        );
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut database.superuser().await).await
    };
    let mut superuser = database.superuser().await;
    let refused = sqlx::raw_sql("update operator_actions set reason = 'x'").execute(&mut superuser).await;
    assert!(refused.is_err(), "the trigger keeps it");
    tamper("update operator_actions set reason = 'x' where seq = 3").await.expect("changed");
    assert_eq!(check().await, ChainCheck { rows: 4, broken_at: Some(3), newest: 4 });
    assert_eq!(check_part(0, 2).await.broken_at, None, "a part without the changed row");
    assert_eq!(check_part(2, 2).await.broken_at, Some(3));
    tamper("delete from operator_actions where seq = 2").await.expect("deleted");
    let gap = ChainCheck { rows: 3, broken_at: Some(3), newest: 4 };
    assert_eq!(check().await, gap, "a gap shows at the row after it");
    assert_eq!(check_part(2, 2).await.broken_at, Some(3), "also when a part begins after it");
}
