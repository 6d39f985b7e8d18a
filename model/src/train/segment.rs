//! Training of the segmentation network.

use std::path::Path;

use candle_core::{Device, Tensor};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::progress::Progress;
use super::steps::{Schedule, cross_entropy, dice_loss};
use super::views::{self, Stock};
use crate::data::Sample;
use crate::net::{AdamW, Ema, Params, SegmentNet, Source};
use crate::tensor::levelled;
use crate::weights;

/// Share of the steps that are trained on small views, in hundredths.
const COARSE: usize = 60;

/// How to train.
#[derive(Debug, Clone, Copy)]
pub struct SegmentPlan {
    /// Side of the views in pixels.
    pub side: usize,
    /// Views in a step.
    pub batch: usize,
    /// Steps and their size.
    pub schedule: Schedule,
    /// Seed of weights and views.
    pub seed: u64,
}

/// Side of the views at `step`: small ones at first, which take half the time.
fn side_at(plan: SegmentPlan, step: usize) -> usize {
    if step * 100 < plan.schedule.steps * COARSE {
        (plan.side * 5 / 8 / 32 * 32).clamp(64.min(plan.side), plan.side)
    } else {
        plan.side
    }
}

/// A batch: pictures [b, 3, s, s], masks [b, 1, s, s], presence [b, 1]. The same for the same seed.
fn batch(stock: &[Stock<'_>], plan: SegmentPlan, step: usize) -> candle_core::Result<[Tensor; 3]> {
    let (b, s) = (plan.batch, side_at(plan, step));
    let views: Vec<_> = (0..b)
        .into_par_iter()
        .map(|place| {
            let salt = ((step * b + place) as u64).wrapping_mul(0x9E37_79B9);
            views::draw(stock, s, &mut ChaCha8Rng::seed_from_u64(plan.seed ^ salt))
        })
        .collect();
    let pictures: Vec<f32> = views.iter().flat_map(|(picture, _)| levelled(picture)).collect();
    let masks: Vec<f32> = views.iter().flat_map(|(_, mask)| mask.iter().map(|v| f32::from(*v) / 255.)).collect();
    let presence: Vec<f32> = masks
        .chunks_exact(s * s)
        .map(|mask| if mask.iter().sum::<f32>() > 0.005 * (s * s) as f32 { 1. } else { 0. })
        .collect();
    Ok([
        Tensor::from_vec(pictures, (b, 3, s, s), &Device::Cpu)?,
        Tensor::from_vec(masks, (b, 1, s, s), &Device::Cpu)?,
        Tensor::from_vec(presence, (b, 1), &Device::Cpu)?,
    ])
}

/// Trains on `samples` and writes `out/segment.safetensors` now and then and at the end; gives the mean loss of each
/// hundredth of the steps.
///
/// # Errors
/// Fails when `out` cannot be written.
pub fn train_segment(samples: &[&Sample], plan: SegmentPlan, resume: bool, out: &Path) -> anyhow::Result<Vec<f32>> {
    let drawn = crate::synth::samples(plan.seed, samples.len() / 12);
    let empty = crate::synth::empty_samples(plan.seed, samples.len() / 14);
    let samples: Vec<&Sample> = samples.iter().copied().chain(&drawn).chain(&empty).collect();
    anyhow::ensure!(!samples.is_empty(), "no photos to train on");
    let stock: Vec<Stock<'_>> = samples.par_iter().map(|sample| Stock::new(sample)).collect();
    let mut params = Params::new(plan.seed);
    let net = SegmentNet::new(Source::Train(&mut params))?;
    let file = out.join("segment.safetensors");
    if resume && file.exists() {
        params.grow(&weights::read(&file)?)?;
    }
    let mut ema = Ema::new(&params, 1. - 8. / (plan.schedule.steps as f64).max(16.))?;
    let mut adam = AdamW::new(0.01);
    let mut progress = Progress::new(out, "segment", plan.schedule.steps)?;
    let mut losses = Vec::new();
    for step in 0..plan.schedule.steps {
        let [pictures, masks, presence] = batch(&stock, plan, step)?;
        let said = net.forward(&pictures)?;
        let loss = ((cross_entropy(&said.mask, &masks)?.mean_all()? * 2.)? + dice_loss(&said.mask, &masks)?)?;
        let loss = (loss + (cross_entropy(&said.presence, &presence)?.mean_all()? * 0.3)?)?;
        let rate = plan.schedule.at(step);
        adam.step(&params, &loss.backward()?, rate)?;
        ema.update(&params)?;
        losses.push(loss.to_scalar::<f32>()?);
        progress.step(step, losses[step], rate)?;
        if step % 200 == 199 {
            weights::write(&file, ema.tensors())?;
        }
    }
    weights::write(&file, ema.tensors())?;
    let hundredth = losses.len().div_ceil(100).max(1);
    Ok(losses.chunks(hundredth).map(|part| part.iter().sum::<f32>() / part.len() as f32).collect())
}
