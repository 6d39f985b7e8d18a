//! Outages of Redis and PostgreSQL.

use std::time::{Duration, Instant};

use queue::{NewJob, Producer, Settings, Transport};
use testing::{Forwarder, PrivateRedis, PrivateSentinel, eventually};

use crate::cluster::TestCluster;
use crate::worker::{EndAs, Ending, WriteEffect};

const TIMEOUT: Duration = Duration::from_secs(40);
/// A sentinel queries its primary for replicas every ten seconds, the first time at once.
const SENTINEL_DISCOVERY: Duration = Duration::from_secs(12);
const DATABASE_OUTAGE: Duration = Duration::from_secs(2);

/// Enqueues jobs before, during or after an outage. Each must run and have its effect once.
async fn push_jobs(cluster: &TestCluster, count: usize) {
    for _ in 0..count {
        cluster.enqueue(WriteEffect { delay_ms: 150 }).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn redis_restart_loses_and_doubles_nothing() {
    let mut cluster = TestCluster::with_short_intervals().await;
    let worker = cluster.start_worker().await;
    push_jobs(&cluster, 20).await;
    cluster.redis.kill();
    let start = Instant::now();
    push_jobs(&cluster, 3).await;
    assert!(start.elapsed() < Duration::from_secs(2), "a push without Redis blocks: {:?}", start.elapsed());
    let admin = &cluster.admin;
    let is_unreachable = async || admin.queues().await.expect("stats").iter().all(|stats| stats.workers.is_none());
    eventually("an unreachable Redis", TIMEOUT, is_unreachable).await;
    cluster.redis.restart().await;
    push_jobs(&cluster, 5).await;
    cluster.wait_for_jobs("done", 28, TIMEOUT).await;
    assert_eq!(cluster.count_effects().await, (28, 28));
    assert_eq!(worker.start_count(), 1, "the process outlives the outage");
}

/// The old primary keeps its connections and refuses writes; the address leads to the new one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn redis_failover_loses_and_doubles_nothing() {
    let mut cluster = TestCluster::with_short_intervals().await;
    let primary = PrivateRedis::start().await;
    let address = Forwarder::start(cluster.redis.port()).await;
    cluster.redis_url = format!("redis://127.0.0.1:{}", address.port());
    let mut transport = Transport::lazy(&cluster.redis_url, Settings::default()).expect("an address");
    cluster.producer = Producer::with_transport(transport.clone());
    let _worker = cluster.start_worker().await;
    push_jobs(&cluster, 10).await;
    address.set_target(primary.port());
    cluster.redis.replicate_from(&primary).await;
    let start = Instant::now();
    transport.check().await.expect("the new primary takes writes");
    assert!(start.elapsed() < Duration::from_secs(1), "found at once: {:?}", start.elapsed());
    push_jobs(&cluster, 10).await;
    cluster.wait_for_jobs("done", 20, TIMEOUT).await;
    assert_eq!(cluster.count_effects().await, (20, 20));
}

/// The primary fails with its machine; a sentinel promotes the replica, which has another address.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sentinel_failover_loses_and_doubles_nothing() {
    let mut cluster = TestCluster::with_short_intervals().await;
    let replica = PrivateRedis::start().await;
    replica.replicate_from(&cluster.redis).await;
    let sentinel = PrivateSentinel::start(&cluster.redis).await;
    cluster.redis_url = sentinel.url();
    let mut transport = Transport::lazy(&cluster.redis_url, Settings::default()).expect("an address");
    eventually("the sentinel names the primary", TIMEOUT, async || transport.check().await.is_ok()).await;
    cluster.producer = Producer::with_transport(transport.clone());
    let _worker = cluster.start_worker().await;
    push_jobs(&cluster, 10).await;
    let in_step = async || cluster.redis.command(&["WAIT", "1", "1000"]).await.as_deref() == Some(":1");
    eventually("a replica in step", TIMEOUT, in_step).await;
    tokio::time::sleep(SENTINEL_DISCOVERY).await;
    cluster.redis.kill();
    push_jobs(&cluster, 10).await;
    let start = Instant::now();
    eventually("the new primary takes writes", TIMEOUT, async || transport.check().await.is_ok()).await;
    assert!(start.elapsed() < TIMEOUT / 2, "found by the watch: {:?}", start.elapsed());
    cluster.wait_for_jobs("done", 20, TIMEOUT).await;
    assert_eq!(cluster.count_effects().await, (20, 20));
}

/// A replica responds to pings, but readiness requires writes.
#[tokio::test]
async fn check_of_replica_fails() {
    let (primary, replica) = tokio::join!(PrivateRedis::start(), PrivateRedis::start());
    let mut transport = Transport::connect(&replica.url(), Settings::default()).await.expect("it takes writes");
    replica.replicate_from(&primary).await;
    let error = transport.check().await.expect_err("a replica").to_string();
    assert!(error.contains("read only replica"), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn redis_flush_loses_and_doubles_nothing() {
    let cluster = TestCluster::with_short_intervals().await;
    let worker = cluster.start_worker().await;
    cluster.enqueue_many(EndAs { ending: Ending::Nothing }, 3_000).await;
    push_jobs(&cluster, 20).await;
    cluster.redis_command(&["FLUSHALL"]).await;
    push_jobs(&cluster, 5).await;
    cluster.wait_for_jobs("done", 3_025, TIMEOUT).await;
    assert_eq!(cluster.count_effects().await, (25, 25));
    assert_eq!(worker.start_count(), 1, "the process outlives the loss");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn redis_pause_loses_and_doubles_nothing() {
    let cluster = TestCluster::with_short_intervals().await;
    let worker = cluster.start_worker().await;
    push_jobs(&cluster, 10).await;
    cluster.redis_command(&["CLIENT", "PAUSE", "3000", "ALL"]).await;
    let start = Instant::now();
    push_jobs(&cluster, 3).await;
    assert!(start.elapsed() < Duration::from_secs(2), "a push blocks: {:?}", start.elapsed());
    let answers = async || cluster.redis.command(&["PING"]).await.as_deref() == Some("+PONG");
    eventually("the end of the pause", TIMEOUT, answers).await;
    push_jobs(&cluster, 5).await;
    cluster.wait_for_jobs("done", 18, TIMEOUT).await;
    assert_eq!(cluster.count_effects().await, (18, 18));
    assert_eq!(worker.start_count(), 1, "the worker outlives the pause");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn database_crash_loses_and_doubles_nothing() {
    let mut cluster = TestCluster::with_short_intervals().await;
    let _worker = cluster.start_worker().await;
    for _ in 0..20 {
        // long enough that all of them run concurrently, on a busy machine too
        cluster.enqueue(NewJob::new(WriteEffect { delay_ms: 2_000 }).with_max_attempts(20)).await;
    }
    cluster.wait_for_jobs("running", 20, TIMEOUT).await;
    cluster.postgres.kill();
    // longer than the jobs, so that they end during the outage
    tokio::time::sleep(DATABASE_OUTAGE).await;
    cluster.postgres.restart().await;
    push_jobs(&cluster, 5).await;
    cluster.wait_for_jobs("done", 25, TIMEOUT).await;
    assert_eq!(cluster.count_effects().await, (25, 25));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn job_without_worker_runs_when_one_starts() {
    let cluster = TestCluster::with_short_intervals().await;
    push_jobs(&cluster, 10).await;
    cluster.redis_command(&["FLUSHALL"]).await;
    let _worker = cluster.start_worker().await;
    cluster.wait_for_jobs("done", 10, TIMEOUT).await;
    assert_eq!(cluster.count_effects().await, (10, 10));
}
