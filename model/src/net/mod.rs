//! The networks, their layers and the operators that make them fast on a processor.
//!
//! candle's own convolution, batch normalisation and up-sampling are slow to train on a CPU; the operators here keep plain
//! candle tensors, variables and automatic differentiation, and replace only those kernels. On another device than the
//! processor, candle's own are used ([`native`]): for training, reading is always done on the processor.

mod backbone;
mod bias;
mod cells;
mod conv;
mod depthwise;
mod direct;
mod inverted;
mod kernel;
mod lanes;
mod layers;
mod likeness;
mod loss;
mod native;
mod norm;
mod numbers;
mod optim;
mod packed;
mod params;
mod pixels;
mod product;
mod resample;
mod score;
mod segment;
mod slices;
mod taps;
mod tiles;
mod tilt;
mod winograd;

pub use backbone::beginning;
pub use layers::Source;
pub use likeness::Likeness;
pub use loss::{cross_entropy, mask_loss};
pub use numbers::NumbersNet;
pub use optim::{AdamW, Ema};
pub use params::Params;
pub use pixels::{PIXEL_CHANNELS, PIXEL_SIDE, PixelsNet};
pub use score::{CELLS, SCORE_SIDE, ScoreNet, Scores, across, cell_logits};
pub use segment::{BLOCK, SEGMENT_SIDE, SegmentNet, Segmented};
pub use slices::turn;
pub use tilt::{TILT_CHANNELS, TILT_SIDE, TiltNet};

#[cfg(test)]
mod gradients;
#[cfg(test)]
mod tests;
