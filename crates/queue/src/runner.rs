//! The worker's side: apalis takes ids from Redis and calls the handlers, while background loops repair what was lost.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use apalis::prelude::*;
use apalis_redis::RedisStorage;
use db::Database;
use parking_lot::Mutex;
use serde_json::Value;
use tokio::sync::{Notify, Semaphore, mpsc};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use tower::limit::GlobalConcurrencyLimitLayer;
use uuid::Uuid;

use crate::admin::BulkRunner;
use crate::executor::Executor;
use crate::fetcher::Fetcher;
use crate::handlers::JobHandlers;
use crate::lease::Leases;
use crate::metrics;
use crate::reconcile::Reconciler;
use crate::registration::{WorkerRegistration, host_name};
use crate::relay::Relay;
use crate::settings::{Queue, Settings};
use crate::transport::Transport;
use crate::upkeep::Upkeep;
use crate::wakeup::Wakeups;

/// The default number of a queue's jobs that run concurrently.
const DEFAULT_CONCURRENCY: usize = 10;
/// Time for acknowledgements to reach Redis during shutdown.
const ACK_PAUSE: Duration = Duration::from_millis(100);
/// Timeout for signing off from Redis, per queue.
const SIGN_OFF_TIMEOUT: Duration = Duration::from_millis(500);

/// The pause before new workers start after an error, and between checks whether Redis answers.
const RESTART_PAUSE: Duration = Duration::from_secs(1);

/// The reason why workers ended without being stopped.
#[derive(Debug, thiserror::Error)]
enum RunError {
    /// Redis was unreachable at the start.
    #[error("redis: {0}")]
    Redis(#[from] redis::RedisError),
    /// A worker ended with this error.
    #[error("a worker ended: {0}")]
    Worker(String),
}

/// Runs the jobs of every queue in this process.
#[derive(Debug)]
pub struct Runner {
    database: Database,
    transport: Transport,
    settings: Settings,
    handlers: Arc<JobHandlers>,
    concurrency: HashMap<Queue, usize>,
    version: String,
    /// The name of the present workers.
    name: Arc<Mutex<String>>,
}

impl Runner {
    /// Creates a runner with these handlers.
    #[must_use]
    pub fn new(database: Database, transport: Transport, settings: Settings, handlers: JobHandlers) -> Self {
        Self {
            database,
            transport,
            settings,
            handlers: Arc::new(handlers),
            concurrency: HashMap::new(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            name: Arc::new(Mutex::new(new_name())),
        }
    }

    /// Sets the version that operators see, such as [`crate::build_version`], instead of the workspace's.
    #[must_use]
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.version = version.into();
        self
    }

    /// Sets how many jobs of this queue run concurrently.
    #[must_use]
    pub fn concurrency(mut self, queue: Queue, jobs: usize) -> Self {
        self.concurrency.insert(queue, jobs.max(1));
        self
    }

    /// Returns the liveness check of this runner's workers, for readiness.
    #[must_use]
    pub fn liveness(&self) -> Liveness {
        Liveness { transport: self.transport.clone(), name: Arc::clone(&self.name) }
    }

    /// Runs until `stop` is cancelled, then waits for the running jobs, up to the drain timeout. apalis does not resume
    /// after an error of Redis, so the workers end then, and new ones start once Redis answers.
    pub async fn run(self, stop: CancellationToken) {
        metrics::start_runner();
        while let Err(error) = self.new_workers().run(stop.clone()).await {
            tracing::error!(%error, "the workers ended; new ones start when Redis answers");
            metrics::count_restart();
            let mut transport = self.transport.clone();
            let is_answering = async {
                tokio::time::sleep(RESTART_PAUSE).await;
                while transport.check().await.is_err() {
                    tokio::time::sleep(RESTART_PAUSE).await;
                }
            };
            if stop.run_until_cancelled(is_answering).await.is_none() {
                return;
            }
        }
    }

    fn new_workers(&self) -> Workers<'_> {
        let name = new_name();
        self.name.lock().clone_from(&name);
        let host = host_name();
        let registration = WorkerRegistration {
            db: self.database.system(),
            id: format!("{host}/{}", &name[..8]),
            host,
            version: self.version.clone(),
        };
        Workers { runner: self, wakeups: Wakeups::default(), name, registration }
    }
}

/// The workers of one start.
struct Workers<'a> {
    runner: &'a Runner,
    wakeups: Wakeups,
    /// Unique for each start: apalis must never see a worker's name twice.
    name: String,
    registration: WorkerRegistration,
}

