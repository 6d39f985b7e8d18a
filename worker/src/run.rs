//! Starts everything, works, and ends in order.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::Context as _;
use blob::Store;
use db::{Database, DatabaseConfig};
use model::{Analyzer, WeightsSource};
use partners::mail::Mailer;
use partners::payment::Payments;
use partners::sms::Solapi;
use queue::{Pulse, Queue, Registry, Runner, Settings, Transport};
use registry::ModelRegistry;
use runtime::metrics::Metrics;
use runtime::ops::Ops;
use runtime::{Random, SystemClock};
use secrecy::ExposeSecret as _;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::agreement;
use crate::compare_experts::CompareExperts;
use crate::config::Config;
use crate::deployed::Deployed;
use crate::export_data::ExportData;
use crate::payments::compare_day::CompareDay;
use crate::payments::compare_settlements::CompareSettlements;
use crate::payments::expire_drafts::ExpireDrafts;
use crate::payments::reconcile_order::ReconcileOrder;
use crate::payments::refund_order::RefundOrder;
use crate::payments::sweep_orders::SweepOrders;
use crate::payments::{self, Cashier};
use crate::read_picture::ReadPicture;
use crate::schedule;
use crate::send_message::SendMessage;
use crate::send_phone_code::SendPhoneCode;
use crate::sweep::Sweep;
use crate::uptake::Uptake;

/// Room for connections of each tenant: as many jobs of one tenant write at a time.
const TENANT_CONNECTIONS: u32 = 8;
/// Room for connections of the queue's own loops.
const SYSTEM_CONNECTIONS: u32 = 8;

/// Works until the process is told to stop.
///
/// # Errors
/// When something that it needs is missing at the start, or a worker ends: the process should then be started again.
pub async fn run(config: Config) -> anyhow::Result<()> {
    let stop = runtime::shutdown::on_signal()?;
    let metrics = Metrics::install();
    let upkeep = tokio::spawn(metrics.clone().upkeep());
    let database = Database::connect_lazily(&DatabaseConfig {
        url: config.database_url.expose_secret().to_owned(),
        max_connections_per_tenant: TENANT_CONNECTIONS,
        max_system_connections: SYSTEM_CONNECTIONS,
    })?;
    let transport = Transport::lazy(config.redis_url.expose_secret(), Settings::default())?;
    let pulse = Arc::new(OnceLock::new());
    let listener = TcpListener::bind(config.ops_listen).await.context("WORKER_OPS_LISTEN")?;
    let closed = CancellationToken::new();
    let ops = ops(metrics, &stop, &database, &transport, Arc::clone(&pulse));
    let served = tokio::spawn(runtime::ops::serve(listener, ops.router(), closed.clone()));

    let outcome = work(config, database, transport, &pulse, &stop).await;
    closed.cancel();
    served.await??;
    upkeep.abort();
    tracing::info!("stopped");
    outcome
}

fn ops(
    metrics: Metrics,
    stop: &CancellationToken,
    database: &Database,
    transport: &Transport,
    pulse: Arc<OnceLock<Pulse>>,
) -> Ops {
    let (database, transport) = (database.clone(), transport.clone());
    Ops::new(metrics, stop.clone())
        .check("database", move || {
            let system = database.system();
            async move { system.acquire().await.map(|_| ()).map_err(|error| error.to_string()) }
        })
        .check("redis", move || {
            let mut transport = transport.clone();
            async move { transport.ping().await.map_err(|error| error.to_string()) }
        })
        .check("workers", move || {
            let pulse = pulse.get().cloned();
            async move {
                match pulse {
                    Some(pulse) => pulse.check().await,
                    None => Err("the networks are being warmed up".to_owned()),
                }
            }
        })
}

