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

#[cfg(test)]
mod tests {
    use tokio::sync::Semaphore;
    use tokio::task::{JoinHandle, yield_now};

    use super::*;

    const LIMITS: BatchLimits = BatchLimits { max_size: 64, max_concurrent: 2, timeout: Duration::from_secs(5) };

    /// Work that multiplies each number by ten, one batch per permit. The number 666 makes it panic.
    #[derive(Clone)]
    struct FakeWork {
        batcher: Batcher<u32, u32>,
        permits: Arc<Semaphore>,
        started: Arc<Mutex<Vec<Vec<u32>>>>,
    }

    impl FakeWork {
        fn new(limits: BatchLimits) -> Self {
            let (permits, started) = (Arc::new(Semaphore::new(0)), Arc::new(Mutex::new(Vec::new())));
            let shared = (Arc::clone(&permits), Arc::clone(&started));
            let batcher = Batcher::new(limits, move |numbers: Vec<u32>| {
                let (permits, started) = shared.clone();
                async move {
                    started.lock().push(numbers.clone());
                    permits.acquire().await.expect("open").forget();
                    assert!(!numbers.contains(&666), "work that panics");
                    numbers.iter().map(|number| number * 10).collect()
                }
            });
            Self { batcher, permits, started }
        }

        fn request(&self, number: u32) -> JoinHandle<Option<u32>> {
            let batcher = self.batcher.clone();
            tokio::spawn(async move { batcher.request(number).await })
        }

        /// Requests the numbers one after another, so that each arrives while the previous one runs or waits.
        async fn request_all(&self, numbers: impl IntoIterator<Item = u32>) -> Vec<JoinHandle<Option<u32>>> {
            let mut results = Vec::new();
            for number in numbers {
                results.push(self.request(number));
                yield_now().await;
                yield_now().await;
            }
            results
        }

        fn batches(&self) -> Vec<Vec<u32>> {
            self.started.lock().clone()
        }
    }

    #[tokio::test]
    async fn batcher_busy_puts_waiting_requests_together() {
        let fake = FakeWork::new(LIMITS);
        let results = fake.request_all(1..=5).await;
        assert_eq!(fake.batches(), [[1], [2]], "the first ones do not wait for others");
        fake.permits.add_permits(3);
        for (number, result) in (1..).zip(results) {
            assert_eq!(result.await.expect("no panic"), Some(number * 10));
        }
        assert_eq!(fake.batches(), [vec![1], vec![2], vec![3, 4, 5]]);
        fake.permits.add_permits(1);
        assert_eq!(fake.request(6).await.expect("no panic"), Some(60), "a later request starts a new batch");
    }

    #[tokio::test]
    async fn batcher_one_worker_runs_one_batch_at_a_time() {
        let fake = FakeWork::new(BatchLimits { max_concurrent: 1, ..LIMITS });
        let results = fake.request_all(1..=3).await;
        assert_eq!(fake.batches(), [[1]]);
        fake.permits.add_permits(2);
        for result in results {
            assert!(result.await.expect("no panic").is_some());
        }
        assert_eq!(fake.batches(), [vec![1], vec![2, 3]]);
    }

    #[tokio::test]
    async fn batch_full_leaves_rest_to_next() {
        let fake = FakeWork::new(LIMITS);
        let results = fake.request_all(100..=166).await;
        fake.permits.add_permits(4);
        for result in results {
            assert!(result.await.expect("no panic").is_some());
        }
        let sizes: Vec<usize> = fake.batches().iter().map(Vec::len).collect();
        assert_eq!(sizes, [1, 1, LIMITS.max_size, 1]);
    }

    #[tokio::test]
    async fn batcher_serves_later_requests_after_panic() {
        let fake = FakeWork::new(LIMITS);
        let results = fake.request_all([666, 666, 3]).await;
        fake.permits.add_permits(2);
        for result in results {
            assert_eq!(result.await.expect("no panic"), None);
        }
        fake.permits.add_permits(1);
        assert_eq!(fake.request(4).await.expect("no panic"), Some(40));
    }

    #[tokio::test]
    async fn batch_timed_out_returns_none() {
        let fake = FakeWork::new(BatchLimits { timeout: Duration::from_millis(20), ..LIMITS });
        assert_eq!(fake.request(1).await.expect("no panic"), None, "no permit ever comes");
        fake.permits.add_permits(1);
        assert_eq!(fake.request(2).await.expect("no panic"), Some(20), "the slot is free again");
    }

    #[tokio::test]
    async fn aborted_caller_leaves_others_served() {
        let fake = FakeWork::new(LIMITS);
        let results = fake.request_all([1, 2, 3, 4]).await;
        results[0].abort();
        results[2].abort();
        fake.permits.add_permits(3);
        for (at, result) in results.into_iter().enumerate().filter(|(at, _)| at % 2 == 1) {
            assert_eq!(result.await.expect("not aborted"), Some(u32::try_from(at + 1).expect("small") * 10));
        }
    }
}
