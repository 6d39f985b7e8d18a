//! Kills the product's processes under load: `./task chaos`.
//!
//! Patients make self-checks, buy, claim and request messages; hotels place orders and their sensors send readings.
//! Meanwhile api, worker, PostgreSQL and Redis are killed with SIGKILL, connections are cut and Redis is emptied, in a
//! random order that the seed reproduces. At the end every accepted request must have exactly one effect.

mod faults;
mod hotel;
mod invariants;
mod messages;
mod purchases;
mod self_checks;
mod settle;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, Result};
use clap::Args;
use parking_lot::Mutex;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::caller::Caller;
use crate::patient::Patient;
use crate::people;
use crate::product::{Hotel, Product};
use crate::report::{Metric, Report};

/// Patients with sessions. An order needs a patient with fewer than sixty orders in the last hour.
const PATIENT_COUNT: usize = 400;
/// Patients who make self-checks concurrently.
const SELF_CHECKERS: usize = 4;
/// Patients who buy concurrently.
const PAYERS: usize = 2;

/// Kills processes of the product under load and checks that nothing is lost or doubled.
#[derive(Args)]
pub struct Options {
    /// How many processes are killed.
    #[arg(long, default_value_t = 200)]
    kills: usize,
    /// Decides what is killed, and when.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A JPEG of a tongue.
    #[arg(long, default_value = "fixtures/photos/front.jpg")]
    photo: PathBuf,
    /// The sandbox's payment provider.
    #[arg(long, env = "TOSS_URL")]
    toss: String,
    /// The file of the results.
    #[arg(long, default_value = "out/chaos.json")]
    out: PathBuf,
}

/// The shared state of all simulated users.
pub struct Users {
    product: Product,
    hotel: Hotel,
    patients: Vec<Patient>,
    photo: Vec<u8>,
    toss: String,
    /// Distinguishes the keys of this run's calls from those of earlier runs.
    run: String,
    caller: Caller,
    accepted: Mutex<AcceptedRequests>,
    is_over: AtomicBool,
}

/// The requests that the product accepted.
#[derive(Debug, Default)]
pub struct AcceptedRequests {
    self_checks: Vec<i64>,
    orders: Vec<String>,
    /// The numbers of the patients who requested their IDs.
    messages: Vec<usize>,
    readings: usize,
    hotel_orders: Vec<i64>,
    /// Calls that were refused or got no response in time.
    errors: Vec<String>,
}

impl Users {
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Records the error of one iteration of a user; the next iteration starts regardless.
    fn record(&self, who: &str, outcome: Result<()>) {
        if let Err(error) = outcome {
            eprintln!("{who}: {error:#}");
            self.accepted.lock().errors.push(format!("{who}: {error:#}"));
        }
    }
}

/// Runs the chaos test.
///
/// # Errors
/// Data was lost or duplicated, or the product did not recover.
pub async fn run(product: Product, options: &Options) -> Result<()> {
    let mut report = Report::new("chaos");
    let patients = people::create(&product, PATIENT_COUNT)?;
    let users = Arc::new(Users {
        hotel: product.hotel.clone().context("there is no demo hotel")?,
        photo: std::fs::read(&options.photo)?,
        toss: options.toss.clone(),
        run: format!("chaos-{}-{}", options.seed, std::process::id()),
        caller: Caller::default(),
        accepted: Mutex::default(),
        is_over: AtomicBool::new(false),
        patients,
        product,
    });
    let start = Instant::now();
    let everybody = start_users(&users).await?;
    let mut random = ChaCha8Rng::seed_from_u64(options.seed);
    let injected = faults::inject(&users.product, options.kills, &mut random).await;
    let last_fault_at = Instant::now();
    users.is_over.store(true, Ordering::Relaxed);
    everybody.join_all().await;
    let injected = injected?;
    injected.report(&mut report);
    let seconds = start.elapsed().as_secs_f64();
    report.add("load and kills", seconds, Metric::new("s", ""), &format!("seed {}", options.seed));
    let recovery = settle::settle(&users, last_fault_at).await?;
    let note = "until every job had ended and the api was ready";
    report.add(
        "recovery after the last fault",
        recovery.as_secs_f64(),
        Metric::new("s", settle::RECOVERY_TARGET),
        note,
    );
    invariants::check(&users, injected.count(), &mut report).await?;
    report.finish(&options.out)
}

/// Starts all simulated users, which run until the end.
async fn start_users(users: &Arc<Users>) -> Result<JoinSet<()>> {
    let mut everybody = JoinSet::new();
    for number in 0..SELF_CHECKERS {
        everybody.spawn(self_checks::repeat(Arc::clone(users), number));
    }
    for number in 0..PAYERS {
        let payers = purchases::prepare(users, number).await?;
        everybody.spawn(purchases::repeat(Arc::clone(users), payers));
    }
    everybody.spawn(messages::repeat(Arc::clone(users)));
    let group = hotel::Group::sign_in(users).await?;
    everybody.spawn(hotel::order_repeatedly(Arc::clone(users), group));
    everybody.spawn(hotel::send_readings(Arc::clone(users), hotel::reading_times()?));
    Ok(everybody)
}
