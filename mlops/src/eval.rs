//! `model eval`, `model compare` and `model card`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use model::data::{Dataset, Sample};
use model::eval::{Evaluation, Outlines, evaluate, pasted};
use model::manifest::{Bundle, MANIFEST, Manifest, read};
use model::report::compare::compare;
use model::report::photo::{Photo, Slice, measure, measure_all, slices};
use model::report::sheet::{Tile, sheet};
use model::report::summary::{Summary, summarise};
use model::report::{card, page};

use crate::weights::{Weights, named};

/// Tiles of the contact sheet.
const WORST: usize = 20;

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
    /// The directory of the very weights that are measured: its manifest takes the figures down, for the model card.
    #[arg(long, conflicts_with = "fold")]
    record: Option<PathBuf>,
    /// Folder for the report: report.html (figures by slice and fold with intervals, confusion, reliability diagram),
    /// summary.json, photos.jsonl (photo by photo) and worst.png (the 20 worst outlines; shows the photos).
    #[arg(long)]
    report: Option<PathBuf>,
    /// Measure the photos of this fold instead of the held-out ones, for a version that was trained without it.
    #[arg(long)]
    fold: Option<u8>,
}

/// Measures the held-out part, or a fold.
pub fn run(args: &Eval) -> Result<()> {
    let data = Dataset::open(&args.data)?;
    let samples: Vec<&Sample> = match args.fold {
        Some(fold) => data.part(false).filter(|sample| sample.fold() == fold).collect(),
        None => data.part(true).collect(),
    };
    anyhow::ensure!(!samples.is_empty(), "no photo to measure: `model data split` says which are held out");
    if let Some(dir) = &args.scenes {
        std::fs::create_dir_all(dir)?;
        for (place, sample) in samples.iter().enumerate() {
            pasted(sample, place).0.save(dir.join(format!("{}.png", sample.id)))?;
        }
    }
    let bundle = args.weights.load()?;
    // before the minutes that measuring takes
    let record =
        args.record.as_deref().map(|dir| Ok::<_, anyhow::Error>((dir, recorded(dir, &bundle)?))).transpose()?;
    let evaluation = evaluate(&bundle, &samples)?;
    let slices = slices(&samples);
    let photos = measure(&bundle, &samples, &slices)?;
    let summary = summarise(&bundle.manifest.version, &photos);
    let mut figures = serde_json::to_value(&evaluation)?;
    figures["report"] = serde_json::to_value(&summary)?;
    figures["data_hash"] = data.hash.clone().into();
    if args.json {
        println!("{}", serde_json::to_string_pretty(&figures)?);
    } else {
        let which = args.fold.map_or_else(|| "held-out photos".to_owned(), |fold| format!("photos of fold {fold}"));
        println!("{}, {which}", bundle.manifest.version);
        print(&evaluation);
        print_intervals(&summary);
    }
    if let Some(dir) = &args.report {
        write_report(dir, &summary, &photos, &samples, &slices)?;
        println!("{}", dir.join("report.html").display());
    }
    if let Some((dir, manifest)) = record {
        crate::train::write(dir, &Manifest { metrics: figures, ..manifest })?;
    }
    Ok(())
}

/// The manifest that takes figures down: of the very weights that were measured, or they would be said of others.
fn recorded(dir: &Path, measured: &Bundle) -> Result<Manifest> {
    let manifest: Manifest = serde_json::from_slice(&read(dir, MANIFEST)?)
        .with_context(|| format!("{} is not understood", dir.join(MANIFEST).display()))?;
    anyhow::ensure!(
        manifest.weights_hash == measured.manifest.weights_hash,
        "--record {} holds {}, and {} is measured: name the same directory with --weights",
        dir.display(),
        manifest.version,
        measured.manifest.version
    );
    Ok(manifest)
}

fn write_report(dir: &Path, summary: &Summary, photos: &[Photo], samples: &[&Sample], slices: &[Slice]) -> Result<()> {
    std::fs::create_dir_all(dir).with_context(|| format!("{} cannot be made", dir.display()))?;
    let mut worst: Vec<&Photo> = photos.iter().collect();
    worst.sort_by(|a, b| a.iou.total_cmp(&b.iou));
    worst.truncate(WORST);
    let tiles = worst.iter().filter_map(|photo| {
        let place = samples.iter().position(|sample| sample.id == photo.id)?;
        let slice = slices.iter().find(|slice| slice.name == photo.slice)?;
        let (picture, mask) = (slice.view)(samples[place], place);
        Some(Tile { picture, mask, outline: photo.outline.clone() })
    });
    sheet(&tiles.collect::<Vec<_>>()).save(dir.join("worst.png"))?;
    std::fs::write(dir.join("report.html"), page::page(summary, &worst))?;
    std::fs::write(dir.join("summary.json"), serde_json::to_string_pretty(summary)? + "\n")?;
    let lines: Result<String, serde_json::Error> =
        photos.iter().map(|photo| Ok(serde_json::to_string(photo)? + "\n")).collect();
    Ok(std::fs::write(dir.join("photos.jsonl"), lines?)?)
}

