//! The bookkeeping of a training: checkpoints that can be gone on from, the average of the weights, validation, the best
//! version, and the end.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use candle_core::{Device, Tensor};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::progress::Progress;
use super::steps::Fit;
use crate::data::Sample;
use crate::net::{AdamW, Ema, Params};
use crate::weights::{self, Tensors};

/// How a training is kept, and when it ends before its last step.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Keeping {
    /// Go on from the checkpoint in the output folder, if there is one.
    #[serde(skip)]
    pub resume: bool,
    /// Steps between checkpoints.
    pub checkpoint_every: usize,
    /// Steps between validations.
    pub validate_every: usize,
    /// Validations in a row without a better one before training ends; 0 never ends it early.
    pub patience: usize,
    /// Weight of the past in the average of the weights; none fits the number of steps.
    pub ema: Option<f64>,
    /// Begin with the weights in this file, of the same network or a smaller one, instead of random ones.
    #[serde(skip)]
    pub init: Option<PathBuf>,
    /// Stop before this step, as if interrupted.
    #[serde(skip)]
    pub interrupt: Option<usize>,
}

impl Default for Keeping {
    fn default() -> Self {
        Self {
            resume: false,
            checkpoint_every: 200,
            validate_every: 200,
            patience: 0,
            ema: None,
            init: None,
            interrupt: None,
        }
    }
}

/// What came of a training.
#[derive(Debug, Clone)]
pub struct Trained {
    /// The loss of each step.
    pub losses: Vec<f32>,
    /// Step and figure of the best validation; none without validation.
    pub best: Option<(usize, f64)>,
    /// Every step was taken, or validation ended the training: false after an interruption.
    pub complete: bool,
}

/// What a checkpoint says besides tensors.
#[derive(Serialize, Deserialize)]
struct State {
    identity: String,
    adam_step: i32,
    best: Option<(usize, f64)>,
    stale: usize,
    ended: bool,
}

/// A training under way.
pub struct Run {
    keeping: Keeping,
    fit: Fit,
    /// What it is a training of; a checkpoint of another one is refused.
    identity: String,
    name: String,
    out: PathBuf,
    adam: AdamW,
    ema: Ema,
    progress: Progress,
    losses: Vec<f32>,
    best: Option<(usize, f64)>,
    stale: usize,
    ended: bool,
}

/// A plan and what it is carried out on, written out: photos by name and pixels, outlines, and what else is learnt of a photo.
pub fn identity(
    plan: &impl std::fmt::Debug,
    [samples, validation]: [&[&Sample]; 2],
    learnt: fn(&Sample) -> &[[u8; 9]],
) -> String {
    let mut hash = Sha256::new();
    for part in [samples, validation] {
        for sample in part {
            let learnt = learnt(sample);
            hash.update(format!("{}\n{} {}\n", sample.id, sample.mask.len(), learnt.len()));
            hash.update(sample.photo().as_raw());
            hash.update(sample.mask.as_raw());
            hash.update(learnt.as_flattened());
        }
        hash.update("\n");
    }
    format!("{plan:?}, {} + {} photos {:x}", samples.len(), validation.len(), hash.finalize())
}

/// What a training is of.
pub struct Subject<'a> {
    /// Name of its files.
    pub name: &'a str,
    /// Name in the log.
    pub stage: &'static str,
    /// Plan and data, written out: the same means the same weights.
    pub identity: String,
    /// Decay of the weights.
    pub decay: f64,
    /// The default weight of the past in the average.
    pub ema: f64,
}

impl Run {
    /// Begins, or goes on from the checkpoint.
    ///
    /// # Errors
    /// Fails when the checkpoint is damaged or of another training, or `out` cannot be written.
    pub fn begin(
        subject: Subject,
        params: &mut Params,
        fit: Fit,
        keeping: &Keeping,
        out: &Path,
    ) -> anyhow::Result<Self> {
        let Subject { name, stage, identity, decay, ema } = subject;
        let ema = keeping.ema.unwrap_or(ema);
        let identity = format!("{identity}, average {ema}");
        let ema = Ema::new(params, ema)?;
        let mut run = Self {
            keeping: keeping.clone(),
            fit,
            identity,
            name: name.to_owned(),
            out: out.to_owned(),
            adam: AdamW::new(decay),
            ema,
            progress: Progress::new(out, name, stage, fit.steps)?,
            losses: Vec::new(),
            best: None,
            stale: 0,
            ended: false,
        };
        let file = run.file("checkpoint");
        if keeping.resume && file.exists() {
            run.restore(params, &file).with_context(|| format!("{} cannot be gone on from", file.display()))?;
        }
        run.progress.rewind(run.losses.len())?;
        Ok(run)
    }

    fn file(&self, what: &str) -> PathBuf {
        self.out.join(format!("{}.{what}", self.name))
    }

    /// The step to take next; none at the end.
    #[must_use]
    pub fn next(&self) -> Option<usize> {
        let step = self.losses.len();
        let last = self.keeping.interrupt.unwrap_or(usize::MAX).min(self.fit.steps);
        (step < last && !self.ended).then_some(step)
    }

