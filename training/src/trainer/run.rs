//! A training from its first step to its last, with checkpoints.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use candle_core::{Device, Tensor};
use model::network::{CELLS, CellWeights, TongueNet, normalize_pixel};
use model::weights::Tensors;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use super::checkpoint::Checkpoint;
use super::config::TrainConfig;
use super::early_stopping::{Best, EarlyStopping, Score, ValidationLog};
use super::loss::{binary_cross_entropy, mask_loss};
use super::optimizer::{AdamW, MovingAverage, learning_rate};
use super::variables::Variables;
use crate::augment::{Sampler, TrainingExample};
use crate::dataset::Photo;

/// The loss is computed at half the view's resolution, because the logits are four times coarser anyway.
const LOSS_STRIDE: usize = 2;

/// The log of a step.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct StepLog {
    /// Number of completed steps.
    pub step: usize,
    /// Loss of mask and presence.
    pub mask_loss: f32,
    /// Loss of the scores.
    pub score_loss: f32,
    /// Learning rate of the heads.
    pub lr: f64,
    /// Norm of the gradients before clipping.
    pub gradient_norm: f64,
    /// Seconds that the step took.
    pub seconds: f64,
}

/// Receives the log of each step.
pub trait Progress {
    /// Receives a step's log. Returning false interrupts the training.
    fn step(&mut self, log: &StepLog) -> bool;

    /// Receives a validation's log.
    fn validation(&mut self, _log: &ValidationLog) {}
}

/// The outcome of a training.
pub struct Trained {
    /// The averaged weights.
    pub weights: Tensors,
    /// The number of steps that they were trained for.
    pub step: usize,
}

/// A training.
pub struct Trainer<'a> {
    config: &'a TrainConfig,
    sampler: Sampler<'a>,
    variables: Variables,
    network: TongueNet,
    optimizer: AdamW,
    average: MovingAverage,
    device: Device,
    out: PathBuf,
    data_hash: String,
    step: usize,
    /// The checkpoint's best weights, until [`Trainer::with_validation`] continues with them.
    best: Option<Best>,
    early_stopping: Option<EarlyStopping<'a>>,
}

