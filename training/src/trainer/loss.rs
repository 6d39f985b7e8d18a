//! Losses for mask, presence and scores.

use candle_core::{Result, Tensor};

/// Weight of the Dice loss relative to the mask's cross-entropy.
const DICE_WEIGHT: f64 = 0.7;
/// Smoothing term of the Dice coefficient, added to numerator and denominator, in pixels.
const DICE_SMOOTHING: f64 = 5.;
/// Weight of the presence loss relative to the mask's.
const PRESENCE_WEIGHT: f64 = 0.2;

/// Mean binary cross-entropy of logits with targets 0..1, finite for every logit.
///
/// # Errors
/// Fails when the shapes differ.
pub fn binary_cross_entropy(logits: &Tensor, targets: &Tensor) -> Result<Tensor> {
    // max(x, 0) - x t + ln(1 + e^-|x|)
    let tail = (logits.abs()?.neg()?.exp()? + 1.)?.log()?;
    ((logits.relu()? - (logits * targets)?)? + tail)?.mean_all()
}

/// Cross-entropy and Dice loss (Milletari et al. 2016) for mask logits `[b, h, w]`, and cross-entropy for presence
/// logits `[b]`.
///
/// # Errors
/// Fails when the shapes differ.
pub fn mask_loss(mask: [&Tensor; 2], presence: [&Tensor; 2]) -> Result<Tensor> {
    let [logits, target] = mask;
    let probability = candle_nn::ops::sigmoid(logits)?;
    let sum = |t: &Tensor| t.flatten_from(1)?.sum(1);
    let overlap = ((sum(&(&probability * target)?)? * 2.)? + DICE_SMOOTHING)?;
    let sizes = ((sum(&probability)? + sum(target)?)? + DICE_SMOOTHING)?;
    let dice = ((overlap / sizes)?.mean_all()?.neg()? + 1.)?;
    let presence = (binary_cross_entropy(presence[0], presence[1])? * PRESENCE_WEIGHT)?;
    (binary_cross_entropy(logits, target)? + (dice * DICE_WEIGHT)?)? + presence
}
