//! Bias and rectifier in one pass; differentiable.

use candle_core::{CpuStorage, CustomOp2, Layout, Result, Shape, Tensor};
use rayon::prelude::*;

use super::{native, slices};

/// Adds `bias` [c] to each channel of `x` [b, c, h, w]; with `relu`, what is below 0 becomes 0.
pub fn add_bias(x: &Tensor, bias: &Tensor, relu: bool) -> Result<Tensor> {
    if !x.device().is_cpu() {
        return native::add_bias(x, bias, relu);
    }
    x.contiguous()?.apply_op2(bias, AddBias { relu })
}

struct AddBias {
    relu: bool,
}

impl CustomOp2 for AddBias {
    fn name(&self) -> &'static str {
        "add-bias"
    }

    fn cpu_fwd(&self, x: &CpuStorage, lx: &Layout, bias: &CpuStorage, lb: &Layout) -> Result<(CpuStorage, Shape)> {
        let (x, bias) = (slices::of(x, lx)?, slices::of(bias, lb)?);
        let size = lx.dims()[2] * lx.dims()[3];
        let least = if self.relu { 0. } else { f32::NEG_INFINITY };
        let mut out = vec![0f32; x.len()];
        out.par_chunks_mut(size).zip(x.par_chunks(size)).enumerate().for_each(|(i, (out, x))| {
            let bias = bias[i % bias.len()];
            out.iter_mut().zip(x).for_each(|(out, x)| *out = (x + bias).max(least));
        });
        Ok((CpuStorage::F32(out), lx.shape().clone()))
    }

    fn bwd(
        &self,
        x: &Tensor,
        bias: &Tensor,
        y: &Tensor,
        gradient: &Tensor,
    ) -> Result<(Option<Tensor>, Option<Tensor>)> {
        let (_, channels, h, w) = x.dims4()?;
        let size = h * w;
        let mut dx = vec![0f32; x.elem_count()];
        let sums: Vec<f32> = slices::with(y, |y| {
            slices::with(gradient, |g| {
                let planes = dx.par_chunks_mut(size).zip(y.par_chunks(size)).zip(g.par_chunks(size));
                let each = planes.map(|((dx, y), g)| {
                    for ((dx, y), g) in dx.iter_mut().zip(y).zip(g) {
                        *dx = if *y > 0. || !self.relu { *g } else { 0. };
                    }
                    dx.iter().sum::<f32>()
                });
                each.collect()
            })
        })??;
        // picture by picture, so that the sum is the same with any number of threads
        let mut of_bias = vec![0f32; channels];
        for picture in sums.chunks_exact(channels) {
            of_bias.iter_mut().zip(picture).for_each(|(sum, v)| *sum += v);
        }
        let dx = Tensor::from_vec(dx, x.shape(), x.device())?;
        Ok((Some(dx), Some(Tensor::from_vec(of_bias, bias.shape(), x.device())?)))
    }
}
