//! Training of the scoring network, its thresholds and its calibration.

use std::path::Path;

use candle_core::{Device, Tensor};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::run::{Keeping, Run, Subject, identity};
use super::scored::Scored;
use super::steps::Schedule;
use crate::data::Sample;
use crate::describe::NUMBERS;
use crate::manifest::SCORE;
use crate::metrics::weighted_kappa;
use crate::net::{CELLS, Params, ScoreNet, Source, cross_entropy};
use crate::reader::cell_logits;
use crate::weights::{self, Tensors};

/// How to train.
#[derive(Debug, Clone, Copy)]
pub struct ScorePlan {
    /// Tongues in a step.
    pub batch: usize,
    /// Steps and their size.
    pub schedule: Schedule,
    /// Seed of weights and views.
    pub seed: u64,
    /// Parts of the cross-validation that finds thresholds and calibration.
    pub folds: usize,
}

/// Views of each photo beside the photo as it is.
const VIEWS: usize = 24;

/// How the two ordinal logits of a cell become a score and a confidence.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Calibration {
    /// Score >= 1 when the first probability exceeds this.
    pub thin: f32,
    /// Score 2 when the second probability exceeds this.
    pub thick: f32,
    /// The logits are divided by this before they are called probabilities.
    pub temperature: f32,
}

impl Calibration {
    /// The score of a cell and the calibrated probability that it is right.
    #[must_use]
    pub fn decide(&self, logits: [f32; 2]) -> (u8, f32) {
        let p = |logit: f32| 1. / (1. + (-logit).exp());
        let score = if p(logits[1]) > self.thick { 2 } else { u8::from(p(logits[0]) > self.thin) };
        (score, self.probabilities(logits)[usize::from(score)])
    }

    /// The calibrated probabilities of 0, 1 and 2.
    fn probabilities(&self, logits: [f32; 2]) -> [f32; 3] {
        let p = |logit: f32| 1. / (1. + (-logit / self.temperature).exp());
        let (thin, thick) = (p(logits[0]), p(logits[1]).min(p(logits[0])));
        [1. - thin, thin - thick, thick]
    }
}

/// A photo and what is known of it.
type Known<'a> = (&'a Sample, &'a Scored);

/// One training: which, on what, and what it is measured by.
struct Fit<'a> {
    name: &'a str,
    known: &'a [Known<'a>],
    validation: &'a [Known<'a>],
    plan: ScorePlan,
    keeping: &'a Keeping,
    out: &'a Path,
}

/// What the photos tell, each in `views` views beside the photo as it is.
fn described(samples: &[&Sample], views: usize, seed: u64) -> Vec<Scored> {
    let one = |(i, sample): (usize, &&Sample)| Scored::new(sample, views, seed ^ (i as u64).wrapping_mul(0x9E37_79B9));
    samples.par_iter().enumerate().map(one).collect()
}

