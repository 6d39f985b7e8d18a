//! The pool passes a clean connection on at once, and cleans every other one in the background first.

use std::time::Duration;

use db::{Database, DatabaseConfig, TenantDb};
use futures::{FutureExt as _, TryStreamExt as _};

use crate::support::connect;

/// A pool of one connection to a database, which exists as long as the first value.
async fn pool() -> (testing::Database, TenantDb) {
    let database = testing::Database::create().await;
    let config = DatabaseConfig { url: database.url.clone(), max_connections_per_tenant: 1, max_system_connections: 1 };
    let db = Database::connect(&config).await.expect("connected").tenant(database.first.id);
    (database, db)
}

/// Returns whether the connection was returned clean. A task cleans any other one, and runs only while the test waits.
fn is_free_at_once(db: &TenantDb) -> bool {
    matches!(db.acquire().now_or_never(), Some(Ok(_)))
}

#[tokio::test]
async fn statement_read_to_end_leaves_connection_clean() {
    let (_database, db) = pool().await;
    let mut conn = connect(&db).await;
    sqlx::query("select 1").fetch_one(conn.connection()).await.expect("a row");
    drop(conn);
    assert!(is_free_at_once(&db));
    let mut conn = connect(&db).await;
    sqlx::query("select 1 where false").fetch_optional(conn.connection()).await.expect("no row");
    drop(conn);
    assert!(is_free_at_once(&db));
    let mut conn = connect(&db).await;
    sqlx::query("select generate_series(1, 3)").fetch_all(conn.connection()).await.expect("rows");
    drop(conn);
    assert!(is_free_at_once(&db));
    let mut conn = connect(&db).await;
    sqlx::query("set timezone = 'UTC'").execute(conn.connection()).await.expect("done");
    drop(conn);
    assert!(is_free_at_once(&db));
}

#[tokio::test]
async fn failed_statement_leaves_connection_unclean() {
    let (_database, db) = pool().await;
    let mut conn = connect(&db).await;
    sqlx::query("select 1 / 0").fetch_one(conn.connection()).await.expect_err("a division by zero");
    drop(conn);
    assert!(!is_free_at_once(&db));
    let mut conn = connect(&db).await;
    sqlx::query("select 1 / (3 - n) from generate_series(1, 3) n")
        .fetch_all(conn.connection())
        .await
        .expect_err("a division by zero after two rows");
    drop(conn);
    assert!(!is_free_at_once(&db));
}

#[tokio::test]
async fn half_read_answer_leaves_connection_unclean() {
    let (_database, db) = pool().await;
    let mut conn = connect(&db).await;
    let mut rows = sqlx::query("select generate_series(1, 9)").fetch(conn.connection());
    rows.try_next().await.expect("a row").expect("a row");
    drop(rows);
    drop(conn);
    assert!(!is_free_at_once(&db));
}

#[tokio::test]
async fn canceled_statement_leaves_connection_unclean() {
    let (_database, db) = pool().await;
    let mut conn = connect(&db).await;
    let slow = sqlx::query("select pg_sleep(5)").execute(conn.connection());
    tokio::time::timeout(Duration::from_millis(20), slow).await.expect_err("it is too slow");
    drop(conn);
    assert!(!is_free_at_once(&db));
}

#[tokio::test]
async fn statement_in_transaction_leaves_it_open() {
    let (_database, db) = pool().await;
    let mut tx = db.begin().await.expect("a transaction");
    sqlx::query("select 1").fetch_one(tx.connection()).await.expect("a row");
    drop(tx);
    assert!(!is_free_at_once(&db), "it has to be rolled back");
    let mut tx = db.begin().await.expect("a transaction");
    sqlx::query("select 1").fetch_one(tx.connection()).await.expect("a row");
    tx.commit().await.expect("committed");
    assert!(is_free_at_once(&db));
    let tx = db.begin().await.expect("a transaction");
    tx.rollback().await.expect("rolled back");
    assert!(is_free_at_once(&db));
}

#[tokio::test]
async fn unclean_connection_is_cleaned_before_reuse() {
    let (_database, db) = pool().await;
    let mut tx = db.begin().await.expect("a transaction");
    let process = "select pg_backend_pid()";
    let used: i32 = sqlx::query_scalar(process).fetch_one(tx.connection()).await.expect("a process");
    sqlx::query("create temporary table leaked ()").execute(tx.connection()).await.expect("created");
    drop(tx);
    drop(connect(&db).await);
    assert!(is_free_at_once(&db), "the connection, cleaned");
    let mut next = connect(&db).await;
    let reused: i32 = sqlx::query_scalar(process).fetch_one(next.connection()).await.expect("a process");
    assert_eq!(reused, used);
    let leaked = sqlx::query("select from leaked").fetch_optional(next.connection()).await;
    leaked.expect_err("the transaction was rolled back");
}