    /// Takes the step along the loss, and writes the checkpoint when it is time.
    ///
    /// # Errors
    /// Fails when the loss is no number any more, or a file cannot be written.
    pub fn learn(&mut self, params: &Params, loss: &Tensor) -> anyhow::Result<()> {
        let step = self.losses.len();
        let rate = self.fit.at(step);
        let value = loss.to_scalar::<f32>()?;
        ensure!(value.is_finite(), "the loss of step {step} is {value}: lower the rate");
        self.adam.step(params, &loss.backward()?, rate)?;
        self.ema.update(params)?;
        self.losses.push(value);
        self.progress.step(step, value, rate)?;
        if self.losses.len().is_multiple_of(self.keeping.checkpoint_every.max(1)) {
            self.save(params)?;
        }
        Ok(())
    }

    /// Whether the average is to be measured now.
    #[must_use]
    pub fn validates(&self) -> bool {
        let taken = self.losses.len();
        taken.is_multiple_of(self.keeping.validate_every.max(1)) || taken == self.fit.steps
    }

    /// The averaged weights, to be read on the processor.
    ///
    /// # Errors
    /// Fails only when a tensor cannot be moved there.
    pub fn averaged(&self) -> candle_core::Result<Tensors> {
        let there = |(name, tensor): (&String, &Tensor)| Ok((name.clone(), tensor.to_device(&Device::Cpu)?));
        self.ema.tensors().iter().map(there).collect()
    }

    /// Takes down what a validation measured, the higher the better; keeps the best version and ends a training that gets
    /// no better.
    ///
    /// # Errors
    /// Fails when a file cannot be written.
    pub fn validated(&mut self, params: &Params, figure: f64) -> anyhow::Result<()> {
        let step = self.losses.len() - 1;
        let better = self.best.is_none_or(|(_, best)| figure > best);
        self.stale = if better { 0 } else { self.stale + 1 };
        if better {
            self.best = Some((step, figure));
            weights::write(&self.file("best.safetensors"), self.ema.tensors())?;
        }
        self.ended = self.keeping.patience > 0 && self.stale >= self.keeping.patience;
        self.progress.validated(step, figure, better)?;
        // a checkpoint that was written before the validation knows nothing of it
        self.save(params)
    }

    /// Ends: the best version if there was a validation, else the last average. The checkpoint stays, so that going on from
    /// it ends at once with the same.
    ///
    /// # Errors
    /// Fails when a file cannot be read or written.
    pub fn finish(mut self, params: &Params) -> anyhow::Result<(Tensors, Trained)> {
        let complete = self.ended || self.losses.len() >= self.fit.steps;
        self.save(params)?;
        self.progress.finish()?;
        let tensors = match self.best {
            Some(_) if complete => weights::read(&self.file("best.safetensors"))?,
            _ => self.averaged()?,
        };
        Ok((tensors, Trained { losses: self.losses, best: self.best, complete }))
    }

    fn save(&self, params: &Params) -> anyhow::Result<()> {
        let mut all = Tensors::new();
        let mut put = |kind: &str, tensors: Tensors| {
            all.extend(tensors.into_iter().map(|(name, tensor)| (format!("{kind}/{name}"), tensor)));
        };
        put("value", params.tensors()?);
        put("mean", self.ema.tensors().clone());
        let (adam_step, first, second) = self.adam.state();
        put("first", first);
        put("second", second);
        let losses = Tensor::from_vec(self.losses.clone(), self.losses.len(), &Device::Cpu)?;
        all.insert("losses".to_owned(), losses);
        let state =
            State { identity: self.identity.clone(), adam_step, best: self.best, stale: self.stale, ended: self.ended };
        weights::write_with(&self.file("checkpoint"), &all, Some(serde_json::to_string(&state)?))
    }

    fn restore(&mut self, params: &mut Params, file: &Path) -> anyhow::Result<()> {
        let bytes = std::fs::read(file)?;
        let state: State = serde_json::from_str(&weights::note(&bytes)?.context("it says not what it is of")?)?;
        ensure!(
            state.identity == self.identity,
            "it is of another plan or other data; train without --resume, or into another folder\n  there: {}\n  asked: {}",
            state.identity,
            self.identity
        );
        let all = weights::parse(&bytes)?;
        let part = |kind: &str| -> Tensors {
            let of = |name: &str| name.strip_prefix(kind)?.strip_prefix('/').map(str::to_owned);
            all.iter().filter_map(|(name, tensor)| Some((of(name)?, tensor.clone()))).collect()
        };
        params.load(&part("value"))?;
        self.ema.restore(part("mean"));
        self.adam.restore(state.adam_step, part("first"), &part("second"));
        self.losses = all.get("losses").context("it has no losses")?.to_vec1()?;
        (self.best, self.stale, self.ended) = (state.best, state.stale, state.ended);
        if self.best.is_some() {
            let best = self.file("best.safetensors");
            ensure!(best.exists(), "{} is missing", best.display());
        }
        Ok(())
    }
}
