//! The convolution layer.

use candle_core::{Result, Tensor, bail};
use candle_nn::{Conv2dConfig, Init, Module, VarBuilder, init};

use crate::activation::Activation;
use crate::batch_norm::BatchNorm;
use crate::conv_op::ConvOp;
use crate::geometry::{Geometry, Padding};

/// candle-nn's two-dimensional convolution with an activation.
///
/// Kernels of 1, 3 or 5, stride 1 or 2, no dilation; over all input channels (`groups` 1) or depthwise (`groups` =
/// input = output channels).
#[derive(Debug, Clone)]
pub struct Conv2d {
    weight: Tensor,
    bias: Option<Tensor>,
    config: Conv2dConfig,
    padding: Padding,
    activation: Activation,
}

/// Creates a convolution from the tensors `weight` `[out, in / groups, k, k]` and `bias` `[out]`.
///
/// # Errors
/// A tensor is missing or has another shape, or the configuration is not supported.
#[expect(clippy::needless_pass_by_value, reason = "the signature is candle-nn's")]
pub fn conv2d(
    in_channels: usize,
    out_channels: usize,
    kernel: usize,
    config: Conv2dConfig,
    vb: VarBuilder,
) -> Result<Conv2d> {
    let conv = conv2d_no_bias(in_channels, out_channels, kernel, config, vb.clone())?;
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 channels")]
    let bound = 1. / (in_channels as f64).sqrt();
    let bias = vb.get_with_hints(out_channels, "bias", Init::Uniform { lo: -bound, up: bound })?;
    Ok(Conv2d { bias: Some(bias), ..conv })
}

/// Creates a convolution from the tensor `weight` [out, in / groups, k, k].
///
/// # Errors
/// As [`conv2d`].
#[expect(clippy::needless_pass_by_value, reason = "the signature is candle-nn's")]
pub fn conv2d_no_bias(
    in_channels: usize,
    out_channels: usize,
    kernel: usize,
    config: Conv2dConfig,
    vb: VarBuilder,
) -> Result<Conv2d> {
    if config.groups == 0 {
        bail!("a convolution has at least one group");
    }
    let shape = (out_channels, in_channels / config.groups, kernel, kernel);
    // an image as large as the kernel checks the configuration
    let image = [1, in_channels, kernel, kernel];
    Geometry::new(&image, &[shape.0, shape.1, kernel, kernel], &config, Padding::Symmetric(config.padding))?;
    let weight = vb.get_with_hints(shape, "weight", init::DEFAULT_KAIMING_NORMAL)?;
    Ok(Conv2d::new(weight, None, config))
}

impl Conv2d {
    /// Creates a convolution with `weight` `[out, in / groups, k, k]` and `bias` `[out]`. The configuration is checked by
    /// the forward pass.
    #[must_use]
    pub fn new(weight: Tensor, bias: Option<Tensor>, config: Conv2dConfig) -> Self {
        let padding = Padding::Symmetric(config.padding);
        Self { weight, bias, config, padding, activation: Activation::Identity }
    }

    /// The same layer with an activation of its output.
    #[must_use]
    pub fn with_activation(self, activation: Activation) -> Self {
        Self { activation, ..self }
    }

    /// The same layer with [`Padding::Same`] in place of the configuration's padding.
    #[must_use]
    pub fn with_same_padding(self) -> Self {
        Self { padding: Padding::Same, ..self }
    }

    /// The weights [out, in / groups, k, k].
    #[must_use]
    pub fn weight(&self) -> &Tensor {
        &self.weight
    }

    /// The bias, `[out]`.
    #[must_use]
    pub fn bias(&self) -> Option<&Tensor> {
        self.bias.as_ref()
    }

    /// The configuration; [`Self::with_same_padding`] overrides its padding.
    #[must_use]
    pub fn config(&self) -> &Conv2dConfig {
        &self.config
    }

    /// This convolution followed by `bn`, for inference, as one convolution: weights and bias are detached, and the
    /// activation is that of `bn`.
    ///
    /// # Errors
    /// The number of channels differs, or this layer has an activation, which would come before the normalisation.
    pub fn absorb_bn(&self, bn: &BatchNorm) -> Result<Self> {
        if self.activation != Activation::Identity {
            bail!("batch normalisation after an activation cannot be absorbed");
        }
        let (scale, shift) = bn.scale_and_shift()?;
        let weight = self.weight.broadcast_mul(&scale.reshape(((), 1, 1, 1))?)?;
        let bias = match &self.bias {
            Some(bias) => ((bias * scale)? + shift)?,
            None => shift,
        };
        Ok(Self { weight: weight.detach(), bias: Some(bias.detach()), activation: bn.activation(), ..self.clone() })
    }

