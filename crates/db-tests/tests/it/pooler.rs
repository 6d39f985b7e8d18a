//! What a pooler in front of PostgreSQL may do, and what is detected and rejected.

use std::time::Duration;

use db::{AnalysisListener, Database, DatabaseConfig, Error, IsolationError, OwnerConn, TenantDb};
use domain::{LoginUserId, TenantId};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use testing::{PrivatePgBouncer, PrivatePostgres, factory};

/// Poolers reject the startup options unless their configuration ignores them.
const IGNORE_OPTIONS_SETTING: (&str, &str) = ("ignore_startup_parameters", "options");
const SESSION: [(&str, &str); 2] = [("pool_mode", "session"), IGNORE_OPTIONS_SETTING];
const TRANSACTION: [(&str, &str); 2] = [("pool_mode", "transaction"), IGNORE_OPTIONS_SETTING];
/// A login that owns nothing and is a member of the product's roles.
const MEMBER: (&str, &str) = ("member", "member");
/// A login without roles.
const STRANGER: (&str, &str) = ("stranger", "stranger");

/// A server with two tenants. The first has the patient `DEMO1`, the second `OTHER1`.
struct PooledServer {
    postgres: PrivatePostgres,
    owner: (String, String),
    tenants: [TenantId; 2],
}

impl PooledServer {
    async fn start() -> Self {
        let postgres = PrivatePostgres::start_migrated().await;
        let mut owner = OwnerConn::connect(&postgres.url()).await.expect("the owner connects");
        let mut second = factory::tenant_seed("second");
        second.patients[0].login_user_id = LoginUserId::parse("OTHER1").expect("a name");
        let mut tenants = [TenantId::new(0); 2];
        for (id, seed) in tenants.iter_mut().zip([factory::tenant_seed("first"), second]) {
            *id = db::seed::tenant(&mut owner, &seed, factory::now()).await.expect("seeded").tenant_id;
        }
        let mut superuser = PgConnection::connect(&postgres.url()).await.expect("a connection");
        sqlx::raw_sql(
            "create role member login password 'member' in role hyeobom_app, hyeobom_system;
             create role stranger login password 'stranger'",
        )
        .execute(&mut superuser)
        .await
        .expect("the logins");
        let password = postgres.url().split(['@', ':']).nth(2).expect("a password").to_owned();
        Self { postgres, owner: ("hyeobom".to_owned(), password), tenants }
    }

    fn owner(&self) -> (&str, &str) {
        (&self.owner.0, &self.owner.1)
    }

    fn logins(&self) -> [(&str, &str); 3] {
        [self.owner(), MEMBER, STRANGER]
    }

    async fn pooler(&self, settings: &[(&str, &str)]) -> PrivatePgBouncer {
        PrivatePgBouncer::start(self.postgres.port(), &self.logins(), settings).await
    }
}

fn config(pooler: &PrivatePgBouncer, (name, password): (&str, &str)) -> DatabaseConfig {
    let url = format!("postgres://{name}:{password}@127.0.0.1:{}/hyeobom", pooler.port());
    DatabaseConfig { url, max_connections_per_tenant: 3, max_system_connections: 2 }
}

async fn has_patient(db: &TenantDb, login: &str) -> bool {
    let login = LoginUserId::parse(login).expect("a name");
    let mut conn = db.acquire().await.expect("a connection");
    db::patients::exists_login_user_id(&mut conn, &login).await.expect("a result")
}

