//! Measures the running product with `./task bench` and `./task load`, and kills its processes under load with `./task
//! chaos`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "printing is what the program is for")]

mod accounts;
mod caller;
mod chaos;
mod clinics;
mod external;
mod hotel;
mod load;
mod measure;
mod open_loop;
mod overload;
mod patient;
mod payer;
mod payments;
mod people;
mod process;
mod product;
mod queues;
mod report;
mod self_checks;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Parser, Subcommand};

use product::Product;

/// Measures the product that `sandbox dev` runs.
#[derive(Parser)]
struct Options {
    /// The product's `dev.json`.
    #[arg(long, env = "HYEOBOM_DEV_JSON")]
    product: PathBuf,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Measure(measure::Options),
    Load(load::Options),
    Chaos(chaos::Options),
}

#[tokio::main]
async fn main() -> Result<()> {
    let options = Options::parse();
    let product = Product::read(&options.product)?;
    match options.command {
        Command::Measure(options) => measure::run(&product, &options).await,
        Command::Load(options) => load::run(&product, &options).await,
        Command::Chaos(options) => chaos::run(product, &options).await,
    }
}
