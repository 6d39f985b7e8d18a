//! The pool: connections are returned clean, and it recovers from a lost server.

use std::time::{Duration, Instant};

use db::{Database, DatabaseConfig, OwnerConn, institutions, tenants};
use testing::{PrivatePostgres, factory};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dropped_transaction_is_rolled_back() {
    let database = testing::Database::create().await;
    let config = DatabaseConfig { url: database.url.clone(), max_connections_per_tenant: 1, max_system_connections: 1 };
    let db = Database::connect(&config).await.expect("connected").tenant(database.first.id);
    for round in 0..5 {
        let mut tx = db.begin().await.expect("a transaction");
        let new = factory::new_patient("leaky");
        db::patients::insert(&mut tx, &new, factory::now()).await.expect("inserted");
        if round % 2 == 0 {
            // a caller that gave up during a statement
            let slow = sqlx::raw_sql("select pg_sleep(0.3)").execute(tx.connection());
            assert!(tokio::time::timeout(Duration::from_millis(20), slow).await.is_err());
        }
        drop(tx);
        // the only connection is reused only when it is clean
        let mut conn = db.acquire().await.expect("a connection");
        let taken = db::patients::exists_login_user_id(&mut conn, &new.login_user_id).await.expect("a result");
        assert!(!taken, "the insert was undone");
    }
}

#[tokio::test]
async fn failed_statement_leaves_connection_usable() {
    let database = testing::Database::create().await;
    let config = DatabaseConfig { url: database.url.clone(), max_connections_per_tenant: 1, max_system_connections: 1 };
    let db = Database::connect(&config).await.expect("connected").tenant(database.first.id);
    for _ in 0..3 {
        let mut tx = db.begin().await.expect("a transaction");
        let taken = db::patients::insert(&mut tx, &factory::new_patient(factory::LOGIN_USER_ID), factory::now()).await;
        assert!(matches!(taken, Err(db::patients::InsertError::LoginUserIdTaken)));
        drop(tx);
        let mut conn = db.acquire().await.expect("a connection");
        assert_eq!(institutions::search(&mut conn, "하늘", 20).await.expect("a list").len(), 1);
    }
}

#[tokio::test]
async fn full_pool_times_out_as_unavailable() {
    let database = testing::Database::create().await;
    let config = DatabaseConfig { url: database.url.clone(), max_connections_per_tenant: 1, max_system_connections: 1 };
    let db = Database::connect(&config).await.expect("connected").tenant(database.first.id);
    let held = db.acquire().await.expect("a connection");
    let waited = Instant::now();
    let refused = db.acquire().await.expect_err("none is free");
    assert!(refused.is_unavailable(), "{refused:?}");
    assert!(waited.elapsed() < Duration::from_secs(10));
    drop(held);
    db.acquire().await.expect("it is free again");
}

#[tokio::test]
async fn server_restart_is_survived() {
    let mut server = PrivatePostgres::start_migrated().await;
    let mut owner = OwnerConn::connect(&server.url()).await.expect("the owner connects");
    let seeded = db::seed::tenant(&mut owner, &factory::tenant_seed("first"), factory::now()).await.expect("seeded");
    let config = DatabaseConfig { url: server.url(), max_connections_per_tenant: 4, max_system_connections: 2 };
    let database = Database::connect(&config).await.expect("connected");
    let db = database.tenant(seeded.tenant_id);

    for kill in [false, true] {
        let mut held = [db.acquire().await.expect("a connection"), db.acquire().await.expect("a connection")];
        for conn in &mut held {
            institutions::search(conn, "하늘", 20).await.expect("a list");
        }
        drop(held);
        if kill {
            server.kill();
        } else {
            server.stop().await;
        }
        let error =
            async { institutions::search(&mut db.acquire().await?, "하늘", 20).await }.await.expect_err("it is down");
        assert!(error.is_unavailable(), "{error:?}");
        server.restart().await;
        // each old connection may fail once, but not more often
        let mut failures = 0;
        while let Err(error) = async { institutions::search(&mut db.acquire().await?, "하늘", 20).await }.await {
            assert!(error.is_unavailable(), "{error:?}");
            failures += 1;
            assert!(failures <= 4, "it is up again");
        }
        let mut system = database.system().acquire().await.expect("the directory answers");
        let found = tenants::find(&mut system, seeded.tenant_id).await;
        let found = if let Ok(found) = found {
            found
        } else {
            let mut system = database.system().acquire().await.expect("the directory answers");
            tenants::find(&mut system, seeded.tenant_id).await.expect("a result")
        };
        assert_eq!(found.expect("the tenant").id, seeded.tenant_id);
    }
}

#[tokio::test]
async fn tenants_are_listed_with_their_hosts() {
    let database = testing::Database::create().await;
    let mut system = database.db.system().acquire().await.expect("a connection");
    let all = tenants::list(&mut system).await.expect("a list");
    assert_eq!(all.iter().map(|t| t.key.as_str()).collect::<Vec<_>>(), ["first", "second"]);
    assert_eq!(all[1].hosts, ["second.localhost", "also-second.localhost"]);
    let found = tenants::find(&mut system, all[1].id).await.expect("a result");
    assert_eq!(found.as_ref(), Some(&all[1]));
}
