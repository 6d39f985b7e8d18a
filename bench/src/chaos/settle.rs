//! The end of the load: what is under way comes to its end.

use std::time::Duration;

use anyhow::{Result, bail};
use tokio::time::{Instant, sleep};

use super::Users;
use crate::external;

/// How long everything may take.
const TIMEOUT: Duration = Duration::from_mins(4);
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// Jobs that wait for the end of a pause after a failure, or to look at an order once more, are due now.
const PASS_TIME: &str = "update jobs set run_at = now()
    where state = 'queued' and run_at > now() and (attempts > 0 or kind in ('reconcile_order', 'refund_order'))";
/// What is not at its end.
const OPEN: &str =
    "select count(*) from jobs where state in ('queued', 'running') and run_at <= now() + interval '5 seconds'";

/// Waits until no job is due or running.
///
/// # Errors
/// Jobs are left, or a server does not answer.
pub async fn settle(users: &Users) -> Result<()> {
    let start = Instant::now();
    loop {
        let open = external::execute(PASS_TIME).and_then(|()| external::query(OPEN));
        if open.as_ref().is_ok_and(|count| count.trim() == "0") && is_ready(users).await {
            return Ok(());
        }
        if start.elapsed() > TIMEOUT {
            bail!("{} jobs do not end", open?.trim());
        }
        sleep(POLL_INTERVAL).await;
    }
}

async fn is_ready(users: &Users) -> bool {
    let call = reqwest::Client::new().get(format!("{}/ready", users.product.ops));
    call.send().await.is_ok_and(|answer| answer.status().is_success())
}
