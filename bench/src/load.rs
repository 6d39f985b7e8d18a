//! A constant load at a set rate on the running product, and then an overload: `./task load`. Also measures queues
//! alone: in comparison with others, and during a long transaction.

use std::collections::BTreeMap;
use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::Args;
use reqwest::Method;
use tokio::time::{Instant, sleep};

use crate::caller::Caller;
use crate::open_loop::repeat;
use crate::patient::{Patient, send};
use crate::payer::Payer;
use crate::product::Product;
use crate::report::{Metric, PERCENTILES, Report};
use crate::{external, overload, people, process, queues};

/// Patients who take turns.
const PATIENT_COUNT: usize = 100;
/// Patients who buy. Each may create sixty orders per hour.
const PAYER_COUNT: usize = 20;
/// Minimum number of rows for a meaningful row size, because tables grow by whole pages.
const MIN_SIZED_ROWS: u32 = 500;
/// How long the idle product is measured.
const IDLE_TIME: Duration = Duration::from_secs(10);
/// Timeout for the last jobs.
const JOBS_TIMEOUT: Duration = Duration::from_mins(2);

/// Puts a steady load on the product, then twice what the api can serve.
#[derive(Args)]
pub struct Options {
    /// Self-checks per second: upload, submit, result.
    #[arg(long, default_value_t = 5.)]
    rate: f64,
    /// Reads per second: the account, the history.
    #[arg(long, default_value_t = 50.)]
    reads: f64,
    /// Sign-ins per second.
    #[arg(long, default_value_t = 1.)]
    sign_ins: f64,
    /// Claims per second: order, payment, claim.
    #[arg(long, default_value_t = 0.5)]
    claims: f64,
    /// Duration of the steady load in seconds; 0 leaves it out.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Duration of the overload in seconds; 0 leaves it out.
    #[arg(long, default_value_t = 120)]
    overload_seconds: u64,
    /// Compares the empty queue with other queues instead, using this number of jobs.
    #[arg(long, num_args = 0..=1, default_missing_value = "20000")]
    compare: Option<usize>,
    /// Measures the empty queue during a transaction that stays open for this number of seconds instead.
    #[arg(long, num_args = 0..=1, default_missing_value = "600")]
    long_transaction: Option<u64>,
    /// A JPEG of a tongue.
    #[arg(long, default_value = "fixtures/photos/front.jpg")]
    photo: PathBuf,
    /// File for the results.
    #[arg(long, default_value = "out/load.json")]
    out: PathBuf,
}

/// Runs the load test.
///
/// # Errors
/// The product cannot be prepared, its jobs do not end in time, or a check of the overload fails.
pub async fn run(product: &Product, options: &Options) -> Result<()> {
    let mut report = Report::new("load");
    if let Some(jobs) = options.compare {
        queues::compare(jobs, queues::IDLE_JOBS, &mut report);
    }
    if let Some(seconds) = options.long_transaction {
        queues::measure_long_transaction(seconds, &mut report);
    }
    if options.compare.is_none() && options.long_transaction.is_none() {
        if options.seconds > 0 {
            Load::prepare(product, options).await?.run(&mut report).await?;
        }
        if options.overload_seconds > 0 {
            overload::measure(product, Duration::from_secs(options.overload_seconds), &mut report).await?;
        }
    }
    report.finish(&options.out)
}

/// Generates the load.
struct Load<'a> {
    product: &'a Product,
    options: &'a Options,
    photo: Arc<[u8]>,
    patients: Vec<Patient>,
    payers: Vec<Payer>,
}

/// The calls of one kind: the milliseconds from when each was due until its end, and the errors.
#[derive(Default)]
struct Calls {
    times: Vec<f64>,
    errors: Vec<anyhow::Error>,
}

impl<'a> Load<'a> {
    async fn prepare(product: &'a Product, options: &'a Options) -> Result<Self> {
        let patients = people::create(product, PATIENT_COUNT)?;
        let mut payers = Vec::new();
        for patient in patients.iter().take(if options.claims > 0. { PAYER_COUNT } else { 0 }) {
            payers.push(Payer::new(patient).await?);
        }
        let photo = std::fs::read(&options.photo)?.into();
        let load = Self { product, options, photo, patients, payers };
        // the first photo waits until the network's weights are loaded
        load.check(0).await?;
        Ok(load)
    }

