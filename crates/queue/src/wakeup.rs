//! Wakes a worker when tasks are pushed, through a Redis channel. It is only a hint: a worker that misses one polls
//! soon.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Waker;
use std::time::Duration;

use futures::StreamExt as _;
use futures::task::AtomicWaker;
use redis::{ErrorKind, RedisError, RedisResult};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::settings::Queue;
use crate::transport::{Transport, push_channel};

/// The pause before a lost subscription is restored.
const RESUBSCRIBE_DELAY: Duration = Duration::from_secs(1);
/// How long a subscription may be silent before it is pinged. A server that fails together with its machine does not
/// close its connections.
const PING_INTERVAL: Duration = Duration::from_secs(5);
/// Timeout for Redis to respond to a subscriber.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(3);

/// Wakes the worker of one queue.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wakeup(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    waker: AtomicWaker,
    is_pushed: AtomicBool,
}

impl Wakeup {
    fn wake(&self) {
        self.0.is_pushed.store(true, Ordering::Release);
        self.0.waker.wake();
    }

    /// Registers the waker for the next push. Returns whether a push happened since the last call.
    pub(crate) fn register(&self, waker: &Waker) -> bool {
        self.0.waker.register(waker);
        self.0.is_pushed.swap(false, Ordering::Acquire)
    }
}

/// The wake-ups of a runner's workers.
#[derive(Clone, Debug)]
pub(crate) struct Wakeups(HashMap<Queue, Wakeup>);

impl Default for Wakeups {
    fn default() -> Self {
        Self(Queue::ALL.map(|queue| (queue, Wakeup::default())).into())
    }
}

impl Wakeups {
    pub(crate) fn for_queue(&self, queue: Queue) -> Wakeup {
        self.0[&queue].clone()
    }

    /// Wakes the workers at every push until `stop`. Restores a lost subscription.
    pub(crate) async fn listen(self, transport: Transport, stop: CancellationToken) {
        let mut is_reported = false;
        while let Some(Err(error)) = stop.run_until_cancelled(self.receive_pushes(&transport, &mut is_reported)).await {
            if !is_reported {
                tracing::warn!(%error, "not notified of pushed jobs: workers poll until Redis notifies again");
                is_reported = true;
            }
            stop.run_until_cancelled(tokio::time::sleep(RESUBSCRIBE_DELAY)).await;
        }
    }

    async fn receive_pushes(&self, transport: &Transport, is_reported: &mut bool) -> RedisResult<()> {
        let late = |_| RedisError::from((ErrorKind::Io, "no answer in time"));
        let (mut commands, mut messages) = timeout(ANSWER_TIMEOUT, transport.subscribe()).await.map_err(late)??.split();
        *is_reported = false;
        // pushes during the gap were not announced
        self.0.values().for_each(Wakeup::wake);
        loop {
            match timeout(PING_INTERVAL, messages.next()).await {
                Ok(Some(message)) => {
                    let channel = message.get_channel_name();
                    self.0
                        .iter()
                        .filter(|(queue, _)| push_channel(**queue) == channel)
                        .for_each(|(_, wakeup)| wakeup.wake());
                }
                Ok(None) => return Err(RedisError::from((ErrorKind::Io, "the connection was closed"))),
                Err(_) => timeout(ANSWER_TIMEOUT, commands.ping::<()>()).await.map_err(late)??,
            }
        }
    }
}
