//! The dry run of the retention periods, and the erasure of walk-ins and visit logs.

use chrono::TimeDelta;
use db::access_log::seal;
use db::retention::{self, DueRows};
use db::{TenantDb, account_deletion, maintenance, walk_ins};
use domain::retention::{ACCESS_LOG_MONTHS, WALK_IN_MONTHS, months_before};
use domain::{ApplicationKind, PatientId};
use sqlx::AssertSqlSafe;
use testing::{Clinic, Database, factory};

use crate::support::connect;

async fn write(database: &Database, statement: &str) {
    let mut superuser = database.superuser().await;
    sqlx::raw_sql(AssertSqlSafe(statement.to_owned())).execute(&mut superuser).await.expect("written");
}

async fn count(database: &Database, from: &str) -> i64 {
    let statement = AssertSqlSafe(format!("select count(*) from {from}"));
    sqlx::query_scalar(statement).fetch_one(&mut database.superuser().await).await.expect("a count")
}

async fn delete_account(db: &TenantDb, patient: PatientId) {
    let mut tx = db.begin().await.expect("a transaction");
    account_deletion::close_account(&mut tx, patient, factory::now()).await.expect("closed");
    tx.commit().await.expect("committed");
}

#[tokio::test]
async fn dry_run_counts_and_deletes_nothing() {
    let clinic = Clinic::new().await;
    let (database, db) = (&clinic.database, &clinic.db);
    delete_account(db, database.first.patient).await;
    clinic.application(ApplicationKind::WalkIn, factory::now()).await;
    let now = factory::now() + TimeDelta::days(800);
    write(database, "update applications set updated_at = '2025-10-09' where patient_id is null").await;
    let due = retention::count_due(db, now).await.expect("counted");
    assert_eq!((due.service_accounts, due.walk_ins, due.access_log, due.broken_at), (1, 1, 0, None));
    assert_eq!(retention::count_due(db, now).await.expect("counted"), due, "nothing was deleted");
    assert_eq!(count(database, "applications where patient_id is null").await, 1);
    assert_eq!(retention::count_due(db, factory::now()).await.expect("counted"), DueRows::default());
}

#[tokio::test]
async fn dry_run_counts_months_of_the_log() {
    let database = Database::create().await;
    let db = database.tenant();
    let now: chrono::DateTime<chrono::Utc> =
        sqlx::query_scalar("select now()").fetch_one(&mut database.superuser().await).await.expect("the time");
    for days in [900, 10] {
        let entry = db::access_log::Entry::new(db::access_log::Action::PatientSignIn);
        let at = now - TimeDelta::days(days);
        db::access_log::insert(&mut connect(&db).await, &entry, at).await.expect("written");
    }
    assert_eq!(retention::count_due(&db, now).await.expect("counted").access_log, 1);
    assert_eq!((count(&database, "access_log").await, count(&database, "access_log_seals").await), (2, 0));
    let mut tx = db.begin().await.expect("a transaction");
    seal::close_oldest_month(&mut tx, months_before(now, ACCESS_LOG_MONTHS), now).await.expect("ended");
    tx.commit().await.expect("committed");
    assert_eq!(retention::count_due(&db, now).await.expect("counted").access_log, 0);
}

#[tokio::test]
async fn walk_in_ends_a_year_after_last_change() {
    let clinic = Clinic::new().await;
    let (database, db) = (&clinic.database, &clinic.db);
    let walk_in = clinic.application(ApplicationKind::WalkIn, factory::now()).await;
    let own = clinic.application(ApplicationKind::Application, factory::now()).await;
    let due = async |now| {
        walk_ins::list_due(&mut connect(db).await, months_before(now, WALK_IN_MONTHS), 9).await.expect("a list")
    };
    let changed = "(select greatest(a.updated_at, max(t.updated_at)) from applications a
                    left join tcis t on t.application_id = a.id where a.patient_id is null group by a.id)";
    let changed: chrono::DateTime<chrono::Utc> = sqlx::query_scalar(AssertSqlSafe(format!("select {changed}")))
        .fetch_one(&mut database.superuser().await)
        .await
        .expect("the time");
    let end = changed + chrono::Months::new(WALK_IN_MONTHS);
    assert!(due(end).await.is_empty());
    assert_eq!(due(end + TimeDelta::seconds(1)).await, [walk_in], "an account's application stays");
    let mut tx = db.begin().await.expect("a transaction");
    assert!(!walk_ins::erase(&mut tx, own).await.expect("a result"), "it has an account");
    assert!(walk_ins::erase(&mut tx, walk_in).await.expect("a result"));
    tx.commit().await.expect("committed");
    assert_eq!(count(database, &format!("applications where id = {walk_in}")).await, 0);
    assert_eq!(count(database, &format!("tcis where application_id = {walk_in}")).await, 0);
}

#[tokio::test]
async fn visit_log_is_kept_three_months() {
    let database = Database::create().await;
    let (db, now) = (database.tenant(), factory::now());
    let tenant = database.first.id;
    write(
        &database,
        &format!(
            "insert into patient_sessions (tenant_id, patient_id, token_hash, created_at, expires_at, revoked_at, last_used_at)
             select {tenant}, {}, sha256(n::text::bytea), '2025-06-01', ends, revoked, '2025-06-01'
             from (values (1, '2025-07-08T00:00:00Z'::timestamptz, null::timestamptz),
                          (2, '2025-07-10T00:00:00Z', null), (3, '2025-07-08T00:00:00Z', '2025-07-07T00:00:00Z'))
                  as old (n, ends, revoked)",
            database.first.patient
        ),
    )
    .await;
    // 9 October 2025; three months before it is 9 July
    let swept = maintenance::delete_expired(&mut connect(&db).await, now).await.expect("swept");
    assert_eq!((swept.sessions, count(&database, "patient_sessions").await), (2, 1));
}

#[tokio::test]
async fn due_classes_name_their_oldest_row() {
    let clinic = Clinic::new().await;
    let (database, db) = (&clinic.database, &clinic.db);
    delete_account(db, database.first.patient).await;
    clinic.application(ApplicationKind::WalkIn, factory::now()).await;
    let now = factory::now() + TimeDelta::days(800);
    write(database, "update applications set updated_at = '2025-10-09' where patient_id is null").await;
    let due = retention::list_due(db, now).await.expect("listed");
    let counted = retention::count_due(db, now).await.expect("counted");
    for class in retention::Class::ALL {
        let listed = due.classes.iter().find(|one| one.class == *class);
        assert_eq!(listed.map_or(0, |one| one.count), counted.count(*class), "{class:?}");
        assert!(listed.is_none_or(|one| one.oldest.is_some_and(|oldest| oldest < now)), "{class:?}");
    }
    let walk_ins = due.classes.iter().find(|one| one.class == retention::Class::WalkIns).expect("one is due");
    assert_eq!(walk_ins.oldest.map(|at| at.date_naive().to_string()).as_deref(), Some("2025-10-09"));
    assert_eq!(retention::list_due(db, factory::now()).await.expect("listed").classes, []);
}
