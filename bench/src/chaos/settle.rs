//! The recovery after the load: waits until all pending work is done.

use std::time::Duration;

use anyhow::{Result, bail};
use tokio::time::{Instant, sleep};

use super::Users;
use crate::external;

/// The longest time from the last fault until every job has ended and the api is ready. A killed worker's lease takes 15
/// seconds of it, the rest is the backlog of the load.
const MAX_RECOVERY: Duration = Duration::from_mins(4);
/// [`MAX_RECOVERY`] in the report.
pub const RECOVERY_TARGET: &str = "<= 240";
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// Makes jobs due that wait for a retry or for the next check of an order.
const MAKE_JOBS_DUE: &str = "update jobs set run_at = now()
    where state = 'queued' and run_at > now() and (attempts > 0 or kind in ('reconcile_order', 'refund_order'))";
/// Counts the pending jobs of each kind and state.
const OPEN: &str = "select kind || ' ' || state || ': ' || count(*) from jobs
    where state in ('queued', 'running') and run_at <= now() + interval '5 seconds' group by kind, state order by 1";

/// Waits until no job is due or running and the api is ready. Returns how long that took since the last fault.
///
/// # Errors
/// It took longer than [`MAX_RECOVERY`]. The message says what is left.
pub async fn settle(users: &Users, last_fault_at: Instant) -> Result<Duration> {
    loop {
        let open = external::execute(MAKE_JOBS_DUE).and_then(|()| external::query(OPEN));
        let is_settled = open.as_ref().is_ok_and(|jobs| jobs.trim().is_empty()) && is_ready(users).await;
        let elapsed = last_fault_at.elapsed();
        if check_recovery(elapsed, is_settled, &open)? {
            return Ok(elapsed);
        }
        sleep(POLL_INTERVAL).await;
    }
}

/// Returns whether the product has recovered in time.
fn check_recovery(elapsed: Duration, is_settled: bool, open: &Result<String>) -> Result<bool> {
    if elapsed <= MAX_RECOVERY {
        return Ok(is_settled);
    }
    let left = match open {
        _ if is_settled => "all work ended too late".to_owned(),
        Ok(jobs) if jobs.trim().is_empty() => "the api is not ready".to_owned(),
        Ok(jobs) => format!("these jobs have not ended: {}", jobs.trim().replace('\n', ", ")),
        Err(error) => format!("the database does not respond: {error:#}"),
    };
    bail!("no recovery {} s after the last fault, {} s are allowed: {left}", elapsed.as_secs(), MAX_RECOVERY.as_secs())
}

async fn is_ready(users: &Users) -> bool {
    let call = reqwest::Client::new().get(format!("{}/ready", users.product.ops));
    call.send().await.is_ok_and(|response| response.status().is_success())
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    const TOO_LATE: Duration = Duration::from_secs(241);

    #[test]
    fn recovery_in_time_is_awaited() {
        let open = Ok("read_picture queued: 7\n".to_owned());
        assert!(!check_recovery(MAX_RECOVERY, false, &open).expect("time is left"));
        assert!(check_recovery(MAX_RECOVERY, true, &Ok(String::new())).expect("in time"));
        assert_eq!(RECOVERY_TARGET, format!("<= {}", MAX_RECOVERY.as_secs()));
    }

    #[test]
    fn late_recovery_says_what_is_left() {
        let message = |is_settled: bool, open: Result<String>| {
            check_recovery(TOO_LATE, is_settled, &open).expect_err("too late").to_string()
        };
        let jobs = message(false, Ok("read_picture queued: 7\nsweep running: 1\n".to_owned()));
        let expected = "no recovery 241 s after the last fault, 240 s are allowed: \
            these jobs have not ended: read_picture queued: 7, sweep running: 1";
        assert_eq!(jobs, expected);
        for (text, left) in [
            (message(true, Ok(String::new())), "all work ended too late"),
            (message(false, Ok(String::new())), "the api is not ready"),
            (message(false, Err(anyhow!("psql: refused"))), "the database does not respond: psql: refused"),
        ] {
            assert!(text.ends_with(left), "{text}");
        }
    }
}
