//! What the crate promises to the rest of the product, on drawn photos and hand-made bytes.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "pixels and numbers change places in drawn photos"
)]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail the test that calls them")]

mod analyzer;
mod bootstrap;
mod calibration;
mod decode;
mod detection;
mod fuzz;
mod gate;
mod golden;
mod metrics;
mod ood;
mod outline;
mod photos;
mod reading;
mod sample;
mod score_head;
mod synth;
mod weights;
