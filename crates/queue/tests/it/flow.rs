//! Jobs while no server fails.

use std::time::Duration;

use chrono::TimeDelta;
use queue::{NewJob, Queue, admin};
use testing::eventually;

use crate::cluster::TestCluster;
use crate::worker::{EndAs, Ending, Unhandled, WriteEffect};

const TIMEOUT: Duration = Duration::from_secs(20);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn outcome_is_recorded_with_history() {
    let cluster = TestCluster::with_short_intervals().await;
    let worker = cluster.start_worker().await;
    let done = cluster.enqueue(WriteEffect { delay_ms: 0 }).await;
    let nothing = cluster.enqueue(EndAs { ending: Ending::Nothing }).await;
    let never = cluster.enqueue(EndAs { ending: Ending::Fail }).await;
    let slow =
        cluster.enqueue_without_push(NewJob::new(EndAs { ending: Ending::TimeOut }).with_max_attempts(1)).await.id;
    let retry =
        cluster.enqueue_without_push(NewJob::new(EndAs { ending: Ending::Retry }).with_max_attempts(3)).await.id;
    let panic =
        cluster.enqueue_without_push(NewJob::new(EndAs { ending: Ending::Panic }).with_max_attempts(2)).await.id;
    cluster.wait_for_jobs("dead", 4, TIMEOUT).await;
    cluster.wait_for_jobs("done", 2, TIMEOUT).await;

    assert_eq!(cluster.count_effects().await, (1, 1));
    for id in [done, nothing] {
        assert_eq!(cluster.history(id).await, ["queued", "started", "done"]);
    }
    for id in [never, slow] {
        assert_eq!(cluster.history(id).await, ["queued", "started", "dead"]);
    }
    assert_eq!(cluster.history(retry).await, ["queued", "started", "retried", "started", "retried", "started", "dead"]);
    let error = async |id| cluster.find_job(id).await.job.last_error;
    assert_eq!(error(never).await.as_deref(), Some("never"));
    assert_eq!(error(retry).await.as_deref(), Some("not today: the provider is closed"));
    assert_eq!(error(slow).await.as_deref(), Some("the handler timed out"));
    assert_eq!(error(panic).await.as_deref(), Some("the handler panicked"));

    // a retry by an operator restores all attempts
    assert!(admin::retry(&mut cluster.system().await, retry, "operator").await.expect("a result"));
    cluster.wait_for_jobs("dead", 4, TIMEOUT).await;
    assert_eq!(
        cluster.history(retry).await[7..],
        ["requeued", "started", "retried", "started", "retried", "started", "dead"]
    );
    assert!(!admin::retry(&mut cluster.system().await, done, "operator").await.expect("a result"));
    assert_eq!(worker.start_count(), 1);
    assert_eq!(worker.terminate(TIMEOUT).await, Some(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unhandled_job_waits_for_newer_worker() {
    let cluster = TestCluster::with_short_intervals().await;
    let _worker = cluster.start_worker().await;
    let id = cluster.enqueue_without_push(NewJob::new(Unhandled {}).with_max_attempts(1)).await.id;
    // more often than its attempts allow
    eventually("a second retry", TIMEOUT, async || {
        cluster.history(id).await.iter().filter(|event| *event == "retried").count() > 1
    })
    .await;
    let job = cluster.find_job(id).await.job;
    assert_eq!(job.last_error.as_deref(), Some("no handler for this kind"));
    assert!(matches!(job.state.as_str(), "queued" | "running"), "{}", job.state);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn job_waits_for_run_at_and_canceled_writes_none() {
    let cluster = TestCluster::with_short_intervals().await;
    let _worker = cluster.start_worker().await;
    let now: chrono::DateTime<chrono::Utc> =
        sqlx::query_scalar("select now()").fetch_one(&cluster.owner).await.expect("the time");
    let later =
        cluster.enqueue_without_push(NewJob::new(WriteEffect { delay_ms: 0 }).at(now + TimeDelta::seconds(2))).await;
    // pushed too early, so it must still wait
    cluster.producer.push(later).await;
    let canceled =
        cluster.enqueue_without_push(NewJob::new(WriteEffect { delay_ms: 0 }).at(now + TimeDelta::hours(1))).await.id;
    assert!(admin::cancel(&mut cluster.system().await, canceled, "operator").await.expect("a result"));
    let running = cluster.enqueue(WriteEffect { delay_ms: 8_000 }).await;
    cluster.wait_for_jobs("running", 1, TIMEOUT).await;
    assert!(admin::cancel(&mut cluster.system().await, running, "operator").await.expect("a result"));
    cluster.wait_for_jobs("done", 1, TIMEOUT).await;
    let start: f64 =
        sqlx::query_scalar("select extract(epoch from started_at - run_at)::float8 from jobs where id = $1")
            .bind(later.id.get())
            .fetch_one(&cluster.owner)
            .await
            .expect("a start");
    assert!((0.0..3.0).contains(&start), "{start}");
    assert_eq!(cluster.count_jobs("canceled").await, 2);
    assert_eq!(cluster.count_effects().await, (1, 1));
    assert!(!admin::cancel(&mut cluster.system().await, running, "operator").await.expect("a result"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unique_job_exists_once_and_urgent_runs_first() {
    let cluster = TestCluster::with_short_intervals().await;
    let unique = || NewJob::new(EndAs { ending: Ending::Nothing }).with_unique_key("sweep");
    let first = cluster.enqueue_without_push(unique()).await.id;
    assert_eq!(cluster.enqueue_without_push(unique()).await.id, first);
    let urgent = cluster.enqueue_without_push(NewJob::new(EndAs { ending: Ending::Nothing }).urgent()).await.id;
    // the relay's first scan finds both, and the worker takes one at a time
    sqlx::query("update jobs set created_at = created_at - interval '1 s'")
        .execute(&cluster.owner)
        .await
        .expect("older jobs");
    let _worker = cluster.start_worker_with(|config| config.concurrency = 1).await;
    cluster.wait_for_jobs("done", 2, TIMEOUT).await;
    assert_ne!(cluster.enqueue_without_push(unique()).await.id, first);
    let order: Vec<i64> =
        sqlx::query_scalar("select job_id from job_events where event = 'started' order by id limit 2")
            .fetch_all(&cluster.owner)
            .await
            .expect("starts");
    assert_eq!(order, [urgent.get(), first.get()]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn urgent_job_overtakes_jobs_in_redis() {
    let cluster = TestCluster::with_short_intervals().await;
    // all jobs are in Redis before a worker starts
    let waiting = [
        cluster.enqueue(EndAs { ending: Ending::Nothing }).await,
        cluster.enqueue(EndAs { ending: Ending::Nothing }).await,
    ];
    let urgent = cluster.enqueue_without_push(NewJob::new(EndAs { ending: Ending::Nothing }).urgent()).await;
    cluster.producer.push(urgent).await;
    let held = cluster.redis_command(&["LRANGE", "jobs:maintenance:active", "0", "-1"]).await;
    let held: Vec<String> = redis::from_redis_value(held).expect("ids");
    let expected = [urgent.id, waiting[0], waiting[1]].map(|id| format!("{id}:0"));
    assert_eq!(held, expected);
    let _worker = cluster.start_worker().await;
    cluster.wait_for_jobs("done", 3, TIMEOUT).await;
}

/// Each push starts a job on a worker that does not poll. So does a restored subscription.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn push_wakes_worker_that_does_not_poll() {
    let cluster = TestCluster::with_short_intervals().await;
    let worker = cluster.start_worker_with(|config| config.polls = false).await;
    for count in 1..=5 {
        cluster.enqueue(EndAs { ending: Ending::Nothing }).await;
        cluster.wait_for_jobs("done", count, TIMEOUT).await;
    }
    let cut = cluster.redis_command(&["CLIENT", "KILL", "TYPE", "pubsub"]).await;
    assert_eq!(cut, redis::Value::Int(1));
    for count in 6..=7 {
        cluster.enqueue(EndAs { ending: Ending::Nothing }).await;
        cluster.wait_for_jobs("done", count, TIMEOUT).await;
    }
    assert_eq!(worker.start_count(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn worker_takes_only_what_has_a_slot() {
    let cluster = TestCluster::with_short_intervals().await;
    for _ in 0..5 {
        cluster.enqueue(WriteEffect { delay_ms: 3_000 }).await;
    }
    let _worker = cluster.start_worker_with(|config| config.concurrency = 2).await;
    cluster.wait_for_jobs("running", 2, TIMEOUT).await;
    // the remaining tasks stay available to other workers
    let waiting = cluster.redis_command(&["LLEN", "jobs:maintenance:active"]).await;
    assert_eq!(waiting, redis::Value::Int(3));
    cluster.wait_for_jobs("done", 5, TIMEOUT).await;
    assert_eq!(cluster.count_effects().await, (5, 5));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bulk_due_jobs_respect_depth_limit() {
    let cluster = TestCluster::with_short_intervals().await;
    cluster.enqueue_many(EndAs { ending: Ending::Nothing }, 20_000).await;
    let worker = cluster.start_worker().await;
    let mut max_depth = 0;
    eventually("20,000 jobs", Duration::from_mins(5), async || {
        let redis::Value::Int(depth) = cluster.redis_command(&["LLEN", "jobs:maintenance:active"]).await else {
            panic!("a number");
        };
        max_depth = max_depth.max(depth);
        cluster.count_jobs("done").await == 20_000
    })
    .await;
    assert!((1..5_000).contains(&max_depth), "{max_depth}");
    assert_eq!(worker.start_count(), 1);
    let events: i64 = sqlx::query_scalar("select count(*) from job_events where event = 'started'")
        .fetch_one(&cluster.owner)
        .await
        .expect("a count");
    assert_eq!(events, 20_000);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn claim_reads_no_jobs_that_wait() {
    const WAITING: i64 = 20_000;
    let cluster = TestCluster::with_short_intervals().await;
    let worker = cluster.start_worker().await;
    // the planner has no statistics about these rows
    sqlx::query(
        "insert into jobs (tenant_id, queue, kind, version, payload, run_at)
         select $1, 'maintenance', 'unhandled', 2, '{}', now() + interval '1 day' from generate_series(1, $2)",
    )
    .bind(cluster.tenant.get())
    .bind(WAITING)
    .execute(&cluster.owner)
    .await
    .expect("jobs of tomorrow");
    let reads = async || -> i64 {
        let reads = "select idx_tup_read from pg_stat_user_indexes where indexrelname = 'jobs_by_state'";
        sqlx::query_scalar(reads).fetch_one(&cluster.owner).await.expect("a count")
    };
    let before = reads().await;
    cluster.enqueue_many(WriteEffect { delay_ms: 0 }, 500).await;
    eventually("500 effects", TIMEOUT, async || cluster.count_effects().await == (500, 500)).await;
    // PostgreSQL adds a connection's counts to the statistics when it ends
    assert_eq!(worker.terminate(TIMEOUT).await, Some(0));
    let read = reads().await - before;
    assert!(read < WAITING, "{read} entries of the index of states");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unreadable_task_is_kept_and_stops_nothing() {
    let cluster = TestCluster::with_short_intervals().await;
    let worker = cluster.start_worker().await;
    for (id, payload) in [("p1", r#"{"job":"?"}"#), ("p2", "[]")] {
        cluster.redis_command(&["HSET", "jobs:maintenance:data", id, payload]).await;
        let meta = format!("jobs:maintenance:meta:{id}");
        cluster.redis_command(&["HSET", &meta, "attempts", "0", "max_attempts", "1", "status", "Pending"]).await;
        cluster.redis_command(&["RPUSH", "jobs:maintenance:active", id]).await;
    }
    cluster.enqueue(WriteEffect { delay_ms: 0 }).await;
    cluster.wait_for_jobs("done", 1, TIMEOUT).await;
    eventually("two unreadable tasks", TIMEOUT, async || {
        let stats = cluster.admin.queues().await.expect("stats");
        stats.iter().any(|stats| stats.queue == Queue::Maintenance && stats.unreadable == Some(2))
    })
    .await;
    assert_eq!(worker.start_count(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn queue_without_worker_is_reported() {
    let cluster = TestCluster::with_short_intervals().await;
    assert_eq!(cluster.queues_without_worker().await, Queue::ALL);
    let worker = cluster.start_worker().await;
    eventually("a worker", TIMEOUT, async || cluster.queues_without_worker().await.is_empty()).await;
    worker.kill_permanently();
    eventually("no worker", TIMEOUT, async || cluster.queues_without_worker().await == Queue::ALL).await;
}
