//! Training of the scoring networks, their thresholds and their calibration.

use std::collections::BTreeMap;
use std::path::Path;

use candle_core::{Device, Tensor};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::calibration::{Calibration, Unseen, agreement, calibrate};
use super::lesson::{Lesson, Views, described};
use super::likeness::likeness;
use super::run::{Keeping, Run, Subject, identity};
use super::steps::Fit;
use super::tilt::train_tilt;
use crate::data::Sample;
use crate::describe::Told;
use crate::manifest::SCORE;
use crate::net::{NumbersNet, Params, PixelsNet, ScoreNet, Scores, Source, beginning, cell_logits, cross_entropy};
use crate::weights::{self, Tensors};

/// How to train.
#[derive(Debug, Clone, Copy)]
pub struct ScorePlan {
    /// The network that turns the grid before anything is scored.
    pub tilt: Fit,
    /// The network that reads numbers.
    pub numbers: Fit,
    /// The network that sees pixels.
    pub pixels: Fit,
    /// Seed of weights and views.
    pub seed: u64,
    /// Parts of the cross-validation that finds thresholds and calibration.
    pub folds: usize,
}

/// Views of each photo beside the photo as it is.
const VIEWS: usize = 24;

/// What the readers said of photos.
fn lessons<'a>(samples: &[&'a Sample], views: &'a [Views]) -> Vec<Lesson<'a>> {
    samples.iter().zip(views).map(|(sample, views)| Lesson::new(sample, views)).collect()
}

/// A scoring network as it is trained.
trait Pupil: Scores {
    /// Name of its files, and of its stage in the log.
    const NAME: &'static str;
    /// Decay of its weights.
    const DECAY: f64;

    /// Begins with what it knows, and looks over what it will learn from.
    fn prepare(&self, params: &mut Params, told: &[&Told]) -> anyhow::Result<()>;
}

impl Pupil for NumbersNet {
    const NAME: &'static str = "numbers";
    const DECAY: f64 = 0.3;

    fn prepare(&self, _params: &mut Params, told: &[&Told]) -> anyhow::Result<()> {
        let told: Vec<(&Told, bool)> = told.iter().map(|told| (*told, false)).collect();
        Ok(self.measure(&Self::input(&told)?)?)
    }
}

impl Pupil for PixelsNet {
    const NAME: &'static str = "pixels";
    const DECAY: f64 = 0.05;

    fn prepare(&self, params: &mut Params, told: &[&Told]) -> anyhow::Result<()> {
        params.begin_with(&beginning()?)?;
        Ok(self.measure(told)?)
    }
}

/// The logits of each cell of each photo, as it is, by one of the networks.
fn read<'a, N: Scores>(tensors: &Tensors, lessons: &[Lesson<'a>]) -> anyhow::Result<Vec<Unseen<'a>>> {
    let net = N::new(Source::Read(tensors))?;
    let said = |lesson: &Lesson<'a>| cell_logits(&net.forward(&N::input(&[(lesson.plain(), false)])?)?, 0);
    lessons.iter().map(|lesson| Ok((lesson.sample, said(lesson)?))).collect()
}

/// The same by both networks.
fn read_by_both<'a>(tensors: &Tensors, lessons: &[Lesson<'a>]) -> anyhow::Result<Vec<Unseen<'a>>> {
    let net = ScoreNet::new(tensors)?;
    lessons.iter().map(|lesson| Ok((lesson.sample, net.forward(lesson.plain())?.logits))).collect()
}

/// What all fits of a training have in common.
struct Training<'a> {
    plan: ScorePlan,
    keeping: &'a Keeping,
    out: &'a Path,
    drawn: Vec<Lesson<'a>>,
}

/// What is learnt from in a fit.
struct Part<'a> {
    /// Added to the names of its files.
    name: String,
    scored: Vec<Lesson<'a>>,
    /// What the best version is chosen by; none for the last.
    validation: Vec<Lesson<'a>>,
}

