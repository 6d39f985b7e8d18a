//! Startup and shutdown.

use anyhow::Context as _;
use blob::Store;
use db::{Database, DatabaseConfig};
use domain::legal::Editions;
use queue::{Producer, QueueAdmin, Settings, Transport};
use runtime::metrics::Metrics;
use runtime::ops::{self, Ops};
use runtime::server::{self, Limits};
use runtime::{Random, SystemClock, logging};
use secrecy::{ExposeSecret as _, SecretString};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::http::ConcurrencyLimit;
use crate::http::request_id::RequestIds;
use crate::ops::machine;
use crate::parties::Parties;
use crate::services::directory::Directory;
use crate::services::limiter::Limiter;
use crate::services::passwords::Passwords;
use crate::services::result_waiters::ResultWaiters;
use crate::{App, AppState, Config};

/// The maximum number of connections per tenant. More would only queue inside PostgreSQL.
const MAX_CONNECTIONS_PER_TENANT: u32 = 8;
/// The maximum number of connections of the tenant directory and the queue admin.
const MAX_SYSTEM_CONNECTIONS: u32 = 4;
/// The default of `API_MAX_CONCURRENT_REQUESTS`: sixteen for each connection of a tenant's pool. The statements of a
/// self-check take 9 ms (`docs/operations/scaling.md`), so the last of sixteen gets the connection after 0.15 s. After 3
/// s it would give up. A lower limit would refuse short bursts, and slow outside parties would use it up: requests that
/// wait for them hold no connection.
const DEFAULT_MAX_CONCURRENT_REQUESTS: u32 = 16 * MAX_CONNECTIONS_PER_TENANT;

/// Connects to the other systems. None of them has to be reachable.
///
/// # Errors
/// When an address is invalid, or the database does not isolate its connections.
pub async fn connect(config: &Config, shutdown: CancellationToken) -> anyhow::Result<App> {
    let database = DatabaseConfig {
        url: config.database_url.expose_secret().to_owned(),
        max_connections_per_tenant: MAX_CONNECTIONS_PER_TENANT,
        max_system_connections: MAX_SYSTEM_CONNECTIONS,
    };
    let database = Database::connect_lazily(&database).context("DATABASE_URL")?;
    database.ensure_isolated().await.context("DATABASE_URL")?;
    let redis_url = config.redis_url.expose_secret();
    let transport = transport(config)?;
    let random = Random::secure();
    let directory = Directory::new(database.system());
    directory.refresh().await;
    Ok(App::new(AppState {
        environment: config.environment,
        asset_host: config.s3.public_url.as_str().trim_end_matches('/').to_owned(),
        directory,
        producer: Producer::with_transport(transport.clone()),
        queues: QueueAdmin::new(database.system(), transport),
        databases: database,
        store: Store::connect(&config.s3),
        parties: Parties::new(config.parties.clone()).context("the clients of outside parties")?,
        sealer: config.sealer.clone(),
        web_origin: config.web_origin.clone(),
        editions: Editions::default(),
        ops_host: config.ops_host.clone(),
        trace_url: config.trace_url.clone(),
        trusted_proxies: config.trusted_proxies.clone(),
        concurrency_limit: ConcurrencyLimit::new(
            config.max_concurrent_requests.map_or(DEFAULT_MAX_CONCURRENT_REQUESTS, |limit| limit.get().into()),
        ),
        limiter: Limiter::connect(redis_url, "hyeobom:").context("REDIS_URL")?,
        passwords: Passwords::new(random.clone()),
        result_waiters: ResultWaiters::default(),
        request_ids: RequestIds::new(&random),
        clock: SystemClock::shared(),
        random,
        shutdown,
    }))
}

fn transport(config: &Config) -> anyhow::Result<Transport> {
    Transport::lazy(config.redis_url.expose_secret(), Settings::default()).context("REDIS_URL")
}

/// Serves until the shutdown signal, then lets the open requests finish.
///
/// # Errors
/// When something cannot be started, or a listener fails.
pub async fn serve(config: Config) -> anyhow::Result<()> {
    let metrics = Metrics::install();
    metrics.set_program("api");
    crate::metrics::start();
    queue::metrics::start_producer();
    let stop = runtime::shutdown::on_signal()?;
    let app = connect(&config, stop.clone()).await?;
    let redis = transport(&config)?;

    let listener = TcpListener::bind(config.listen).await.context("API_LISTEN")?;
    let ops_listener = TcpListener::bind(config.ops_listen).await.context("API_OPS_LISTEN")?;
    tracing::info!(api = %listener.local_addr()?, ops = %ops_listener.local_addr()?, "serving");

    tokio::spawn(metrics.clone().upkeep());
    tokio::spawn(runtime::memory::return_freed_memory());
    tokio::spawn(app.directory.clone().refresh_periodically());
    tokio::spawn(app.passwords.clone().release_idle_memory());
    tokio::spawn(app.result_waiters.clone().listen(app.databases.clone()));
    let tenants = machine::TenantData { database: app.databases.clone(), clock: app.clock.clone() };
    let installation = machine::installation(app.queues.clone(), tenants.clone());
    let ops_routes = machine::router(app.queues.clone(), tenants);
    let (database, directory) = (app.databases.clone(), app.directory.clone());
    let router = Ops::new(metrics, stop.clone())
        .check("database", move || {
            let database = database.clone();
            async move { database.check().await.map_err(|error| logging::chain(&error)) }
        })
        .check("redis", move || {
            let mut transport = redis.clone();
            async move { transport.check().await.map_err(|error| logging::chain(&error)) }
        })
        .check("tenants", move || {
            let is_loaded = directory.is_loaded();
            async move { if is_loaded { Ok(()) } else { Err("not read since the start".to_owned()) } }
        })
        .router()
        .merge(installation)
        .merge(ops::require_token(ops_routes, config.ops_token));
    // the operations port stays open longer than the API's, so that draining can be observed
    let ops_stop = CancellationToken::new();
    let ops_served = tokio::spawn(ops::serve(ops_listener, router, ops_stop.clone()));

    server::serve(listener, crate::router(app), Limits::CLIENTS, stop).await;
    ops_stop.cancel();
    ops_served.await?;
    tracing::info!("stopped");
    Ok(())
}

/// Migrates the database.
///
/// # Errors
/// When the database cannot be reached or a migration fails.
pub async fn migrate(database_url: &SecretString) -> anyhow::Result<()> {
    db::migrate(database_url.expose_secret()).await.context("migrating the database")?;
    tracing::info!("the database is migrated");
    Ok(())
}
