//! Step sizes, and where steps are taken.

use candle_core::{Device, Result};

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

/// Where networks are trained that are worth it: the first graphics processor of a build with the feature `cuda`, or the
/// processor.
///
/// # Errors
/// Fails when there is a graphics processor that cannot be used.
pub fn device() -> Result<Device> {
    Device::cuda_if_available(0)
}
