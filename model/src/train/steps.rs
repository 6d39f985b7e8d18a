//! Step sizes, and where steps are taken.

use candle_core::{Device, Result};

/// How a network is fitted.
#[derive(Debug, Clone, Copy)]
pub struct Fit {
    /// Steps in all.
    pub steps: usize,
    /// Photos in a step.
    pub batch: usize,
    /// Largest step size.
    pub rate: f64,
}

impl Fit {
    /// The step size at `step`: a short warm-up, then half a cosine down to zero.
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

/// Where networks are trained that are worth it: the first graphics processor of a build with the feature `cuda`, or the
/// processor.
///
/// # Errors
/// Fails when there is a graphics processor that cannot be used.
pub fn device() -> Result<Device> {
    Device::cuda_if_available(0)
}