    async fn run(&self, report: &mut Report) -> Result<()> {
        let (options, time) = (self.options, Duration::from_secs(self.options.seconds));
        let idle = self.measure_idle().await?;
        let since = external::database_time()?;
        let written = written_bytes()?;
        let (before, start) = (self.processor_seconds()?, Instant::now());
        let (checks, reads, sign_ins, claims) = tokio::join!(
            repeat(options.rate, time, |number| self.check(number)),
            repeat(options.reads, time, |number| self.read(number)),
            repeat(options.sign_ins, time, |number| self.sign_in(number)),
            repeat(options.claims, time, |number| self.claim(number)),
        );
        let (seconds, after) = (start.elapsed().as_secs_f64(), self.processor_seconds()?);
        let kinds = [
            ("self-checks", options.rate, checks),
            ("reads", options.reads, reads),
            ("sign-ins", options.sign_ins, sign_ins),
            ("claims", options.claims, claims),
        ]
        .map(|(name, rate, outcomes)| (name, rate, outcomes.into_iter().collect::<Calls>()));
        let calls: usize = kinds.iter().map(|(_, _, calls)| calls.times.len()).sum();
        for (name, rate, mut calls) in kinds {
            if rate > 0. {
                add_calls(report, name, rate, &mut calls);
            }
        }
        add_jobs(report, &since, seconds).await?;
        for (name, used) in after {
            let cores = (used - before[name]) / seconds;
            let idle = idle[name];
            #[expect(clippy::cast_precision_loss, reason = "counts are small")]
            let each = (cores - idle).max(0.) * seconds * 1_000. / calls.max(1) as f64;
            let note = format!("idle {idle:.3}; above that {each:.2} ms for each of {calls} calls");
            report.add(&format!("processor: {name}"), cores, Metric::new("cores", ""), &note);
        }
        #[expect(clippy::cast_precision_loss, reason = "counts are small")]
        let note = format!("{:.0} bytes for each of {calls} calls", (written_bytes()? - written) / calls.max(1) as f64);
        report.add("write-ahead log", (written_bytes()? - written) / seconds, Metric::new("bytes/s", ""), &note);
        add_sizes(report)?;
        process::measure_memory(self.product, report).await
    }

    /// Returns the cores that each idle program uses.
    async fn measure_idle(&self) -> Result<BTreeMap<&'static str, f64>> {
        let (before, start) = (self.processor_seconds()?, Instant::now());
        sleep(IDLE_TIME).await;
        let (after, seconds) = (self.processor_seconds()?, start.elapsed().as_secs_f64());
        Ok(after.into_iter().map(|(name, used)| (name, (used - before[name]) / seconds)).collect())
    }

    fn processor_seconds(&self) -> Result<BTreeMap<&'static str, f64>> {
        let names = ["api", "worker", "postgres", "redis"];
        names.into_iter().map(|name| Ok((name, process::processor_seconds(self.product, name)?))).collect()
    }

    fn patient(&self, number: usize) -> Patient {
        self.patients[number % self.patients.len()].clone()
    }

    /// Uploads a photo, submits it and waits for the result.
    fn check(&self, number: usize) -> impl Future<Output = Result<()>> + Send + use<> {
        let (patient, photo) = (self.patient(number), Arc::clone(&self.photo));
        async move {
            let key = patient.upload(&photo).await?;
            patient.check_with_wait(&key).await
        }
    }

    /// Reads the account and the history alternately.
    fn read(&self, number: usize) -> impl Future<Output = Result<()>> + Send + use<> {
        let patient = self.patient(number);
        async move {
            let path = if number.is_multiple_of(2) { "/patients/me" } else { "/patients/tcis" };
            send(patient.call(Method::GET, path)).await?.bytes().await?;
            Ok(())
        }
    }

    /// Signs in as a demo patient from a new address each time, because the rate limits are per address.
    fn sign_in(&self, number: usize) -> impl Future<Output = Result<()>> + Send + use<> {
        let (patient, account) = (self.patient(number), self.product.patients.first().cloned());
        async move {
            let address = format!("198.51.{}.{}", number / 250 % 250, number % 250 + 1);
            patient.open_session(&account.context("no demo patient")?, &address).await.map(drop)
        }
    }

    fn claim(&self, number: usize) -> impl Future<Output = Result<()>> + Send + use<> {
        let payer = self.payers.get(number % self.payers.len().max(1)).cloned();
        async move {
            let (payer, caller) = (payer.context("no payer")?, Caller::default());
            let order = payer.order(&caller, &format!("load-{}-{number}", std::process::id())).await?;
            payer.pay(&caller, &order).await
        }
    }
}

