//! A convolution with batch normalization and activation.

use candle_core::{Result, Tensor};
use cpu_nn::{
    Activation, BatchNorm, BatchNormConfig, Conv2d, Conv2dConfig, Module, ModuleT, VarBuilder, batch_norm,
    conv2d_no_bias,
};

/// Sizes of a [`ConvNorm`].
#[derive(Debug, Clone, Copy)]
pub struct ConvShape {
    /// Channels in.
    pub from: usize,
    /// Channels out.
    pub to: usize,
    /// Side of the kernel.
    pub kernel: usize,
    /// Stride, 1 or 2. With 2 the padding is TensorFlow's, which the encoder was pretrained with.
    pub stride: usize,
    /// 1, or the number of channels for a depthwise convolution.
    pub groups: usize,
}

/// Convolution, batch normalization, activation.
pub struct ConvNorm {
    conv: Conv2d,
    norm: Option<BatchNorm>,
    activation: Activation,
}

impl ConvNorm {
    /// Builds the layer from `conv.weight` and `norm.*`.
    ///
    /// # Errors
    /// Fails when a tensor is missing or has another shape.
    pub fn new(shape: ConvShape, epsilon: f64, activation: Activation, vb: &VarBuilder<'_>) -> Result<Self> {
        let config = Conv2dConfig {
            padding: shape.kernel / 2,
            stride: shape.stride,
            groups: shape.groups,
            ..Conv2dConfig::default()
        };
        let conv = conv2d_no_bias(shape.from, shape.to, shape.kernel, config, vb.pp("conv"))?;
        let conv = if shape.stride == 2 { conv.with_same_padding() } else { conv };
        let config = BatchNormConfig { eps: epsilon, ..BatchNormConfig::default() };
        let norm = batch_norm(shape.to, config, vb.pp("norm"))?.with_activation(activation);
        Ok(Self { conv, norm: Some(norm), activation })
    }

    /// Folds the normalization into the convolution, for inference only.
    ///
    /// # Errors
    /// Fails only when a tensor cannot be created.
    pub fn fuse(self) -> Result<Self> {
        let Some(norm) = &self.norm else { return Ok(self) };
        let conv = self.conv.absorb_bn(norm)?.with_activation(self.activation);
        Ok(Self { conv, norm: None, activation: self.activation })
    }
}

impl ModuleT for ConvNorm {
    fn forward_t(&self, x: &Tensor, train: bool) -> Result<Tensor> {
        let x = self.conv.forward(x)?;
        match &self.norm {
            Some(norm) => norm.forward_t(&x, train),
            None => Ok(x),
        }
    }
}
