//! `model eval`.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use model::TonguePipeline;
use model::evaluation::Protocol;
use model::release::{Bundle, Manifest};
use training::dataset::{Dataset, Part, Photo};
use training::evaluate::{Predictions, calibrate, measure_repeatability, predict, slice_by_thickness, summarize};
use training::report;

use super::weights::WeightsArgs;

/// Which photos are measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Photos {
    /// The sealed part, which nothing was chosen on; to be measured once, at the end.
    Sealed,
    /// All photos of a folder that the version was not trained on.
    External,
}

/// Options of `model eval`.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct Eval {
    /// Folder with photos.csv.
    #[arg(long)]
    data: PathBuf,
    #[command(flatten)]
    weights: WeightsArgs,
    /// Which photos are measured.
    #[arg(long, value_enum, default_value = "sealed")]
    photos: Photos,
    /// Write an HTML report with worst cases into this folder.
    #[arg(long)]
    report: Option<PathBuf>,
    /// Also measure how far the index moves under other light, crops, sizes and compression.
    #[arg(long)]
    repeatability: bool,
    /// Record the figures in the manifest of --weights, which must be a folder.
    #[arg(long)]
    record: bool,
    /// Write the predictions into this file.
    #[arg(long)]
    predictions: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Print the calibration under which these photos' scores are likeliest, to be put into config.json.
    #[arg(long, conflicts_with = "record")]
    calibrate: bool,
}

/// Measures a version.
pub fn run(args: &Eval) -> Result<()> {
    let dir = PathBuf::from(&args.weights.weights);
    ensure!(!args.record || dir.is_dir(), "--record writes into the manifest of a folder: name one with --weights");
    let pipeline = TonguePipeline::new(&args.weights.load()?)?;
    let data = Dataset::load(&args.data, |row| args.photos == Photos::External || row.part == Part::Sealed)?;
    let photos: Vec<&Photo> = data.photos.iter().collect();
    let predictions = Predictions {
        version: pipeline.version().to_owned(),
        protocol: if args.photos == Photos::Sealed { Protocol::Sealed } else { Protocol::External },
        data_hash: data.hash.clone(),
        calibration: pipeline.config().calibration,
        photos: predict(&pipeline, &photos)?,
    };
    if let Some(path) = &args.predictions {
        predictions.write(path)?;
    }
    let evaluation = summarize(&predictions);
    if args.json {
        println!("{}", serde_json::to_string(&evaluation)?);
    } else {
        print!("{}", report::text(&evaluation));
        for (slice, scores) in slice_by_thickness(&predictions) {
            println!(
                "{slice}: {} photos, kappa {:.2}, index error {:.1}",
                scores.photos, scores.kappa, scores.index_error
            );
        }
    }
    if args.calibrate {
        println!("{}", serde_json::to_string(&calibrate(&predictions.photos))?);
    }
    if args.repeatability {
        println!("{:12} {:>6} {:>8} {:>10} {:>8}", "change", "photos", "refused", "points", "shown");
        for row in
            measure_repeatability(&pipeline, &photos.into_iter().filter(|p| p.mask.is_some()).collect::<Vec<_>>())?
        {
            let name = serde_json::to_value(row.change)?;
            println!(
                "{:12} {:>6} {:>8} {:>10.2} {:>8.2}",
                name.as_str().unwrap_or_default(),
                row.photos,
                row.refused,
                row.index_difference,
                row.shown_index_difference
            );
        }
    }
    if let Some(out) = &args.report {
        training::html::write(out, &predictions, &evaluation, &data.photos)?;
        println!("{}", out.join("index.html").display());
    }
    if args.record {
        let bundle = Bundle::open(&dir).with_context(|| dir.display().to_string())?;
        Manifest { evaluation: Some(evaluation), ..bundle.manifest }.write(&dir)?;
        println!("recorded in {}", dir.display());
    }
    Ok(())
}
