//! Self-checks: how long one takes, alone and at a rate, and how many there can be.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use tokio::task::JoinSet;
use tokio::time::{Instant, interval, sleep};

use crate::outside;
use crate::patient::Patient;
use crate::report::Report;

/// Uploads at a time while photos are being stored.
const UPLOADERS: usize = 8;
/// Requests that wait at a time in the sustained run.
const WAITING: usize = 32;
/// Photos stored for each second of the sustained run: more than can be read.
const PHOTOS_A_SECOND: usize = 80;

/// Measures all of it.
///
/// # Errors
/// When a call fails: a figure with errors in it would say nothing.
pub async fn measure(patient: &Patient, photo: &[u8], quick: bool, report: &mut Report) -> Result<()> {
    let part = |whole: usize| if quick { whole / 10 } else { whole };
    let warm = store(patient, photo, 5).await?;
    for key in &warm {
        patient.check(key).await?;
    }

    let keys = store(patient, photo, part(200)).await?;
    let since = outside::database_time()?;
    let mut times = Vec::new();
    for key in &keys {
        times.push(patient.check(key).await?);
        sleep(Duration::from_millis(50)).await;
    }
    let note = "one after the other, a pause of 50 ms between";
    report.times("POST self-check -> result readable, idle", &mut times, ["<= 150", "<= 400"], note);
    let mut waits = outside::job_waits(&since)?;
    report.times("job enqueued -> started, idle", &mut waits, ["<= 15", "<= 60"], "from the rows' own times");

    let keys = store(patient, photo, part(300)).await?;
    let since = outside::database_time()?;
    let mut times = at_rate(patient, keys, Duration::from_millis(100)).await?;
    report.times("POST self-check -> result readable, 10/s", &mut times, ["", ""], "open loop");
    let mut waits = outside::job_waits(&since)?;
    report.times("job enqueued -> started, 10/s", &mut waits, ["", ""], "from the rows' own times");

    let seconds = if quick { 3 } else { 30 };
    let keys = store(patient, photo, PHOTOS_A_SECOND * seconds).await?;
    let (done, took) = sustained(patient, keys, Duration::from_secs(seconds as u64)).await?;
    let note = format!("{done} in {took:.1} s, {WAITING} at a time");
    report.add("self-checks sustained", f64::from(done) / took, ("1/s", ">= 30"), &note);
    Ok(())
}

/// Stores the photo `count` times.
async fn store(patient: &Patient, photo: &[u8], count: usize) -> Result<Vec<String>> {
    stream::iter(0..count).map(|_| patient.upload(photo)).buffer_unordered(UPLOADERS).try_collect().await
}

/// Hands the photos in at a fixed rate, whether the earlier ones are read or not.
async fn at_rate(patient: &Patient, keys: Vec<String>, period: Duration) -> Result<Vec<f64>> {
    let mut ticks = interval(period);
    let mut running = JoinSet::new();
    for key in keys {
        ticks.tick().await;
        let patient = patient.clone();
        running.spawn(async move { patient.check(&key).await });
    }
    running.join_all().await.into_iter().collect()
}

/// Hands photos in as fast as they are read; returns how many were read within the time, and the seconds it took.
async fn sustained(patient: &Patient, keys: Vec<String>, time: Duration) -> Result<(u32, f64)> {
    let keys = Arc::new(Mutex::new(VecDeque::from(keys)));
    let started = Instant::now();
    let mut running = JoinSet::new();
    for _ in 0..WAITING {
        let (patient, keys) = (patient.clone(), keys.clone());
        running.spawn(async move {
            let mut done = 0_u32;
            while started.elapsed() < time {
                let next = keys.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
                let Some(key) = next else { break };
                patient.check_waiting(&key).await?;
                done += 1;
            }
            anyhow::Ok(done)
        });
    }
    let done: Vec<u32> = running.join_all().await.into_iter().collect::<Result<_>>()?;
    Ok((done.iter().sum(), started.elapsed().as_secs_f64()))
}
