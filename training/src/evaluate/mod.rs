//! Predictions on photos that a network was not trained on, and the figures that follow from them.

mod calibrate;
mod predictions;
mod repeatability;
mod summary;

pub use calibrate::calibrate;
pub use predictions::{PhotoPrediction, Predictions, predict};
pub use repeatability::{Change, ChangedPhotos, measure_repeatability};
pub use summary::{slice_by_thickness, summarize};
