//! The `model` command: trains, evaluates and runs the tongue networks.

mod cli;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(about = "Trains, evaluates and runs the tongue networks", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Train the networks on a folder of labelled photos.
    Train(cli::train::Train),
    /// Write the manifest of networks that were trained one by one.
    Seal(cli::train::Seal),
    /// Measure the held-out fifth of a folder of labelled photos.
    Eval(cli::eval::Eval),
    /// Read photos.
    Predict(cli::predict::Predict),
    /// Time each stage.
    Bench(cli::bench::Bench),
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().command {
        Command::Train(args) => cli::train::run(&args),
        Command::Seal(args) => cli::train::run_seal(&args),
        Command::Eval(args) => cli::eval::run(&args),
        Command::Predict(args) => cli::predict::run(&args),
        Command::Bench(args) => cli::bench::run(&args),
    }
}
