//! `model train`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use model::TonguePipeline;
use model::evaluation::Protocol;
use model::release::{self, Bundle, CONFIG, Config, MANIFEST, Manifest, WEIGHTS};
use model::weights::{Precision, Tensors};
use training::dataset::{Dataset, FOLDS, MAX_FOLDS, Photo};
use training::evaluate::{Predictions, summarize, validation_score};
use training::ood;
use training::runs::{self, RUN, RunRecord};
use training::trainer::{TrainConfig, Trained, Trainer};

use super::progress::{ConsoleProgress, Steps};

/// Options of `model train`.
///
/// A flag overrides the value in --config; training/train.toml documents every key. Writes to OUT: the version (config.json,
/// model.safetensors, manifest.json), run.json, log.jsonl (one line per step), TensorBoard events, predictions.json if photos were
/// held out, and validation.jsonl with --patience. --resume continues an interrupted training and ends with the same weights as a training without a break.
#[derive(clap::Args)]
pub struct Train {
    /// Folder with photos.csv.
    #[arg(long)]
    data: PathBuf,
    /// Folder for the run. A folder with a finished run is refused.
    #[arg(long)]
    out: PathBuf,
    /// TOML file with the configuration.
    #[arg(long)]
    config: Option<PathBuf>,
    /// Resume from the checkpoint in OUT.
    #[arg(long)]
    resume: bool,
    /// Random seed.
    #[arg(long)]
    seed: Option<u64>,
    /// Number of training steps.
    #[arg(long)]
    steps: Option<usize>,
    /// Stop after N validations without improvement, one per `checkpoint_every` steps, and keep the best weights.
    ///
    /// About a tenth of the groups is then not trained on: `model data split` lists these validation photos. They are never those that
    /// --fold or --leave-out hold out. The score is the mean of `IoU` and kappa. The learning rate still decays over all steps.
    #[arg(long, value_name = "N")]
    patience: Option<usize>,
    /// Hold out this fold, and evaluate on it at the end.
    #[arg(long, conflicts_with = "leave_out")]
    fold: Option<u32>,
    /// Number of folds.
    #[arg(long, requires = "fold", default_value_t = FOLDS, value_parser = clap::value_parser!(u32).range(2..=i64::from(MAX_FOLDS)))]
    folds: u32,
    /// Hold out this source, and evaluate on it at the end.
    #[arg(long)]
    leave_out: Option<String>,
    /// Leave out this source, and do not evaluate on it. May be repeated.
    #[arg(long)]
    without: Vec<String>,
    /// Stop before this step, as if interrupted.
    #[arg(long, hide = true)]
    interrupt: Option<usize>,
}

/// Trains, writes the version, and evaluates it on the held-out photos.
pub fn run(args: &Train) -> Result<()> {
    let config = configuration(args)?;
    ensure!(!args.out.join(MANIFEST).exists(), "{} holds a finished run: name another folder", args.out.display());
    std::fs::create_dir_all(&args.out).with_context(|| format!("{} cannot be made", args.out.display()))?;
    // the sealed part is not even loaded
    let data = Dataset::load_for_training(&args.data, &config.without)?;
    let (held_out, photos): (Vec<&Photo>, Vec<&Photo>) = data.photos.iter().partition(|photo| is_held_out(args, photo));
    check_held_out(args, &data, &held_out)?;
    // the held-out photos are reported, so that they must not decide when to stop
    let (validation, photos): (Vec<&Photo>, Vec<&Photo>) =
        photos.into_iter().partition(|photo| config.patience.is_some() && photo.row.is_validation());
    let scored = photos.iter().filter(|photo| !photo.scores.is_empty()).count();
    println!("{} photos to train on, {scored} of them scored; {} held out", photos.len(), held_out.len());
    let mut trainer = Trainer::new(&config, &photos, &data.hash, &args.out, args.resume)?;
    if let Some(max_validations) = config.patience {
        let has_tongue = validation.iter().any(|photo| photo.mask.is_some());
        ensure!(
            has_tongue,
            "too few photos for patience: the validation photos, a tenth of the groups, show no tongue"
        );
        println!("{} photos to validate on", validation.len());
        let score = |weights: &Tensors| score(&config, weights, &data.hash, &validation);
        trainer = trainer.with_validation(max_validations, Box::new(score));
    }
    if trainer.step() > 0 {
        println!("going on after step {}", trainer.step());
    }
    let steps = Steps { first: trainer.step(), all: config.steps, interrupt: args.interrupt };
    let mut progress = ConsoleProgress::new(&args.out, steps)?;
    let result = trainer.run(&mut progress)?;
    // ends the bar's line
    drop(progress);
    let Some(result) = result else {
        println!("interrupted: go on with --resume");
        return Ok(());
    };
    let manifest = write_version(&args.out, &config, result, &photos, &data.hash)?;
    println!("{} in {}", manifest.version, args.out.display());
    if !held_out.is_empty() {
        measure(args, &held_out, &data.hash)?;
    }
    let held_out = args.leave_out.clone().or_else(|| args.fold.map(|fold| fold_name(fold, args.folds)));
    RunRecord::new(&manifest, config, held_out).write(&args.out.join(RUN))
}

