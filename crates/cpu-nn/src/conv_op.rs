//! The convolution of a batch as an operator.

use std::hint::black_box;

use candle_core::{CpuStorage, CustomOp3, Layout, Result, Shape, Tensor};

use crate::activation::Activation;
use crate::buffer::{Uninit, assume_init, read, slice, uninit};
use crate::conv_weights::ConvWeights;
use crate::geometry::Geometry;
use crate::parallel::{for_each_chunk, map, sum_in_order};
use crate::simd::sum;
use crate::{dense, depthwise};

/// Values per cache line.
const CACHE_LINE: usize = 16;

/// The differentiable convolution of a batch, with weights `[out, in / groups, k, k]`, a bias `[out]` and an
/// activation.
#[derive(Debug, Clone, Copy)]
pub struct ConvOp {
    pub geometry: Geometry,
    pub activation: Activation,
}

/// The gradients to compute for an image.
struct Gradients<'a> {
    dx: Option<&'a mut [Uninit]>,
    weight: bool,
    bias: bool,
}

impl ConvOp {
    /// Writes an image's gradient, and returns those of weights and bias; gradients that are not needed are empty.
    fn backward_image(&self, (x, weight, gradient): (&[f32], &[f32], &[f32]), needed: Gradients<'_>) -> [Vec<f32>; 2] {
        let g = &self.geometry;
        let mut dw = vec![0f32; if needed.weight { weight.len() } else { 0 }];
        if needed.weight {
            let weight_gradient = if g.depthwise { depthwise::weight_gradient } else { dense::weight_gradient };
            weight_gradient(g, x, gradient, &mut dw);
        }
        if let Some(dx) = needed.dx {
            let input_gradient = if g.depthwise { depthwise::input_gradient } else { dense::input_gradient };
            input_gradient(g, weight, gradient, dx);
        }
        let planes = gradient.chunks_exact(g.out_plane()).take(if needed.bias { g.out_channels } else { 0 });
        [dw, planes.map(sum).collect()]
    }

    /// Returns the part of the output's gradient that passes the activation.
    fn before_activation(&self, out: &Tensor, gradient: &Tensor) -> Result<Tensor> {
        match self.activation {
            Activation::Identity => gradient.contiguous(),
            // a clamped value is on the bound, where the gradient is zero
            activation => activation.backward(out, gradient),
        }
    }
}

impl CustomOp3 for ConvOp {
    fn name(&self) -> &'static str {
        "conv2d"
    }

    fn cpu_fwd(
        &self,
        x: &CpuStorage,
        lx: &Layout,
        weight: &CpuStorage,
        lw: &Layout,
        bias: &CpuStorage,
        lb: &Layout,
    ) -> Result<(CpuStorage, Shape)> {
        let (g, x) = (&self.geometry, slice(x, lx)?);
        let (weight, bias) = (slice(weight, lw)?, slice(bias, lb)?);
        let weights = ConvWeights { weight, bias, bounds: self.activation.bounds() };
        load_into_cache(weight);
        let batch = x.len() / g.in_size();
        let mut out = uninit(batch * g.out_size());
        let forward = if g.depthwise { depthwise::forward } else { dense::forward };
        for_each_chunk(&mut out, g.out_size(), |i, out| {
            forward(g, &x[i * g.in_size()..][..g.in_size()], weights, out);
        });
        #[expect(unsafe_code, reason = "the output would be filled with zeros first")]
        // SAFETY: either function writes the whole output of an image
        let out = unsafe { assume_init(out) };
        Ok((CpuStorage::F32(out), g.out_shape(batch).into()))
    }

    fn bwd(
        &self,
        x: &Tensor,
        weight: &Tensor,
        bias: &Tensor,
        out: &Tensor,
        gradient: &Tensor,
    ) -> Result<(Option<Tensor>, Option<Tensor>, Option<Tensor>)> {
        let g = &self.geometry;
        let gradient = self.before_activation(out, gradient)?;
        let (images, weights, gradients) = (read(x)?, read(weight)?, read(&gradient)?);
        let mut dx = uninit(if x.track_op() { images.len() } else { 0 });
        let mut outputs = dx.chunks_exact_mut(g.in_size());
        let images = images.chunks_exact(g.in_size()).zip(gradients.chunks_exact(g.out_size()));
        let images: Vec<_> = images.map(|(x, gradient)| (x, gradient, outputs.next())).collect();
        let parts = map(images, |(x, gradient, dx)| {
            let needed = Gradients { dx, weight: weight.track_op(), bias: bias.track_op() };
            self.backward_image((x, &weights, gradient), needed)
        });
        #[expect(unsafe_code, reason = "the gradient would be filled with zeros first")]
        // SAFETY: the vector is empty, or every image's gradient was written
        let dx = unsafe { assume_init(dx) };
        let [dw, db] = sum_in_order(parts);
        let tensor = |values: Vec<f32>, like: &Tensor| {
            like.track_op().then(|| Tensor::from_vec(values, like.shape(), like.device())).transpose()
        };
        Ok((tensor(dx, x)?, tensor(dw, weight)?, tensor(db, bias)?))
    }
}

/// Reads every cache line of the weights in order. The matrix product reads them in pieces too short for the hardware
/// prefetcher, which doubles the time when they come from memory.
fn load_into_cache(weight: &[f32]) {
    black_box(weight.iter().step_by(CACHE_LINE).fold(0, |bits, value| bits ^ value.to_bits()));
}
