//! `model onnx`.

use std::path::PathBuf;

use anyhow::{Context, Result};

use super::weights::WeightsArgs;

/// Options of `model onnx`.
#[derive(clap::Args)]
pub struct Onnx {
    /// File to write.
    out: PathBuf,
    #[command(flatten)]
    weights: WeightsArgs,
}

/// Writes the network of a version for ONNX Runtime and its kind.
pub fn run(args: &Onnx) -> Result<()> {
    let bundle = args.weights.load()?;
    let partial = args.out.with_extension("part");
    std::fs::write(&partial, training::onnx::encode(&bundle)?)
        .and_then(|()| std::fs::rename(&partial, &args.out))
        .with_context(|| format!("{} cannot be written", args.out.display()))?;
    println!("{} holds {}", args.out.display(), bundle.manifest.version);
    Ok(())
}
