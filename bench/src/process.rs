//! The product's processes: their largest memory and their start.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use reqwest::Client;
use tokio::time::{Instant, sleep};

use crate::product::Product;
use crate::report::Report;

const PATIENCE: Duration = Duration::from_mins(1);
const TRIES: usize = 3;

/// The largest resident memory of api and worker so far.
///
/// # Errors
/// When `/proc` does not say.
pub fn peaks(product: &Product, report: &mut Report) -> Result<()> {
    for (name, target) in [("api", "<= 100"), ("worker", "<= 300")] {
        report.add(
            &format!("{name}: largest memory"),
            peak(product, name)?,
            ("MB", target),
            "VmHWM after all of the above",
        );
    }
    Ok(())
}

/// The largest resident memory of one of them so far, in MB.
///
/// # Errors
/// When `/proc` does not say.
pub fn peak(product: &Product, name: &str) -> Result<f64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", product.process(name)?))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("no VmHWM")?;
    let kilobytes: f64 = line.trim().trim_end_matches(" kB").parse()?;
    Ok(kilobytes / 1024.)
}

/// From the start of the program until `/ready` answers, beside the running product.
///
/// # Errors
/// When a program does not become ready.
pub async fn cold_starts(report: &mut Report) -> Result<()> {
    for (name, command, listens) in [
        ("api", "serve", ["API_OPS_LISTEN", "API_LISTEN"].as_slice()),
        ("worker", "run", ["WORKER_OPS_LISTEN"].as_slice()),
    ] {
        let mut best = f64::INFINITY;
        for _ in 0..TRIES {
            best = best.min(start(name, command, listens).await?);
        }
        report.add(&format!("{name}: start until ready"), best, ("ms", ""), "the best of three");
    }
    Ok(())
}

/// Ends the process however the measurement goes.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

async fn start(name: &str, command: &str, listens: &[&str]) -> Result<f64> {
    let path: PathBuf = std::env::current_exe()?.parent().context("a directory")?.join(name);
    let mut program = Command::new(path);
    program.arg(command).stdout(Stdio::null()).stderr(Stdio::null());
    let mut ops = String::new();
    for variable in listens.iter().rev() {
        ops = TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string();
        program.env(variable, &ops);
    }
    let client = Client::builder().no_proxy().timeout(Duration::from_secs(5)).build()?;
    let started = Instant::now();
    let _running = Ended(program.spawn()?);
    while !client.get(format!("http://{ops}/ready")).send().await.is_ok_and(|answer| answer.status().is_success()) {
        ensure!(started.elapsed() < PATIENCE, "{name} did not become ready");
        sleep(Duration::from_millis(2)).await;
    }
    Ok(started.elapsed().as_secs_f64() * 1000.)
}
