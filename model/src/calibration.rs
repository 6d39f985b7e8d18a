//! Conversion of the network's ordinal logits into scores and probabilities.

use serde::{Deserialize, Serialize};

use crate::detection::sigmoid;

/// Thresholds and temperature; part of a version's `config.json`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// A score is at least 1 when the probability of more than 0 exceeds this.
    pub thin: f32,
    /// A score is 2 when the probability of more than 1 exceeds this as well.
    pub thick: f32,
    /// The logits are divided by this before the sigmoid.
    pub temperature: f32,
}

impl Default for Calibration {
    fn default() -> Self {
        Self { thin: 0.5, thick: 0.5, temperature: 1. }
    }
}

impl Calibration {
    /// Whether the values are in range: thresholds between 0 and 1, a temperature above 0.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let inside = |v: f32| v > 0. && v < 1.;
        inside(self.thin) && inside(self.thick) && self.temperature.is_finite() && self.temperature > 0.
    }

    /// Returns a cell's score and the calibrated probability that it is right.
    #[must_use]
    pub fn decide(&self, logits: [f32; 2]) -> (u8, f32) {
        let [thin, thick] = self.exceedance(logits);
        let score = if thin <= self.thin { 0 } else { 1 + u8::from(thick > self.thick) };
        (score, self.probabilities(logits)[usize::from(score)])
    }

    /// Returns the calibrated probabilities of more than 0 and of more than 1. The second never exceeds the first.
    #[must_use]
    pub fn exceedance(&self, logits: [f32; 2]) -> [f32; 2] {
        let [thin, thick] = logits.map(|logit| sigmoid(logit / self.temperature));
        [thin, thick.min(thin)]
    }

    /// Returns the calibrated probabilities of 0, 1 and 2.
    #[must_use]
    pub fn probabilities(&self, logits: [f32; 2]) -> [f32; 3] {
        let [thin, thick] = self.exceedance(logits);
        [1. - thin, thin - thick, thick]
    }
}
