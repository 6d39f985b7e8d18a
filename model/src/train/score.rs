//! Training of the scoring network, its thresholds and its calibration.

use std::path::Path;

use candle_core::{Device, Tensor};
use image::{GrayImage, RgbImage, imageops};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::run::{Keeping, Run, Subject, identity};
use super::steps::{Schedule, cross_entropy};
use crate::data::Sample;
use crate::describe::{Light, NUMBERS, describe};
use crate::manifest::SCORE;
use crate::metrics::weighted_kappa;
use crate::net::{CELLS, Params, SCORE_SIDE, ScoreNet, Source};
use crate::reader::cell_logits;
use crate::scene::{View, draw};
use crate::weights::{self, Tensors};

/// How much the light of a view is changed, beside what the balance undoes.
const LIGHT: f32 = 0.3;
/// Share of the numbers that a view does not tell, so that no few of them decide.
const FORGOTTEN: f64 = 0.1;

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

/// The mask's upright bounding box: left, top, width, height.
fn bounds(mask: &GrayImage) -> Option<[f32; 4]> {
    let (mut left, mut top, mut right, mut bottom) = (u32::MAX, u32::MAX, 0, 0);
    for (x, y, _) in mask.enumerate_pixels().filter(|(_, _, v)| v.0[0] > 127) {
        (left, top, right, bottom) = (left.min(x), top.min(y), right.max(x + 1), bottom.max(y + 1));
    }
    (right > left).then(|| [left as f32, top as f32, (right - left) as f32, (bottom - top) as f32])
}

/// A scored photo, with what its views have in common.
struct Scored<'a> {
    sample: &'a Sample,
    /// The tongue's box: left, top, width, height.
    bounds: [f32; 4],
    light: Light,
}

impl<'a> Scored<'a> {
    fn new(sample: &'a Sample) -> Self {
        let (w, h) = sample.photo().dimensions();
        let bounds = bounds(&sample.mask).unwrap_or([0., 0., w as f32, h as f32]);
        let [left, top, width, height] = bounds;
        // what a closer look shows: the box and a fifth of it on each side
        let margin = 0.2 * width.max(height);
        let low = |v: f32| (v - margin).max(0.) as u32;
        let (x, y) = (low(left), low(top));
        let high = |from: f32, length: f32, whole: u32| (from + length + margin).min(whole as f32) as u32;
        let size = (high(left, width, w).saturating_sub(x).max(1), high(top, height, h).saturating_sub(y).max(1));
        let part = imageops::crop_imm(sample.photo(), x, y, size.0, size.1).to_image();
        let light = Light::of(&part, &imageops::crop_imm(&sample.mask, x, y, size.0, size.1).to_image());
        Self { sample, bounds, light }
    }

    /// The photo as it is.
    fn plain(&self) -> Vec<f32> {
        let (picture, mask) = self.drawn(&mut ChaCha8Rng::seed_from_u64(0), true).0;
        describe(&picture, &mask, &self.light)
    }

    /// The tongue's square and its mask, not exactly framed unless `still`; mirrored when the last value says so.
    fn drawn(&self, rng: &mut ChaCha8Rng, still: bool) -> ((RgbImage, GrayImage), bool) {
        let (w, h) = self.sample.photo().dimensions();
        let [left, top, width, height] = self.bounds;
        let mut jitter = |spread: f32| if still { 0. } else { rng.random_range(-spread..spread) };
        let (x, y) = (left + width / 2. - w as f32 / 2., top + height / 2. - h as f32 / 2.);
        let (width, height) = (width * (1. + jitter(0.05)), height * (1. + jitter(0.05)));
        let middle = (x + width * jitter(0.03), y + height * jitter(0.03));
        let angle = jitter(0.1);
        let flip = !still && rng.random_bool(0.5);
        let side = SCORE_SIDE as f32;
        let (scale, stretch) = (side / height, height / width);
        // the frame's middle comes to the view's
        let (sin, cos) = angle.sin_cos();
        let (u, v) = (if flip { -middle.0 } else { middle.0 }, middle.1);
        let (x, y) = (u * cos - v * sin, u * sin + v * cos);
        let centre = (side / 2. - x * scale * stretch, side / 2. - y * scale);
        let view = View { scale, stretch, angle, centre, flip, erase: false };
        let side = SCORE_SIDE as u32;
        (draw(self.sample, view, (side, side), if still { 0. } else { LIGHT }, rng), flip)
    }

