//! Crashes of workers and producers.

use std::time::{Duration, Instant};

use queue::{NewJob, Queue};
use testing::eventually;

use crate::cluster::TestCluster;
use crate::worker::{EndAs, Ending, KillWorker, WriteEffect};

const TIMEOUT: Duration = Duration::from_secs(30);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn producer_death_before_push_loses_nothing() {
    let cluster = TestCluster::with_default_intervals().await;
    let _worker = cluster.start_worker().await;
    let id = cluster.enqueue_without_push(NewJob::new(WriteEffect { delay_ms: 0 })).await.id;
    cluster.wait_for_jobs("done", 1, Duration::from_secs(5)).await;
    assert_eq!(cluster.history(id).await, ["queued", "started", "done"]);
    assert_eq!(cluster.count_effects().await, (1, 1));
}

/// Uses the intervals of production, which determine the bound of 30 s.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_worker_is_replaced_within_30_s() {
    let cluster = TestCluster::with_default_intervals().await;
    let worker = cluster.start_worker().await;
    let id = cluster.enqueue(WriteEffect { delay_ms: 4_000 }).await;
    cluster.wait_for_jobs("running", 1, TIMEOUT).await;
    worker.kill();
    eventually("a second start", Duration::from_secs(30), async || {
        cluster.history(id).await.iter().filter(|event| *event == "started").count() == 2
    })
    .await;
    cluster.wait_for_jobs("done", 1, TIMEOUT).await;
    // the transport delivers the killed worker's task again, which must have no effect
    cluster.wait_for_empty_transport(Queue::Maintenance, TIMEOUT).await;
    assert_eq!(cluster.count_effects().await, (1, 1));
    assert_eq!(cluster.history(id).await, ["queued", "started", "repaired", "started", "done"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn repeated_kills_lose_and_double_nothing() {
    let cluster = TestCluster::with_short_intervals().await;
    let first = cluster.start_worker().await;
    let second = cluster.start_worker().await;
    sqlx::query("alter table jobs alter max_attempts set default 50").execute(&cluster.owner).await.expect("a default");
    for round in 0..5 {
        for _ in 0..30 {
            let slow = NewJob::new(WriteEffect { delay_ms: 40 }).with_max_attempts(50);
            cluster.enqueue_without_push(slow).await;
        }
        let (before, _) = cluster.count_effects().await;
        eventually("an effect", TIMEOUT, async || cluster.count_effects().await.0 > before).await;
        if round % 2 == 0 { first.kill() } else { second.kill() }
    }
    cluster.wait_for_jobs("done", 150, TIMEOUT).await;
    assert_eq!(cluster.count_effects().await, (150, 150));
    assert!(first.start_count() > 1 && second.start_count() > 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn job_that_kills_its_worker_ends_dead() {
    let cluster = TestCluster::with_short_intervals().await;
    let worker = cluster.start_worker().await;
    let id = cluster.enqueue_without_push(KillWorker {}).await.id;
    cluster.wait_for_jobs("dead", 1, Duration::from_mins(1)).await;
    assert_eq!(cluster.history(id).await, ["queued", "started", "repaired", "started", "repaired", "started", "dead"]);
    assert_eq!(cluster.count_effects().await, (1, 1), "on_dead ran once");
    cluster.enqueue(EndAs { ending: Ending::Nothing }).await;
    cluster.wait_for_jobs("done", 1, TIMEOUT).await;
    assert_eq!(worker.start_count(), 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn terminated_worker_finishes_running_jobs() {
    let cluster = TestCluster::with_short_intervals().await;
    let worker = cluster.start_worker().await;
    for _ in 0..5 {
        cluster.enqueue(WriteEffect { delay_ms: 1_500 }).await;
    }
    cluster.wait_for_jobs("running", 5, TIMEOUT).await;
    let terminated = Instant::now();
    assert_eq!(worker.terminate(Duration::from_secs(10)).await, Some(0));
    assert!(terminated.elapsed() < Duration::from_secs(4), "{:?}", terminated.elapsed());
    assert_eq!((cluster.count_jobs("done").await, cluster.count_effects().await), (5, (5, 5)));
    let left = cluster.enqueue(WriteEffect { delay_ms: 0 }).await;
    assert_eq!(cluster.history(left).await, ["queued"]);
    let _next = cluster.start_worker().await;
    cluster.wait_for_jobs("done", 6, TIMEOUT).await;
}
