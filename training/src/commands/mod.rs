//! The subcommands of `model`, one per file.

#[cfg(feature = "servers")]
pub mod agreement;
pub mod annotator_agreement;
pub mod bench;
pub mod card;
pub mod compare;
pub mod data;
pub mod eval;
#[cfg(feature = "servers")]
pub mod export;
pub mod onnx;
mod overlay;
pub mod predict;
mod progress;
pub mod runs;
pub mod split;
pub mod stats;
pub mod synth;
pub mod train;
#[cfg(feature = "servers")]
pub mod versions;
pub mod weights;