fn print(evaluation: &Evaluation) {
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
    let s = &evaluation.scores.agreement;
    let between = s.kappa_between_readers.map(|kappa| format!("; kappa between the readers {kappa:.3}"));
    println!("scores of {} photos{}", s.photos, between.unwrap_or_default());
    for (reader, ((kappa, exact), error)) in s.kappa.iter().zip(&s.exact).zip(&s.index_error).enumerate() {
        println!("reader {}: kappa {kappa:.3}, exact {exact:.3}, index error {error:.2} points", reader + 1);
    }
    println!("calibration error {:.3}", evaluation.scores.calibration_error);
}

fn print_intervals(summary: &Summary) {
    println!("\n95 % intervals over photos; Hausdorff is the 95th percentile of the distance / height");
    for (name, o) in &summary.slices {
        println!("{name:10} IoU {:.4}, Dice {:.4}, Hausdorff {:.4}", o.iou, o.dice, o.hausdorff);
    }
    for (fold, o) in &summary.folds {
        println!("fold {fold:<5} IoU {:.4}, {} photos", o.iou, o.photos);
    }
    for (name, a) in &summary.agreement {
        println!(
            "{name:10} kappa {:.3}, index error {:.2} points, {} photos, all readers",
            a.kappa, a.index_error, a.photos
        );
    }
    for (reader, s) in summary.readers.iter().enumerate() {
        println!(
            "reader {}: kappa {:.3}, exact {:.3}, index error {:.2} points",
            reader + 1,
            s.kappa,
            s.exact,
            s.index_error
        );
    }
}

/// Options of `model compare`.
#[derive(clap::Args)]
pub struct Compare {
    /// The version in use: `deployed`, `built-in`, a directory of weights, or the name of a published version.
    a: String,
    /// The one that might replace it, named in the same way.
    b: String,
    /// Folder with images/, masks/ and scores.csv.
    #[arg(long)]
    data: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Compares two versions on the very same views of the held-out photos. Exits with 0 whatever the verdict.
pub fn run_compare(args: &Compare) -> Result<()> {
    let data = Dataset::open(&args.data)?;
    let samples: Vec<&Sample> = data.part(true).collect();
    let slices = slices(&samples);
    anyhow::ensure!(!samples.is_empty(), "no photo to compare on: `model data split` says which are held out");
    let (a, b) = (named(&args.a)?.bundle, named(&args.b)?.bundle);
    let of = |bundle| measure_all(bundle, &samples, &slices);
    let found = compare((&a.manifest.version, &of(&a)?), (&b.manifest.version, &of(&b)?));
    if args.json {
        println!("{}", serde_json::to_string_pretty(&found)?);
        return Ok(());
    }
    println!("A {}\nB {}\n{:26} {:>6} {:>8} {:>8}  gain of B, 95 % interval", found.a, found.b, "", "photos", "A", "B");
    for d in &found.differences {
        println!("{:26} {:6} {:8.4} {:8.4}  {:+.4}", d.figure, d.photos, d.a, d.b, d.gain);
    }
    for (what, photos) in [("new", &found.new_failures), ("mended", &found.mended_failures)] {
        if !photos.is_empty() {
            println!("{what} gross failures (overlap below 0.8): {}", photos.join("; "));
        }
    }
    println!("{}", found.verdict);
    Ok(())
}

/// Options of `model card`.
#[derive(clap::Args)]
pub struct Card {
    #[command(flatten)]
    weights: Weights,
    /// File to write; printed when it is not given.
    #[arg(long)]
    out: Option<PathBuf>,
}

/// Writes the model card.
pub fn run_card(args: &Card) -> Result<()> {
    let known = args.weights.known()?;
    let card = card::card(&known.bundle.manifest, known.about.as_deref());
    match &args.out {
        Some(file) => std::fs::write(file, card).with_context(|| format!("{} cannot be written", file.display()))?,
        None => print!("{card}"),
    }
    Ok(())
}
