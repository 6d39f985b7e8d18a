//! Calls at a constant rate.

use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, interval};

/// Makes calls at a constant rate, regardless of whether earlier ones have ended (open loop). Returns the milliseconds
/// from when each call was due until its end, and its outcome.
pub async fn repeat<F>(rate: f64, time: Duration, call: impl Fn(usize) -> F) -> Vec<(f64, F::Output)>
where
    F: Future<Output: Send + 'static> + Send + 'static,
{
    if rate <= 0. {
        return Vec::new();
    }
    let mut ticks = interval(Duration::from_secs_f64(1. / rate));
    let (start, mut running) = (Instant::now(), JoinSet::new());
    for number in 0.. {
        let due = ticks.tick().await;
        if due.duration_since(start) >= time {
            break;
        }
        let call = call(number);
        running.spawn(async move {
            let outcome = call.await;
            (due.elapsed().as_secs_f64() * 1_000., outcome)
        });
    }
    running.join_all().await
}
