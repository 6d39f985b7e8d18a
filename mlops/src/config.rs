//! How to train: `model/train.toml`, and the flags that go before it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use model::train::{Fit, Keeping, ScorePlan, SegmentPlan};
use serde::Deserialize;

/// Flags of `model train` that a file may say too.
#[derive(clap::Args)]
pub struct Flags {
    /// File with defaults, as model/train.toml.
    #[arg(long)]
    config: Option<PathBuf>,
    /// Folder with images/, masks/ and scores.csv.
    #[arg(long)]
    data: Option<PathBuf>,
    /// Where weights, manifest, checkpoints and metrics go.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Which network [default: all].
    #[arg(long)]
    stage: Option<Stage>,
    /// Seed of weights, views and order [default: 1].
    #[arg(long)]
    seed: Option<u64>,
    /// Steps of the segmentation network [default: 3000].
    #[arg(long)]
    segment_steps: Option<usize>,
    /// Steps of the network that sees how far a tongue is turned [default: 1500].
    #[arg(long)]
    tilt_steps: Option<usize>,
    /// Steps of each fit of the scoring network that reads numbers [default: 8000].
    #[arg(long)]
    numbers_steps: Option<usize>,
    /// Steps of each fit of the scoring network that sees pixels [default: 1500].
    #[arg(long)]
    pixels_steps: Option<usize>,
    /// Measure this fold of the training photos now and then instead of training on it; keep the best version.
    #[arg(long)]
    validation_fold: Option<u8>,
    /// Steps between validations [default: 200].
    #[arg(long)]
    validate_every: Option<usize>,
    /// Validations in a row without a better one before training ends; 0 never ends it early [default: 0].
    #[arg(long)]
    patience: Option<usize>,
    /// Steps between checkpoints [default: 200].
    #[arg(long)]
    checkpoint_every: Option<usize>,
}

/// Which network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// All of them.
    All,
    /// The outline.
    Segment,
    /// What is read of a tongue once it is found: how far it is turned, and the nine cells.
    Score,
    /// Only what the photos' tongues look like to the scoring networks in the output folder, so that other things are told
    /// from them: minutes, for photos of another camera. Part of the stage "score", too.
    Likeness,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Segment {
    steps: usize,
    batch: usize,
    side: usize,
    rate: f64,
}

impl Default for Segment {
    fn default() -> Self {
        Self { steps: 3000, batch: 8, side: 256, rate: 2e-3 }
    }
}

/// What is said of one of the smaller networks; each has other defaults ([`Config::fits`]).
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Section {
    steps: Option<usize>,
    batch: Option<usize>,
    rate: Option<f64>,
}

impl Section {
    fn fit(self, default: Fit) -> Fit {
        Fit {
            steps: self.steps.unwrap_or(default.steps),
            batch: self.batch.unwrap_or(default.batch),
            rate: self.rate.unwrap_or(default.rate),
        }
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Score {
    folds: usize,
}

impl Default for Score {
    fn default() -> Self {
        Self { folds: 3 }
    }
}

/// How each network is fitted.
struct Fits {
    segment: Fit,
    tilt: Fit,
    numbers: Fit,
    pixels: Fit,
}

/// All of it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    data: Option<PathBuf>,
    out: Option<PathBuf>,
    /// Seed of weights, views and order.
    pub seed: u64,
    /// Which network.
    pub stage: Stage,
    /// The fold that is measured instead of trained on.
    pub validation_fold: Option<u8>,
    segment: Segment,
    tilt: Section,
    numbers: Section,
    pixels: Section,
    score: Score,
    /// Checkpoints, validation, early end.
    pub keep: Keeping,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            data: None,
            out: None,
            seed: 1,
            stage: Stage::All,
            validation_fold: None,
            segment: Segment::default(),
            tilt: Section::default(),
            numbers: Section::default(),
            pixels: Section::default(),
            score: Score::default(),
            keep: Keeping::default(),
        }
    }
}

impl Config {
    /// The file, then the flags.
    pub fn load(flags: &Flags) -> Result<Self> {
        let mut config = match &flags.config {
            None => Self::default(),
            Some(path) => {
                let text =
                    std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
                // the error names line and column, and the keys that there are
                toml::from_str(&text).with_context(|| format!("{} is not understood", path.display()))?
            }
        };
        config.data = flags.data.clone().or(config.data);
        config.out = flags.out.clone().or(config.out);
        config.stage = flags.stage.unwrap_or(config.stage);
        config.seed = flags.seed.unwrap_or(config.seed);
        config.validation_fold = flags.validation_fold.or(config.validation_fold);
        config.segment.steps = flags.segment_steps.unwrap_or(config.segment.steps);
        config.tilt.steps = flags.tilt_steps.or(config.tilt.steps);
        config.numbers.steps = flags.numbers_steps.or(config.numbers.steps);
        config.pixels.steps = flags.pixels_steps.or(config.pixels.steps);
        let keep = &mut config.keep;
        keep.validate_every = flags.validate_every.unwrap_or(keep.validate_every);
        keep.patience = flags.patience.unwrap_or(keep.patience);
        keep.checkpoint_every = flags.checkpoint_every.unwrap_or(keep.checkpoint_every);
        config.check()?;
        Ok(config)
    }

    fn fits(&self) -> Fits {
        let Segment { steps, batch, rate, .. } = self.segment;
        Fits {
            segment: Fit { steps, batch, rate },
            tilt: self.tilt.fit(Fit { steps: 1500, batch: 32, rate: 2e-3 }),
            numbers: self.numbers.fit(Fit { steps: 8000, batch: 16, rate: 3e-3 }),
            pixels: self.pixels.fit(Fit { steps: 1500, batch: 16, rate: 2e-3 }),
        }
    }

