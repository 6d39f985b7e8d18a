//! Batch normalisation and rectifier in one pass.

use std::sync::{Arc, Mutex, PoisonError};

use candle_core::{CpuStorage, CustomOp3, Layout, Result, Shape, Tensor};
use rayon::prelude::*;

use super::{native, slices};

/// Added to the variance.
pub const EPSILON: f32 = 1e-5;
/// Weight of a batch in the running statistics.
const MOMENTUM: f32 = 0.1;

/// Mean and variance of each channel over the batches seen.
#[derive(Debug, Clone)]
pub struct Running {
    /// Mean of each channel.
    pub mean: Vec<f32>,
    /// Unbiased variance of each channel.
    pub var: Vec<f32>,
}

impl Running {
    /// Takes in the mean and variance of each channel of a batch with `n` numbers a channel.
    pub fn take(&mut self, moments: impl Iterator<Item = (f32, f32)>, n: usize) {
        #[expect(clippy::cast_precision_loss, reason = "a batch has far fewer than 2^24 numbers a channel")]
        let n = n as f32;
        for ((mean, var), (batch_mean, batch_var)) in self.mean.iter_mut().zip(&mut self.var).zip(moments) {
            *mean += MOMENTUM * (batch_mean - *mean);
            *var += MOMENTUM * (batch_var * n / (n - 1.) - *var);
        }
    }
}

/// Mean and 1 / deviation of each channel in one batch.
type Moments = Vec<(f32, f32)>;

/// relu(gamma * (x - mean) / deviation + beta), with the batch's own statistics.
pub fn batch_norm_relu(x: &Tensor, gamma: &Tensor, beta: &Tensor, running: &Arc<Mutex<Running>>) -> Result<Tensor> {
    if !x.device().is_cpu() {
        return native::batch_norm_relu(x, gamma, beta, running);
    }
    let op = BatchNormRelu { running: Arc::clone(running), moments: Arc::default() };
    x.contiguous()?.apply_op3(gamma, beta, op)
}

struct BatchNormRelu {
    running: Arc<Mutex<Running>>,
    moments: Arc<Mutex<Moments>>,
}

/// The planes of channel `c`: one slice for each picture of the batch.
fn planes(x: &[f32], c: usize, channels: usize, size: usize) -> impl Iterator<Item = &[f32]> {
    x.chunks_exact(size).skip(c).step_by(channels)
}

/// Sums that are kept side by side: one alone would wait for each addition.
const LANES: usize = 16;

/// The sum of what `f` makes of each number, always in the same order.
fn sum(x: &[f32], f: impl Fn(f32) -> f32) -> f32 {
    let (chunks, rest) = x.as_chunks::<LANES>();
    let mut sums = [0f32; LANES];
    for chunk in chunks {
        for (sum, v) in sums.iter_mut().zip(chunk) {
            *sum += f(*v);
        }
    }
    sums.iter().sum::<f32>() + rest.iter().map(|v| f(*v)).sum::<f32>()
}

/// The sums over a plane of the gradients that pass the rectifier, and of these times the numbers less their mean.
fn passing(x: &[f32], y: &[f32], gradient: &[f32], mean: f32) -> (f32, f32) {
    let (mut plain, mut scaled) = ([0f32; LANES], [0f32; LANES]);
    let mut add = |i: usize, x: f32, y: f32, g: f32| {
        let g = if y > 0. { g } else { 0. };
        plain[i] += g;
        scaled[i] += g * (x - mean);
    };
    let ((xs, x), (ys, y), (gs, g)) = (x.as_chunks::<LANES>(), y.as_chunks::<LANES>(), gradient.as_chunks::<LANES>());
    for ((x, y), g) in xs.iter().zip(ys).zip(gs) {
        for i in 0..LANES {
            add(i, x[i], y[i], g[i]);
        }
    }
    for (i, ((x, y), g)) in x.iter().zip(y).zip(g).enumerate() {
        add(i, *x, *y, *g);
    }
    (plain.iter().sum(), scaled.iter().sum())
}

impl BatchNormRelu {
    fn moments(&self, x: &[f32], channels: usize, size: usize) -> Moments {
        #[expect(clippy::cast_precision_loss, reason = "a batch has far fewer than 2^24 numbers a channel")]
        let n = (x.len() / channels) as f32;
        let stats: Vec<(f32, f32)> = (0..channels)
            .into_par_iter()
            .map(|c| {
                let mean = planes(x, c, channels, size).map(|p| sum(p, |v| v)).sum::<f32>() / n;
                let square = planes(x, c, channels, size).map(|p| sum(p, |v| (v - mean) * (v - mean)));
                (mean, square.sum::<f32>() / n)
            })
            .collect();
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.take(stats.iter().copied(), x.len() / channels);
        stats.into_iter().map(|(mean, var)| (mean, (var + EPSILON).sqrt().recip())).collect()
    }
}

