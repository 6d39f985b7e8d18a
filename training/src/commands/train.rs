//! `model train`.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use model::TonguePipeline;
use model::evaluation::Protocol;
use model::release::{self, Bundle, CONFIG, Config, MANIFEST, Manifest, WEIGHTS};
use model::weights::{Precision, Tensors};
use training::dataset::{Dataset, Part, Photo};
use training::evaluate::{Predictions, summarize};
use training::events::EventWriter;
use training::ood;
use training::runs::{self, RUN, RunRecord};
use training::trainer::{Progress, StepLog, TrainConfig, Trainer};

/// How often progress is printed.
const PRINT_INTERVAL: Duration = Duration::from_secs(30);
/// Decay of the printed moving averages.
const LOG_DECAY: f32 = 0.95;

/// Options of `model train`.
///
/// A flag overrides the value in --config; training/train.toml documents every key. Writes to OUT: the version (config.json,
/// model.safetensors, manifest.json), run.json, log.jsonl (one line per step), TensorBoard events, and predictions.json if photos
/// were held out. --resume continues an interrupted training and ends with the same weights as a training without a break.
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
    /// Hold out this one of five folds, and evaluate on it at the end.
    #[arg(long, conflicts_with = "leave_out")]
    fold: Option<u32>,
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
    let data = Dataset::load(&args.data, |row| row.part == Part::Train && !config.without.contains(&row.source))?;
    let (held_out, photos): (Vec<&Photo>, Vec<&Photo>) = data.photos.iter().partition(|photo| is_held_out(args, photo));
    check_held_out(args, &data, &held_out)?;
    let scored = photos.iter().filter(|photo| !photo.scores.is_empty()).count();
    println!("{} photos to train on, {scored} of them scored; {} held out", photos.len(), held_out.len());
    let trainer = Trainer::new(&config, &photos, &data.hash, &args.out, args.resume)?;
    if trainer.step() > 0 {
        println!("going on after step {}", trainer.step());
    }
    let mut progress = ConsoleProgress::new(&args.out, config.steps, trainer.step(), args.interrupt)?;
    let Some(weights) = trainer.run(&mut progress)? else {
        println!("interrupted: go on with --resume");
        return Ok(());
    };
    let manifest = write_version(&args.out, &config, weights, &photos, &data.hash)?;
    println!("{} in {}", manifest.version, args.out.display());
    if !held_out.is_empty() {
        measure(args, &held_out, &data.hash)?;
    }
    let held_out = args.leave_out.clone().or_else(|| args.fold.map(|fold| format!("fold {fold}")));
    RunRecord::new(&manifest, config, held_out).write(&args.out.join(RUN))
}

fn is_held_out(args: &Train, photo: &Photo) -> bool {
    match (args.fold, &args.leave_out) {
        (Some(fold), _) => photo.row.fold() == fold,
        (None, Some(source)) => photo.row.source == *source,
        (None, None) => false,
    }
}

fn check_held_out(args: &Train, data: &Dataset, held_out: &[&Photo]) -> Result<()> {
    match (&args.leave_out, args.fold) {
        (Some(source), _) if held_out.is_empty() => {
            bail!("no photo is of source {source}: there are {}", data.sources().join(", "))
        }
        (None, Some(fold)) if held_out.is_empty() => bail!("no photo is in fold {fold}: there are folds 0 to 4"),
        _ => Ok(()),
    }
}

fn configuration(args: &Train) -> Result<TrainConfig> {
    let mut config = match &args.config {
        Some(path) => {
            let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
            toml::from_str(&text).with_context(|| format!("{} is not understood", path.display()))?
        }
        None => TrainConfig::default(),
    };
    config.seed = args.seed.unwrap_or(config.seed);
    config.steps = args.steps.unwrap_or(config.steps);
    config.without.extend(args.without.iter().cloned());
    config.network.validate().map_err(anyhow::Error::msg)?;
    ensure!(config.steps > 0 && config.checkpoint_every > 0, "steps and checkpoint_every must be above 0");
    Ok(config)
}

fn write_version(
    out: &Path,
    config: &TrainConfig,
    weights: Tensors,
    photos: &[&Photo],
    data_hash: &str,
) -> Result<Manifest> {
    let mut manifest = Manifest {
        version: String::new(),
        weights_hash: String::new(),
        data_hash: data_hash.to_owned(),
        seed: config.seed,
        commit: runs::git_commit(),
        command: format!("model train, {} steps, seed {}", config.steps, config.seed),
        evaluation: None,
    };
    let shape = Config { network: config.network.clone(), ..Config::default() };
    let mut bundle = Bundle { config: shape, manifest: manifest.clone(), tensors: weights };
    let samples = ood::extract_samples(&TonguePipeline::new(&bundle)?, photos)?;
    match ood::fit(&samples) {
        Ok(statistics) => statistics.add_to(&mut bundle.tensors)?,
        // happens after a few steps; the version can still be evaluated
        Err(error) => println!("the version cannot tell photos that are unlike all sources: {error}"),
    }
    bundle.tensors.write(&out.join(WEIGHTS), Precision::Half)?;
    std::fs::write(out.join(CONFIG), serde_json::to_string_pretty(&bundle.config)? + "\n")?;
    manifest.weights_hash = release::hash(&release::read(out, CONFIG)?, &release::read(out, WEIGHTS)?);
    manifest.version = Manifest::version_name(&manifest.weights_hash);
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

/// Prints progress, on a terminal or not, and logs each step.
struct ConsoleProgress {
    log: File,
    events: EventWriter,
    steps: usize,
    first: usize,
    interrupt: Option<usize>,
    start: Instant,
    printed: Option<Instant>,
    means: Option<[f32; 2]>,
}

impl ConsoleProgress {
    fn new(out: &Path, steps: usize, first: usize, interrupt: Option<usize>) -> Result<Self> {
        let path = out.join("log.jsonl");
        let log = File::options().create(true).append(true).open(&path);
        let log = log.with_context(|| format!("{} cannot be written", path.display()))?;
        let events = EventWriter::create(out, first)?;
        Ok(Self { log, events, steps, first, interrupt, start: Instant::now(), printed: None, means: None })
    }
}

impl Progress for ConsoleProgress {
    fn step(&mut self, log: &StepLog) -> bool {
        let line = serde_json::to_string(log).unwrap_or_default();
        let values = [
            ("loss/mask", log.mask_loss),
            ("loss/scores", log.score_loss),
            ("lr", log.lr as f32),
            ("gradient_norm", log.gradient_norm as f32),
        ];
        let written = writeln!(self.log, "{line}").and_then(|()| self.events.scalars(log.step, &values));
        if let Err(error) = written {
            eprintln!("the log cannot be written: {error}");
        }
        let now = [log.mask_loss, log.score_loss];
        let means = self.means.map_or(now, |old| [0, 1].map(|i| old[i] * LOG_DECAY + now[i] * (1. - LOG_DECAY)));
        self.means = Some(means);
        let due = self.printed.is_none_or(|printed| printed.elapsed() >= PRINT_INTERVAL);
        if due || log.step == self.steps {
            self.printed = Some(Instant::now());
            let per_step = self.start.elapsed().as_secs_f64() / (log.step - self.first) as f64;
            let left = per_step * (self.steps - log.step) as f64 / 60.;
            println!(
                "step {}/{}  mask {:.4}  scores {:.4}  {per_step:.2} s a step, {left:.0} min left",
                log.step, self.steps, means[0], means[1]
            );
        }
        self.interrupt.is_none_or(|stop| log.step < stop)
    }
}
