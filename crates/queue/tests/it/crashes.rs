//! Processes that die.

use std::time::{Duration, Instant};

use queue::{NewJob, Queue};

use crate::house::House;

const SOON: Duration = Duration::from_secs(30);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_producer_that_dies_between_commit_and_push_loses_nothing() {
    let house = House::real().await;
    let _worker = house.worker().await;
    let id = house.commit_only(NewJob::new(Queue::Maintenance, "effect", 0)).await;
    house.until("done", 1, Duration::from_secs(5)).await;
    assert_eq!(house.history(id).await, ["queued", "started", "done"]);
    assert_eq!(house.effects().await, (1, 1));
}

/// With the periods of production: the bound of 30 s is theirs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_killed_in_mid_job_is_followed_by_another_within_30_s_and_the_effect_happens_once() {
    let house = House::real().await;
    let worker = house.worker().await;
    let id = house.job("effect", 4_000).await;
    house.until("running", 1, SOON).await;
    worker.signal("KILL");
    let killed = Instant::now();
    while house.history(id).await.iter().filter(|event| *event == "started").count() < 2 {
        assert!(killed.elapsed() < Duration::from_secs(30), "not run again within 30 s");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    house.until("done", 1, SOON).await;
    // a second delivery by the transport, if there is one, comes by now
    tokio::time::sleep(Duration::from_secs(8)).await;
    assert_eq!(house.effects().await, (1, 1));
    assert_eq!(house.history(id).await, ["queued", "started", "repaired", "started", "done"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn workers_killed_again_and_again_lose_and_double_nothing() {
    let house = House::quick().await;
    let first = house.worker().await;
    let second = house.worker().await;
    sqlx::query("alter table jobs alter max_attempts set default 50").execute(&house.owner).await.expect("a default");
    for round in 0..5 {
        for _ in 0..30 {
            let slow = NewJob { max_attempts: 50, ..NewJob::new(Queue::Maintenance, "effect", 40) };
            house.commit_only(slow).await;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
        if round % 2 == 0 { first.signal("KILL") } else { second.signal("KILL") }
    }
    house.until("done", 150, SOON).await;
    assert_eq!(house.effects().await, (150, 150));
    assert!(first.starts() > 1 && second.starts() > 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_that_kills_its_worker_each_time_ends_dead_and_is_told() {
    let house = House::quick().await;
    let worker = house.worker().await;
    let id = house.commit_only(NewJob { max_attempts: 3, ..NewJob::new(Queue::Maintenance, "deadly", 0) }).await;
    house.until("dead", 1, Duration::from_mins(1)).await;
    assert_eq!(house.history(id).await, ["queued", "started", "repaired", "started", "repaired", "started", "dead"]);
    assert_eq!(house.effects().await, (1, 1), "the handler told of the end once");
    house.job("plain", 0).await;
    house.until("done", 1, SOON).await;
    assert_eq!(worker.starts(), 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_terminated_worker_lets_its_jobs_end_and_leaves_the_rest() {
    let house = House::quick().await;
    let worker = house.worker().await;
    for _ in 0..5 {
        house.job("effect", 1_500).await;
    }
    house.until("running", 5, SOON).await;
    let asked = Instant::now();
    assert_eq!(worker.end(Duration::from_secs(10)).await, Some(0));
    assert!(asked.elapsed() < Duration::from_secs(4), "{:?}", asked.elapsed());
    assert_eq!((house.count("done").await, house.effects().await), (5, (5, 5)));
    let left = house.job("effect", 0).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(house.history(left).await, ["queued"]);
    let _next = house.worker().await;
    house.until("done", 6, SOON).await;
}
