//! Measures the running product: `./task bench`.
//!
//! Signs in as a demo patient, uploads photos with the presigned form and submits them, as the app does. Other programs
//! measure the rest: the network alone, the empty queue, another queue for comparison.
#![expect(clippy::print_stdout, reason = "printing is what the program is for")]

mod accounts;
mod clinics;
mod external;
mod hotel;
mod patient;
mod payments;
mod process;
mod product;
mod report;
mod self_checks;

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;

use patient::Patient;
use payments::Shop;
use product::Product;
use report::Report;

/// Measures the product that `sandbox dev` runs.
#[derive(Parser)]
struct Options {
    /// The product's `dev.json`.
    #[arg(long, env = "HYEOBOM_DEV_JSON")]
    product: PathBuf,
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

#[tokio::main]
async fn main() -> Result<()> {
    let options = Options::parse();
    let product = Product::read(&options.product)?;
    let photo = std::fs::read(&options.photo)?;
    let mut report = Report::default();
    let patient = Patient::sign_in(&product).await?;
    patient.give_consents().await?;
    self_checks::measure(&patient, &photo, options.quick, &mut report).await?;
    clinics::measure(&patient, options.quick, &mut report).await?;
    payments::measure(&Shop::new(&product, &patient, &options.toss).await?, options.quick, &mut report).await?;
    hotel::measure(&product, options.quick, &mut report).await?;
    external::measure_scoring_view(&options.photo, options.quick, &mut report);
    external::measure_lighthouse(&options.photo, options.quick, &mut report);
    external::measure_requests(&product, &patient, options.quick, &mut report)?;
    accounts::measure(&product, &patient, options.quick, &mut report).await?;
    process::measure_peak_memory(&product, &mut report)?;
    external::measure_network(&mut report);
    external::measure_queues(options.quick, &mut report);
    external::measure_pages(&mut report);
    process::measure_cold_starts(&mut report).await?;
    println!("{}", report.table());
    report.write(&options.out)?;
    println!("written: {}", options.out.display());
    Ok(())
}
