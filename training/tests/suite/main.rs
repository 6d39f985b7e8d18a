//! The `model` command as an engineer uses it, and the training behind it.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "pixels and numbers change places in drawn photos"
)]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail the test that calls them")]

mod commands;
mod data;
mod dataset;
mod drawn;
mod evaluation;
mod import;
mod node;
mod onnx;
mod servers;
mod sheet;
mod training;
