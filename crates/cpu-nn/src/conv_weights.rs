//! The weights of a convolution as its kernels take them.

use crate::activation::Bounds;

/// The weights of a convolution, and the activation that follows it.
#[derive(Clone, Copy)]
pub struct ConvWeights<'a> {
    pub weight: &'a [f32],
    pub bias: &'a [f32],
    /// The bounds of the activation.
    pub bounds: Bounds,
}