async fn work(
    config: Config,
    database: Database,
    transport: Transport,
    pulse: &OnceLock<Pulse>,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    let threads = config.threads;
    let weights = config.weights.clone();
    // a folder of weights goes before the registry
    let registered = weights == WeightsSource::Embedded;
    // loads and tries the weights, which takes a core for a moment
    let analyzer = tokio::task::spawn_blocking(move || Analyzer::start(weights, threads, threads * 2)).await??;
    let analyzer = Arc::new(analyzer);
    let store = Store::connect(&config.s3);
    let clock = SystemClock::shared();
    let deployed = Deployed::new(ModelRegistry::new(store.clone()), Arc::clone(&analyzer));
    let candidate = deployed.candidate();
    let uptake = Uptake::new(database.clone(), clock.clone());
    let looked = if registered {
        let mut deployed = deployed.telling(uptake);
        deployed.begin().await;
        tokio::spawn(deployed.run(stop.clone()))
    } else {
        tokio::spawn(uptake.run(Arc::clone(&analyzer), stop.clone()))
    };
    tracing::info!(version = analyzer.version(), threads, "the networks are warm");
    let providers = Payments::new(config.payments).context("the payment providers")?;
    let cashier = Cashier { payments: providers, sealer: config.sealer, clock: clock.clone() };
    let registry = of_payments(Registry::new(), &cashier).with(
        Queue::Inference,
        "read_picture",
        Duration::from_secs(30),
        ReadPicture { analyzer, candidate, store: store.clone(), clock: clock.clone() },
    );
    let solapi = Solapi::new(config.solapi)?;
    let registry = registry
        .with(
            Queue::Notifications,
            "send_phone_code",
            Duration::from_secs(20),
            SendPhoneCode {
                database: database.clone(),
                solapi: solapi.clone(),
                clock: clock.clone(),
                random: Random::secure(),
            },
        )
        .with(
            Queue::Notifications,
            "send_message",
            Duration::from_secs(30),
            SendMessage {
                database: database.clone(),
                mailer: Mailer::new(&config.smtp).context("SMTP_URL")?,
                solapi,
                web: config.web,
                clock: clock.clone(),
                random: Random::secure(),
            },
        )
        .with(
            Queue::Maintenance,
            "export_data",
            Duration::from_mins(10),
            ExportData { store: store.clone(), clock: clock.clone() },
        )
        .with(Queue::Maintenance, "compare_experts", Duration::from_mins(10), CompareExperts { clock: clock.clone() })
        .with(
            Queue::Maintenance,
            "sweep",
            Duration::from_mins(10),
            Sweep { database: database.clone(), store, clock: clock.clone() },
        );
    let watched = tokio::spawn(payments::gauges::run(database.clone(), clock.clone(), stop.clone()));
    let agreed = tokio::spawn(agreement::run(database.clone(), stop.clone()));
    let scheduled = tokio::spawn(schedule::run(database.clone(), clock, stop.clone()));
    // one photo more than threads, so that the next one is fetched while they read
    let runner = Runner::new(database, transport, Settings::default(), registry)
        .concurrency(Queue::Inference, threads + 1)
        .concurrency(Queue::Maintenance, 2);
    let _ = pulse.set(runner.pulse());
    let ended = runner.run(stop.clone()).await;
    scheduled.abort();
    watched.abort();
    agreed.abort();
    looked.abort();
    Ok(ended?)
}

/// The jobs about money.
fn of_payments(registry: Registry, cashier: &Cashier) -> Registry {
    let cashier = || cashier.clone();
    let clock = cashier().clock;
    let (call, list) = (Duration::from_secs(40), Duration::from_mins(30));
    registry
        .with(Queue::Payments, "reconcile_order", call, ReconcileOrder { cashier: cashier() })
        .with(Queue::Payments, "refund_order", call, RefundOrder { cashier: cashier() })
        .with(Queue::Payments, "sweep_orders", Duration::from_mins(5), SweepOrders { cashier: cashier() })
        .with(Queue::Payments, "expire_drafts", Duration::from_mins(5), ExpireDrafts { clock })
        .with(Queue::Payments, "compare_day", list, CompareDay { cashier: cashier() })
        .with(Queue::Payments, "compare_settlements", list, CompareSettlements { cashier: cashier() })
}
