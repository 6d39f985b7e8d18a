//! `model train` and `model seal`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use model::data::{Dataset, SPLIT, Sample};
use model::manifest::{ARCHITECTURE, MANIFEST, Manifest, SCORE, SEGMENT, hash, read};
use model::quality::Thresholds;
use model::train::{train_score, train_segment};

use crate::config::{Config, Flags, Stage};

/// File that keeps the scoring stage's thresholds until both stages are done.
const CALIBRATION: &str = "calibration.json";

/// Options of `model train`.
///
/// What --config says is the default, and what a flag says goes before it; model/train.toml has every key with its meaning.
/// OUT gets segment.safetensors, score.safetensors and manifest.json, which together are a version, and besides: checkpoints
/// (<stage>.checkpoint) and best versions, metrics.jsonl (a line for each step and validation), curves.html (the same to look
/// at). An interrupted training goes on with --resume, to the very weights that it would have reached without a break.
#[derive(clap::Args)]
pub struct Train {
    /// Go on from the checkpoints in the output folder.
    #[arg(long)]
    resume: bool,
    /// Stop each training before this step, as if interrupted: to try --resume.
    #[arg(long, hide = true)]
    interrupt: Option<usize>,
    /// Begin the segmentation with the weights in this file, of the same network or a smaller one, instead of random ones.
    #[arg(long)]
    init: Option<PathBuf>,
    #[command(flatten)]
    flags: Flags,
}

/// Trains, and seals the version when all networks are there.
pub fn run(args: &Train) -> Result<()> {
    let config = Config::load(&args.flags)?;
    let (from, out) = (config.data()?, config.out()?);
    let data = Dataset::open(from)?;
    let inside = |sample: &&Sample| config.validation_fold == Some(sample.fold());
    let (validation, samples): (Vec<&Sample>, Vec<&Sample>) = data.part(false).partition(inside);
    let held_out = data.part(true).count();
    println!("{} photos for training, {} for validation, {held_out} held out", samples.len(), validation.len());
    if let Some(fold) = config.validation_fold {
        ensure!(!validation.is_empty(), "no photo is in fold {fold}, which --validation-fold names");
    }
    let mut keeping = config.keep.clone();
    (keeping.resume, keeping.interrupt) = (args.resume, args.interrupt);
    keeping.init.clone_from(&args.init);
    let mut complete = true;
    if config.stage != Stage::Segment {
        match train_score(&samples, &validation, config.score_plan(), &keeping, out)? {
            Some(calibration) => {
                std::fs::write(out.join(CALIBRATION), serde_json::to_vec_pretty(&calibration)?)?;
            }
            None => complete = false,
        }
    }
    if config.stage != Stage::Score {
        complete &= train_segment(&samples, &validation, config.segment_plan(), &keeping, out)?.complete;
    }
    if complete && [SEGMENT, SCORE, CALIBRATION].iter().all(|name| out.join(name).exists()) {
        seal(out, from, &data, config.seed, config.command())?;
        println!("{}", out.join(MANIFEST).display());
    } else {
        println!("not complete yet: go on with --resume, or train the other stage");
    }
    Ok(())
}

/// Options of `model seal`.
#[derive(clap::Args)]
pub struct Seal {
    /// Folder with images/, masks/ and scores.csv.
    #[arg(long)]
    data: PathBuf,
    /// Directory with the networks and the calibration.
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
    seal(&args.weights, &args.data, &Dataset::open(&args.data)?, args.seed, args.command.clone())
}

fn seal(dir: &Path, from: &Path, data: &Dataset, seed: u64, command: String) -> Result<()> {
    let weights_hash = hash(&read(dir, SEGMENT)?, &read(dir, SCORE)?);
    let calibration = serde_json::from_slice(&read(dir, CALIBRATION)?).context("the calibration does not parse")?;
    let mut split = String::new();
    if from.join(SPLIT).exists() {
        let _ = write!(
            split,
            "as listed in {SPLIT}: {} of {} photos held out",
            data.part(true).count(),
            data.samples.len()
        );
    } else {
        split += "a photo is held out when the first byte of the SHA-256 of its id is a multiple of 5";
    }
    let manifest = Manifest {
        version: format!("tongue-1-{}", &weights_hash[..8]),
        architecture: ARCHITECTURE.to_owned(),
        weights_hash,
        data_hash: data.hash.clone(),
        seed,
        split,
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
