//! A feature pyramid (Lin et al., CVPR 2017): each level is added to the upsampled coarser one and smoothed.

use candle_core::{Result, Tensor};
use cpu_nn::{Activation, Conv2d, Conv2dConfig, Module, ModuleT, VarBuilder, conv2d, upsample_nearest2x};

use super::block::{ConvNorm, ConvShape};

/// The constant that the decoder's batch normalization adds to the variance.
const EPSILON: f64 = 1e-5;

/// The decoder and the mask head.
pub struct Decoder {
    laterals: Vec<Conv2d>,
    smooth: Vec<ConvNorm>,
    mask: Conv2d,
}

impl Decoder {
    /// Builds the decoder from `lateral.<i>.*`, `smooth.<i>.*` and `mask.*`, the finest level first.
    ///
    /// # Errors
    /// Fails when a tensor is missing or has another shape.
    pub fn new(channels: &[usize], width: usize, vb: &VarBuilder<'_>) -> Result<Self> {
        let point = Conv2dConfig::default();
        let lateral = |(i, c): (usize, &usize)| conv2d(*c, width, 1, point, vb.pp(format!("lateral.{i}")));
        let shape = ConvShape { from: width, to: width, kernel: 3, stride: 1, groups: 1 };
        let smooth = |i| ConvNorm::new(shape, EPSILON, Activation::Relu, &vb.pp(format!("smooth.{i}")));
        Ok(Self {
            laterals: channels.iter().enumerate().map(lateral).collect::<Result<_>>()?,
            smooth: (0..channels.len() - 1).map(smooth).collect::<Result<_>>()?,
            mask: conv2d(width, 1, 1, point, vb.pp("mask"))?,
        })
    }

    /// Folds the batch normalization in.
    ///
    /// # Errors
    /// Fails only when a tensor cannot be created.
    pub fn fuse(self) -> Result<Self> {
        Ok(Self { smooth: self.smooth.into_iter().map(ConvNorm::fuse).collect::<Result<_>>()?, ..self })
    }

    /// Returns the mask's logits at the finest level, `[b, 1, h, w]`.
    ///
    /// # Errors
    /// Fails when the levels have other channels.
    pub fn forward_mask(&self, levels: &[Tensor], train: bool) -> Result<Tensor> {
        let coarsest = levels.len() - 1;
        let mut x = self.laterals[coarsest].forward(&levels[coarsest])?;
        for i in (0..coarsest).rev() {
            let sum = (upsample_nearest2x(&x)? + self.laterals[i].forward(&levels[i])?)?;
            x = self.smooth[i].forward_t(&sum, train)?;
        }
        self.mask.forward(&x)
    }
}
