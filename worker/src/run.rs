//! Starts the worker's parts, runs until the stop signal, and shuts down in order.

use std::sync::{Arc, OnceLock};

use anyhow::Context as _;
use blob::Store;
use db::{Database, DatabaseConfig};
use model::{Analyzer, WeightsSource};
use partners::mail::Mailer;
use partners::payment::Payments;
use partners::sms::Solapi;
use queue::{Liveness, Queue, Runner, Settings, Transport};
use registry::ModelRegistry;
use runtime::metrics::Metrics;
use runtime::ops::Ops;
use runtime::{Random, SystemClock, logging};
use secrecy::ExposeSecret as _;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::compare_experts::ExpertContext;
use crate::config::Config;
use crate::deliver_notification::DeliveryContext;
use crate::export_data::ExportContext;
use crate::handlers::{self, Contexts};
use crate::model_version::{ModelChanges, ModelReporter, ModelUpdater};
use crate::payments::PaymentContext;
use crate::read_picture::PhotoContext;
use crate::schedule;
use crate::send_message::MessageContext;
use crate::send_phone_code::CodeContext;
use crate::sweep::SweepContext;

/// The maximum number of database connections per tenant, and so of its jobs that write at a time.
const MAX_TENANT_CONNECTIONS: u32 = 8;
/// The maximum number of database connections for the queue's own loops.
const MAX_SYSTEM_CONNECTIONS: u32 = 8;

/// Runs until the process receives SIGTERM or SIGINT.
///
/// # Errors
/// When the configuration or the weights cannot be used.
pub async fn run(config: Config) -> anyhow::Result<()> {
    let stop = runtime::shutdown::on_signal()?;
    let metrics = Metrics::install();
    metrics.set_program("worker");
    crate::metrics::start();
    let upkeep = tokio::spawn(metrics.clone().upkeep());
    tokio::spawn(runtime::memory::return_freed_memory());
    let database = Database::connect_lazily(&DatabaseConfig {
        url: config.database_url.expose_secret().to_owned(),
        max_connections_per_tenant: MAX_TENANT_CONNECTIONS,
        max_system_connections: MAX_SYSTEM_CONNECTIONS,
    })?;
    let transport = Transport::lazy(config.redis_url.expose_secret(), Settings::default())?;
    let liveness = Arc::new(OnceLock::new());
    let listener = TcpListener::bind(config.ops_listen).await.context("WORKER_OPS_LISTEN")?;
    let closed = CancellationToken::new();
    let ops = ops(metrics, &stop, &database, &transport, Arc::clone(&liveness));
    let served = tokio::spawn(runtime::ops::serve(listener, ops.router(), closed.clone()));

    let outcome = match database.ensure_isolated().await.context("DATABASE_URL") {
        Ok(()) => Box::pin(work(config, database, transport, &liveness, &stop)).await,
        Err(error) => Err(error),
    };
    closed.cancel();
    served.await?;
    upkeep.abort();
    tracing::info!("stopped");
    outcome
}

fn ops(
    metrics: Metrics,
    stop: &CancellationToken,
    database: &Database,
    transport: &Transport,
    liveness: Arc<OnceLock<Liveness>>,
) -> Ops {
    let (database, transport) = (database.clone(), transport.clone());
    Ops::new(metrics, stop.clone())
        .check("database", move || {
            let database = database.clone();
            async move { database.check().await.map_err(|error| logging::chain(&error)) }
        })
        .check("redis", move || {
            let mut transport = transport.clone();
            async move { transport.check().await.map_err(|error| logging::chain(&error)) }
        })
        .check("workers", move || {
            let liveness = liveness.get().cloned();
            async move {
                match liveness {
                    Some(liveness) => liveness.check().await,
                    None => Err("the networks are being warmed up".to_owned()),
                }
            }
        })
}

async fn work(
    config: Config,
    database: Database,
    transport: Transport,
    liveness: &OnceLock<Liveness>,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    let threads = config.threads;
    let weights = config.weights.clone();
    // a folder of weights takes precedence over the registry
    let is_registered = weights == WeightsSource::Embedded;
    // loads and tests the weights, which is CPU-bound
    let analyzer = tokio::task::spawn_blocking(move || Analyzer::start(weights, threads, threads * 2)).await??;
    let analyzer = Arc::new(analyzer);
    let store = Store::connect(&config.s3);
    let clock = SystemClock::shared();
    let mut updater = ModelUpdater::new(ModelRegistry::new(store.clone()), Arc::clone(&analyzer));
    let candidate = updater.candidate();
    let changes = ModelChanges::new(ModelRegistry::new(store.clone()), database.clone(), clock.clone());
    let reporter = ModelReporter::new(database.clone(), clock.clone());
    let updating = if is_registered {
        updater = updater.with_reporter(reporter);
        updater.start().await;
        tokio::spawn(updater.run(stop.clone()))
    } else {
        tokio::spawn(reporter.run(Arc::clone(&analyzer), stop.clone()))
    };
    tracing::info!(version = analyzer.version(), threads, "the networks are warm");
    let photos = PhotoContext { analyzer, candidate, store, clock: clock.clone() };
    let handlers = handlers::register(contexts(config, &database, photos)?)?;
    let background = [
        updating,
        tokio::spawn(changes.run(stop.clone())),
        tokio::spawn(schedule::run(database.clone(), clock, stop.clone())),
    ];
    // one photo more than threads, so that the next one is fetched while the others are read
    let runner = Runner::new(database, transport, Settings::default(), handlers)
        .concurrency(Queue::Inference, threads + 1)
        .concurrency(Queue::Maintenance, 2)
        .version(tokio::task::spawn_blocking(queue::build_version).await?);
    let _ = liveness.set(runner.liveness());
    runner.run(stop.clone()).await;
    background.iter().for_each(JoinHandle::abort);
    Ok(())
}

/// Returns the dependencies of all handlers, which share the store and the clock of `photos`.
fn contexts(config: Config, database: &Database, photos: PhotoContext) -> anyhow::Result<Contexts> {
    let (store, clock) = (photos.store.clone(), photos.clock.clone());
    let solapi = Solapi::new(config.solapi)?;
    Ok(Contexts {
        photos,
        codes: CodeContext {
            database: database.clone(),
            solapi: solapi.clone(),
            clock: clock.clone(),
            random: Random::secure(),
        },
        deliveries: DeliveryContext {
            database: database.clone(),
            solapi: solapi.clone(),
            web: config.web.clone(),
            clock: clock.clone(),
            signature_clock: clock.clone(),
            random: Random::secure(),
        },
        messages: MessageContext {
            database: database.clone(),
            mailer: Mailer::new(&config.smtp).context("SMTP_URL")?,
            solapi,
            web: config.web,
            clock: clock.clone(),
            random: Random::secure(),
        },
        payments: PaymentContext {
            payments: Payments::new(config.payments).context("the payment providers")?,
            sealer: config.sealer,
            clock: clock.clone(),
        },
        exports: ExportContext { store: store.clone(), clock: clock.clone() },
        experts: ExpertContext { clock: clock.clone() },
        sweep: SweepContext { database: database.clone(), store, clock },
    })
}