    /// The photo by another camera, in another light; mirrored when the last value says so.
    fn view(&self, rng: &mut ChaCha8Rng) -> (Vec<f32>, bool) {
        let ((picture, mask), flip) = self.drawn(rng, false);
        // no balance is exact: the light of the tongue differs from the skin's, and skins differ
        let mut tint = |level: f32, spread: f32| -> [f32; 3] {
            let level = rng.random_range(-level..level);
            std::array::from_fn(|_| (level + rng.random_range(-spread..spread)).exp())
        };
        let (both, skin) = (tint(0.08, 0.04), tint(0.1, 0.06));
        let light = Light {
            tongue: std::array::from_fn(|c| self.light.tongue[c] * both[c]),
            skin: std::array::from_fn(|c| self.light.skin[c] * both[c] * skin[c]),
        };
        let picture = match rng.random_range(0..10) {
            0..4 => imageops::fast_blur(&picture, rng.random_range(0.3..1.3)),
            4..6 => imageops::unsharpen(&picture, 1., 0),
            _ => picture,
        };
        let picture = saturated(picture, rng.random_range(-0.15f32..0.15).exp());
        let mut numbers = describe(&picture, &mask, &light);
        for number in &mut numbers {
            if rng.random_bool(FORGOTTEN) {
                *number = 0.;
            }
        }
        (numbers, flip)
    }
}

/// Colours `by` times as far from grey.
fn saturated(mut picture: RgbImage, by: f32) -> RgbImage {
    for pixel in picture.pixels_mut() {
        let grey =
            (0.3 * f32::from(pixel.0[0]) + 0.59 * f32::from(pixel.0[1]) + 0.11 * f32::from(pixel.0[2])) * (1. - by);
        pixel.0 = pixel.0.map(|v| (grey + f32::from(v) * by).clamp(0., 255.) as u8);
    }
    picture
}

/// Both readers' mean of "score > 0" and "score > 1" in each cell [2 * 9], mirrored with the picture.
fn target(sample: &Sample, flip: bool) -> Vec<f32> {
    let mean = |above: u8, cell: usize| {
        let cell = if flip { cell / 3 * 3 + 2 - cell % 3 } else { cell };
        sample.readers.iter().filter(|r| r[cell] > above).count() as f32 / sample.readers.len() as f32
    };
    (0..2u8).flat_map(|above| (0..9).map(move |cell| (above, cell))).map(|(above, cell)| mean(above, cell)).collect()
}

/// One training: which, on what, and what it is measured by.
struct Fit<'a> {
    name: &'a str,
    samples: &'a [&'a Sample],
    validation: &'a [&'a Sample],
    plan: ScorePlan,
    keeping: &'a Keeping,
    out: &'a Path,
}

/// The network's numbers; none when the training was interrupted.
fn fit(fit: &Fit) -> anyhow::Result<Option<Tensors>> {
    let Fit { name, samples, validation, plan, keeping, out } = *fit;
    let scored: Vec<Scored<'_>> = samples.par_iter().map(|sample| Scored::new(sample)).collect();
    let mut params = Params::new(plan.seed);
    let net = ScoreNet::new(Source::Train(&mut params))?;
    let subject = Subject {
        name,
        stage: "score",
        identity: identity(&plan, samples, validation),
        decay: 0.3,
        ema: 1. - 10. / (plan.schedule.steps as f64).max(20.),
    };
    let mut run = Run::begin(subject, &mut params, plan.schedule, keeping, out)?;
    while let Some(step) = run.next() {
        let views: Vec<_> = (0..plan.batch)
            .into_par_iter()
            .map(|place| {
                let salt = ((step * plan.batch + place) as u64).wrapping_mul(0x9E37_79B9);
                let mut rng = ChaCha8Rng::seed_from_u64(plan.seed ^ salt);
                let scored = &scored[rng.random_range(0..scored.len())];
                let (numbers, flip) = scored.view(&mut rng);
                (numbers, target(scored.sample, flip))
            })
            .collect();
        let (numbers, targets): (Vec<_>, Vec<_>) = views.into_iter().unzip();
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
            let figure = likelihood(&read(run.averaged(), validation)?, validation);
            run.validated(&params, figure)?;
        }
    }
    let (tensors, trained) = run.finish(&params)?;
    Ok(trained.complete.then_some(tensors))
}

