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
/// In the same cases as [`conv2d`].
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
    // validates the configuration with an image as large as the kernel
    let image = [1, in_channels, kernel, kernel];
    Geometry::new(&image, &[shape.0, shape.1, kernel, kernel], &config, Padding::Symmetric(config.padding))?;
    let weight = vb.get_with_hints(shape, "weight", init::DEFAULT_KAIMING_NORMAL)?;
    Ok(Conv2d::new(weight, None, config))
}

impl Conv2d {
    /// Creates a convolution with `weight` `[out, in / groups, k, k]` and `bias` `[out]`. The forward pass checks the
    /// configuration.
    #[must_use]
    pub fn new(weight: Tensor, bias: Option<Tensor>, config: Conv2dConfig) -> Self {
        let padding = Padding::Symmetric(config.padding);
        Self { weight, bias, config, padding, activation: Activation::Identity }
    }

    /// Returns the layer with an activation of its output.
    #[must_use]
    pub fn with_activation(self, activation: Activation) -> Self {
        Self { activation, ..self }
    }

    /// Returns the layer with [`Padding::Same`] instead of the configuration's padding.
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

    /// Folds `bn`, which follows this convolution, into it, for inference. Weights and bias are detached, and the
    /// activation is that of `bn`.
    ///
    /// # Errors
    /// The number of channels differs, or this layer has an activation, which would come before the normalization.
    pub fn absorb_bn(&self, bn: &BatchNorm) -> Result<Self> {
        if self.activation != Activation::Identity {
            bail!("batch normalization after an activation cannot be absorbed");
        }
        let (scale, shift) = bn.scale_and_shift()?;
        let weight = self.weight.broadcast_mul(&scale.reshape(((), 1, 1, 1))?)?;
        let bias = match &self.bias {
            Some(bias) => ((bias * scale)? + shift)?,
            None => shift,
        };
        Ok(Self { weight: weight.detach(), bias: Some(bias.detach()), activation: bn.activation(), ..self.clone() })
    }

    /// Convolves with candle's operators.
    fn forward_native(&self, x: &Tensor, g: &Geometry) -> Result<Tensor> {
        let out = if g.depthwise {
            self.depthwise_native(x, g)?
        } else if g.kernel == 1 && g.stride == 1 && (g.top, g.left) == (0, 0) {
            let weight = self.weight.reshape((g.out_channels, g.in_channels))?;
            let pixels = x.flatten_from(2)?.contiguous()?;
            weight.broadcast_matmul(&pixels)?.reshape(g.out_shape(x.dim(0)?))?
        } else {
            let (height, width) = ((g.out_height - 1) * g.stride + g.kernel, (g.out_width - 1) * g.stride + g.kernel);
            pad(x, g, height, width)?.conv2d_with_algo(&self.weight, 0, g.stride, 1, 1, self.config.cudnn_fwd_algo)?
        };
        let out = match &self.bias {
            Some(bias) => out.broadcast_add(&bias.reshape((1, (), 1, 1))?)?,
            None => out,
        };
        self.activation.apply(&out)
    }

    /// Sums the shifted image times the kernel's weights over all kernel positions, because candle's own operator
    /// processes the channels one after another.
    fn depthwise_native(&self, x: &Tensor, g: &Geometry) -> Result<Tensor> {
        let (batch, channels, stride) = (x.dim(0)?, g.in_channels, g.stride);
        let last = (g.kernel - 1) / stride;
        let (rows, columns) = (g.out_height + last, g.out_width + last);
        // rows and columns with equal remainder by the stride, each as a separate image
        let phases = pad(x, g, rows * stride, columns * stride)?;
        let phases = phases.reshape(&[batch, channels, rows, stride, columns, stride][..])?;
        let mut sum: Option<Tensor> = None;
        for (i, j) in (0..g.kernel).flat_map(|i| (0..g.kernel).map(move |j| (i, j))) {
            let phase = phases.narrow(3, i % stride, 1)?.narrow(5, j % stride, 1)?;
            let shifted = phase.narrow(2, i / stride, g.out_height)?.narrow(4, j / stride, g.out_width)?;
            let weight = self.weight.narrow(2, i, 1)?.narrow(3, j, 1)?.reshape((1, channels, 1, 1))?;
            let tap = shifted.reshape(g.out_shape(batch))?.broadcast_mul(&weight)?;
            sum = Some(match sum {
                Some(sum) => (sum + tap)?,
                None => tap,
            });
        }
        sum.map_or_else(|| bail!("a kernel has at least one tap"), Ok)
    }
}

/// Pads the image with zeros, or crops it, to this number of rows and columns. candle only pads symmetrically, and its
/// backward pass fails if some rows are not used by any output.
fn pad(x: &Tensor, g: &Geometry, rows: usize, columns: usize) -> Result<Tensor> {
    let x = x.pad_with_zeros(2, g.top, rows.saturating_sub(g.height + g.top))?.narrow(2, 0, rows)?;
    x.pad_with_zeros(3, g.left, columns.saturating_sub(g.width + g.left))?.narrow(3, 0, columns)?.contiguous()
}

impl Module for Conv2d {
    /// Convolves `x` [batch, in, height, width].
    ///
    /// # Errors
    /// The shapes do not match, or the configuration is not supported.
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

    /// Returns the largest absolute difference of two tensors.
    fn difference(a: &Tensor, b: &Tensor) -> f32 {
        (a - b).unwrap().abs().unwrap().flatten_all().unwrap().max(0).unwrap().to_scalar().unwrap()
    }

    #[test]
    fn native_operators_give_the_same() {
        for (stride, groups, kernel) in [(1, 1, 3), (2, 1, 3), (1, 4, 3), (2, 4, 5), (1, 1, 1), (2, 1, 1)] {
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
