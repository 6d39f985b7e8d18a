//! The dry run of the retention periods, and the erasure of walk-ins and visit logs.

use chrono::{DateTime, TimeDelta, Utc};
use db::access_log::{checks, seal};
use db::retention::{self, Class, MAX_COUNT};
use db::{TenantDb, account_deletion, exports, issued_documents, maintenance, person_erasure, records, walk_ins};
use domain::calendar::{first_of_month, korean_day};
use domain::claim::DOWNLOAD_DAYS;
use domain::retention::{ACCESS_LOG_MONTHS, RetentionClass, WALK_IN_MONTHS, months_before, records_cutoff};
use domain::{ApplicationKind, PatientId, Phase};
use sqlx::AssertSqlSafe;
use testing::{Clinic, Database, factory};

use crate::isolation::filled;
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
    let due = retention::list_due(db, now).await.expect("counted");
    let counted = [Class::ServiceAccounts, Class::WalkIns, Class::AccessLog].map(|class| due.count(class));
    assert_eq!((counted, due.broken_at), ([1, 1, 0], None));
    assert_eq!(retention::list_due(db, now).await.expect("counted"), due, "nothing was deleted");
    assert_eq!(count(database, "applications where patient_id is null").await, 1);
    assert_eq!(retention::list_due(db, factory::now()).await.expect("counted").classes, []);
}

/// Returns the time of the database's clock, by which its triggers judge what is old enough to be deleted.
async fn database_now(database: &Database) -> DateTime<Utc> {
    sqlx::query_scalar("select now()").fetch_one(&mut database.superuser().await).await.expect("the time")
}

/// The dry run has statements of its own, because it deletes nothing. They must find what the sweep deletes.
#[tokio::test]
async fn dry_run_counts_what_the_sweep_deletes() {
    let (database, _) = filled().await;
    let db = database.tenant();
    factory::patient(&db, "leaver01").await;
    // without triggers, as if the rows had become that old
    write(
        &database,
        "begin; set local session_replication_role = replica;
         update patients set left_at = '2020-01-01';
         update patients set service_erased_at = left_at where login_user_id = 'leaver01';
         update people set relation = 'child', removed_at = '2020-01-01';
         update applications set kind = 'walk_in', patient_id = null, person_id = null, updated_at = '2020-01-01';
         update settlements set created_at = '2020-01-01';
         update claims set released_at = '2020-01-01';
         update issued_documents i
         set upload_id = (select min(u.id) from uploads u where u.tenant_id = i.tenant_id and u.used_at is not null);
         update access_reviews set at = '2020-01-01';
         commit",
    )
    .await;
    let now = database_now(&database).await + TimeDelta::days(400);
    let due = retention::list_due(&db, now).await.expect("counted");

    let mut tx = db.begin().await.expect("a transaction");
    let swept = maintenance::delete_expired(&mut tx, now).await.expect("deleted");
    let kept = TimeDelta::days(DOWNLOAD_DAYS);
    let documents = issued_documents::purge_expired(&mut tx, kept, now).await.expect("deleted");
    let list_closed = async |tx: &mut db::TenantTx, class| {
        account_deletion::list_due(tx, class, 9, now).await.expect("a list").len() as u64
    };
    let year_ago = months_before(now, WALK_IN_MONTHS);
    let deleted = [
        (Class::Sessions, swept.sessions),
        (Class::Expired, swept.phone_codes + swept.idempotency_keys + swept.messages + swept.identities),
        (Class::ServiceAccounts, list_closed(&mut tx, RetentionClass::Service).await),
        (Class::SignUpAccounts, list_closed(&mut tx, RetentionClass::SignUp).await),
        (Class::People, person_erasure::list_due(&mut tx, 9, now).await.expect("a list").len() as u64),
        (Class::WalkIns, walk_ins::list_due(&mut tx, year_ago, 9).await.expect("a list").len() as u64),
        (Class::Documents, documents),
        (Class::Uploads, maintenance::list_unused_uploads(&mut tx, 9, now).await.expect("a list").len() as u64),
        (Class::Exports, exports::list_expired(&mut tx, 9, now).await.expect("a list").len() as u64),
        (
            Class::Settlements,
            records::purge_records(&mut tx, records_cutoff(now), 9, now).await.expect("deleted").settlements,
        ),
        (
            Class::AccessReviews,
            seal::delete_reviews(&mut tx, months_before(now, ACCESS_LOG_MONTHS)).await.expect("deleted"),
        ),
    ];
    for (class, rows) in deleted {
        assert!(rows > 0, "{class:?}: a row must be due");
        assert_eq!(due.count(class), rows, "{class:?}");
    }
}