impl Training<'_> {
    /// The numbers of a network that learnt from a part and the drawn ones; none when the training was interrupted.
    fn fit<N: Pupil>(&self, fit: Fit, part: &Part) -> anyhow::Result<Option<Tensors>> {
        let (seed, validation) = (self.plan.seed, &part.validation);
        let lessons = [&part.scored[..], &self.drawn].concat();
        let mut params = Params::new(seed);
        let net = N::new(Source::Train(&mut params))?;
        net.prepare(&mut params, &lessons.iter().map(Lesson::plain).collect::<Vec<_>>())?;
        let samples: Vec<&Sample> = lessons.iter().map(|lesson| lesson.sample).collect();
        let measured: Vec<&Sample> = validation.iter().map(|lesson| lesson.sample).collect();
        let subject = Subject {
            name: &format!("{}{}", N::NAME, part.name),
            stage: N::NAME,
            identity: identity(&(fit, seed), [&samples, &measured], |sample| &sample.readers),
            decay: N::DECAY,
            ema: 1. - 10. / (fit.steps as f64).max(20.),
        };
        let mut run = Run::begin(subject, &mut params, fit, self.keeping, self.out)?;
        while let Some(step) = run.next() {
            let mut rng = ChaCha8Rng::seed_from_u64(seed ^ (step as u64).wrapping_mul(0x9E37_79B9));
            let drawn = (0..fit.batch).map(|_| lessons[rng.random_range(0..lessons.len())].draw(&mut rng));
            let (told, targets): (Vec<_>, Vec<_>) = drawn.unzip();
            let targets = Tensor::from_vec(targets.concat(), (fit.batch, 2, 9), &Device::Cpu)?;
            // each member learns by itself: that is what makes their mean better
            let said = net.each(&N::input(&told)?)?;
            let losses = said.iter().map(|said| cross_entropy(said, &targets)?.mean_all());
            let losses = losses.collect::<candle_core::Result<Vec<_>>>()?;
            let loss = Tensor::stack(&losses, 0)?.mean_all()?;
            run.learn(&params, &loss)?;
            if !validation.is_empty() && run.validates() {
                let figure = Calibration::PLAIN.likelihood(&read::<N>(&run.averaged()?, validation)?);
                run.validated(&params, figure)?;
            }
        }
        let (tensors, trained) = run.finish(&params)?;
        Ok(trained.complete.then_some(tensors))
    }

    /// The numbers of both networks; none when a training was interrupted.
    fn fit_both(&self, part: &Part) -> anyhow::Result<Option<Tensors>> {
        let numbers = self.fit::<NumbersNet>(self.plan.numbers, part)?;
        let pixels = self.fit::<PixelsNet>(self.plan.pixels, part)?;
        Ok(numbers.zip(pixels).map(|(numbers, pixels)| numbers.into_iter().chain(pixels).collect()))
    }
}

/// The fold of each photo: photos of one person are in one, or what is said of them would not be unseen.
fn folds_of(samples: &[&Sample], folds: usize) -> Vec<usize> {
    let mut groups = BTreeMap::new();
    let place = |sample: &&Sample| {
        let next = groups.len();
        *groups.entry(sample.group.clone()).or_insert(next) % folds.max(1)
    };
    samples.iter().map(place).collect()
}

/// Trains what reads a tongue once it is found: its tilt on all `samples`, its scores on the scored ones; writes
/// `out/score.safetensors`, and gives thresholds and temperature found by cross-validation among them; none when it was
/// interrupted. With `validation`, photos that are not among `samples`, the best version of each network is kept.
///
/// # Errors
/// Fails when too few samples are scored, a checkpoint is of another training, or `out` cannot be written.
pub fn train_score<'a>(
    samples: &[&'a Sample],
    validation: &[&'a Sample],
    plan: ScorePlan,
    keeping: &Keeping,
    out: &Path,
) -> anyhow::Result<Option<Calibration>> {
    let scored_of = |samples: &[&'a Sample]| -> Vec<&'a Sample> {
        samples.iter().copied().filter(|sample| !sample.readers.is_empty()).collect()
    };
    let (scored, measured) = (scored_of(samples), scored_of(validation));
    anyhow::ensure!(scored.len() >= plan.folds.max(1), "too few scored photos to train on: {}", scored.len());
    let Some(tilt) = train_tilt(samples, validation, (plan.tilt, plan.seed), keeping, out)? else { return Ok(None) };
    let drawn = crate::synth::samples(plan.seed, scored.len() / 8);
    let drawn: Vec<&Sample> = drawn.iter().collect();
    // described once: each fit learns from a part of them
    let told = |samples: &[&Sample], views: usize| described(samples, views, plan.seed);
    let (of_scored, of_drawn, of_measured) = (told(&scored, VIEWS), told(&drawn, VIEWS), told(&measured, 0));
    let training = Training { plan, keeping, out, drawn: lessons(&drawn, &of_drawn) };
    let known = lessons(&scored, &of_scored);
    let whole = Part { name: String::new(), scored: known.clone(), validation: lessons(&measured, &of_measured) };
    let Some(tensors) = training.fit_both(&whole)? else { return Ok(None) };
    let likeness = likeness(samples, &tensors, plan.seed)?;
    weights::write(&out.join(SCORE), &tilt.into_iter().chain(tensors.clone()).chain(likeness).collect())?;
    let places = folds_of(&scored, plan.folds);
    let mut unseen = Vec::new();
    for fold in 0..plan.folds {
        let part = |inside: bool| {
            let part = known.iter().zip(&places).filter(move |(_, place)| (**place == fold) == inside);
            part.map(|(lesson, _)| *lesson).collect::<Vec<_>>()
        };
        let rest = Part { name: format!("-fold-{fold}"), scored: part(false), validation: Vec::new() };
        let Some(fitted) = training.fit_both(&rest)? else { return Ok(None) };
        unseen.extend(read_by_both(&fitted, &part(true))?);
    }
    if unseen.is_empty() {
        return Ok(Some(calibrate(&read_by_both(&tensors, &known)?)));
    }
    let calibration = calibrate(&unseen);
    std::fs::write(out.join("score-folds.json"), serde_json::to_vec_pretty(&agreement(&unseen, calibration))?)?;
    Ok(Some(calibration))
}
