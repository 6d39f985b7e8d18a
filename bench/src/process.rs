//! The product's processes: their peak memory and start time.

use std::net::TcpListener;
use std::ops::Range;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use reqwest::Client;
use tokio::time::{Instant, sleep};

use crate::product::{Product, read_stat};
use crate::report::{Metric, Report};

const READY_TIMEOUT: Duration = Duration::from_mins(1);
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);
const POLL_INTERVAL: Duration = Duration::from_millis(2);
/// How long api and worker stay idle before their remaining memory is measured.
const REST_TIME: Duration = Duration::from_secs(30);
const START_COUNT: usize = 3;
/// The unit of processor times in `/proc`.
const TICKS_PER_SECOND: f64 = 100.;

/// Measures the resident memory of api and worker: the peak, and what remains after an idle period.
///
/// # Errors
/// `/proc` has no value.
pub async fn measure_memory(product: &Product, report: &mut Report) -> Result<()> {
    sleep(REST_TIME).await;
    for (name, target) in [("api", "<= 60"), ("worker", "<= 150")] {
        let megabytes = |field| memory(product, name, field);
        let note = format!(
            "of its own {:.0} MB, of the program's file {:.0} MB, {REST_TIME:?} after all of the above",
            megabytes("RssAnon")?,
            megabytes("RssFile")?
        );
        report.add(&format!("{name}: memory"), megabytes("VmRSS")?, Metric::new("MB", target), &note);
        let peak = peak_memory(product, name)?;
        report.add(&format!("{name}: largest memory"), peak, Metric::new("MB", ""), "VmHWM");
    }
    Ok(())
}

/// Returns the peak resident memory of a process in MB.
///
/// # Errors
/// `/proc` has no value.
pub fn peak_memory(product: &Product, name: &str) -> Result<f64> {
    memory(product, name, "VmHWM")
}

/// Returns a field of a process's status in MB.
fn memory(product: &Product, name: &str, field: &str) -> Result<f64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", product.process_id(name)?))?;
    let value = status.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(':'));
    let kilobytes: f64 = value.with_context(|| format!("no {field}"))?.trim().trim_end_matches(" kB").parse()?;
    Ok(kilobytes / 1024.)
}

/// Returns the processor time of one of the product's processes and its children, in seconds.
///
/// # Errors
/// `/proc` has no value.
pub fn processor_seconds(product: &Product, name: &str) -> Result<f64> {
    let id = product.process_id(name)?;
    // own time and that of ended children, then that of running children
    let mut ticks = sum_ticks(&read_stat(id)?, 11..15)?;
    for entry in std::fs::read_dir("/proc")?.flatten() {
        let child = entry.file_name().to_str().and_then(|name| name.parse().ok());
        // a process may end during the loop
        let Some(Ok(fields)) = child.map(read_stat) else { continue };
        if fields.get(1).is_some_and(|parent| *parent == id.to_string()) {
            ticks += sum_ticks(&fields, 11..13)?;
        }
    }
    Ok(ticks / TICKS_PER_SECOND)
}

fn sum_ticks(fields: &[String], range: Range<usize>) -> Result<f64> {
    fields.get(range).context("a process")?.iter().map(|ticks| Ok(ticks.parse::<f64>()?)).sum()
}

/// Measures the time from a program's start until `/ready` responds.
///
/// # Errors
/// A program does not become ready.
pub async fn measure_cold_starts(report: &mut Report) -> Result<()> {
    for (name, command, listens) in [
        ("api", "serve", ["API_OPS_LISTEN", "API_LISTEN"].as_slice()),
        ("worker", "run", ["WORKER_OPS_LISTEN"].as_slice()),
    ] {
        let mut best = f64::INFINITY;
        for _ in 0..START_COUNT {
            best = best.min(time_start(name, command, listens).await?);
        }
        report.add(&format!("{name}: start until ready"), best, Metric::new("ms", ""), "the best of three");
    }
    Ok(())
}

/// A process that is killed when dropped.
struct KilledOnDrop(Child);

impl Drop for KilledOnDrop {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

async fn time_start(name: &str, command: &str, listens: &[&str]) -> Result<f64> {
    let path: PathBuf = std::env::current_exe()?.parent().context("a directory")?.join(name);
    let mut program = Command::new(path);
    program.arg(command).stdout(Stdio::null()).stderr(Stdio::null());
    let mut ops = String::new();
    for variable in listens.iter().rev() {
        ops = TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string();
        program.env(variable, &ops);
    }
    let client = Client::builder().no_proxy().timeout(REQUEST_TIMEOUT).build()?;
    let start = Instant::now();
    let _running = KilledOnDrop(program.spawn()?);
    while !client.get(format!("http://{ops}/ready")).send().await.is_ok_and(|response| response.status().is_success()) {
        ensure!(start.elapsed() < READY_TIMEOUT, "{name} did not become ready");
        sleep(POLL_INTERVAL).await;
    }
    Ok(start.elapsed().as_secs_f64() * 1000.)
}
