//! Scale, shift and activation of each channel in one pass.

use candle_core::{Result, Tensor, bail};

use crate::activation::Bounds;
use crate::buffer::Uninit;
use crate::simd::{LANES, mul_add, reduce, simd_fn};

/// How the values of a batch are divided into channels.
#[derive(Debug, Clone, Copy)]
pub struct Channels {
    /// Number of channels.
    pub count: usize,
    /// Values of one channel of one image.
    pub plane: usize,
}

impl Channels {
    /// Returns the channels of a batch [batch, channels, ...].
    ///
    /// # Errors
    /// The batch has fewer than two dimensions or no values.
    pub fn new(x: &Tensor) -> Result<Self> {
        match x.dims() {
            [_, count, spatial @ ..] if x.elem_count() > 0 => {
                Ok(Self { count: *count, plane: spatial.iter().product() })
            }
            dims => bail!("a batch of images has at least two dimensions and one value, not {dims:?}"),
        }
    }

    /// The planes of one channel, image by image.
    pub fn planes(self, x: &[f32], channel: usize) -> impl Iterator<Item = &[f32]> {
        x.chunks_exact(self.plane).skip(channel).step_by(self.count)
    }

    /// The planes of every channel, image by image.
    pub fn split_mut(self, x: &mut [Uninit]) -> Vec<Vec<&mut [Uninit]>> {
        let mut channels: Vec<Vec<_>> = (0..self.count).map(|_| Vec::new()).collect();
        for (i, plane) in x.chunks_exact_mut(self.plane).enumerate() {
            channels[i % self.count].push(plane);
        }
        channels
    }
}

/// A channel's scale, shift and bounds.
#[derive(Debug, Clone, Copy)]
pub struct Affine {
    pub scale: f32,
    pub shift: f32,
    pub bounds: Bounds,
}

/// Coefficients of a channel's gradient: `gradient` * (gradient that passes the activation) + `x` * x + `constant`.
#[derive(Debug, Clone, Copy)]
pub struct Coefficients {
    pub gradient: f32,
    pub x: f32,
    pub constant: f32,
}

simd_fn! {
    /// Writes the affine function of `x` to `out`.
    pub fn affine_forward<FMA>(affine: Affine, x: &[f32], out: &mut [Uninit]) {
        for (out, x) in out.iter_mut().zip(x) {
            out.write(affine.bounds.clamp(mul_add::<FMA>(*x, affine.scale, affine.shift)));
        }
    }
}

simd_fn! {
    /// Returns two sums over a plane: of the gradients that pass the activation, and of these times (x - `center`).
    pub fn affine_sums<FMA>(affine: Affine, x: &[f32], gradient: &[f32], center: f32) -> (f32, f32) {
        let (mut plain, mut scaled) = ([0f32; LANES], [0f32; LANES]);
        let ((x_blocks, x_rest), (blocks, rest)) = (x.as_chunks::<LANES>(), gradient.as_chunks::<LANES>());
        for (x, gradient) in x_blocks.iter().zip(blocks) {
            for i in 0..LANES {
                let passed = affine.bounds.backward(mul_add::<FMA>(x[i], affine.scale, affine.shift), gradient[i]);
                plain[i] += passed;
                scaled[i] = mul_add::<FMA>(passed, x[i] - center, scaled[i]);
            }
        }
        for (i, (x, gradient)) in x_rest.iter().zip(rest).enumerate() {
            let passed = affine.bounds.backward(mul_add::<FMA>(*x, affine.scale, affine.shift), *gradient);
            plain[i] += passed;
            scaled[i] = mul_add::<FMA>(passed, *x - center, scaled[i]);
        }
        (reduce(&plain), reduce(&scaled))
    }
}

simd_fn! {
    /// Writes the gradient of a plane to `dx`.
    pub fn affine_backward<FMA>(affine: Affine, k: Coefficients, x: &[f32], gradient: &[f32], dx: &mut [Uninit]) {
        for (dx, (x, gradient)) in dx.iter_mut().zip(x.iter().zip(gradient)) {
            let passed = affine.bounds.backward(mul_add::<FMA>(*x, affine.scale, affine.shift), *gradient);
            dx.write(mul_add::<FMA>(passed, k.gradient, mul_add::<FMA>(*x, k.x, k.constant)));
        }
    }
}
