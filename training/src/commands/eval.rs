//! `model eval`.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use model::TonguePipeline;
use model::evaluation::Protocol;
use model::release::{Bundle, Manifest};
use training::dataset::{Dataset, Part, Photo};
use training::evaluate::{Predictions, measure_repeatability, summarize};
use training::report;

use super::weights::WeightsArgs;

/// Which photos are measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Photos {
    /// The sealed part, which no choice was based on. Measure it once, at the end.
    Sealed,
    /// All photos of a folder that the version was not trained on.
    External,
}

/// Options of `model eval`.
#[derive(clap::Args)]
pub struct Eval {
    /// Folder with photos.csv.
    #[arg(long)]
    data: PathBuf,
    #[command(flatten)]
    weights: WeightsArgs,
    /// Photos to evaluate on.
    #[arg(long, value_enum, default_value = "sealed")]
    photos: Photos,
    /// Write an HTML report with the worst cases to this folder.
    #[arg(long)]
    report: Option<PathBuf>,
    /// Also measure how the index changes with light, crop, size and compression.
    #[arg(long)]
    repeatability: bool,
    /// Record the metrics in the manifest of --weights, which must be a folder.
    #[arg(long)]
    record: bool,
    /// Write the predictions to this file.
    #[arg(long)]
    predictions: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Evaluates a version.
pub fn run(args: &Eval) -> Result<()> {
    let dir = PathBuf::from(&args.weights.weights);
    ensure!(!args.record || dir.is_dir(), "--record writes into the manifest of a folder: name one with --weights");
    let pipeline = TonguePipeline::new(&args.weights.load()?)?;
    let data = Dataset::load(&args.data, |row| args.photos == Photos::External || row.part == Part::Sealed)?;
    let mut photos: Vec<&Photo> = data.photos.iter().collect();
    let protocol = if args.photos == Photos::Sealed { Protocol::Sealed } else { Protocol::External };
    let predictions = Predictions::measure(&pipeline, protocol, &data.hash, &photos)?;
    if let Some(path) = &args.predictions {
        predictions.write(path)?;
    }
    let mut evaluation = summarize(&predictions);
    if args.repeatability {
        photos.retain(|photo| photo.mask.is_some());
        evaluation.repeatability = measure_repeatability(&pipeline, &photos)?;
    }
    let tables = report::text(&evaluation) + &report::details(&predictions);
    if args.json {
        println!("{}", serde_json::to_string(&evaluation)?);
    } else {
        print!("{tables}");
    }
    if let Some(out) = &args.report {
        training::html::write(out, &predictions, &tables, &data.photos)?;
        println!("{}", out.join("index.html").display());
    }
    if args.record {
        let bundle = Bundle::open(&dir).with_context(|| dir.display().to_string())?;
        // `model runs --record` wrote this, and it is still valid
        if let Some(before) = bundle.manifest.evaluation.filter(|before| before.version == evaluation.version) {
            evaluation.leave_one_source_out = before.leave_one_source_out;
        }
        Manifest { evaluation: Some(evaluation), ..bundle.manifest }.write(&dir)?;
        println!("recorded in {}", dir.display());
    }
    Ok(())
}
