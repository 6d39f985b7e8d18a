//! Batch normalization and activation in one pass.

use std::sync::{Arc, OnceLock};

use candle_core::{CpuStorage, CustomOp3, Layout, Result, Shape, Tensor, Var, bail};
use candle_nn::{BatchNormConfig, ModuleT, VarBuilder};

use crate::activation::{Activation, Bounds};
use crate::affine::{Affine, Channels, Coefficients, affine_backward, affine_forward, affine_sums};
use crate::buffer::{Uninit, assume_init, read, slice, uninit};
use crate::parallel::map;
use crate::simd::{LANES, mul_add, reduce, simd_fn, sum};

/// candle-nn's batch normalization with an activation.
///
/// In training each channel is normalized with the batch's statistics, and the running statistics are updated in place.
/// In inference it is normalized with the running statistics.
#[derive(Debug, Clone)]
pub struct BatchNorm {
    inner: candle_nn::BatchNorm,
    remove_mean: bool,
    activation: Activation,
}

/// Creates the layer for `channels` channels from the tensors `weight`, `bias`, `running_mean` and `running_var`.
///
/// # Errors
/// A tensor is missing or has another shape, or `eps` is negative.
pub fn batch_norm<C: Into<BatchNormConfig>>(channels: usize, config: C, vb: VarBuilder) -> Result<BatchNorm> {
    let config = config.into();
    let inner = candle_nn::batch_norm(channels, config, vb)?;
    Ok(BatchNorm { inner, remove_mean: config.remove_mean, activation: Activation::Identity })
}

impl BatchNorm {
    /// Returns the layer with an activation of its output.
    #[must_use]
    pub fn with_activation(self, activation: Activation) -> Self {
        Self { activation, ..self }
    }

    /// The activation of the output.
    #[must_use]
    pub fn activation(&self) -> Activation {
        self.activation
    }

    /// Mean of each channel over the batches seen in training.
    #[must_use]
    pub fn running_mean(&self) -> &Tensor {
        self.inner.running_mean()
    }

    /// Unbiased variance of each channel over the batches seen in training.
    #[must_use]
    pub fn running_var(&self) -> &Tensor {
        self.inner.running_var()
    }

    /// Scale and shift of each channel, unless the layer was created without them.
    #[must_use]
    pub fn weight_and_bias(&self) -> Option<(&Tensor, &Tensor)> {
        self.inner.weight_and_bias()
    }

    /// The constant that is added to the variance.
    #[must_use]
    pub fn eps(&self) -> f64 {
        self.inner.eps()
    }

    /// Scale and shift that normalize with the running statistics, each `[channels]`.
    ///
    /// # Errors
    /// A tensor operation fails.
    pub(crate) fn scale_and_shift(&self) -> Result<(Tensor, Tensor)> {
        let (mean, var) = (self.running_mean().detach(), self.running_var().detach());
        let inverse = (var + self.eps())?.sqrt()?.recip()?;
        match self.weight_and_bias() {
            Some((weight, bias)) => {
                let scale = (weight * inverse)?;
                let shift = (bias - (&scale * mean)?)?;
                Ok((scale, shift))
            }
            None => Ok((inverse.clone(), (inverse * mean)?.neg()?)),
        }
    }

    fn forward_cpu(&self, x: &Tensor, train: bool) -> Result<Tensor> {
        let channels = Channels::new(x)?;
        let per_channel = x.elem_count() / channels.count;
        if channels.count != self.running_mean().elem_count() || (train && per_channel < 2) {
            bail!("no statistics of {} channels for {:?}", self.running_mean().elem_count(), x.dims());
        }
        let statistics = Arc::new(OnceLock::new());
        if !train {
            let (mean, var) = (self.running_mean().to_vec1()?, self.running_var().to_vec1()?);
            let running = mean.into_iter().zip(var).map(|(mean, var)| Statistics { mean, var });
            statistics.get_or_init(|| running.collect());
        }
        let op = Normalize {
            channels,
            eps: self.eps(),
            bounds: self.activation.bounds(),
            train,
            statistics: Arc::clone(&statistics),
        };
        let (weight, bias) = match self.weight_and_bias() {
            Some((weight, bias)) => (weight.contiguous()?, bias.contiguous()?),
            None => (self.running_var().ones_like()?.detach(), self.running_mean().zeros_like()?.detach()),
        };
        let out = x.contiguous()?.apply_op3(&weight, &bias, op)?;
        if let (true, Some(statistics)) = (train, statistics.get()) {
            self.update_running(statistics, per_channel)?;
        }
        Ok(out)
    }

