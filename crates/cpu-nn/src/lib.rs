//! candle-nn's convolution and normalization layers on custom CPU kernels.
//!
//! candle's CPU convolution, batch normalization and upsampling are 5 to 18 times slower in training than these. The
//! layers have the interface, the tensor names and the results of candle-nn's, so a network is written as with
//! candle-nn. On other devices they call candle's own operators.
//!
//! All activations are `f32` of shape `[batch, channels, height, width]`. Every layer returns a contiguous tensor. The
//! results do not depend on the number of threads, and an image's result does not depend on its batch.
//!
//! One image is computed on the caller's thread, a batch on rayon's pool. In training, an allocator that retains large
//! blocks saves a third of a step's time: with mimalloc, set `MIMALLOC_PURGE_DELAY=-1`. `CANDLE_NUM_THREADS=1` keeps
//! candle's own pool from competing with rayon's.

mod activation;
mod affine;
mod batch_norm;
mod buffer;
mod conv;
mod conv_op;
mod conv_weights;
mod dense;
mod depthwise;
mod geometry;
mod matmul;
mod parallel;
mod simd;
mod upsample;

pub use activation::{Activation, relu6};
pub use batch_norm::{BatchNorm, batch_norm};
pub use candle_nn::{BatchNormConfig, Conv2dConfig, Module, ModuleT, VarBuilder, VarMap};
pub use conv::{Conv2d, conv2d, conv2d_no_bias};
pub use geometry::Padding;
pub use upsample::{upsample_bilinear, upsample_nearest2x};