/// Returns the messages of an error's causes.
fn causes(error: &Error) -> String {
    let causes = std::iter::successors(Some(error as &dyn std::error::Error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

fn is_shared(result: Result<impl Sized, Error>) -> bool {
    matches!(result.err(), Some(Error::NotIsolated(IsolationError::SharedConnections)))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pooler_dropping_options_keeps_tenants_apart() {
    let server = PooledServer::start().await;
    // the second pooler reuses connections with the role and tenant of the previous client
    for settings in [SESSION.to_vec(), [SESSION.as_slice(), &[("server_reset_query", "")]].concat()] {
        let pooler = server.pooler(&settings).await;
        for login in [server.owner(), MEMBER, server.owner()] {
            let database = Database::connect(&config(&pooler, login)).await.expect("session mode");
            let [first, second] = server.tenants.map(|tenant| database.tenant(tenant));
            for _ in 0..2 {
                assert!(has_patient(&first, "DEMO1").await && !has_patient(&first, "OTHER1").await);
                assert!(has_patient(&second, "OTHER1").await && !has_patient(&second, "DEMO1").await);
            }
            database.check().await.expect("the role is kept");
            AnalysisListener::connect(&database).await.expect("it listens");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pooler_in_transaction_mode_is_refused() {
    let server = PooledServer::start().await;
    for round_robin in ["0", "1"] {
        let settings = [TRANSACTION.as_slice(), &[("server_round_robin", round_robin)]].concat();
        let pooler = server.pooler(&settings).await;
        // first with one server connection, then with several idle ones
        for _ in 0..2 {
            for login in [server.owner(), MEMBER] {
                assert!(is_shared(Database::connect(&config(&pooler, login)).await), "round robin {round_robin}");
            }
            let options: PgConnectOptions = config(&pooler, MEMBER).url.parse().expect("a URL");
            let options = options.extra_float_digits(None);
            let mut clients = Vec::new();
            for _ in 0..3 {
                let mut client: PgConnection = options.connect().await.expect("a connection");
                sqlx::raw_sql("begin").execute(&mut client).await.expect("a transaction");
                clients.push(client);
            }
            for client in &mut clients {
                sqlx::raw_sql("commit").execute(client).await.expect("the end of it");
            }
        }
    }
    let statement_mode = server.pooler(&[("pool_mode", "statement"), IGNORE_OPTIONS_SETTING]).await;
    Database::connect(&config(&statement_mode, MEMBER)).await.expect_err("no transactions");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pooler_changing_mode_is_refused_until_mended() {
    let server = PooledServer::start().await;
    let mut pooler = server.pooler(&SESSION).await;
    let database = Database::connect(&config(&pooler, MEMBER)).await.expect("session mode");
    let tenant = database.tenant(server.tenants[0]);
    assert!(has_patient(&tenant, "DEMO1").await);
    pooler.restart(&server.logins(), &TRANSACTION).await;
    // recently used connections are not verified again; these fail because the restart closed them
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    let refused = database.check().await;
    let text = causes(refused.as_ref().expect_err("transaction mode"));
    assert!(text.contains("transaction or statement mode") && text.contains("use session mode"), "{text}");
    assert!(is_shared(refused) && is_shared(tenant.acquire().await) && is_shared(tenant.acquire().await));
    assert!(is_shared(AnalysisListener::connect(&database).await));
    pooler.restart(&server.logins(), &SESSION).await;
    database.check().await.expect("session mode again");
    assert!(has_patient(&tenant, "DEMO1").await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refused_login_is_named_in_words() {
    let server = PooledServer::start().await;
    let pooler = server.pooler(&SESSION).await;
    let direct = format!("postgres://stranger:stranger@127.0.0.1:{}/hyeobom", server.postgres.port());
    for config in [config(&pooler, STRANGER), DatabaseConfig { url: direct, ..config(&pooler, STRANGER) }] {
        let error = Database::connect(&config).await.expect_err("a login without roles");
        assert!(causes(&error).contains("may not take the role hyeobom_system"), "{}", causes(&error));
    }
    let refusing = server.pooler(&[("pool_mode", "session")]).await;
    let error = Database::connect(&config(&refusing, MEMBER)).await.expect_err("the options are refused");
    assert!(causes(&error).contains("unsupported startup parameter"), "{}", causes(&error));
    let mut superuser = PgConnection::connect(&server.postgres.url()).await.expect("a connection");
    sqlx::raw_sql("alter role hyeobom_app bypassrls").execute(&mut superuser).await.expect("altered");
    let error = Database::connect(&config(&pooler, MEMBER)).await.expect_err("the role sees every row");
    assert!(causes(&error).contains("may bypass row-level security"), "{}", causes(&error));
}