impl CustomOp3 for BatchNormRelu {
    fn name(&self) -> &'static str {
        "batch-norm-relu"
    }

    fn cpu_fwd(
        &self,
        x: &CpuStorage,
        lx: &Layout,
        gamma: &CpuStorage,
        lg: &Layout,
        beta: &CpuStorage,
        lb: &Layout,
    ) -> Result<(CpuStorage, Shape)> {
        let (x, gamma, beta) = (slices::of(x, lx)?, slices::of(gamma, lg)?, slices::of(beta, lb)?);
        let (channels, size) = (lx.dims()[1], lx.dims()[2] * lx.dims()[3]);
        let moments = self.moments(x, channels, size);
        let mut out = vec![0f32; x.len()];
        out.par_chunks_mut(size).zip(x.par_chunks(size)).enumerate().for_each(|(i, (out, x))| {
            let c = i % channels;
            let (mean, inverse) = moments[c];
            let (k, b) = (gamma[c] * inverse, beta[c] - mean * gamma[c] * inverse);
            for (o, v) in out.iter_mut().zip(x) {
                *o = (v * k + b).max(0.);
            }
        });
        *self.moments.lock().unwrap_or_else(PoisonError::into_inner) = moments;
        Ok((CpuStorage::F32(out), lx.shape().clone()))
    }

    fn bwd(
        &self,
        x: &Tensor,
        gamma: &Tensor,
        _beta: &Tensor,
        y: &Tensor,
        gradient: &Tensor,
    ) -> Result<(Option<Tensor>, Option<Tensor>, Option<Tensor>)> {
        let (_, channels, h, w) = x.dims4()?;
        let (size, device) = (h * w, x.device());
        let moments = self.moments.lock().unwrap_or_else(PoisonError::into_inner).clone();
        #[expect(clippy::cast_precision_loss, reason = "a batch has far fewer than 2^24 numbers a channel")]
        let n = (x.elem_count() / channels) as f32;
        let mut dx = vec![0f32; x.elem_count()];
        let gamma = gamma.to_vec1::<f32>()?;
        let sums = slices::with(x, |x| {
            slices::with(y, |y| {
                slices::with(gradient, |g| {
                    let sums: Vec<(f32, f32)> = (0..channels)
                        .into_par_iter()
                        .map(|c| {
                            let (mean, inverse) = moments[c];
                            let (mut bias, mut scale) = (0f32, 0f32);
                            let all = planes(x, c, channels, size)
                                .zip(planes(y, c, channels, size))
                                .zip(planes(g, c, channels, size));
                            for ((x, y), g) in all {
                                let (plain, scaled) = passing(x, y, g, mean);
                                bias += plain;
                                scale += scaled * inverse;
                            }
                            (bias, scale)
                        })
                        .collect();
                    dx.par_chunks_mut(size).enumerate().for_each(|(i, dx)| {
                        let c = i % channels;
                        let (mean, inverse) = moments[c];
                        let (bias, scale) = (sums[c].0 / n, sums[c].1 / n);
                        let at = i * size..(i + 1) * size;
                        let rows = x[at.clone()].iter().zip(&y[at.clone()]).zip(&g[at]);
                        // k * (g - bias - (x - mean) * inverse * scale), all that is the same taken together
                        let (k, slope) = (gamma[c] * inverse, gamma[c] * inverse * inverse * scale);
                        let shift = mean * slope - k * bias;
                        // all is read before it is asked what passes: otherwise it goes number by number
                        for (d, ((&x, &y), &g)) in dx.iter_mut().zip(rows) {
                            let g = if y > 0. { g } else { 0. };
                            *d = k * g - slope * x + shift;
                        }
                    });
                    sums
                })
            })
        })???;
        let (bias, scale): (Vec<f32>, Vec<f32>) = sums.into_iter().unzip();
        Ok((
            Some(Tensor::from_vec(dx, x.shape(), device)?),
            Some(Tensor::from_vec(scale, channels, device)?),
            Some(Tensor::from_vec(bias, channels, device)?),
        ))
    }
}