    /// By candle's operators.
    fn forward_native(&self, x: &Tensor, g: &Geometry) -> Result<Tensor> {
        let Conv2dConfig { stride, dilation, groups, cudnn_fwd_algo, .. } = self.config;
        // the padding is put into the image, and what no output uses is cut off: candle pads symmetrically only, and with
        // unused rows its backward pass fails
        let (height, width) = ((g.out_height - 1) * g.stride + g.kernel, (g.out_width - 1) * g.stride + g.kernel);
        let x = x.pad_with_zeros(2, g.top, height.saturating_sub(g.height + g.top))?.narrow(2, 0, height)?;
        let x =
            x.pad_with_zeros(3, g.left, width.saturating_sub(g.width + g.left))?.narrow(3, 0, width)?.contiguous()?;
        let out = x.conv2d_with_algo(&self.weight, 0, stride, dilation, groups, cudnn_fwd_algo)?;
        let out = match &self.bias {
            Some(bias) => out.broadcast_add(&bias.reshape((1, (), 1, 1))?)?,
            None => out,
        };
        self.activation.apply(&out)
    }
}

impl Module for Conv2d {
    /// Convolves `x` [batch, in, height, width].
    ///
    /// # Errors
    /// The shapes do not fit each other, or the configuration is not supported.
    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let geometry = Geometry::new(x.dims(), self.weight.dims(), &self.config, self.padding)?;
        if self.bias.as_ref().is_some_and(|bias| bias.dims() != [geometry.out_channels]) || x.elem_count() == 0 {
            bail!("a bias of {:?} and images {:?} do not fit", self.bias.as_ref().map(Tensor::dims), x.dims());
        }
        if !x.device().is_cpu() {
            return self.forward_native(x, &geometry);
        }
        let bias = match &self.bias {
            Some(bias) => bias.contiguous()?,
            None => Tensor::zeros(geometry.out_channels, x.dtype(), x.device())?,
        };
        let op = ConvOp { geometry, activation: self.activation };
        x.contiguous()?.apply_op3(&self.weight.contiguous()?, &bias, op)
    }
}

#[cfg(test)]
mod tests {
    use candle_core::{DType, Device, Var};
    use candle_nn::VarMap;

    use super::*;

    fn ramp(shape: &[usize]) -> Var {
        let values = (0u16..).map(|i| f32::from(i * 7 % 23) / 11. - 1.).take(shape.iter().product()).collect();
        Var::from_tensor(&Tensor::from_vec::<_, f32>(values, shape, &Device::Cpu).unwrap()).unwrap()
    }

    /// Largest difference of two tensors.
    fn difference(a: &Tensor, b: &Tensor) -> f32 {
        (a - b).unwrap().abs().unwrap().flatten_all().unwrap().max(0).unwrap().to_scalar().unwrap()
    }

    #[test]
    fn native_operators_give_the_same() {
        for (stride, groups, kernel) in [(1, 1, 3), (2, 1, 3), (2, 4, 5), (2, 1, 1)] {
            for same in [true, false] {
                let map = VarMap::new();
                let vb = VarBuilder::from_varmap(&map, DType::F32, &Device::Cpu);
                let config = Conv2dConfig { stride, groups, padding: kernel / 2, ..Default::default() };
                let layer = conv2d(4, 4, kernel, config, vb).unwrap().with_activation(Activation::Relu6);
                let layer = if same { layer.with_same_padding() } else { layer };
                let x = ramp(&[2, 4, 10, 13]);
                let geometry = Geometry::new(x.dims(), layer.weight.dims(), &config, layer.padding).unwrap();
                let outs = [layer.forward(&x).unwrap(), layer.forward_native(&x, &geometry).unwrap()];
                assert!(difference(&outs[0], &outs[1]) < 1e-4);
                let gradients = outs.map(|out| out.sqr().unwrap().sum_all().unwrap().backward().unwrap());
                for var in [&*x, &layer.weight, layer.bias.as_ref().unwrap()] {
                    assert!(difference(gradients[0].get(var).unwrap(), gradients[1].get(var).unwrap()) < 1e-2);
                }
            }
        }
    }
}
