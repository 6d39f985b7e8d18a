//! Training of the network that sees how far a tongue is turned: photos are upright, turned ones are made of them.

use std::path::Path;

use candle_core::{Device, Tensor};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::lesson::{box_of, closer};
use super::run::{Keeping, Run, Subject, identity};
use super::steps::Fit;
use super::views::retaken;
use crate::data::Sample;
use crate::net::{Params, Source, TILT_CHANNELS, TILT_SIDE, TiltNet};
use crate::sample::Frame;
use crate::scene::draw;
use crate::tilt::{REACH, seen};
use crate::weights::Tensors;

/// Side of the views that are drawn.
const VIEW: u32 = 96;
/// Degrees that a tongue is turned by at most.
const STEEPEST: f32 = 50.;
/// Radians from which an error counts by its size and no longer by its square: some photos are not upright.
const ROUGH: f64 = 0.1;

/// A tongue turned by `radians`, taken again and framed inexactly.
fn view(sample: &Sample, radians: f32, rng: &mut ChaCha8Rng) -> Vec<f32> {
    let flip = rng.random_bool(0.5);
    let mut view = closer(sample, radians, VIEW, flip);
    view.stretch = rng.random_range(0.92..1.09);
    let (picture, mask) = draw(sample, view, (VIEW, VIEW), 0., rng);
    let picture = retaken(&picture, &mask, None, rng);
    let near = Frame::about(box_of(&mask), REACH * rng.random_range(0.9..1.12));
    let mut off = || rng.random_range(-0.05f32..0.05) * near.width;
    let near = Frame { left: near.left + off(), top: near.top + off(), ..near };
    seen(&picture, &mask, near)
}

fn tensor(numbers: &[Vec<f32>]) -> candle_core::Result<Tensor> {
    let shape = (numbers.len(), TILT_CHANNELS, TILT_SIDE, TILT_SIDE);
    Tensor::from_vec(numbers.concat(), shape, &Device::Cpu)
}

/// Mean error in degrees over photos that are turned by 30 degrees to either side, and not at all.
fn error(tensors: &Tensors, samples: &[&Sample]) -> anyhow::Result<f64> {
    let net = TiltNet::new(Source::Read(tensors))?;
    let errors = samples.par_iter().enumerate().map(|(place, sample)| {
        let mut rng = ChaCha8Rng::seed_from_u64(0x7117 + place as u64);
        let angles = [-30f32, 0., 30.].map(f32::to_radians);
        let said = net.forward(&tensor(&angles.map(|angle| view(sample, angle, &mut rng)))?)?.to_vec1::<f32>()?;
        Ok(said.iter().zip(angles).map(|(said, angle)| f64::from((said - angle).abs().to_degrees())).sum::<f64>() / 3.)
    });
    let errors: Vec<f64> = errors.collect::<candle_core::Result<_>>()?;
    Ok(errors.iter().sum::<f64>() / errors.len().max(1) as f64)
}

/// The numbers of a network that learnt from `samples`; none when the training was interrupted. With `validation`, photos that
/// are not among them, the best version.
pub fn train_tilt(
    samples: &[&Sample],
    validation: &[&Sample],
    (fit, seed): (Fit, u64),
    keeping: &Keeping,
    out: &Path,
) -> anyhow::Result<Option<Tensors>> {
    let drawn = crate::synth::samples(seed, samples.len() / 12);
    let subject = Subject {
        name: "tilt",
        stage: "tilt",
        identity: identity(&(fit, seed), [samples, validation], |_| &[]),
        decay: 0.05,
        ema: 1. - 10. / (fit.steps as f64).max(20.),
    };
    let samples: Vec<&Sample> = samples.iter().copied().chain(&drawn).collect();
    let mut params = Params::new(seed);
    let net = TiltNet::new(Source::Train(&mut params))?;
    let mut run = Run::begin(subject, &mut params, fit, keeping, out)?;
    while let Some(step) = run.next() {
        let views = (0..fit.batch).into_par_iter().map(|place| {
            let salt = ((step * fit.batch + place) as u64).wrapping_mul(0x9E37_79B9);
            let mut rng = ChaCha8Rng::seed_from_u64(seed ^ salt);
            let angle = rng.random_range(-STEEPEST..STEEPEST).to_radians();
            (view(samples[rng.random_range(0..samples.len())], angle, &mut rng), angle)
        });
        let (numbers, angles): (Vec<_>, Vec<_>) = views.unzip();
        let off = (net.forward(&tensor(&numbers)?)? - Tensor::from_vec(angles, fit.batch, &Device::Cpu)?)?;
        // Huber's loss, smooth everywhere
        let loss = ((off.sqr()? + ROUGH * ROUGH)?.sqrt()? - ROUGH)?.mean_all()?;
        run.learn(&params, &loss)?;
        if !validation.is_empty() && run.validates() {
            let figure = -error(&run.averaged()?, validation)?;
            run.validated(&params, figure)?;
        }
    }
    let (tensors, trained) = run.finish(&params)?;
    Ok(trained.complete.then_some(tensors))
}
