//! Activation functions.

use candle_core::{CpuStorage, CustomOp1, Layout, Result, Shape, Tensor};

use crate::buffer::{read, slice};
use crate::simd::simd_fn;

/// The function that a layer applies to its output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Activation {
    /// None.
    #[default]
    Identity,
    /// max(x, 0).
    Relu,
    /// min(max(x, 0), 6).
    Relu6,
}

impl Activation {
    /// The range that the function limits values to.
    pub(crate) fn bounds(self) -> Bounds {
        match self {
            Self::Identity => Bounds { min: f32::NEG_INFINITY, max: f32::INFINITY },
            Self::Relu => Bounds { min: 0., max: f32::INFINITY },
            Self::Relu6 => Bounds { min: 0., max: 6. },
        }
    }

    /// Applies the function to each value of `x`, differentiably; with candle's operators if `x` is not on the CPU.
    pub(crate) fn apply(self, x: &Tensor) -> Result<Tensor> {
        match self {
            Self::Identity => Ok(x.clone()),
            _ if x.device().is_cpu() => x.contiguous()?.apply_op1(Clamp { activation: self }),
            Self::Relu => x.relu(),
            Self::Relu6 => x.clamp(0f32, 6f32),
        }
    }

    /// The gradient of the function's argument, given its contiguous result `out`; zero where the result is on a bound.
    pub(crate) fn backward(self, out: &Tensor, gradient: &Tensor) -> Result<Tensor> {
        let (bounds, gradient) = (self.bounds(), gradient.contiguous()?);
        let (values, gradients) = (read(out)?, read(&gradient)?);
        let passed = values.iter().zip(&*gradients).map(|(value, gradient)| bounds.backward(*value, *gradient));
        Tensor::from_vec(passed.collect(), out.shape(), out.device())
    }
}

/// Applies min(max(x, 0), 6) to each value of a tensor of any shape; differentiable.
///
/// # Errors
/// The values are not `f32`.
pub fn relu6(x: &Tensor) -> Result<Tensor> {
    Activation::Relu6.apply(x)
}

/// A closed range of values.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    pub min: f32,
    pub max: f32,
}

impl Bounds {
    /// Whether the range contains every value.
    pub fn are_infinite(self) -> bool {
        self.min == f32::NEG_INFINITY && self.max == f32::INFINITY
    }

    /// Returns the nearest value in the range. NaN stays NaN, so that a broken network is noticed.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it must take the instruction set of its caller")]
    pub fn clamp(self, value: f32) -> f32 {
        let value = if value < self.min { self.min } else { value };
        if value > self.max { self.max } else { value }
    }

    /// Returns the gradient of [`Self::clamp`] at `value`, times `gradient`; zero at or outside of the bounds.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it must take the instruction set of its caller")]
    pub fn backward(self, value: f32, gradient: f32) -> f32 {
        if value <= self.min || value >= self.max { 0. } else { gradient }
    }
}

simd_fn! {
    /// Clamps every value plus `bias` to the bounds.
    pub fn add_and_clamp<FMA>(values: &mut [f32], bias: f32, bounds: Bounds) {
        for value in values {
            *value = bounds.clamp(*value + bias);
        }
    }
}

struct Clamp {
    activation: Activation,
}

impl CustomOp1 for Clamp {
    fn name(&self) -> &'static str {
        "clamp"
    }

    fn cpu_fwd(&self, x: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let bounds = self.activation.bounds();
        let values = slice(x, layout)?.iter().map(|value| bounds.clamp(*value)).collect();
        Ok((CpuStorage::F32(values), layout.shape().clone()))
    }

    fn bwd(&self, _x: &Tensor, out: &Tensor, gradient: &Tensor) -> Result<Option<Tensor>> {
        self.activation.backward(out, gradient).map(Some)
    }
}