impl Workers<'_> {
    /// Runs until `stop` is cancelled or a worker fails; then waits for the running jobs, up to the drain timeout.
    async fn run(self, stop: CancellationToken) -> Result<(), RunError> {
        let Runner { database, transport, settings, handlers, .. } = self.runner;
        for queue in Queue::ALL {
            transport.promote(queue).await?;
        }
        let leases = Leases::default();
        let _keeper = AbortOnDropHandle::new(tokio::spawn(leases.clone().renew_all(database.system(), *settings)));
        let worker = self.registration.id.as_str().into();
        let executor = Executor::start(database.clone(), *settings, Arc::clone(handlers), leases, worker);
        let ending = stop.child_token();
        let loops = self.start_loops(&ending);

        let (failed, mut worker_errors) = mpsc::unbounded_channel();
        let drain = settings.drain_timeout;
        let running = executor.clone();
        // starts at shutdown; apalis itself never ends with more than four unacknowledged tasks (`docs/queue.md`)
        let limit = async move {
            let _ = tokio::time::timeout(drain, running.wait_until_idle()).await;
            tokio::time::sleep(ACK_PAUSE).await;
        };
        let mut monitor = Monitor::new().with_terminator(limit).should_restart(move |worker, error| {
            let _ = failed.send(format!("{}: {error}", worker.name()));
            false
        });
        for queue in Queue::ALL {
            monitor = self.register(monitor, queue, &executor);
        }
        let mut first_error = None;
        // with a terminator apalis returns Ok even when workers failed; `worker_errors` has their errors
        let ended = monitor.run_with_signal(async {
            tokio::select! {
                () = stop.cancelled() => tracing::info!("letting the running jobs end"),
                error = worker_errors.recv() => {
                    tracing::error!(error, "a worker ended; letting the running jobs end");
                    first_error = error;
                }
            }
            ending.cancel();
            Ok(())
        });
        let ended = ended.await;
        // when all workers end together, nothing awaits the signal
        ending.cancel();
        loops.join_all().await;
        self.sign_off().await;
        self.registration.deregister().await;
        match (first_error.or_else(|| worker_errors.try_recv().ok()), ended) {
            (Some(error), _) => Err(RunError::Worker(error)),
            (None, Err(error)) => Err(RunError::Worker(error.to_string())),
            (None, Ok(())) if stop.is_cancelled() => Ok(()),
            (None, Ok(())) => Err(RunError::Worker("all of them".to_owned())),
        }
    }

    /// Removes this process from Redis. When that fails, other workers notice its missing heartbeats.
    async fn sign_off(&self) {
        for queue in Queue::ALL {
            let worker = format!("{}-0", worker_name(queue, &self.name));
            let signed_off = self.runner.transport.sign_off(queue, &worker);
            if let Ok(Err(error)) = tokio::time::timeout(SIGN_OFF_TIMEOUT, signed_off).await {
                tracing::debug!(%error, %queue, "not signed off");
            }
        }
    }

    fn register(&self, monitor: Monitor, queue: Queue, executor: &Executor) -> Monitor {
        let Runner { transport, settings, concurrency, .. } = self.runner;
        let storage = RedisStorage::new(transport.connection()).with_config(transport.config(queue));
        let slots = Arc::new(Semaphore::new(concurrency.get(&queue).copied().unwrap_or(DEFAULT_CONCURRENCY)));
        let (name, executor) = (worker_name(queue, &self.name), executor.clone());
        let (wakeup, poll_interval) = (self.wakeups.for_queue(queue), settings.poll_interval);
        monitor.register(move |restarts| {
            let executor = executor.clone();
            let fetcher = Fetcher::new(storage.clone(), Arc::clone(&slots), wakeup.clone(), poll_interval);
            // the first layer is the outermost; handlers run in their own tasks, so that a blocking one does not stop
            // every heartbeat
            WorkerBuilder::new(format!("{name}-{restarts}"))
                .backend(fetcher)
                .layer(GlobalConcurrencyLimitLayer::with_semaphore(Arc::clone(&slots)))
                .parallelize(tokio::spawn)
                .catch_panic()
                .build(move |task: Value| {
                    let executor = executor.clone();
                    async move { executor.run(queue, task).await }
                })
        })
    }

    fn start_loops(&self, stop: &CancellationToken) -> JoinSet<()> {
        let Runner { database, transport, settings, handlers, .. } = self.runner;
        let wake = Arc::new(Notify::new());
        let relay =
            Relay { db: database.system(), transport: transport.clone(), settings: *settings, wake: Arc::clone(&wake) };
        let reconciler = Reconciler {
            database: database.clone(),
            transport: transport.clone(),
            settings: *settings,
            handlers: Arc::clone(handlers),
            wake,
        };
        let upkeep = Upkeep {
            transport: transport.clone(),
            workers: Queue::ALL.map(|queue| (queue, format!("{}-0", worker_name(queue, &self.name)))).into(),
        };
        let mut loops = JoinSet::new();
        loops.spawn(relay.run(stop.clone()));
        loops.spawn(reconciler.run(stop.clone()));
        loops.spawn(upkeep.run(stop.clone()));
        loops.spawn(self.wakeups.clone().listen(transport.clone(), stop.clone()));
        loops.spawn(BulkRunner { db: database.system(), settings: *settings }.run(stop.clone()));
        loops.spawn(self.registration.clone().run(stop.clone()));
        loops
    }
}

fn new_name() -> String {
    Uuid::new_v4().simple().to_string()
}

fn worker_name(queue: Queue, name: &str) -> String {
    format!("{queue}-{name}")
}

/// Checks the heartbeats of a runner's workers.
#[derive(Clone, Debug)]
pub struct Liveness {
    transport: Transport,
    name: Arc<Mutex<String>>,
}

impl Liveness {
    /// Checks that a worker of each queue has sent a recent heartbeat.
    ///
    /// # Errors
    /// A text that names the queue without a live worker, or the error of Redis.
    pub async fn check(&self) -> Result<(), String> {
        let name = self.name.lock().clone();
        for queue in Queue::ALL {
            let workers = self.transport.workers(queue).await.map_err(|error| error.to_string())?;
            let own = worker_name(queue, &name);
            if !workers.iter().any(|(name, _)| name.starts_with(&own)) {
                return Err(format!("no heartbeat from the worker of {queue}"));
            }
        }
        Ok(())
    }
}