    fn update_running(&self, statistics: &[Statistics], per_channel: usize) -> Result<()> {
        let momentum = self.inner.momentum();
        #[expect(clippy::cast_precision_loss, reason = "a batch has far fewer than 2^52 values a channel")]
        let unbiased = per_channel as f64 / (per_channel - 1) as f64;
        let update = |running: &Tensor, weight: f64, batch: Vec<f32>| {
            let batch = (Tensor::new(batch, running.device())? * weight)?;
            Var::from_tensor(running)?.set(&((running.detach() * (1. - momentum))? + batch)?)
        };
        update(self.running_mean(), momentum, statistics.iter().map(|channel| channel.mean).collect())?;
        update(self.running_var(), momentum * unbiased, statistics.iter().map(|channel| channel.var).collect())
    }
}

impl ModuleT for BatchNorm {
    /// Normalizes `x` [batch, channels, ...].
    ///
    /// # Errors
    /// The number of channels differs, or there is only one value per channel in training.
    fn forward_t(&self, x: &Tensor, train: bool) -> Result<Tensor> {
        if !x.device().is_cpu() || !self.remove_mean {
            return self.activation.apply(&self.inner.forward_t(x, train)?.contiguous()?);
        }
        self.forward_cpu(x, train)
    }
}

/// Mean and variance of one channel.
#[derive(Debug, Clone, Copy)]
struct Statistics {
    mean: f32,
    /// Biased variance.
    var: f32,
}

/// Normalization, with weight and bias `[channels]`, and activation.
struct Normalize {
    channels: Channels,
    eps: f64,
    bounds: Bounds,
    /// Whether to normalize with the batch's statistics instead of given ones.
    train: bool,
    /// One per channel; in training, set by the forward pass.
    statistics: Arc<OnceLock<Vec<Statistics>>>,
}

impl Normalize {
    #[expect(clippy::cast_possible_truncation, reason = "the values are f32")]
    fn inverse_deviation(&self, statistics: Statistics) -> f32 {
        (f64::from(statistics.var) + self.eps).sqrt().recip() as f32
    }

    /// Returns the affine function that normalizes a channel.
    fn affine(&self, statistics: Statistics, weight: f32, bias: f32) -> Affine {
        let scale = weight * self.inverse_deviation(statistics);
        Affine { scale, shift: bias - statistics.mean * scale, bounds: self.bounds }
    }

    fn batch_statistics(&self, x: &[f32], channel: usize) -> Statistics {
        let mean = self.mean(x, channel, sum);
        let var = self.mean(x, channel, |plane| sum_of_squares(plane, mean));
        Statistics { mean, var }
    }

    /// Returns the mean over a channel of a quantity that `sum` adds up for each plane.
    #[expect(clippy::cast_precision_loss, reason = "a batch has far fewer than 2^52 values a channel")]
    #[expect(clippy::cast_possible_truncation, reason = "the values are f32")]
    fn mean(&self, x: &[f32], channel: usize, sum: impl Fn(&[f32]) -> f32) -> f32 {
        let total: f64 = self.channels.planes(x, channel).map(|plane| f64::from(sum(plane))).sum();
        (total / (x.len() / self.channels.count) as f64) as f32
    }
}

