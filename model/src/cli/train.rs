//! `model train` and `model seal`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use model::data::{Dataset, Sample};
use model::manifest::{ARCHITECTURE, MANIFEST, Manifest, SCORE, SEGMENT, hash, read};
use model::quality::Thresholds;
use model::train::{Schedule, ScorePlan, SegmentPlan, train_score, train_segment};

/// File that keeps the scoring stage's thresholds until both stages are done.
const CALIBRATION: &str = "calibration.json";

/// Options of `model train`.
#[derive(clap::Args)]
pub struct Train {
    /// Folder with images/, masks/ and scores.csv.
    #[arg(long)]
    data: PathBuf,
    /// Where weights, manifest and metrics go.
    #[arg(long)]
    out: PathBuf,
    /// Which network.
    #[arg(long, value_parser = ["all", "segment", "score"], default_value = "all")]
    stage: String,
    /// Steps of the segmentation network.
    #[arg(long, default_value_t = 3000)]
    segment_steps: usize,
    /// Steps of each fit of the scoring network.
    #[arg(long, default_value_t = 320)]
    score_steps: usize,
    /// Seed of weights, views and order.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Go on from the segmentation weights in the output folder.
    #[arg(long)]
    resume: bool,
}

/// Trains, and seals the version when both networks are there.
pub fn run(args: &Train) -> Result<()> {
    let data = Dataset::open(&args.data)?;
    let samples: Vec<&Sample> = data.part(false).collect();
    println!("{} photos for training, {} held out", samples.len(), data.part(true).count());
    if args.stage != "segment" {
        let schedule = Schedule { rate: 2e-3, steps: args.score_steps };
        let plan = ScorePlan { batch: 12, schedule, seed: args.seed, folds: 2 };
        let calibration = train_score(&samples, plan, &args.out)?;
        std::fs::write(args.out.join(CALIBRATION), serde_json::to_vec_pretty(&calibration)?)?;
    }
    if args.stage != "score" {
        let schedule = Schedule { rate: 2e-3, steps: args.segment_steps };
        let plan = SegmentPlan { side: 256, batch: 8, schedule, seed: args.seed };
        train_segment(&samples, plan, args.resume, &args.out)?;
    }
    if [SEGMENT, SCORE, CALIBRATION].iter().all(|name| args.out.join(name).exists()) {
        let command = format!(
            "model train --data DIR --out DIR --stage {} --segment-steps {} --score-steps {} --seed {}{}",
            args.stage,
            args.segment_steps,
            args.score_steps,
            args.seed,
            if args.resume { " --resume" } else { "" }
        );
        seal(&args.out, &data, args.seed, command)?;
    }
    Ok(())
}

/// Options of `model seal`.
#[derive(clap::Args)]
pub struct Seal {
    /// Folder with images/, masks/ and scores.csv.
    #[arg(long)]
    data: PathBuf,
    /// Directory with both networks and the calibration.
    #[arg(long)]
    weights: PathBuf,
    /// Seed that they were trained with.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Commands that trained them.
    #[arg(long)]
    command: String,
}

/// Writes the manifest of networks that were trained one by one.
pub fn run_seal(args: &Seal) -> Result<()> {
    seal(&args.weights, &Dataset::open(&args.data)?, args.seed, args.command.clone())
}

fn seal(dir: &Path, data: &Dataset, seed: u64, command: String) -> Result<()> {
    let weights_hash = hash(&read(dir, SEGMENT)?, &read(dir, SCORE)?);
    let calibration = serde_json::from_slice(&read(dir, CALIBRATION)?).context("the calibration does not parse")?;
    let manifest = Manifest {
        version: format!("tongue-1-{}", &weights_hash[..8]),
        architecture: ARCHITECTURE.to_owned(),
        weights_hash,
        data_hash: data.hash.clone(),
        seed,
        split: "a photo is held out when the first byte of the SHA-256 of its id is a multiple of 5".to_owned(),
        command,
        calibration,
        thresholds: Thresholds::default(),
        metrics: serde_json::Value::Null,
    };
    write(dir, &manifest)
}

/// Writes a manifest beside the old one, then in its place: a watcher sees one or the other.
pub fn write(dir: &Path, manifest: &Manifest) -> Result<()> {
    let beside = dir.join("manifest.part");
    std::fs::write(&beside, serde_json::to_string_pretty(manifest)? + "\n")?;
    Ok(std::fs::rename(beside, dir.join(MANIFEST))?)
}