    fn check(&self) -> Result<()> {
        let side = self.segment.side;
        ensure!(side >= 32 && side.is_multiple_of(32), "segment.side is {side}; a multiple of 32 is needed");
        let Fits { segment, tilt, numbers, pixels } = self.fits();
        for (section, fit) in [("segment", segment), ("tilt", tilt), ("numbers", numbers), ("pixels", pixels)] {
            let Fit { steps, batch, rate } = fit;
            ensure!(steps > 0 && batch > 0 && rate > 0., "{section}: steps, batch and rate must be above 0");
        }
        ensure!(
            self.score.folds > 1,
            "score.folds is {}; thresholds are found on photos of other folds: at least 2",
            self.score.folds
        );
        ensure!(self.keep.checkpoint_every > 0 && self.keep.validate_every > 0, "keep: steps between must be above 0");
        ensure!(self.keep.ema.is_none_or(|ema| (0. ..1.).contains(&ema)), "keep.ema must be at least 0 and below 1");
        ensure!(
            self.keep.patience == 0 || self.validation_fold.is_some(),
            "patience needs validation: name a fold with --validation-fold"
        );
        Ok(())
    }

    /// Where the photos are.
    pub fn data(&self) -> Result<&Path> {
        self.data.as_deref().context("name the folder of labelled photos with --data")
    }

    /// Where the weights go.
    pub fn out(&self) -> Result<&Path> {
        self.out.as_deref().context("name the folder for the weights with --out")
    }

    /// How to train the segmentation.
    pub fn segment_plan(&self) -> SegmentPlan {
        SegmentPlan { side: self.segment.side, fit: self.fits().segment, seed: self.seed }
    }

    /// How to train the scores, and the tilt that they need.
    pub fn score_plan(&self) -> ScorePlan {
        let Fits { tilt, numbers, pixels, .. } = self.fits();
        ScorePlan { tilt, numbers, pixels, seed: self.seed, folds: self.score.folds }
    }

    /// The command that does the same, for the manifest; without folders, which say where somebody's home is.
    pub fn command(&self) -> String {
        let Self { seed, validation_fold, segment: Segment { side, .. }, keep, score, .. } = self;
        let Fits { segment, tilt, numbers, pixels } = self.fits();
        let mut more = String::new();
        if let Some(stage) = self.stage.to_possible_value().filter(|_| self.stage != Stage::All) {
            let _ = write!(more, " --stage {}", stage.get_name());
        }
        if let Some(init) = keep.init.as_deref().and_then(Path::file_name) {
            let _ = write!(more, " --init {}", init.display());
        }
        if let Some(fold) = validation_fold {
            let _ = write!(more, " --validation-fold {fold} --patience {}", keep.patience);
        }
        if self.stage == Stage::Likeness {
            return format!("model train --data DATA --out OUT --seed {seed}{more}");
        }
        let average = keep.ema.map(|ema| format!(", average {ema}")).unwrap_or_default();
        format!(
            "model train --data DATA --out OUT --seed {seed}{more} --segment-steps {} --tilt-steps {} --numbers-steps {} \
             --pixels-steps {} (batch {}, {}, {} and {}, rate {}, {}, {} and {}, side {side}, {} folds, every {} steps \
             measured{average})",
            segment.steps,
            tilt.steps,
            numbers.steps,
            pixels.steps,
            segment.batch,
            tilt.batch,
            numbers.batch,
            pixels.batch,
            segment.rate,
            tilt.rate,
            numbers.rate,
            pixels.rate,
            score.folds,
            keep.validate_every
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documented_file_says_the_defaults() {
        let documented: Config = toml::from_str(include_str!("../../model/train.toml")).expect("a configuration");
        let all = |config: &Config| {
            let Config { data, out, stage, validation_fold, keep, .. } = config;
            let plans = (config.segment_plan(), config.score_plan());
            format!("{plans:?} {data:?} {out:?} {stage:?} {validation_fold:?} {keep:?}")
        };
        assert_eq!(all(&documented), all(&Config::default()));
    }

    #[test]
    fn a_wrong_key_is_named_with_its_line() {
        let error = toml::from_str::<Config>("seed = 1\n[segment]\nstep = 9\n").expect_err("refused").to_string();
        assert!(
            error.contains("line 3") && error.contains("unknown field `step`") && error.contains("`steps`"),
            "{error}"
        );
        let small: Config = toml::from_str("[segment]\nside = 100").expect("read");
        assert!(small.check().expect_err("refused").to_string().contains("multiple of 32"));
        let alone: Config = toml::from_str("[score]\nfolds = 1").expect("read");
        assert!(alone.check().expect_err("refused").to_string().contains("at least 2"));
        let patient: Config = toml::from_str("[keep]\npatience = 3").expect("read");
        assert!(patient.check().expect_err("refused").to_string().contains("--validation-fold"));
    }

    #[test]
    fn the_command_says_what_was_trained_from_what() {
        let plain = Config::default().command();
        assert!(plain.starts_with("model train --data DATA --out OUT --seed 1 --segment-steps 3000 "), "{plain}");
        assert!(plain.contains(", 3 folds, ") && !plain.contains("average"), "{plain}");
        let mut config: Config = toml::from_str("stage = \"segment\"\n[keep]\nema = 0.5\n").expect("read");
        config.keep.init = Some("home/of/somebody/old.safetensors".into());
        let said = config.command();
        assert!(said.contains(" --stage segment --init old.safetensors ") && said.contains("average 0.5"), "{said}");
    }
}
