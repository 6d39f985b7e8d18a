//! Starting and stopping.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context as _;
use blob::Store;
use db::{Database, DatabaseConfig};
use queue::{Board, Producer, Settings, Transport};
use runtime::metrics::Metrics;
use runtime::ops::{self, Ops};
use runtime::{Random, SystemClock};
use secrecy::{ExposeSecret as _, SecretString};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::guard::directory::Directory;
use crate::guard::limiter::Limiter;
use crate::guard::passwords::Passwords;
use crate::http::request_id::RequestIds;
use crate::parties::Parties;
use crate::self_checks::readings::Readings;
use crate::{App, Config, Parts};

/// The most connections that one tenant's requests hold; more would only queue inside PostgreSQL.
const CONNECTIONS_PER_TENANT: u32 = 8;
/// The most connections of the tenant directory and the queue board.
const SYSTEM_CONNECTIONS: u32 = 4;
/// How long open requests may take to end once the program is to stop.
const DRAIN: Duration = Duration::from_secs(20);

/// Puts the parts of the API together. Only the database must be there.
///
/// # Errors
/// When an address cannot be read or the database does not answer.
pub async fn connect(config: &Config, stopping: CancellationToken) -> anyhow::Result<App> {
    let database = DatabaseConfig {
        url: config.database_url.expose_secret().to_owned(),
        max_connections_per_tenant: CONNECTIONS_PER_TENANT,
        max_system_connections: SYSTEM_CONNECTIONS,
    };
    let database = Database::connect(&database).await.context("connecting to the database")?;
    let redis_url = config.redis_url.expose_secret();
    let random = Random::secure();
    let directory = Directory::new(database.system());
    directory.refresh().await;
    Ok(App::new(Parts {
        environment: config.environment,
        asset_host: config.s3.public_url.as_str().trim_end_matches('/').to_owned(),
        directory,
        producer: Producer::with(transport(config)?),
        databases: database,
        store: Store::connect(&config.s3),
        parties: Parties::new(config.parties.clone()).context("the clients of outside parties")?,
        sealer: config.sealer.clone(),
        web_origin: config.web_origin.clone(),
        limiter: Limiter::connect(redis_url, "hyeobom:").context("REDIS_URL")?,
        passwords: Passwords::new(random.clone()),
        readings: Readings::default(),
        request_ids: RequestIds::new(&random),
        clock: SystemClock::shared(),
        random,
        stopping,
    }))
}

fn transport(config: &Config) -> anyhow::Result<Transport> {
    Transport::lazy(config.redis_url.expose_secret(), Settings::default()).context("REDIS_URL")
}

/// Serves until the stop signal, then lets the open requests end.
///
/// # Errors
/// When something cannot be started, or a listener fails.
pub async fn serve(config: Config) -> anyhow::Result<()> {
    let metrics = Metrics::install();
    let stop = runtime::shutdown::on_signal()?;
    let app = connect(&config, stop.clone()).await?;
    let board = Board::new(app.databases.system(), transport(&config)?);

    let listener = TcpListener::bind(config.listen).await.context("API_LISTEN")?;
    let ops_listener = TcpListener::bind(config.ops_listen).await.context("API_OPS_LISTEN")?;
    tracing::info!(api = %listener.local_addr()?, ops = %ops_listener.local_addr()?, "serving");

    tokio::spawn(metrics.clone().upkeep());
    tokio::spawn(app.directory.clone().keep_fresh());
    tokio::spawn(app.readings.clone().listen(app.databases.clone()));
    let tenants = crate::ops::Tenants { database: app.databases.clone(), clock: app.clock.clone() };
    let of_operators = crate::ops::router(board)
        .merge(crate::ops::payments(tenants.clone()))
        .merge(crate::ops::access_log(tenants))
        .merge(crate::ops::agreement(app.databases.clone()));
    let database = app.databases.clone();
    let ops_router = Ops::new(metrics, stop.clone())
        .check("database", move || {
            let database = database.clone();
            async move { answers(&database).await.map_err(|error| error.to_string()) }
        })
        .router()
        .merge(ops::require_token(of_operators, config.ops_token));
    // the operations port outlives the API's, so that a drain can be watched
    let ops_stop = CancellationToken::new();
    let ops_served = tokio::spawn(ops::serve(ops_listener, ops_router, ops_stop.clone()));

    let service = crate::router(app).into_make_service_with_connect_info::<SocketAddr>();
    let serving = axum::serve(listener, service).with_graceful_shutdown(stop.clone().cancelled_owned()).into_future();
    let drained = async {
        stop.cancelled().await;
        tokio::time::sleep(DRAIN).await;
    };
    tokio::select! {
        served = serving => served?,
        () = drained => tracing::warn!("requests still open at the end of the drain"),
    }
    ops_stop.cancel();
    ops_served.await??;
    tracing::info!("stopped");
    Ok(())
}

/// Whether the database answers now: a pooled connection alone may be a dead one that nobody has tried yet.
async fn answers(database: &Database) -> db::Result<()> {
    db::tenants::list(&mut database.system().acquire().await?).await.map(drop)
}

/// Brings the database to this program's schema.
///
/// # Errors
/// When the database does not answer or refuses.
pub async fn migrate(database_url: &SecretString) -> anyhow::Result<()> {
    db::migrate(database_url.expose_secret()).await.context("migrating the database")?;
    tracing::info!("the database has this program's schema");
    Ok(())
}
