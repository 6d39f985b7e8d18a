//! Waits for a condition.

use std::time::Duration;

use tokio::time::{Instant, sleep};

const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Waits until `condition` returns true.
///
/// # Panics
/// The condition is not true within `timeout`; the message names `what`.
pub async fn eventually(what: &str, timeout: Duration, mut condition: impl AsyncFnMut() -> bool) {
    let deadline = Instant::now() + timeout;
    while !condition().await {
        assert!(Instant::now() < deadline, "{what}: not within {timeout:?}");
        sleep(POLL_INTERVAL).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn waits_until_the_condition_is_true() {
        let mut calls = 0;
        eventually("the third call", Duration::from_secs(10), async || {
            calls += 1;
            calls == 3
        })
        .await;
        assert_eq!(calls, 3);
    }

    #[tokio::test]
    #[should_panic(expected = "never: not within 30ms")]
    async fn panics_after_the_timeout() {
        eventually("never", Duration::from_millis(30), async || false).await;
    }
}