impl CustomOp3 for Normalize {
    fn name(&self) -> &'static str {
        "batch-norm"
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
        let (x, weight, bias) = (slice(x, lx)?, slice(weight, lw)?, slice(bias, lb)?);
        let mut out = uninit(x.len());
        let channels = self.channels.split_mut(&mut out).into_iter().enumerate().collect();
        // one channel at a time, so that its values are still cached when they are normalized
        let statistics = map(channels, |(c, out): (usize, Vec<&mut [Uninit]>)| {
            let statistics = self.statistics.get().map_or_else(|| self.batch_statistics(x, c), |values| values[c]);
            let affine = self.affine(statistics, weight[c], bias[c]);
            for (x, out) in self.channels.planes(x, c).zip(out) {
                affine_forward(affine, x, out);
            }
            statistics
        });
        self.statistics.get_or_init(|| statistics);
        #[expect(unsafe_code, reason = "the output would be filled with zeros first")]
        // SAFETY: every plane of every channel was written
        let out = unsafe { assume_init(out) };
        Ok((CpuStorage::F32(out), lx.shape().clone()))
    }

    fn bwd(
        &self,
        x: &Tensor,
        weight: &Tensor,
        bias: &Tensor,
        _out: &Tensor,
        gradient: &Tensor,
    ) -> Result<(Option<Tensor>, Option<Tensor>, Option<Tensor>)> {
        let Some(statistics) = self.statistics.get() else { bail!("the backward pass came before the forward pass") };
        let gradient = gradient.contiguous()?;
        let (values, gradients) = (read(x)?, read(&gradient)?);
        let (weights, biases) = (read(weight)?, read(bias)?);
        let mut dx = uninit(values.len());
        let channels = self.channels.split_mut(&mut dx).into_iter().enumerate().collect();
        #[expect(clippy::cast_precision_loss, reason = "the number only has to be as precise as the values")]
        let n = (values.len() / self.channels.count) as f32;
        let sums = map(channels, |(c, dx): (usize, Vec<&mut [Uninit]>)| {
            let affine = self.affine(statistics[c], weights[c], biases[c]);
            let (mean, inverse) = (statistics[c].mean, self.inverse_deviation(statistics[c]));
            let planes = || self.channels.planes(&values, c).zip(self.channels.planes(&gradients, c));
            let (dbias, centered) = planes().fold((0f32, 0f32), |totals, (x, gradient)| {
                let sums = affine_sums(affine, x, gradient, mean);
                (totals.0 + sums.0, totals.1 + sums.1)
            });
            let dweight = centered * inverse;
            let k = if self.train {
                // scale * (gradient - dbias / n - (x - mean) * inverse * dweight / n)
                let slope = affine.scale * inverse * dweight / n;
                let constant = mean * slope - affine.scale * dbias / n;
                Coefficients { gradient: affine.scale, x: -slope, constant }
            } else {
                Coefficients { gradient: affine.scale, x: 0., constant: 0. }
            };
            for ((x, gradient), dx) in planes().zip(dx) {
                affine_backward(affine, k, x, gradient, dx);
            }
            (dweight, dbias)
        });
        #[expect(unsafe_code, reason = "the gradient would be filled with zeros first")]
        // SAFETY: every plane of every channel was written
        let dx = unsafe { assume_init(dx) };
        let (dweight, dbias): (Vec<f32>, Vec<f32>) = sums.into_iter().unzip();
        let tensor = |values: Vec<f32>, like: &Tensor| {
            like.track_op().then(|| Tensor::from_vec(values, like.shape(), like.device())).transpose()
        };
        Ok((tensor(dx, x)?, tensor(dweight, weight)?, tensor(dbias, bias)?))
    }
}

simd_fn! {
    /// The sum of the squares of (value - mean).
    fn sum_of_squares<FMA>(values: &[f32], mean: f32) -> f32 {
        let (blocks, rest) = values.as_chunks::<LANES>();
        let mut sums = [0f32; LANES];
        for block in blocks {
            for i in 0..LANES {
                sums[i] = mul_add::<FMA>(block[i] - mean, block[i] - mean, sums[i]);
            }
        }
        sums.iter_mut().zip(rest).for_each(|(sum, value)| *sum += (value - mean) * (value - mean));
        reduce(&sums)
    }
}
