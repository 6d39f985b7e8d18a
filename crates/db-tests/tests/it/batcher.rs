//! Batches of concurrent requests.

use std::sync::Arc;
use std::time::Duration;

use db::{BatchLimits, Batcher};
use parking_lot::Mutex;
use tokio::sync::Semaphore;
use tokio::task::{JoinHandle, yield_now};

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