impl FromIterator<(f64, Result<()>)> for Calls {
    fn from_iter<T: IntoIterator<Item = (f64, Result<()>)>>(outcomes: T) -> Self {
        let mut calls = Self::default();
        for (took, outcome) in outcomes {
            match outcome {
                Ok(()) => calls.times.push(took),
                Err(error) => calls.errors.push(error),
            }
        }
        calls
    }
}

fn add_calls(report: &mut Report, name: &str, rate: f64, calls: &mut Calls) {
    report.add_percentiles(name, &mut calls.times, &PERCENTILES, &format!("offered at {rate}/s, open loop"));
    let first = calls.errors.first().map_or_else(String::new, |error| format!("the first: {error:#}"));
    report.add_count(&format!("{name}: errors"), calls.errors.len(), Metric::new("", "0"), &first);
}

/// Adds the times of the jobs enqueued since `since`, from their rows, after all have ended.
async fn add_jobs(report: &mut Report, since: &str, seconds: f64) -> Result<()> {
    let ours = format!("from jobs where created_at >= '{since}' and run_at <= created_at");
    let start = Instant::now();
    while external::query(&format!("select count(*) {ours} and state in ('queued', 'running')"))?.trim() != "0" {
        anyhow::ensure!(start.elapsed() < JOBS_TIMEOUT, "jobs do not end");
        sleep(Duration::from_millis(200)).await;
    }
    let rows = external::query(&format!(
        "select queue, extract(epoch from started_at - created_at) * 1000, extract(epoch from finished_at - created_at) * 1000
         {ours} and state = 'done'"
    ))?;
    let mut queues: BTreeMap<&str, [Vec<f64>; 2]> = BTreeMap::new();
    let mut count = 0;
    for row in rows.lines() {
        let fields: Vec<&str> = row.split('|').collect();
        let [queue, started, finished] = fields[..] else { anyhow::bail!("a row of psql: {row}") };
        let times = queues.entry(queue).or_default();
        times[0].push(started.parse()?);
        times[1].push(finished.parse()?);
        count += 1;
    }
    report.add("jobs", f64::from(count) / seconds, Metric::new("1/s", ""), "done");
    for (queue, [mut starts, mut ends]) in queues {
        let note = "by the rows' own times";
        report.add_percentiles(&format!("jobs of {queue}: enqueued to start"), &mut starts, &PERCENTILES, note);
        report.add_percentiles(&format!("jobs of {queue}: enqueued to end"), &mut ends, &PERCENTILES, note);
    }
    let dead = external::query(&format!("select count(*) {ours} and state = 'dead'"))?;
    report.add("dead jobs", dead.trim().parse()?, Metric::new("", "0"), "");
    Ok(())
}

/// Returns the bytes that PostgreSQL has written to its WAL.
fn written_bytes() -> Result<f64> {
    Ok(external::query("select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')")?.trim().parse()?)
}

/// Adds the bytes per row, with indexes, of each table that has enough rows.
fn add_sizes(report: &mut Report) -> Result<()> {
    external::execute("analyze")?;
    let rows = external::query(&format!(
        "select relname, reltuples::bigint, pg_table_size(oid) / reltuples::bigint, pg_indexes_size(oid) / reltuples::bigint
         from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= {MIN_SIZED_ROWS}
         order by relname"
    ))?;
    for row in rows.lines() {
        let fields: Vec<&str> = row.split('|').collect();
        let [table, rows, bytes, index_bytes] = fields[..] else { anyhow::bail!("a row of psql: {row}") };
        let (bytes, index_bytes): (f64, f64) = (bytes.parse()?, index_bytes.parse()?);
        let note = format!("{rows} rows: {bytes} in the table, {index_bytes} in indexes");
        report.add(&format!("a row of {table}"), bytes + index_bytes, Metric::new("bytes", ""), &note);
    }
    Ok(())
}
