//! Measures the running product: `./task bench`.
//!
//! It signs in as a demo patient, stores photos through the signed form and hands them in, as the app does. What the product
//! does not do itself (the network alone, an empty queue, another queue beside it) is measured by the programs that it calls.
#![expect(clippy::print_stdout, reason = "printing is what the program is for")]

mod accounts;
mod clinics;
mod outside;
mod patient;
mod process;
mod product;
mod report;
mod self_checks;

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;

use patient::Patient;
use product::Product;
use report::Report;

/// Measures the product that `sandbox dev` runs beside it.
#[derive(Parser)]
struct Options {
    /// The product's `dev.json`.
    #[arg(long, env = "HYEOBOM_DEV_JSON")]
    product: PathBuf,
    /// A JPEG of a tongue.
    #[arg(long, default_value = "fixtures/photos/front.jpg")]
    photo: PathBuf,
    /// Where the figures go.
    #[arg(long, default_value = "out/bench.json")]
    out: PathBuf,
    /// A tenth of everything, to see that it works.
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
    patient.agree().await?;
    self_checks::measure(&patient, &photo, options.quick, &mut report).await?;
    clinics::measure(&patient, options.quick, &mut report).await?;
    outside::requests(&product, &patient, options.quick, &mut report)?;
    accounts::measure(&product, &patient, options.quick, &mut report).await?;
    process::peaks(&product, &mut report)?;
    outside::network(&mut report);
    outside::queues(options.quick, &mut report);
    outside::pages(&mut report);
    process::cold_starts(&mut report).await?;
    println!("{}", report.table());
    report.write(&options.out)?;
    println!("written: {}", options.out.display());
    Ok(())
}
