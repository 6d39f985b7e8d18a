//! Fetches tasks from Redis as soon as they are pushed, and no more than can start at once.

use std::future::Future as _;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use apalis_core::backend::{Backend, BackendConfig, WireFormatBackend};
use apalis_core::worker::context::WorkerContext;
use apalis_redis::RedisStorage;
use serde_json::Value;
use tokio::sync::Semaphore;
use tokio::time::{Instant, Interval, MissedTickBehavior, Sleep, interval, sleep};

use crate::connection::RedisConnection;
use crate::transport::MAX_FETCH_SIZE;
use crate::wakeup::Wakeup;

/// The delay before a push wakes the worker a second time: a fetch that was in flight may have missed the task.
const SECOND_FETCH_DELAY: Duration = Duration::from_millis(2);

/// `Value`, so that a task which this build cannot parse fails alone instead of ending the worker.
type Storage = RedisStorage<Value, RedisConnection>;

/// apalis' backend with its wake-ups: it fetches whenever its worker is woken.
///
/// A fetch takes no more tasks than the worker has free slots. A task that waits in this process is not available to
/// idle workers, and apalis sends no heartbeat while it holds tasks.
pub(crate) struct Fetcher {
    storage: Storage,
    slots: Arc<Semaphore>,
    wakeup: Wakeup,
    /// Finds tasks that no push announced. apalis' own intervals lose a wake-up when a fetch takes longer than the
    /// interval.
    poll: Interval,
    second_fetch: Pin<Box<Sleep>>,
}

impl Fetcher {
    /// Creates a fetcher for a worker whose tasks each occupy one of `slots` while they run. Must be called in a tokio
    /// runtime.
    pub(crate) fn new(storage: Storage, slots: Arc<Semaphore>, wakeup: Wakeup, poll_interval: Duration) -> Self {
        let mut poll = interval(poll_interval);
        poll.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { storage, slots, wakeup, poll, second_fetch: Box::pin(sleep(Duration::ZERO)) }
    }

    /// Registers the worker's waker with the next push and the next poll.
    fn arrange_wakeups(&mut self, cx: &mut Context<'_>) {
        if self.wakeup.register(cx.waker()) {
            self.second_fetch.as_mut().reset(Instant::now() + SECOND_FETCH_DELAY);
        }
        let _ = self.second_fetch.as_mut().poll(cx);
        // polled until Pending, so that the waker is registered
        while self.poll.poll_tick(cx).is_ready() {}
    }

    /// Limits the next fetch to the free slots. When the worker polls, it has already reserved one of them.
    fn limit_fetch(&mut self) {
        let size = (self.slots.available_permits() + 1).min(MAX_FETCH_SIZE);
        if self.storage.get_config().batch_size != size {
            let config = self.storage.get_config().clone().batch_size(size);
            let unused = self.storage.clone();
            self.storage = std::mem::replace(&mut self.storage, unused).with_config(config);
        }
    }
}

impl Backend for Fetcher {
    type Task = <Storage as Backend>::Task;
    type Error = <Storage as Backend>::Error;

    fn poll_ready(&mut self, cx: &mut Context<'_>, worker: &WorkerContext) -> Poll<Result<(), Self::Error>> {
        self.storage.poll_ready(cx, worker)
    }

    fn poll_next(
        &mut self,
        cx: &mut Context<'_>,
        worker: &WorkerContext,
    ) -> Poll<Option<Result<Self::Task, Self::Error>>> {
        self.arrange_wakeups(cx);
        self.limit_fetch();
        self.storage.poll_next(cx, worker)
    }

    fn poll_close(&mut self, cx: &mut Context<'_>, worker: &WorkerContext) -> Poll<Result<(), Self::Error>> {
        self.storage.poll_close(cx, worker)
    }
}

impl BackendConfig for Fetcher {
    type Args = <Storage as BackendConfig>::Args;
    type Id = <Storage as BackendConfig>::Id;
    type Kind = <Storage as BackendConfig>::Kind;
    type Config = <Storage as BackendConfig>::Config;
    type Layer = <Storage as BackendConfig>::Layer;

    fn config(&self) -> &Self::Config {
        self.storage.config()
    }

    fn middleware(&mut self, worker: &mut WorkerContext) -> Self::Layer {
        self.storage.middleware(worker)
    }
}

impl WireFormatBackend for Fetcher {
    type Codec = <Storage as WireFormatBackend>::Codec;
    type Compact = <Storage as WireFormatBackend>::Compact;

    fn codec(&self) -> &Self::Codec {
        self.storage.codec()
    }
}
