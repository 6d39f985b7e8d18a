//! Servers that go away, forget or hang.

use std::time::{Duration, Instant};

use queue::{NewJob, Queue};

use crate::house::House;

const SOON: Duration = Duration::from_secs(40);

/// Jobs before, during and after a fault: each must run, and take effect once.
async fn around(house: &House, kind: &'static str, count: usize) {
    for _ in 0..count {
        house.job(kind, 150).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_redis_that_stops_and_comes_back_loses_and_doubles_nothing() {
    let mut house = House::quick().await;
    let _worker = house.worker().await;
    around(&house, "effect", 20).await;
    house.redis.stop();
    let asked = Instant::now();
    around(&house, "effect", 3).await;
    assert!(asked.elapsed() < Duration::from_secs(2), "a push without Redis held its caller up: {:?}", asked.elapsed());
    tokio::time::sleep(Duration::from_secs(1)).await;
    house.redis.restart().await;
    around(&house, "effect", 5).await;
    house.until("done", 28, SOON).await;
    assert_eq!(house.effects().await, (28, 28));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flushed_redis_loses_and_doubles_nothing() {
    let house = House::quick().await;
    let worker = house.worker().await;
    house.many("plain", 3_000).await;
    around(&house, "effect", 20).await;
    house.redis.command(&["FLUSHALL"]).await;
    around(&house, "effect", 5).await;
    house.until("done", 3_025, SOON).await;
    assert_eq!(house.effects().await, (25, 25));
    assert!(worker.starts() > 1, "a worker that Redis forgot starts anew");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_redis_that_hangs_for_3_s_loses_and_doubles_nothing() {
    let house = House::quick().await;
    let worker = house.worker().await;
    around(&house, "effect", 10).await;
    house.redis.command(&["CLIENT", "PAUSE", "3000", "ALL"]).await;
    let asked = Instant::now();
    around(&house, "effect", 3).await;
    assert!(asked.elapsed() < Duration::from_secs(2), "a push held its caller up: {:?}", asked.elapsed());
    tokio::time::sleep(Duration::from_secs(3)).await;
    around(&house, "effect", 5).await;
    house.until("done", 18, SOON).await;
    assert_eq!(house.effects().await, (18, 18));
    assert_eq!(worker.starts(), 1, "the worker outlives the pause");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_crashes_and_comes_back_loses_and_doubles_nothing() {
    let mut house = House::quick().await;
    let _worker = house.worker().await;
    let mut ids = Vec::new();
    for _ in 0..20 {
        // long enough that all of them run at once, on a busy machine too
        let job = NewJob { max_attempts: 20, ..NewJob::new(Queue::Maintenance, "effect", 2_000) };
        ids.push(house.commit_only(job).await);
    }
    house.producer.push_now(Queue::Maintenance, &ids).await;
    house.until("running", 20, SOON).await;
    house.postgres.crash_and_restart(Duration::from_secs(2)).await;
    around(&house, "effect", 5).await;
    house.until("done", 25, SOON).await;
    assert_eq!(house.effects().await, (25, 25));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_made_while_all_workers_are_away_runs_when_one_comes() {
    let house = House::quick().await;
    around(&house, "effect", 10).await;
    house.redis.command(&["FLUSHALL"]).await;
    let _worker = house.worker().await;
    house.until("done", 10, SOON).await;
    assert_eq!(house.effects().await, (10, 10));
}