impl<'a> Trainer<'a> {
    /// Creates the network, loads the pretrained encoder, and restores the folder's checkpoint if `resume` is set.
    ///
    /// # Errors
    /// Fails when the checkpoint belongs to another training or a tensor cannot be created.
    pub fn new(
        config: &'a TrainConfig,
        photos: &[&'a Photo],
        data_hash: &str,
        out: &Path,
        resume: bool,
    ) -> anyhow::Result<Self> {
        let device = training_device()?;
        let (variables, network) = Variables::create(&config.network, config.seed, &device)?;
        if config.pretrained {
            let loaded = variables.load(&crate::pretrained::encoder()?);
            loaded.context("the pretrained encoder is of another shape: set pretrained = false")?;
        }
        let average = MovingAverage::new(config.optimizer.ema_decay, variables.tensors()?);
        let sampler = Sampler::new(photos, config.network.close_up_side, config.augmentation, config.seed);
        let mut trainer = Self {
            config,
            sampler,
            variables,
            network,
            optimizer: AdamW::new(config.optimizer),
            average,
            device,
            out: out.to_owned(),
            data_hash: data_hash.to_owned(),
            step: 0,
            best: None,
            early_stopping: None,
        };
        if resume && Checkpoint::exists(out) {
            let Checkpoint { step, best, weights, average, moments } = Checkpoint::read(out, config, data_hash)?;
            trainer.variables.load(&weights)?;
            trainer.average = MovingAverage::new(config.optimizer.ema_decay, average);
            trainer.optimizer.restore(step, &moments);
            trainer.step = step;
            trainer.best = best;
        }
        Ok(trainer)
    }

    /// Scores the averaged weights at each checkpoint and at the last step, stops after `max_validations` of them without
    /// improvement, and returns the best weights instead of the last ones.
    #[must_use]
    pub fn with_validation(mut self, max_validations: usize, score: Score<'a>) -> Self {
        self.early_stopping = Some(EarlyStopping::new(score, max_validations, self.best.take()));
        self
    }

    /// Returns the number of completed steps.
    #[must_use]
    pub fn step(&self) -> usize {
        self.step
    }

    /// Trains to the last step, or until the validation score no longer improves. Returns none if `progress` interrupted
    /// it.
    ///
    /// # Errors
    /// Fails when the loss is not finite, a checkpoint cannot be written, or the weights cannot be scored.
    pub fn run(mut self, progress: &mut dyn Progress) -> anyhow::Result<Option<Trained>> {
        while self.step < self.config.steps && !self.early_stopping.as_ref().is_some_and(EarlyStopping::is_exhausted) {
            let log = self.take_step()?;
            let go_on = progress.step(&log);
            let checkpoint_is_due = self.step.is_multiple_of(self.config.checkpoint_every);
            if checkpoint_is_due || self.step == self.config.steps {
                self.validate(progress)?;
            }
            if checkpoint_is_due || !go_on {
                self.write_checkpoint()?;
            }
            if !go_on {
                return Ok(None);
            }
        }
        let trained = match self.best() {
            Some(Best { place, weights }) => Trained { weights: weights.clone(), step: place.step },
            None => Trained { weights: self.average.tensors().clone(), step: self.step },
        };
        Ok(Some(trained))
    }

    fn best(&self) -> Option<&Best> {
        self.early_stopping.as_ref()?.best()
    }

    fn validate(&mut self, progress: &mut dyn Progress) -> anyhow::Result<()> {
        if let Some(early_stopping) = &mut self.early_stopping {
            progress.validation(&early_stopping.validate(self.step, self.average.tensors())?);
        }
        Ok(())
    }

    fn write_checkpoint(&self) -> anyhow::Result<()> {
        let checkpoint = Checkpoint {
            step: self.step,
            best: self.best().cloned(),
            weights: self.variables.tensors()?,
            average: self.average.tensors().clone(),
            moments: self.optimizer.state(),
        };
        checkpoint.write(&self.out, self.config, &self.data_hash)
    }

    fn take_step(&mut self) -> anyhow::Result<StepLog> {
        let start = Instant::now();
        let lr = learning_rate(&self.config.optimizer, self.step, self.config.steps);
        let batch = self.sampler.batch(self.config.batch, self.config.seed, self.step);
        let [mask_loss, score_loss] = self.losses(&batch)?;
        let loss = (&mask_loss + (&score_loss * self.config.score_weight)?)?;
        let gradients = loss.backward()?;
        let variables = self.variables.sorted();
        let gradient_norm = self.optimizer.step(&variables, &gradients, lr)?;
        self.average.update(&variables, self.step)?;
        self.step += 1;
        Ok(StepLog {
            step: self.step,
            mask_loss: mask_loss.to_scalar()?,
            score_loss: score_loss.to_scalar()?,
            lr,
            gradient_norm,
            seconds: start.elapsed().as_secs_f64(),
        })
    }

    fn losses(&self, batch: &[TrainingExample]) -> candle_core::Result<[Tensor; 2]> {
        let side = self.config.network.close_up_side;
        let n = batch.len();
        let pixels: Vec<f32> = batch.iter().flat_map(|example| &example.pixels).map(|v| normalize_pixel(*v)).collect();
        let views = Tensor::from_vec(pixels, (n, 3, side, side), &self.device)?;
        let features = self.network.forward(&views, true)?;
        let coarse = side / LOSS_STRIDE;
        let masks: Vec<f32> = batch.iter().flat_map(|example| average_blocks(&example.mask, side)).collect();
        let masks = Tensor::from_vec(masks, (n, coarse, coarse), &self.device)?;
        let presence: Vec<f32> = batch.iter().map(|example| f32::from(u8::from(example.presence))).collect();
        let presence = Tensor::from_vec(presence, n, &self.device)?;
        let logits = cpu_nn::upsample_bilinear(&features.mask, 4 / LOSS_STRIDE)?.squeeze(1)?;
        let mask_loss = mask_loss([&logits, &masks], [&features.presence, &presence])?;

        // close-ups come last
        let scored: Vec<&TrainingExample> = batch.iter().filter(|example| example.targets.is_some()).collect();
        if scored.is_empty() {
            return Ok([mask_loss, Tensor::zeros((), candle_core::DType::F32, &self.device)?]);
        }
        let first = n - scored.len();
        let levels: Vec<Tensor> =
            features.levels.iter().map(|level| level.narrow(0, first, scored.len())).collect::<Result<_, _>>()?;
        let sides: Vec<usize> = levels.iter().map(|level| level.dim(2)).collect::<Result<_, _>>()?;
        let cell_masks: Vec<Vec<f32>> = scored.iter().map(|example| example.mask.clone()).collect();
        let cells = CellWeights::new(&cell_masks, side, &sides, &self.device)?;
        let dropout = self.dropout(scored.len())?;
        let logits = self.network.score(&levels, &cells, Some(&dropout))?;
        let targets: Vec<f32> = scored.iter().filter_map(|example| example.targets).flatten().flatten().collect();
        let targets = Tensor::from_vec(targets, (scored.len(), CELLS, 2), &self.device)?;
        Ok([mask_loss, binary_cross_entropy(&logits, &targets)?])
    }

    /// Returns factors of inverted dropout, from a separate generator, so that a resumed training continues
    /// identically.
    fn dropout(&self, photos: usize) -> candle_core::Result<Tensor> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.config.seed ^ 0xD0D0);
        rng.set_stream(self.step as u64);
        let width = self.config.network.score_width;
        let (share, n) = (self.config.dropout, photos * CELLS * width);
        let factors = (0..n).map(|_| if rng.random::<f32>() < share { 0. } else { 1. / (1. - share) });
        Tensor::from_vec(factors.collect::<Vec<f32>>(), (photos, CELLS, width), &self.device)
    }
}

/// Returns the first GPU if the program was built for one, else the CPU.
///
/// # Errors
/// Fails when the program was built for a GPU and finds none.
pub fn training_device() -> candle_core::Result<Device> {
    Device::cuda_if_available(0)
}

fn average_blocks(mask: &[f32], side: usize) -> Vec<f32> {
    let coarse = side / LOSS_STRIDE;
    let share = 1. / (LOSS_STRIDE * LOSS_STRIDE) as f32;
    let mut out = vec![0f32; coarse * coarse];
    for (y, row) in mask.chunks_exact(side).enumerate() {
        for (x, value) in row.iter().enumerate() {
            out[y / LOSS_STRIDE * coarse + x / LOSS_STRIDE] += value * share;
        }
    }
    out
}
