//! `model eval`.

use std::path::PathBuf;

use anyhow::Result;
use model::data::{Dataset, Sample};
use model::eval::{Evaluation, Outlines, evaluate, pasted};

use super::Weights;

/// Options of `model eval`.
#[derive(clap::Args)]
pub struct Eval {
    /// Folder with images/, masks/ and scores.csv.
    #[arg(long)]
    data: PathBuf,
    #[command(flatten)]
    weights: Weights,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Also write the pasted scenes into this folder, as PNG.
    #[arg(long)]
    scenes: Option<PathBuf>,
    /// Directory of weights whose manifest takes the figures down.
    #[arg(long)]
    record: Option<PathBuf>,
}

/// Measures the held-out fifth.
pub fn run(args: &Eval) -> Result<()> {
    let data = Dataset::open(&args.data)?;
    let samples: Vec<&Sample> = data.part(true).collect();
    if let Some(dir) = &args.scenes {
        std::fs::create_dir_all(dir)?;
        for (place, sample) in samples.iter().enumerate() {
            pasted(sample, place).0.save(dir.join(format!("{}.png", sample.id)))?;
        }
    }
    let bundle = args.weights.load()?;
    let evaluation = evaluate(&bundle, &samples)?;
    if args.json {
        println!("{}", serde_json::to_string_pretty(&evaluation)?);
    } else {
        print(&bundle.manifest.version, &evaluation);
    }
    if let Some(dir) = &args.record {
        let mut manifest = bundle.manifest;
        manifest.metrics = serde_json::to_value(&evaluation)?;
        super::train::write(dir, &manifest)?;
    }
    Ok(())
}

fn print(version: &str, evaluation: &Evaluation) {
    println!("{version}, held-out photos");
    println!(
        "{:10} {:>6} {:>8} {:>8} {:>8} {:>8} {:>9}  refused",
        "", "photos", "IoU", "p5", "min", "Dice", "boundary"
    );
    let line = |name: &str, o: &Outlines| {
        println!(
            "{name:10} {:6} {:8.4} {:8.4} {:8.4} {:8.4} {:8.2}%  {:?}",
            o.photos,
            o.iou_mean,
            o.iou_p5,
            o.iou_min,
            o.dice_mean,
            o.boundary * 100.,
            o.refused
        );
    };
    line("tight", &evaluation.tight);
    line("pasted", &evaluation.pasted);
    for (name, shifted) in &evaluation.shifts {
        line(name, shifted);
    }
    let once: Vec<String> = evaluation.one_look.iter().map(|(name, iou)| format!("{name} {iou:.3}")).collect();
    println!("IoU with one look: {}", once.join(", "));
    println!("photos without a tongue: {:?}", evaluation.without_tongue);
    let s = &evaluation.scores;
    println!("scores of {} photos; kappa between the readers {:.3}", s.photos, s.kappa_between_readers);
    for (reader, ((kappa, exact), error)) in s.kappa.iter().zip(&s.exact).zip(&s.index_error).enumerate() {
        println!("reader {}: kappa {kappa:.3}, exact {exact:.3}, index error {error:.2} points", reader + 1);
    }
    println!("calibration error {:.3}", s.calibration_error);
}