#[tokio::test]
async fn dry_run_counts_ten_thousand_rows() {
    let database = Database::create().await;
    let (db, tenant) = (database.tenant(), database.first.id);
    write(
        &database,
        &format!(
            "insert into phone_codes (tenant_id, phone_number, code, created_at, expires_at)
             select {tenant}, '01012345678', '123456', timestamptz '2025-01-01' + n * interval '1 second', now()
             from generate_series(0, {MAX_COUNT}) n"
        ),
    )
    .await;
    let due = retention::list_due(&db, factory::now()).await.expect("counted");
    let expired = due.classes.first().expect("a class");
    assert_eq!((expired.class, expired.count, expired.has_more), (Class::Expired, MAX_COUNT, true));
    assert_eq!(expired.oldest.map(|at| at.date_naive().to_string()).as_deref(), Some("2025-01-01"));
    write(&database, "delete from phone_codes where created_at = '2025-01-01'").await;
    let due = retention::list_due(&db, factory::now()).await.expect("counted");
    assert_eq!(due.classes.first().map(|one| (one.count, one.has_more)), Some((MAX_COUNT, false)));
}

#[tokio::test]
async fn dry_run_counts_months_of_the_log() {
    let database = Database::create().await;
    let db = database.tenant();
    let now = database_now(&database).await;
    let due = async || retention::list_due(&db, now).await.expect("counted");
    for days in [900, 10] {
        let entry = db::access_log::Entry::new(db::access_log::Action::PatientSignIn);
        let at = now - TimeDelta::days(days);
        db::access_log::insert(&mut connect(&db).await, &entry, at).await.expect("written");
    }
    assert_eq!(due().await.count(Class::AccessLog), 1);
    assert_eq!((count(&database, "access_log").await, count(&database, "access_log_seals").await), (2, 0));
    let month = first_of_month(korean_day(now - TimeDelta::days(900)));
    checks::upsert(&mut connect(&db).await, month, Some(1)).await.expect("recorded");
    let held = due().await;
    assert_eq!((held.count(Class::AccessLog), held.broken_at), (0, Some(1)), "a broken month stays");
    write(&database, "delete from access_log_checks").await;
    let mut tx = db.begin().await.expect("a transaction");
    seal::close_oldest_month(&mut tx, months_before(now, ACCESS_LOG_MONTHS), now).await.expect("ended");
    tx.commit().await.expect("committed");
    assert_eq!(due().await.count(Class::AccessLog), 0);
}

#[tokio::test]
async fn walk_in_ends_a_year_after_last_change() {
    let clinic = Clinic::new().await;
    let (database, db) = (&clinic.database, &clinic.db);
    let walk_in = clinic.application(ApplicationKind::WalkIn, factory::now()).await;
    let own = clinic.application(ApplicationKind::Application, factory::now()).await;
    clinic.insert_analysis(walk_in, Phase::Before).await;
    write(database, "update tcis set updated_at = updated_at + interval '1 second'").await;
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
    let now = end + TimeDelta::seconds(1);
    let mut erase = async |id, before| walk_ins::erase(&mut tx, id, before, now).await.expect("a result");
    assert!(!erase(own, now).await, "it has an account");
    assert!(!erase(walk_in, changed).await, "its analysis changed since it was listed");
    assert!(erase(walk_in, months_before(now, WALK_IN_MONTHS)).await);
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
    for due in &due.classes {
        assert!(due.count > 0 && due.oldest.is_some_and(|oldest| oldest < now), "{due:?}");
    }
    let walk_ins = due.classes.iter().find(|one| one.class == Class::WalkIns).expect("one is due");
    assert_eq!(walk_ins.oldest.map(|at| at.date_naive().to_string()).as_deref(), Some("2025-10-09"));
    assert_eq!(retention::list_due(db, factory::now()).await.expect("listed").classes, []);
}
