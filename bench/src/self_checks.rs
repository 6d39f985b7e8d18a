//! Self-checks: latency when idle and at a fixed rate, and throughput.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use parking_lot::Mutex;
use tokio::task::JoinSet;
use tokio::time::{Instant, interval, sleep};

use crate::external;
use crate::patient::Patient;
use crate::report::{Metric, Report};

/// Concurrent uploads.
const MAX_UPLOADS: usize = 8;
/// Concurrent requests of the throughput measurement.
const MAX_REQUESTS: usize = 32;
/// Photos uploaded per second of the throughput measurement: more than can be read.
const PHOTOS_PER_SECOND: usize = 80;

/// Measures self-checks.
///
/// # Errors
/// A call fails, because a metric that includes errors would be meaningless.
pub async fn measure(patient: &Patient, photo: &[u8], quick: bool, report: &mut Report) -> Result<()> {
    let part = |whole: usize| if quick { whole / 10 } else { whole };
    let warm = upload(patient, photo, 5).await?;
    for key in &warm {
        patient.check(key).await?;
    }

    let keys = upload(patient, photo, part(200)).await?;
    let since = external::database_time()?;
    let mut times = Vec::new();
    for key in &keys {
        times.push(patient.check(key).await?);
        sleep(Duration::from_millis(50)).await;
    }
    let note = "one after the other, a pause of 50 ms between";
    report.add_times("POST self-check -> result readable, idle", &mut times, ["<= 150", "<= 400"], note);
    let mut waits = external::job_waits(&since)?;
    report.add_times("job enqueued -> start, idle", &mut waits, ["<= 15", "<= 60"], "from the rows' own times");

    let keys = upload(patient, photo, part(300)).await?;
    let since = external::database_time()?;
    let mut times = submit_at_rate(patient, keys, Duration::from_millis(100)).await?;
    report.add_times("POST self-check -> result readable, 10/s", &mut times, ["", ""], "open loop");
    let mut waits = external::job_waits(&since)?;
    report.add_times("job enqueued -> start, 10/s", &mut waits, ["", ""], "from the rows' own times");

    let seconds = if quick { 3 } else { 30 };
    let keys = upload(patient, photo, PHOTOS_PER_SECOND * seconds).await?;
    let (done, took) = submit_sustained(patient, keys, Duration::from_secs(seconds as u64)).await?;
    let note = format!("{done} in {took:.1} s, {MAX_REQUESTS} at a time");
    report.add("self-checks sustained", f64::from(done) / took, Metric::new("1/s", ">= 30"), &note);
    Ok(())
}

/// Uploads the photo `count` times.
async fn upload(patient: &Patient, photo: &[u8], count: usize) -> Result<Vec<String>> {
    stream::iter(0..count).map(|_| patient.upload(photo)).buffer_unordered(MAX_UPLOADS).try_collect().await
}

/// Submits the photos at a fixed rate (open loop).
async fn submit_at_rate(patient: &Patient, keys: Vec<String>, period: Duration) -> Result<Vec<f64>> {
    let mut ticks = interval(period);
    let mut running = JoinSet::new();
    for key in keys {
        ticks.tick().await;
        let patient = patient.clone();
        running.spawn(async move { patient.check(&key).await });
    }
    running.join_all().await.into_iter().collect()
}

/// Submits photos as fast as they are read. Returns how many were read, and the seconds that this took.
async fn submit_sustained(patient: &Patient, keys: Vec<String>, time: Duration) -> Result<(u32, f64)> {
    let keys = Arc::new(Mutex::new(VecDeque::from(keys)));
    let start = Instant::now();
    let mut running = JoinSet::new();
    for _ in 0..MAX_REQUESTS {
        let (patient, keys) = (patient.clone(), keys.clone());
        running.spawn(async move {
            let mut done = 0_u32;
            while start.elapsed() < time {
                let next = keys.lock().pop_front();
                let Some(key) = next else { break };
                patient.check_with_wait(&key).await?;
                done += 1;
            }
            anyhow::Ok(done)
        });
    }
    let done: Vec<u32> = running.join_all().await.into_iter().collect::<Result<_>>()?;
    Ok((done.iter().sum(), start.elapsed().as_secs_f64()))
}