/// The mean log-likelihood of the readers' scores, which moves with each step where kappa jumps.
fn likelihood(logits: &[[[f32; 2]; 9]], samples: &[&Sample]) -> f64 {
    let plain = Calibration { thin: 0.5, thick: 0.5, temperature: 1. };
    let cells = samples
        .iter()
        .zip(logits)
        .flat_map(|(sample, logits)| sample.readers.iter().flat_map(move |reader| logits.iter().zip(reader)));
    let likelihoods: Vec<f64> = cells
        .map(|(logits, truth)| f64::from(plain.probabilities(*logits)[usize::from(*truth)].max(1e-6)).ln())
        .collect();
    likelihoods.iter().sum::<f64>() / likelihoods.len().max(1) as f64
}

/// The logits of each cell of each sample, read without change of light.
fn read(tensors: &Tensors, samples: &[&Sample]) -> anyhow::Result<Vec<[[f32; 2]; 9]>> {
    let net = ScoreNet::new(Source::Read(tensors))?;
    samples.par_iter().map(|sample| Ok(cell_logits(&net, Scored::new(sample).plain())?)).collect()
}

/// The thresholds with the best agreement with both readers, and the temperature with the best likelihood.
fn calibrate(samples: &[&Sample], logits: &[[[f32; 2]; 9]]) -> Calibration {
    let pairs: Vec<([f32; 2], u8)> = samples
        .iter()
        .zip(logits)
        .flat_map(|(sample, logits)| {
            sample.readers.iter().flat_map(move |r| logits.iter().copied().zip(r.iter().copied()))
        })
        .collect();
    let mut best = (f64::MIN, Calibration { thin: 0.5, thick: 0.5, temperature: 1. });
    let grid = |from: f32, n: u32| (0..n).map(move |i| from + i as f32 * 0.025);
    for thin in grid(0.3, 20) {
        for thick in grid(0.15, 20) {
            let trial = Calibration { thin, thick, temperature: 1. };
            let said: Vec<(u8, u8)> = pairs.iter().map(|(logits, truth)| (trial.decide(*logits).0, *truth)).collect();
            let kappa = weighted_kappa(&said);
            if kappa > best.0 {
                best = (kappa, trial);
            }
        }
    }
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
    let with_drawn = |name: &str, part: &[&Sample], validation: &[&Sample]| {
        let samples: Vec<&Sample> = part.iter().copied().chain(&drawn).collect();
        fit(&Fit { name, samples: &samples, validation, plan, keeping, out })
    };
    let Some(tensors) = with_drawn("score", &scored, &validation)? else { return Ok(None) };
    weights::write(&out.join(SCORE), &tensors)?;
    let (mut order, mut logits) = (Vec::new(), Vec::new());
    for fold in 0..plan.folds {
        let part = |inside: bool| {
            let samples = scored.iter().enumerate().filter(move |(i, _)| (i % plan.folds == fold) == inside);
            samples.map(|(_, sample)| *sample).collect::<Vec<_>>()
        };
        let Some(fitted) = with_drawn(&format!("score-fold-{fold}"), &part(false), &[])? else { return Ok(None) };
        logits.extend(read(&fitted, &part(true))?);
        order.extend(part(true));
    }
    if order.is_empty() {
        return Ok(Some(calibrate(&scored, &read(&tensors, &scored)?)));
    }
    let calibration = calibrate(&order, &logits);
    std::fs::write(out.join("score-folds.json"), serde_json::to_vec_pretty(&agreement(&order, &logits, calibration))?)?;
    Ok(Some(calibration))
}
