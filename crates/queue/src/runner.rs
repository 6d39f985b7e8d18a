//! The worker's side: apalis takes ids from Redis and calls the handlers, while background loops repair what was lost.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use apalis::prelude::*;
use apalis_redis::RedisStorage;
use db::Database;
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

/// The reason why a runner ended without being stopped. The process should exit and be restarted, because apalis does
/// not resume after an error of Redis.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
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
    wakeups: Wakeups,
    /// Unique for each start: apalis must never see a worker's name twice.
    name: String,
    registration: WorkerRegistration,
}

impl Runner {
    /// Creates a runner with these handlers.
    #[must_use]
    pub fn new(database: Database, transport: Transport, settings: Settings, handlers: JobHandlers) -> Self {
        let name = Uuid::new_v4().simple().to_string();
        let host = host_name();
        let registration = WorkerRegistration {
            db: database.system(),
            id: format!("{host}/{}", &name[..8]),
            host,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        };
        let (handlers, concurrency) = (Arc::new(handlers), HashMap::new());
        let wakeups = Wakeups::default();
        Self { database, transport, settings, handlers, concurrency, wakeups, name, registration }
    }

    /// Sets the version that operators see, such as [`crate::build_version`], instead of the workspace's.
    #[must_use]
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.registration.version = version.into();
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
        Liveness { transport: self.transport.clone(), name: self.name.clone() }
    }

    /// Runs until `stop` is cancelled, then waits for the running jobs, up to the drain timeout.
    ///
    /// # Errors
    /// [`RunError`] for the first error of a worker, after the running jobs have ended.
    pub async fn run(self, stop: CancellationToken) -> Result<(), RunError> {
        metrics::start_runner();
        for queue in Queue::ALL {
            self.transport.promote(queue).await?;
        }
        let leases = Leases::default();
        let _keeper =
            AbortOnDropHandle::new(tokio::spawn(leases.clone().renew_all(self.database.system(), self.settings)));
        let (handlers, worker) = (Arc::clone(&self.handlers), self.registration.id.as_str().into());
        let executor = Executor::start(self.database.clone(), self.settings, handlers, leases, worker);
        let ending = stop.child_token();
        let loops = self.start_loops(&ending);

        let (failed, mut worker_errors) = mpsc::unbounded_channel();
        let drain = self.settings.drain_timeout;
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
            let signed_off = self.transport.sign_off(queue, &worker);
            if let Ok(Err(error)) = tokio::time::timeout(SIGN_OFF_TIMEOUT, signed_off).await {
                tracing::debug!(%error, %queue, "not signed off");
            }
        }
    }

    fn register(&self, monitor: Monitor, queue: Queue, executor: &Executor) -> Monitor {
        let config = self.transport.config(queue);
        let storage = RedisStorage::new(self.transport.connection()).with_config(config);
        let slots = Arc::new(Semaphore::new(self.concurrency.get(&queue).copied().unwrap_or(DEFAULT_CONCURRENCY)));
        let (name, executor) = (worker_name(queue, &self.name), executor.clone());
        let (wakeup, poll_interval) = (self.wakeups.for_queue(queue), self.settings.poll_interval);
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
        let wake = Arc::new(Notify::new());
        let relay = Relay {
            db: self.database.system(),
            transport: self.transport.clone(),
            settings: self.settings,
            wake: Arc::clone(&wake),
        };
        let reconciler = Reconciler {
            database: self.database.clone(),
            transport: self.transport.clone(),
            settings: self.settings,
            handlers: Arc::clone(&self.handlers),
            wake,
        };
        let upkeep = Upkeep {
            transport: self.transport.clone(),
            workers: Queue::ALL.map(|queue| (queue, format!("{}-0", worker_name(queue, &self.name)))).into(),
        };
        let mut loops = JoinSet::new();
        loops.spawn(relay.run(stop.clone()));
        loops.spawn(reconciler.run(stop.clone()));
        loops.spawn(upkeep.run(stop.clone()));
        loops.spawn(self.wakeups.clone().listen(self.transport.clone(), stop.clone()));
        loops.spawn(BulkRunner { db: self.database.system(), settings: self.settings }.run(stop.clone()));
        loops.spawn(self.registration.clone().run(stop.clone()));
        loops
    }
}

fn worker_name(queue: Queue, name: &str) -> String {
    format!("{queue}-{name}")
}

/// Checks the heartbeats of a runner's workers.
#[derive(Clone, Debug)]
pub struct Liveness {
    transport: Transport,
    name: String,
}

impl Liveness {
    /// Checks that a worker of each queue has sent a recent heartbeat.
    ///
    /// # Errors
    /// A text that names the queue without a live worker, or the error of Redis.
    pub async fn check(&self) -> Result<(), String> {
        for queue in Queue::ALL {
            let workers = self.transport.workers(queue).await.map_err(|error| error.to_string())?;
            let own = worker_name(queue, &self.name);
            if !workers.iter().any(|(name, _)| name.starts_with(&own)) {
                return Err(format!("no heartbeat from the worker of {queue}"));
            }
        }
        Ok(())
    }
}
