//! `model train` and `model seal`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use model::data::{Dataset, SPLIT, Sample};
use model::manifest::{ARCHITECTURE, MANIFEST, Manifest, SCORE, SEGMENT, hash, read};
use model::quality::Thresholds;
use model::train::{Calibration, train_likeness, train_score, train_segment};
use serde::{Deserialize, Serialize};

use crate::config::{Config, Flags, Stage};

/// File that keeps the scoring stage's thresholds until both stages are done.
const CALIBRATION: &str = "calibration.json";
/// File that says of each stage what trained it.
const STAGES: &str = "stages.json";
/// What a stage is called there that has no file of its own, but a part of the scores'.
const LIKENESS: &str = "likeness";

/// What trained a stage.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Taught {
    command: String,
    /// Of the data.
    hash: String,
}

/// What trained each stage in a folder, by its weights' file.
type Stages = BTreeMap<String, Taught>;

fn stages(out: &Path) -> Result<Stages> {
    let file = out.join(STAGES);
    if !file.exists() {
        return Ok(Stages::new());
    }
    let text = std::fs::read(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    serde_json::from_slice(&text).with_context(|| format!("{} is not understood", file.display()))
}

/// Takes down that a stage is trained.
fn taught(out: &Path, file: &str, by: &Taught) -> Result<()> {
    let mut all = stages(out)?;
    if file == SCORE {
        all.remove(LIKENESS);
    }
    all.insert(file.to_owned(), by.clone());
    Ok(std::fs::write(out.join(STAGES), serde_json::to_vec_pretty(&all)?)?)
}

/// The command that trained the networks of a folder; both, where they were trained one by one.
fn told(stages: &Stages) -> String {
    let different = stages.values().any(|one| Some(one) != stages.values().next());
    let told =
        stages.iter().map(|(file, by)| format!("{file}: {}, data {}", by.command, &by.hash[..8.min(by.hash.len())]));
    match stages.values().next() {
        Some(one) if !different => one.command.clone(),
        _ => told.collect::<Vec<_>>().join("; "),
    }
}

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
    let mut config = Config::load(&args.flags)?;
    (config.keep.resume, config.keep.interrupt) = (args.resume, args.interrupt);
    config.keep.init.clone_from(&args.init);
    let (from, out) = (config.data()?, config.out()?);
    let data = Dataset::open(from)?;
    let inside = |sample: &&Sample| config.validation_fold == Some(sample.fold());
    let (validation, samples): (Vec<&Sample>, Vec<&Sample>) = data.part(false).partition(inside);
    let held_out = data.part(true).count();
    println!("{} photos for training, {} for validation, {held_out} held out", samples.len(), validation.len());
    if let Some(fold) = config.validation_fold {
        ensure!(!validation.is_empty(), "no photo is in fold {fold}, which --validation-fold names");
    }
    let (keeping, by) = (&config.keep, Taught { command: config.command(), hash: data.hash.clone() });
    let mut complete = true;
    if config.stage == Stage::Likeness {
        train_likeness(&samples, config.seed, out)?;
        taught(out, LIKENESS, &by)?;
    }
    if matches!(config.stage, Stage::All | Stage::Score) {
        match train_score(&samples, &validation, config.score_plan(), keeping, out)? {
            Some(calibration) => {
                std::fs::write(out.join(CALIBRATION), serde_json::to_vec_pretty(&calibration)?)?;
                taught(out, SCORE, &by)?;
            }
            None => complete = false,
        }
    }
    if matches!(config.stage, Stage::All | Stage::Segment) {
        let trained = train_segment(&samples, &validation, config.segment_plan(), keeping, out)?.complete;
        if trained {
            taught(out, SEGMENT, &by)?;
        }
        complete &= trained;
    }
    let calibrated = [CALIBRATION, MANIFEST].iter().any(|name| out.join(name).exists());
    if complete && calibrated && [SEGMENT, SCORE].iter().all(|name| out.join(name).exists()) {
        seal(out, from, &data, config.seed, told(&stages(out)?))?;
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

/// The scoring stage's thresholds; of a version that was not trained in this folder, those of its manifest.
fn calibration(dir: &Path) -> Result<Calibration> {
    if dir.join(CALIBRATION).exists() {
        return serde_json::from_slice(&read(dir, CALIBRATION)?).context("the calibration does not parse");
    }
    let manifest: Manifest = serde_json::from_slice(&read(dir, MANIFEST)?).context("the manifest does not parse")?;
    Ok(manifest.calibration)
}

fn seal(dir: &Path, from: &Path, data: &Dataset, seed: u64, command: String) -> Result<()> {
    let weights_hash = hash(&read(dir, SEGMENT)?, &read(dir, SCORE)?);
    let calibration = calibration(dir)?;
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
