//! Pixels in; a tongue's outline and nine coating scores out.
//!
//! [`Analyzer`] analyzes photos on dedicated threads: it decodes a photo, finds the tongue, checks that the photo is
//! good enough, and scores nine cells 0, 1 or 2 after Shimizu et al. (J Oral Rehabil 2007;34:442-447). `docs/model.md`
//! describes the network, its training and its limits; the crate `training` trains and evaluates it.
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

mod analyzer;
pub mod bootstrap;
pub mod calibration;
pub mod decode;
pub mod detection;
mod error;
pub mod evaluation;
pub mod gate;
pub mod golden;
pub mod mask;
pub mod metrics;
pub mod network;
pub mod ood;
pub mod outline;
pub mod pipeline;
pub mod release;
mod result;
pub mod sample;
pub mod synth;
pub mod weights;

pub use analyzer::{Analyzer, WeightsSource, load_and_self_test};
pub use error::{AnalysisError, Overloaded, WeightsError};
pub use pipeline::TonguePipeline;
pub use result::{Analysis, FailureCode, Grid, Outcome, Reading, Square, Timings};
