use futures::TryStreamExt as _;

use super::*;

/// A pool of one connection to a database, which exists as long as the first value.
async fn pool() -> (testing::Database, Pool) {
    let database = testing::Database::create().await;
    let pooler = Arc::new(PoolerCheck::new(database.url.parse().expect("a URL")));
    (database, Pool::new(SessionContext::SYSTEM, pooler, 1))
}

async fn connect() -> (testing::Database, PooledSession) {
    let (database, pool) = pool().await;
    (database, pool.acquire().await.expect("a connection"))
}

#[tokio::test]
async fn statement_read_to_end_leaves_connection_clean() {
    let (_database, mut pooled) = connect().await;
    sqlx::query("select 1").fetch_one(pooled.executor()).await.expect("a row");
    assert_eq!(pooled.state, State::Clean);
    sqlx::query("select 1 where false").fetch_optional(pooled.executor()).await.expect("no row");
    assert_eq!(pooled.state, State::Clean);
    sqlx::query("select generate_series(1, 3)").fetch_all(pooled.executor()).await.expect("rows");
    assert_eq!(pooled.state, State::Clean);
    sqlx::query("set timezone = 'UTC'").execute(pooled.executor()).await.expect("done");
    assert_eq!(pooled.state, State::Clean);
}

#[tokio::test]
async fn failed_statement_leaves_connection_unclean() {
    let (_database, mut pooled) = connect().await;
    sqlx::query("select 1 / 0").fetch_one(pooled.executor()).await.expect_err("a division by zero");
    assert_eq!(pooled.state, State::Unclean);
    sqlx::query("select 1 / (3 - n) from generate_series(1, 3) n")
        .fetch_all(pooled.executor())
        .await
        .expect_err("a division by zero after two rows");
    assert_eq!(pooled.state, State::Unclean);
}

#[tokio::test]
async fn half_read_answer_leaves_connection_unclean() {
    let (_database, mut pooled) = connect().await;
    let mut rows = sqlx::query("select generate_series(1, 9)").fetch(pooled.executor());
    rows.try_next().await.expect("a row").expect("a row");
    drop(rows);
    assert_eq!(pooled.state, State::Unclean);
}

#[tokio::test]
async fn cancelled_statement_leaves_connection_unclean() {
    let (_database, mut pooled) = connect().await;
    let slow = sqlx::query("select pg_sleep(5)").execute(pooled.executor());
    tokio::time::timeout(Duration::from_millis(20), slow).await.expect_err("it is too slow");
    assert_eq!(pooled.state, State::Unclean);
}

#[tokio::test]
async fn statement_in_transaction_leaves_it_open() {
    let (_database, mut pooled) = connect().await;
    pooled.begin().await.expect("a transaction");
    sqlx::query("select 1").fetch_one(pooled.executor()).await.expect("a row");
    assert_eq!(pooled.state, State::InTransaction);
    pooled.commit().await.expect("committed");
    assert_eq!(pooled.state, State::Clean);
    pooled.begin().await.expect("a transaction");
    pooled.rollback().await.expect("rolled back");
    assert_eq!(pooled.state, State::Clean);
}

#[tokio::test]
async fn unclean_connection_is_cleaned_before_reuse() {
    let (_database, pool) = pool().await;
    let mut pooled = pool.acquire().await.expect("a connection");
    pooled.begin().await.expect("a transaction");
    sqlx::query("create temporary table leaked ()").execute(pooled.executor()).await.expect("created");
    drop(pooled);
    let mut next = pool.acquire().await.expect("the connection, cleaned");
    assert_eq!(next.state, State::Clean);
    let leaked = sqlx::query("select from leaked").fetch_optional(next.executor()).await;
    leaked.expect_err("the transaction was rolled back");
}
