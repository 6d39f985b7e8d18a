//! Collects concurrent requests into batches that one statement serves.
//!
//! While earlier batches run, new requests wait and then form the next batch. Under load each batch serves many
//! callers, and a request that arrives alone never waits for others.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use parking_lot::Mutex;
use tokio::sync::oneshot;

/// The limits of a [`Batcher`].
#[derive(Clone, Copy, Debug)]
pub struct BatchLimits {
    /// The maximum number of requests in one batch.
    pub max_size: usize,
    /// The maximum number of batches that run concurrently.
    pub max_concurrent: usize,
    /// Timeout of one batch, including the wait for its connection. Callers that go away do not cancel it.
    pub timeout: Duration,
}

type Work<Q, A> = dyn Fn(Vec<Q>) -> BoxFuture<'static, Vec<A>> + Send + Sync;

/// Collects requests into batches. Clones share the batches.
pub struct Batcher<Q, A>(Arc<Shared<Q, A>>);

struct Shared<Q, A> {
    limits: BatchLimits,
    work: Box<Work<Q, A>>,
    state: Mutex<State<Q, A>>,
}

struct State<Q, A> {
    waiting: Vec<(Q, oneshot::Sender<A>)>,
    workers: usize,
}

impl<Q: Send + 'static, A: Send + 'static> Batcher<Q, A> {
    /// Creates a batcher. `work` runs a batch and returns one result per request, in their order.
    #[must_use]
    pub fn new<F>(limits: BatchLimits, work: impl Fn(Vec<Q>) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Vec<A>> + Send + 'static,
    {
        let work = Box::new(move |requests: Vec<Q>| -> BoxFuture<'static, Vec<A>> { Box::pin(work(requests)) });
        let state = Mutex::new(State { waiting: Vec::new(), workers: 0 });
        Self(Arc::new(Shared { limits, work, state }))
    }

    /// Adds a request to the next batch and waits for its result. Returns none when `work` panicked or timed out.
    pub async fn request(&self, request: Q) -> Option<A> {
        let (sender, result) = oneshot::channel();
        let worker = {
            let mut state = self.0.state.lock();
            state.waiting.push((request, sender));
            (state.workers < self.0.limits.max_concurrent).then(|| {
                state.workers += 1;
                Worker { shared: Arc::clone(&self.0), finished: false }
            })
        };
        if let Some(worker) = worker {
            tokio::spawn(worker.run());
        }
        result.await.ok()
    }
}

impl<Q, A> Clone for Batcher<Q, A> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<Q, A> fmt::Debug for Batcher<Q, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // requests may contain secrets
        f.write_str("Batcher(..)")
    }
}

/// Runs one batch after another until no requests wait.
struct Worker<Q, A> {
    shared: Arc<Shared<Q, A>>,
    finished: bool,
}

impl<Q, A> Worker<Q, A> {
    async fn run(mut self) {
        while let Some((requests, senders)) = self.next_batch() {
            let results = tokio::time::timeout(self.shared.limits.timeout, (self.shared.work)(requests)).await;
            // after a timeout the senders are dropped, and every caller receives none
            for (sender, result) in senders.into_iter().zip(results.unwrap_or_default()) {
                // fails only when the caller went away
                let _ = sender.send(result);
            }
        }
    }

    /// Takes the waiting requests. The worker is finished when there are none.
    fn next_batch(&mut self) -> Option<(Vec<Q>, Vec<oneshot::Sender<A>>)> {
        let mut state = self.shared.state.lock();
        if state.waiting.is_empty() {
            state.workers -= 1;
            self.finished = true;
            return None;
        }
        let size = state.waiting.len().min(self.shared.limits.max_size);
        Some(state.waiting.drain(..size).unzip())
    }
}

impl<Q, A> Drop for Worker<Q, A> {
    fn drop(&mut self) {
        if !self.finished {
            // `work` panicked; without another worker nothing would serve the waiting requests
            let mut state = self.shared.state.lock();
            state.workers -= 1;
            if state.workers == 0 {
                state.waiting.clear();
            }
        }
    }
}