/// The network's numbers; none when the training was interrupted.
fn fit<'a>(fit: &Fit<'a>) -> anyhow::Result<Option<Tensors>> {
    let Fit { name, known, validation, plan, keeping, out } = *fit;
    let mut params = Params::new(plan.seed);
    let net = ScoreNet::new(Source::Train(&mut params))?;
    let plain: Vec<f32> = known.iter().flat_map(|(_, scored)| scored.plain().to_vec()).collect();
    net.measure(&Tensor::from_vec(plain, (known.len(), NUMBERS, CELLS, CELLS), &Device::Cpu)?)?;
    let samples = |known: &[Known<'a>]| known.iter().map(|(sample, _)| *sample).collect::<Vec<_>>();
    let subject = Subject {
        name,
        stage: "score",
        identity: identity(&plan, &samples(known), &samples(validation)),
        decay: 0.3,
        ema: 1. - 10. / (plan.schedule.steps as f64).max(20.),
    };
    let mut run = Run::begin(subject, &mut params, plan.schedule, keeping, out)?;
    while let Some(step) = run.next() {
        let mut rng = ChaCha8Rng::seed_from_u64(plan.seed ^ (step as u64).wrapping_mul(0x9E37_79B9));
        let drawn = (0..plan.batch).map(|_| known[rng.random_range(0..known.len())].1.draw(&mut rng));
        let (numbers, targets): (Vec<_>, Vec<_>) = drawn.unzip();
        let shape = (plan.batch, NUMBERS, CELLS, CELLS);
        let numbers = Tensor::from_vec(numbers.concat(), shape, &Device::Cpu)?;
        let targets = Tensor::from_vec(targets.concat(), (plan.batch, 2, 9), &Device::Cpu)?;
        // each member learns by itself: that is what makes their mean better
        let said = net.each(&numbers)?;
        let losses = said.iter().map(|said| cross_entropy(said, &targets)?.mean_all());
        let losses = losses.collect::<candle_core::Result<Vec<_>>>()?;
        let loss = Tensor::stack(&losses, 0)?.mean_all()?;
        run.learn(&params, &loss)?;
        if !validation.is_empty() && run.validates() {
            let figure = likelihood(&read(&run.averaged()?, validation)?, validation);
            run.validated(&params, figure)?;
        }
    }
    let (tensors, trained) = run.finish(&params)?;
    Ok(trained.complete.then_some(tensors))
}

/// The mean log-likelihood of the readers' scores, which moves with each step where kappa jumps.
fn likelihood(logits: &[[[f32; 2]; 9]], known: &[Known]) -> f64 {
    let plain = Calibration { thin: 0.5, thick: 0.5, temperature: 1. };
    let cells = known
        .iter()
        .zip(logits)
        .flat_map(|((sample, _), logits)| sample.readers.iter().flat_map(move |reader| logits.iter().zip(reader)));
    let likelihoods: Vec<f64> = cells
        .map(|(logits, truth)| f64::from(plain.probabilities(*logits)[usize::from(*truth)].max(1e-6)).ln())
        .collect();
    likelihoods.iter().sum::<f64>() / likelihoods.len().max(1) as f64
}

/// The logits of each cell of each sample, read without change of light.
fn read(tensors: &Tensors, known: &[Known]) -> anyhow::Result<Vec<[[f32; 2]; 9]>> {
    let net = ScoreNet::new(Source::Read(tensors))?;
    known.iter().map(|(_, scored)| Ok(cell_logits(&net, scored.plain().to_vec())?)).collect()
}

/// How much kappa a point of the index weighs where thresholds are chosen. By kappa alone, which hardly changes between 0.55
/// and 0.7, cells were called bare too often, and the index was too low.
const POINT: f64 = 0.05;

/// The thresholds with the best agreement with both readers, in kappa and index, and the temperature with the best likelihood.
fn calibrate(samples: &[&Sample], logits: &[[[f32; 2]; 9]]) -> Calibration {
    let mut best = (f64::MIN, Calibration { thin: 0.5, thick: 0.5, temperature: 1. });
    let grid = |from: f32, n: u32| (0..n).map(move |i| from + i as f32 * 0.025);
    for thin in grid(0.3, 20) {
        for thick in grid(0.15, 20) {
            let trial = Calibration { thin, thick, temperature: 1. };
            let Agreement { kappa, index_error, .. } = agreement(samples, logits, trial);
            let mean = |of: Vec<f64>| of.iter().sum::<f64>() / of.len().max(1) as f64;
            let figure = mean(kappa) - POINT * mean(index_error);
            if figure > best.0 {
                best = (figure, trial);
            }
        }
    }
    let pairs: Vec<([f32; 2], u8)> = samples
        .iter()
        .zip(logits)
        .flat_map(|(sample, logits)| {
            sample.readers.iter().flat_map(move |r| logits.iter().copied().zip(r.iter().copied()))
        })
        .collect();
    let likelihood = |temperature: f32| -> f32 {
        let p = |logit: f32| 1. / (1. + (-logit / temperature).exp());
        pairs
            .iter()
            .map(|([a, b], truth)| {
                let (thin, thick) = (p(*a), p(*b).min(p(*a)));
                [1. - thin, thin - thick, thick][usize::from(*truth)].max(1e-6).ln()
            })
            .sum()
    };
    let temperatures = (2..40).map(|i| i as f32 * 0.1);
    let temperature = temperatures.max_by(|a, b| likelihood(*a).total_cmp(&likelihood(*b))).unwrap_or(1.);
    Calibration { temperature, ..best.1 }
}

/// Agreement with each reader on photos that a fit had not seen.
#[derive(Debug, Serialize)]
struct Agreement {
    photos: usize,
    kappa: Vec<f64>,
    index_error: Vec<f64>,
    kappa_between_readers: f64,
}

fn agreement(samples: &[&Sample], logits: &[[[f32; 2]; 9]], calibration: Calibration) -> Agreement {
    let said: Vec<[u8; 9]> = logits.iter().map(|cells| cells.map(|cell| calibration.decide(cell).0)).collect();
    let readers = samples.iter().map(|sample| sample.readers.len()).min().unwrap_or(0);
    let kappa = |of: &dyn Fn(usize) -> [u8; 9], r: usize| {
        let pairs = samples.iter().enumerate().flat_map(|(i, sample)| of(i).into_iter().zip(sample.readers[r]));
        weighted_kappa(&pairs.collect::<Vec<_>>())
    };
    let index = |scores: &[u8; 9]| f64::from(scores.iter().sum::<u8>()) / 18. * 100.;
    let error = |r: usize| {
        let errors = samples.iter().zip(&said).map(|(sample, said)| (index(&sample.readers[r]) - index(said)).abs());
        errors.sum::<f64>() / samples.len() as f64
    };
    Agreement {
        photos: samples.len(),
        kappa: (0..readers).map(|r| kappa(&|i| said[i], r)).collect(),
        index_error: (0..readers).map(error).collect(),
        kappa_between_readers: if readers > 1 { kappa(&|i| samples[i].readers[0], 1) } else { 1. },
    }
}

/// Trains on the scored ones of `samples`, writes `out/score.safetensors`, and gives thresholds and temperature found by
/// cross-validation among `samples`; none when it was interrupted. With `validation`, photos that are not among `samples`, the
/// best version is kept.
///
/// # Errors
/// Fails when no sample is scored, a checkpoint is of another training, or `out` cannot be written.
pub fn train_score(
    samples: &[&Sample],
    validation: &[&Sample],
    plan: ScorePlan,
    keeping: &Keeping,
    out: &Path,
) -> anyhow::Result<Option<Calibration>> {
    let scored: Vec<&Sample> = samples.iter().copied().filter(|sample| !sample.readers.is_empty()).collect();
    anyhow::ensure!(scored.len() >= plan.folds.max(1), "too few scored photos to train on: {}", scored.len());
    let validation: Vec<&Sample> = validation.iter().copied().filter(|sample| !sample.readers.is_empty()).collect();
    let drawn = crate::synth::samples(plan.seed, scored.len() / 8);
    let drawn: Vec<&Sample> = drawn.iter().collect();
    // described once: each fold learns from a part of them
    let told = |samples: &[&Sample], views: usize| described(samples, views, plan.seed);
    let (of_scored, of_drawn, of_validation) = (told(&scored, VIEWS), told(&drawn, VIEWS), told(&validation, 0));
    let known: Vec<Known> = scored.iter().copied().zip(&of_scored).collect();
    let drawn: Vec<Known> = drawn.iter().copied().zip(&of_drawn).collect();
    let validation: Vec<Known> = validation.iter().copied().zip(&of_validation).collect();
    let with_drawn = |name: &str, part: &[Known], validation: &[Known]| {
        let known: Vec<Known> = part.iter().chain(&drawn).copied().collect();
        fit(&Fit { name, known: &known, validation, plan, keeping, out })
    };
    let Some(tensors) = with_drawn("score", &known, &validation)? else { return Ok(None) };
    weights::write(&out.join(SCORE), &tensors)?;
    let (mut order, mut logits) = (Vec::new(), Vec::new());
    for fold in 0..plan.folds {
        let part = |inside: bool| {
            let part = known.iter().enumerate().filter(move |(i, _)| (i % plan.folds == fold) == inside);
            part.map(|(_, known)| *known).collect::<Vec<_>>()
        };
        let Some(fitted) = with_drawn(&format!("score-fold-{fold}"), &part(false), &[])? else { return Ok(None) };
        logits.extend(read(&fitted, &part(true))?);
        order.extend(part(true).into_iter().map(|(sample, _)| sample));
    }
    if order.is_empty() {
        return Ok(Some(calibrate(&scored, &read(&tensors, &known)?)));
    }
    let calibration = calibrate(&order, &logits);
    std::fs::write(out.join("score-folds.json"), serde_json::to_vec_pretty(&agreement(&order, &logits, calibration))?)?;
    Ok(Some(calibration))
}
