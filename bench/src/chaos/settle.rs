//! The end of the load: waits until all pending work is done.

use std::time::Duration;

use anyhow::{Result, bail};
use tokio::time::{Instant, sleep};

use super::Users;
use crate::external;

/// Timeout for all pending work.
const TIMEOUT: Duration = Duration::from_mins(4);
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// Makes jobs due that wait for a retry or for the next check of an order.
const MAKE_JOBS_DUE: &str = "update jobs set run_at = now()
    where state = 'queued' and run_at > now() and (attempts > 0 or kind in ('reconcile_order', 'refund_order'))";
/// Counts the pending jobs.
const OPEN: &str =
    "select count(*) from jobs where state in ('queued', 'running') and run_at <= now() + interval '5 seconds'";

/// Waits until no job is due or running.
///
/// # Errors
/// Jobs are left at the timeout, or a server does not respond.
pub async fn settle(users: &Users) -> Result<()> {
    let start = Instant::now();
    loop {
        let open = external::execute(MAKE_JOBS_DUE).and_then(|()| external::query(OPEN));
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
    call.send().await.is_ok_and(|response| response.status().is_success())
}
