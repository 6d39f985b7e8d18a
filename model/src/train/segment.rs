//! Training of the segmentation network.

use std::path::Path;

use candle_core::{Device, Tensor};
use image::GrayImage;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::run::{Keeping, Run, Subject, Trained, identity};
use super::steps::{Fit, device};
use super::views::{self, Stock};
use crate::data::Sample;
use crate::manifest::SEGMENT;
use crate::metrics::iou;
use crate::net::{Params, SegmentNet, Segmented, Source, cross_entropy, mask_loss};
use crate::scene::{View, draw};
use crate::tensor::levelled;
use crate::weights::{self, Tensors};

/// Share of the steps that are trained on small views, in hundredths.
const COARSE: usize = 60;

/// How to train.
#[derive(Debug, Clone, Copy)]
pub struct SegmentPlan {
    /// Side of the views in pixels.
    pub side: usize,
    /// Steps, each on some views.
    pub fit: Fit,
    /// Seed of weights and views.
    pub seed: u64,
}

/// Side of the views at `step`: small ones at first, which take half the time.
fn side_at(plan: SegmentPlan, step: usize) -> usize {
    if step * 100 < plan.fit.steps * COARSE {
        (plan.side * 5 / 8 / 32 * 32).clamp(64.min(plan.side), plan.side)
    } else {
        plan.side
    }
}

/// A batch: pictures [b, 3, s, s], masks [b, 1, s, s], presence [b, 1]. The same for the same seed.
fn batch(stock: &[Stock<'_>], plan: SegmentPlan, step: usize, on: &Device) -> candle_core::Result<[Tensor; 3]> {
    let (b, s) = (plan.fit.batch, side_at(plan, step));
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
        Tensor::from_vec(pictures, (b, 3, s, s), on)?,
        Tensor::from_vec(masks, (b, 1, s, s), on)?,
        Tensor::from_vec(presence, (b, 1), on)?,
    ])
}

/// Mean intersection over union of one look at each sample in a scene of its own, the same at each validation.
fn validate(tensors: &Tensors, samples: &[&Sample], side: usize) -> anyhow::Result<f64> {
    let net = SegmentNet::new(Source::Read(tensors))?;
    let (pixels, length) = (side as u32, side as f32);
    let ious = samples.par_iter().enumerate().map(|(place, sample)| {
        let mut rng = ChaCha8Rng::seed_from_u64(0xC0DE + place as u64);
        let view = View::random(&mut rng, sample.photo().width() as f32, (length, length), (0.4, 1.3));
        let (picture, mask) = draw(sample, view, (pixels, pixels), 0.8, &mut rng);
        let input = Tensor::from_vec(levelled(&picture), (1, 3, side, side), &Device::Cpu)?;
        let said = net.forward(&input)?.mask.flatten_all()?.to_vec1::<f32>()?;
        let said = GrayImage::from_fn(pixels, pixels, |x, y| {
            image::Luma([if said[(y * pixels + x) as usize] > 0. { 255 } else { 0 }])
        });
        Ok(iou(&said, &mask))
    });
    let ious: Vec<f64> = ious.collect::<candle_core::Result<_>>()?;
    Ok(ious.iter().sum::<f64>() / ious.len().max(1) as f64)
}

/// What training makes small: masks [b, 1, s, s] and presence [b, 1] are what should have been said.
///
/// # Errors
/// Fails when the shapes do not fit.
pub fn segment_loss(said: &Segmented, masks: &Tensor, presence: &Tensor) -> candle_core::Result<Tensor> {
    mask_loss(&said.mask, masks)? + (cross_entropy(&said.presence, presence)?.mean_all()? * 0.3)?
}

/// Trains on `samples` and writes `out/segment.safetensors` at the end; the checkpoint, from which an interrupted training
/// goes on to the very same weights, lies beside it. With `validation`, photos that are not among `samples`, the best
/// version is kept.
///
/// # Errors
/// Fails when there is nothing to train on, the checkpoint is of another training, or `out` cannot be written.
pub fn train_segment(
    samples: &[&Sample],
    validation: &[&Sample],
    plan: SegmentPlan,
    keeping: &Keeping,
    out: &Path,
) -> anyhow::Result<Trained> {
    anyhow::ensure!(!samples.is_empty(), "no photos to train on");
    let drawn = crate::synth::samples(plan.seed, samples.len() / 12);
    let empty = crate::synth::empty_samples(plan.seed, samples.len() / 14);
    let subject = Subject {
        name: "segment",
        stage: "segment",
        identity: identity(&plan, [samples, validation], |_| &[]),
        decay: 0.01,
        ema: 1. - 8. / (plan.fit.steps as f64).max(16.),
    };
    let samples: Vec<&Sample> = samples.iter().copied().chain(&drawn).chain(&empty).collect();
    let stock: Vec<Stock<'_>> = samples.par_iter().map(|sample| Stock::new(sample)).collect();
    let mut params = Params::on(plan.seed, device()?);
    let net = SegmentNet::new(Source::Train(&mut params))?;
    if let Some(file) = &keeping.init {
        params.grow(&weights::read(file)?)?;
    }
    let mut run = Run::begin(subject, &mut params, plan.fit, keeping, out)?;
    while let Some(step) = run.next() {
        let [pictures, masks, presence] = batch(&stock, plan, step, params.device())?;
        let said = net.forward(&pictures)?;
        run.learn(&params, &segment_loss(&said, &masks, &presence)?)?;
        if !validation.is_empty() && run.validates() {
            let figure = validate(&run.averaged()?, validation, plan.side)?;
            run.validated(&params, figure)?;
        }
    }
    let (tensors, trained) = run.finish(&params)?;
    if trained.complete {
        weights::write(&out.join(SEGMENT), &tensors)?;
    }
    Ok(trained)
}
