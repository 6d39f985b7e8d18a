//! Jobs that meet no fault of the servers.

use std::time::Duration;

use chrono::TimeDelta;
use queue::{NewJob, Queue};

use crate::house::House;

const SOON: Duration = Duration::from_secs(20);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_outcome_is_recorded_with_its_history() {
    let house = House::quick().await;
    let worker = house.worker().await;
    let done = house.job("effect", 0).await;
    let nothing = house.job("plain", 0).await;
    let never = house.job("plain", 2).await;
    let unknown =
        house.commit_only(NewJob { max_attempts: 1, ..NewJob::new(Queue::Maintenance, "unheard of", 0) }).await;
    let slow = house.commit_only(NewJob { max_attempts: 1, ..NewJob::new(Queue::Maintenance, "plain", 4) }).await;
    let retry = house.commit_only(NewJob { max_attempts: 3, ..NewJob::new(Queue::Maintenance, "plain", 1) }).await;
    let panic = house.commit_only(NewJob { max_attempts: 2, ..NewJob::new(Queue::Maintenance, "plain", 3) }).await;
    house.until("dead", 5, SOON).await;
    house.until("done", 2, SOON).await;

    assert_eq!(house.effects().await, (1, 1));
    for id in [done, nothing] {
        assert_eq!(house.history(id).await, ["queued", "started", "done"]);
    }
    for id in [never, unknown, slow] {
        assert_eq!(house.history(id).await, ["queued", "started", "dead"]);
    }
    assert_eq!(house.history(retry).await, ["queued", "started", "retried", "started", "retried", "started", "dead"]);
    let error = async |id| house.board.job(id).await.expect("an answer").expect("the job").0.last_error;
    assert_eq!(error(never).await.as_deref(), Some("never"));
    assert_eq!(error(unknown).await.as_deref(), Some("no handler for this kind"));
    assert_eq!(error(slow).await.as_deref(), Some("the handler took too long"));
    assert_eq!(error(panic).await.as_deref(), Some("the handler panicked"));

    // an operator's second try has all attempts again
    assert!(house.board.retry(retry).await.expect("an answer"));
    house.until("dead", 5, SOON).await;
    assert_eq!(
        house.history(retry).await[7..],
        ["requeued", "started", "retried", "started", "retried", "started", "dead"]
    );
    assert!(!house.board.retry(done).await.expect("an answer"));
    assert_eq!(worker.starts(), 1);
    assert_eq!(worker.end(SOON).await, Some(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_waits_for_its_time_and_a_canceled_one_keeps_nothing() {
    let house = House::quick().await;
    let _worker = house.worker().await;
    let now: chrono::DateTime<chrono::Utc> =
        sqlx::query_scalar("select now()").fetch_one(&house.owner).await.expect("the time");
    let later = house.commit_only(NewJob::new(Queue::Maintenance, "effect", 0).at(now + TimeDelta::seconds(2))).await;
    // pushed too early: it must still wait
    house.producer.push_now(Queue::Maintenance, &[later]).await;
    let canceled = house.commit_only(NewJob::new(Queue::Maintenance, "effect", 0).at(now + TimeDelta::hours(1))).await;
    assert!(house.board.cancel(canceled).await.expect("an answer"));
    let running = house.job("effect", 8_000).await;
    house.until("running", 1, SOON).await;
    assert!(house.board.cancel(running).await.expect("an answer"));
    house.until("done", 1, SOON).await;
    let start: f64 =
        sqlx::query_scalar("select extract(epoch from started_at - run_at)::float8 from jobs where id = $1")
            .bind(later.get())
            .fetch_one(&house.owner)
            .await
            .expect("a start");
    assert!((0.0..3.0).contains(&start), "{start}");
    assert_eq!(house.count("canceled").await, 2);
    assert_eq!(house.effects().await, (1, 1));
    assert!(!house.board.cancel(running).await.expect("an answer"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_unique_job_is_made_once_while_unfinished_and_urgent_jobs_go_first() {
    let house = House::quick().await;
    let unique = || NewJob::new(Queue::Maintenance, "plain", 0).unique("sweep");
    let first = house.commit_only(unique()).await;
    assert_eq!(house.commit_only(unique()).await, first);
    let urgent = house.commit_only(NewJob { priority: 1, ..NewJob::new(Queue::Maintenance, "plain", 0) }).await;
    let _worker = house.worker().await;
    house.until("done", 2, SOON).await;
    assert_ne!(house.commit_only(unique()).await, first);
    let order: Vec<i64> =
        sqlx::query_scalar("select job_id from job_events where event = 'started' order by id limit 2")
            .fetch_all(&house.owner)
            .await
            .expect("starts");
    assert_eq!(order, [urgent.get(), first.get()]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_urgent_job_goes_before_those_that_the_transport_holds_already() {
    let house = House::quick().await;
    // all wait in Redis before a worker comes
    let waiting = [house.job("plain", 0).await, house.job("plain", 0).await];
    let urgent = house.commit_only(NewJob::new(Queue::Maintenance, "plain", 0).urgent()).await;
    house.producer.push_urgent(Queue::Maintenance, urgent).await;
    let held = house.redis.command(&["LRANGE", "jobs:maintenance:active", "0", "-1"]).await;
    let held: Vec<String> = redis::from_redis_value(held).expect("ids");
    let expected = [urgent, waiting[0], waiting[1]].map(|id| format!("{id}:0"));
    assert_eq!(held, expected);
    let _worker = house.worker().await;
    house.until("done", 3, SOON).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_thousand_jobs_due_at_once_all_run_and_the_transport_stays_shallow() {
    let house = House::quick().await;
    house.many("plain", 20_000).await;
    let worker = house.worker().await;
    let mut deepest = 0;
    while house.count("done").await < 20_000 {
        let redis::Value::Int(depth) = house.redis.command(&["LLEN", "jobs:maintenance:active"]).await else {
            panic!("a number");
        };
        deepest = deepest.max(depth);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!((1..5_000).contains(&deepest), "{deepest}");
    assert_eq!(worker.starts(), 1);
    let events: i64 = sqlx::query_scalar("select count(*) from job_events where event = 'started'")
        .fetch_one(&house.owner)
        .await
        .expect("a count");
    assert_eq!(events, 20_000);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unreadable_payload_is_kept_aside_and_stops_nothing() {
    let house = House::quick().await;
    let worker = house.worker().await;
    for (id, payload) in [("p1", r#"{"job":"?"}"#), ("p2", "[]")] {
        house.redis.command(&["HSET", "jobs:maintenance:data", id, payload]).await;
        let meta = format!("jobs:maintenance:meta:{id}");
        house.redis.command(&["HSET", &meta, "attempts", "0", "max_attempts", "1", "status", "Pending"]).await;
        house.redis.command(&["RPUSH", "jobs:maintenance:active", id]).await;
    }
    house.job("effect", 0).await;
    house.until("done", 1, SOON).await;
    let start = std::time::Instant::now();
    loop {
        let stats = house.board.queues().await.expect("stats");
        let maintenance = stats.iter().find(|stats| stats.queue == Queue::Maintenance).expect("the queue");
        if maintenance.unreadable == Some(2) {
            break;
        }
        assert!(start.elapsed() < SOON, "{maintenance:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(worker.starts(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_queue_without_a_live_worker_is_seen() {
    let house = House::quick().await;
    assert_eq!(house.board.unattended().await, Queue::ALL);
    let worker = house.worker().await;
    let start = std::time::Instant::now();
    while !house.board.unattended().await.is_empty() {
        assert!(start.elapsed() < SOON);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    worker.kill_for_good();
    let start = std::time::Instant::now();
    while house.board.unattended().await != Queue::ALL {
        assert!(start.elapsed() < SOON);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