fn fold_name(fold: u32, folds: u32) -> String {
    if folds == FOLDS { format!("fold {fold}") } else { format!("fold {fold} of {folds}") }
}

fn is_held_out(args: &Train, photo: &Photo) -> bool {
    match (args.fold, &args.leave_out) {
        (Some(fold), _) => photo.row.fold(args.folds) == fold,
        (None, Some(source)) => photo.row.source == *source,
        (None, None) => false,
    }
}

fn check_held_out(args: &Train, data: &Dataset, held_out: &[&Photo]) -> Result<()> {
    match (&args.leave_out, args.fold) {
        (Some(source), _) if held_out.is_empty() => {
            bail!("no photo is of source {source}: there are {}", data.sources().join(", "))
        }
        (None, Some(fold)) if held_out.is_empty() => {
            bail!("no photo is in fold {fold}: there are folds 0 to {}", args.folds - 1)
        }
        _ => Ok(()),
    }
}

fn configuration(args: &Train) -> Result<TrainConfig> {
    let mut config = TrainConfig::read(args.config.as_deref())?;
    config.seed = args.seed.unwrap_or(config.seed);
    config.steps = args.steps.unwrap_or(config.steps);
    config.patience = args.patience.or(config.patience);
    config.without.extend(args.without.iter().cloned());
    config.network.validate().map_err(anyhow::Error::msg)?;
    ensure!(config.steps > 0 && config.checkpoint_every > 0, "steps and checkpoint_every must be above 0");
    ensure!(config.patience != Some(0), "patience must be above 0");
    Ok(config)
}

/// Scores weights during the training.
fn score(config: &TrainConfig, weights: &Tensors, data_hash: &str, photos: &[&Photo]) -> Result<f32> {
    let pipeline = TonguePipeline::new(&unnamed_bundle(config, weights.clone()))?;
    let predictions = Predictions::measure(&pipeline, Protocol::HeldOutFold, data_hash, photos)?;
    Ok(validation_score(&predictions) as f32)
}

/// Returns weights in the form that a pipeline loads, without the name that a written version has.
fn unnamed_bundle(config: &TrainConfig, tensors: Tensors) -> Bundle {
    let shape = Config { network: config.network.clone(), ..Config::default() };
    let manifest = Manifest {
        version: String::new(),
        weights_hash: String::new(),
        data_hash: String::new(),
        seed: config.seed,
        commit: String::new(),
        command: String::new(),
        evaluation: None,
    };
    Bundle { config: shape, manifest, tensors }
}

fn command(config: &TrainConfig, step: usize) -> String {
    let TrainConfig { steps, seed, .. } = config;
    if step == *steps {
        format!("model train, {steps} steps, seed {seed}")
    } else {
        format!("model train, {step} of {steps} steps, seed {seed}")
    }
}

fn write_version(
    out: &Path,
    config: &TrainConfig,
    trained: Trained,
    photos: &[&Photo],
    data_hash: &str,
) -> Result<Manifest> {
    let mut bundle = unnamed_bundle(config, trained.weights);
    let samples = ood::extract_samples(&TonguePipeline::new(&bundle)?, photos)?;
    match ood::fit(&samples) {
        Ok(statistics) => statistics.add_to(&mut bundle.tensors)?,
        // happens after a few steps; the version can still be evaluated
        Err(error) => println!("the version cannot tell photos that are unlike all sources: {error}"),
    }
    bundle.tensors.write(&out.join(WEIGHTS), Precision::Half)?;
    std::fs::write(out.join(CONFIG), serde_json::to_string_pretty(&bundle.config)? + "\n")?;
    let weights_hash = release::hash(&release::read(out, CONFIG)?, &release::read(out, WEIGHTS)?);
    let manifest = Manifest {
        version: Manifest::version_name(&weights_hash),
        weights_hash,
        data_hash: data_hash.to_owned(),
        commit: runs::git_commit(),
        command: command(config, trained.step),
        ..bundle.manifest
    };
    manifest.write(out)?;
    Ok(manifest)
}

fn measure(args: &Train, held_out: &[&Photo], data_hash: &str) -> Result<()> {
    let pipeline = TonguePipeline::new(&Bundle::open(&args.out)?)?;
    let protocol = if args.leave_out.is_some() { Protocol::LeaveOneSourceOut } else { Protocol::HeldOutFold };
    let predictions = Predictions::measure(&pipeline, protocol, data_hash, held_out)?;
    predictions.write(&args.out.join(runs::PREDICTIONS))?;
    print!("{}", training::report::text(&summarize(&predictions)));
    Ok(())
}
