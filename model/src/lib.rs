//! Pixels in; a tongue's outline and nine coating scores out.
//!
//! [`Analyzer`] is the door for a service: threads of their own that decode a photo, find the tongue, judge whether the photo
//! is good enough, and score nine cells 0, 1 or 2 after Shimizu et al. (J Oral Rehabil 2007;34:442-447). `docs/model.md`
//! describes the networks, their training and their limits.
#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "pixels and numbers change places on every line; sizes are bounded by the decoder's limits"
)]
#![expect(
    clippy::many_single_char_names,
    clippy::similar_names,
    reason = "x, y, w, h, u, v are the field's own names in geometry and tensors"
)]

mod analysis;
mod analyzer;
mod colour;
pub mod data;
pub mod decode;
pub mod describe;
pub mod eval;
mod framed;
pub mod golden;
mod light;
mod look;
pub mod manifest;
pub mod metrics;
pub mod net;
pub mod outline;
mod plane;
pub mod quality;
mod reader;
pub mod report;
mod sample;
pub mod scene;
pub mod shifts;
pub mod synth;
pub mod tensor;
pub mod tilt;
pub mod timing;
pub mod train;
pub mod weights;

pub use analysis::{Analysis, FailureCode, Grid, Outcome, Reading, Square, Timings};
pub use analyzer::{AnalysisError, Analyzer, Overloaded, WeightsError, WeightsSource, tried};
pub use reader::Reader;
