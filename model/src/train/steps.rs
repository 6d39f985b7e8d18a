//! Step sizes and losses.

use candle_core::{Result, Tensor};

/// A short warm-up, then half a cosine down to zero.
#[derive(Debug, Clone, Copy)]
pub struct Schedule {
    /// Largest step size.
    pub rate: f64,
    /// Steps in all.
    pub steps: usize,
}

impl Schedule {
    /// The step size at `step`.
    #[must_use]
    pub fn at(self, step: usize) -> f64 {
        let warm = (self.steps / 20).clamp(1, 50);
        if step < warm {
            return self.rate * (step + 1) as f64 / warm as f64;
        }
        let done = (step - warm) as f64 / (self.steps - warm).max(1) as f64;
        self.rate * 0.5 * (1. + (std::f64::consts::PI * done).cos()).max(0.01)
    }
}

/// Binary cross-entropy of logits, element by element. Stable where log(sigmoid(x)) is not.
pub fn cross_entropy(logits: &Tensor, target: &Tensor) -> Result<Tensor> {
    let soft = (logits.relu()? + (logits.abs()?.neg()?.exp()? + 1.)?.log()?)?;
    soft - (logits * target)?
}

/// 1 - Dice coefficient of each picture, averaged.
pub fn dice_loss(logits: &Tensor, target: &Tensor) -> Result<Tensor> {
    let p = (logits.neg()?.exp()? + 1.)?.recip()?;
    let sum = |t: &Tensor| t.flatten_from(1)?.sum(1);
    let both = ((sum(&(&p * target)?)? * 2.)? + 1.)?;
    let all = ((sum(&p)? + sum(target)?)? + 1.)?;
    (1. - (both / all)?)?.mean_all()
}
