//! What training makes small.

use std::sync::OnceLock;

use candle_core::{CpuStorage, CustomOp2, Layout, Result, Shape, Tensor, bail};
use rayon::prelude::*;

use super::{native, slices};

/// Weight of the cross-entropy beside the Dice coefficient.
pub const ENTROPY: f32 = 2.;
/// Added to both parts of a Dice coefficient, so that an empty mask has one.
pub const DICE_FLOOR: f32 = 1.;

/// Binary cross-entropy of logits, element by element. Stable where log(sigmoid(x)) is not.
///
/// # Errors
/// Fails when the shapes differ.
pub fn cross_entropy(logits: &Tensor, target: &Tensor) -> Result<Tensor> {
    let soft = (logits.relu()? + (logits.abs()?.neg()?.exp()? + 1.)?.log()?)?;
    soft - (logits * target)?
}

/// Of masks [b, 1, h, w]: [`ENTROPY`] x mean cross-entropy + 1 - mean Dice coefficient of each picture (Milletari and others,
/// 2016, without squares); a number.
///
/// In one pass: as a dozen of candle's operators, each with its own gradient, it is a tenth of a step.
///
/// # Errors
/// Fails when the shapes differ.
pub fn mask_loss(logits: &Tensor, target: &Tensor) -> Result<Tensor> {
    if !logits.device().is_cpu() {
        return native::mask_loss(logits, target);
    }
    logits.contiguous()?.apply_op2(&target.contiguous()?, MaskLoss::default())
}

#[derive(Default)]
struct MaskLoss {
    /// Of each picture, for the way back.
    sums: OnceLock<Vec<Sums>>,
}

/// Sigmoid of a logit, and the logarithm of 1 + e^logit.
fn sigmoid(logit: f32) -> (f32, f32) {
    let e = (-logit.abs()).exp();
    let p = 1. / (1. + e);
    // exact enough of what is summed with larger numbers, and several times faster than `ln_1p`
    (if logit < 0. { 1. - p } else { p }, logit.max(0.) + (1. + e).ln())
}

/// Sums over one picture.
#[derive(Clone, Copy, Default)]
struct Sums {
    entropy: f32,
    /// Twice what mask and target share.
    both: f32,
    all: f32,
}

impl Sums {
    fn of(logits: &[f32], target: &[f32]) -> Self {
        // rows of sums, each of few numbers: one sum of many would lose the small ones
        let rows = logits.chunks(256).zip(target.chunks(256)).map(|(logits, target)| {
            logits.iter().zip(target).fold(Self::default(), |sums, (logit, target)| {
                let (p, soft) = sigmoid(*logit);
                Self {
                    entropy: sums.entropy + soft - logit * target,
                    both: sums.both + 2. * p * target,
                    all: sums.all + p + target,
                }
            })
        });
        rows.fold(Self::default(), |a, b| Self {
            entropy: a.entropy + b.entropy,
            both: a.both + b.both,
            all: a.all + b.all,
        })
    }

    fn dice(self) -> f32 {
        (self.both + DICE_FLOOR) / (self.all + DICE_FLOOR)
    }
}

impl CustomOp2 for MaskLoss {
    fn name(&self) -> &'static str {
        "mask-loss"
    }

    fn cpu_fwd(&self, x: &CpuStorage, lx: &Layout, target: &CpuStorage, lt: &Layout) -> Result<(CpuStorage, Shape)> {
        if lx.dims() != lt.dims() || lx.dims().is_empty() {
            bail!("masks {:?} cannot be compared with {:?}", lx.dims(), lt.dims());
        }
        let (x, target) = (slices::of(x, lx)?, slices::of(target, lt)?);
        let size = x.len() / lx.dims()[0];
        let sums: Vec<Sums> =
            x.par_chunks(size).zip(target.par_chunks(size)).map(|(x, target)| Sums::of(x, target)).collect();
        #[expect(clippy::cast_precision_loss, reason = "a batch has far fewer than 2^24 pixels")]
        let (pixels, pictures) = (x.len() as f32, sums.len() as f32);
        let entropy = sums.iter().map(|sums| sums.entropy).sum::<f32>() / pixels;
        let dice = sums.iter().map(|sums| sums.dice()).sum::<f32>() / pictures;
        let _ = self.sums.set(sums);
        Ok((CpuStorage::F32(vec![ENTROPY * entropy + 1. - dice]), Shape::from(())))
    }

    fn bwd(
        &self,
        x: &Tensor,
        target: &Tensor,
        _out: &Tensor,
        gradient: &Tensor,
    ) -> Result<(Option<Tensor>, Option<Tensor>)> {
        let pull = gradient.to_scalar::<f32>()?;
        let pictures = x.dim(0)?;
        let mut dx = vec![0f32; x.elem_count()];
        let size = dx.len() / pictures;
        let Some(sums) = self.sums.get() else { bail!("a loss has no gradient before it has a value") };
        #[expect(clippy::cast_precision_loss, reason = "a batch has far fewer than 2^24 pixels")]
        let (entropy, dice) = (pull * ENTROPY / dx.len() as f32, pull / pictures as f32);
        slices::with(x, |x| {
            slices::with(target, |target| {
                let parts = x.par_chunks(size).zip(target.par_chunks(size));
                dx.par_chunks_mut(size).zip(parts).zip(sums).for_each(|((dx, (x, target)), sums)| {
                    let (share, all) = (sums.dice(), sums.all + DICE_FLOOR);
                    for (d, (logit, target)) in dx.iter_mut().zip(x.iter().zip(target)) {
                        let (p, _) = sigmoid(*logit);
                        *d = entropy * (p - target) - dice * (2. * target - share) / all * p * (1. - p);
                    }
                });
            })
        })??;
        Ok((Some(Tensor::from_vec(dx, x.shape(), x.device())?), None))
    }
}
