//! Predictions for photos that a network was not trained on, and their metrics.

mod gate_curve;
mod predictions;
mod repeatability;
pub(crate) mod seeds;
mod slices;
mod summary;

pub use gate_curve::{GateCurve, GatePoint, gate_curve};
pub use predictions::{PhotoPrediction, Predictions};
pub use repeatability::{Change, measure_repeatability};
pub use seeds::{Comparison, SeedPredictions, range};
pub use slices::slices;
pub use summary::{summarize, validation_score};
