//! `model card`.

use anyhow::Result;
use training::report;

use super::weights::{WeightsArgs, load_named};

/// Options of `model card`.
#[derive(clap::Args)]
pub struct Card {
    #[command(flatten)]
    weights: WeightsArgs,
}

/// Prints the model card: the written text and the measurements.
pub fn run(args: &Card) -> Result<()> {
    let named = load_named(&args.weights.weights)?;
    let manifest = &named.bundle.manifest;
    println!("# {}\n", manifest.version);
    println!("- Weights: SHA-256 {}", manifest.weights_hash);
    println!("- Data: SHA-256 {}", manifest.data_hash);
    println!("- Trained by `{}` at commit {}\n", manifest.command, manifest.commit);
    println!("{}\n", named.card.as_deref().map_or("Nobody wrote where the data come from.", str::trim));
    match &manifest.evaluation {
        Some(evaluation) => println!("## Figures\n\n{}", report::markdown(evaluation)),
        None => println!("## Figures\n\nNone was recorded: `model eval --record`."),
    }
    Ok(())
}
