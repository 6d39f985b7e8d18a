//! Measures each part of the running product in turn: `./task bench`.
//!
//! It signs in as a demo patient, uploads photos with the presigned form and submits them, as the app does. Other
//! programs measure the rest: the network alone, and the queue with jobs that do nothing.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::patient::Patient;
use crate::payments::{self, Shop};
use crate::product::Product;
use crate::report::Report;
use crate::{accounts, clinics, external, hotel, process, queues, self_checks};

/// Measures each part of the product.
#[derive(Args)]
pub struct Options {
    /// A JPEG of a tongue.
    #[arg(long, default_value = "fixtures/photos/front.jpg")]
    photo: PathBuf,
    /// The file of the results.
    #[arg(long, default_value = "out/bench.json")]
    out: PathBuf,
    /// The sandbox's payment provider.
    #[arg(long, env = "TOSS_URL")]
    toss: String,
    /// Measures a tenth of everything, to check that it works.
    #[arg(long)]
    quick: bool,
}

/// Runs the benchmark.
///
/// # Errors
/// A call fails, because a metric that includes errors would be meaningless.
pub async fn run(product: &Product, options: &Options) -> Result<()> {
    let photo = std::fs::read(&options.photo)?;
    let mut report = Report::new("bench");
    let patient = Patient::sign_in(product).await?;
    patient.give_consents().await?;
    self_checks::measure(&patient, &photo, options.quick, &mut report).await?;
    clinics::measure(&patient, options.quick, &mut report).await?;
    payments::measure(&Shop::new(product, &patient, &options.toss).await?, options.quick, &mut report).await?;
    hotel::measure(product, options.quick, &mut report).await?;
    external::measure_scoring_view(&options.photo, options.quick, &mut report);
    external::measure_lighthouse(&options.photo, options.quick, &mut report);
    external::measure_requests(product, &patient, options.quick, &mut report)?;
    accounts::measure(product, &patient, options.quick, &mut report).await?;
    process::measure_memory(product, &mut report).await?;
    external::measure_network(&mut report);
    let (jobs, idle_jobs) = if options.quick { (2_000, 30) } else { (20_000, queues::IDLE_JOBS) };
    queues::compare(jobs, idle_jobs, &mut report);
    external::measure_pages(&mut report);
    process::measure_cold_starts(&mut report).await?;
    report.finish(&options.out)
}
