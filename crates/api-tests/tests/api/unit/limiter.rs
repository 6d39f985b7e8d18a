//! Rate limits when Redis moves or is unreachable.

use std::time::Duration;

use api::services::limiter::{Limiter, Rule};
use testing::{Forwarder, PrivateRedis, eventually};

const RULE: Rule = Rule { name: "test", limit: 3, window: Duration::from_secs(2) };

/// The old primary stays reachable on the open connection and refuses writes.
#[tokio::test]
async fn limiter_after_failover_counts_at_new_primary() {
    let (old, new) = tokio::join!(PrivateRedis::start(), PrivateRedis::start());
    let address = Forwarder::start(old.port()).await;
    let limiter = Limiter::connect(&format!("redis://127.0.0.1:{}", address.port()), "test:").expect("an address");
    let count = async || limiter.count(RULE, "a").await.expect("within the limit");
    count().await;
    assert_eq!(old.command(&["DBSIZE"]).await.as_deref(), Some(":1"));
    address.set_target(new.port());
    old.replicate_from(&new).await;
    count().await;
    assert_eq!(new.command(&["DBSIZE"]).await.as_deref(), Some(":1"), "counted at once, where writes are taken");
}

#[tokio::test]
async fn limiter_counts_locally_without_redis() {
    // nothing listens on the discard port
    let limiter = Limiter::connect("redis://127.0.0.1:9", "test:").expect("an address");
    for _ in 0..3 {
        limiter.count(RULE, "a").await.expect("within the limit");
    }
    let problem = limiter.count(RULE, "a").await.expect_err("one too many");
    assert!(problem.retry_after.is_some_and(|seconds| (1..=3).contains(&seconds)));
    limiter.count(RULE, "b").await.expect("another subject");
    limiter.reset(RULE, "a").await;
    limiter.count(RULE, "a").await.expect("reset");
    for _ in 0..5 {
        let _ = limiter.count(RULE, "a").await;
    }
    // refused calls do not extend the window
    eventually("a new window", RULE.window * 2, async || limiter.count(RULE, "a").await.is_ok()).await;
}
