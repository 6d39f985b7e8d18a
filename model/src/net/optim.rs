//! The optimiser and the average of the weights.

use std::collections::BTreeMap;

use candle_core::backprop::GradStore;
use candle_core::{Result, Tensor};

use super::params::Params;
use super::slices;

/// Tensors by the names of their variables.
type Named = BTreeMap<String, Tensor>;

const B1: f64 = 0.9;
const B2: f64 = 0.999;

/// What a step multiplies with.
struct Rates {
    keep: f64,
    rate: f64,
    c1: f64,
    c2: f64,
}

impl Rates {
    /// New values and both moments of a variable.
    #[expect(clippy::cast_possible_truncation, reason = "the numbers of the networks are of 32 bits")]
    fn fused(&self, w: &[f32], g: &[f32], m: &[f32], v: &[f32]) -> [Vec<f32>; 3] {
        let (keep, size, root) = (self.keep as f32, (self.rate / self.c1) as f32, self.c2.recip() as f32);
        let mixed = |old: &[f32], share: f64, new: &dyn Fn(f32) -> f32| -> Vec<f32> {
            let (share, rest) = (share as f32, (1. - share) as f32);
            old.iter().zip(g).map(|(old, g)| old * share + new(*g) * rest).collect()
        };
        let (m, v) = (mixed(m, B1, &|g| g), mixed(v, B2, &|g| g * g));
        let step = |m: f32, v: f32| size * m / ((v * root).sqrt() + 1e-8);
        let value = w.iter().zip(&m).zip(&v).map(|((w, m), v)| w * keep - step(*m, *v)).collect();
        [value, m, v]
    }

    /// The same by candle's operators, on any device.
    fn moved(&self, w: &Tensor, g: &Tensor, m: &Tensor, v: &Tensor) -> Result<[Tensor; 3]> {
        let mixed = |old: &Tensor, share: f64, new: &Tensor| (old * share)? + (new * (1. - share))?;
        let (m, v) = (mixed(m, B1, g)?, mixed(v, B2, &g.sqr()?)?);
        let step = ((&m * (self.rate / self.c1))? / ((&v / self.c2)?.sqrt()? + 1e-8)?)?;
        Ok([((w * self.keep)? - step)?, m, v])
    }
}

/// Adam with decoupled weight decay (Loshchilov and Hutter, 2019); biases and normalisation are not decayed.
pub struct AdamW {
    decay: f64,
    step: i32,
    moments: BTreeMap<String, (Tensor, Tensor)>,
}

impl AdamW {
    /// An optimiser with no steps taken.
    #[must_use]
    pub fn new(decay: f64) -> Self {
        Self { decay, step: 0, moments: BTreeMap::new() }
    }

    /// Steps taken, and both moments of each variable: all that the next step depends on besides the values.
    #[must_use]
    pub fn state(&self) -> (i32, Named, Named) {
        let of = |pick: fn(&(Tensor, Tensor)) -> &Tensor| {
            self.moments.iter().map(|(name, moments)| (name.clone(), pick(moments).clone())).collect()
        };
        (self.step, of(|(first, _)| first), of(|(_, second)| second))
    }

    /// Takes over what [`AdamW::state`] gave.
    pub fn restore(&mut self, step: i32, first: Named, second: &Named) {
        self.step = step;
        let both = |(name, m): (String, Tensor)| Some((name.clone(), (m, second.get(&name)?.clone())));
        self.moments = first.into_iter().filter_map(both).collect();
    }

    /// Takes one step of size `rate` along the gradients.
    ///
    /// # Errors
    /// Fails when a gradient has another shape than its variable.
    pub fn step(&mut self, params: &Params, gradients: &GradStore, rate: f64) -> Result<()> {
        self.step += 1;
        let (c1, c2) = (1. - B1.powi(self.step), 1. - B2.powi(self.step));
        for (name, var) in params.vars() {
            let Some(gradient) = gradients.get(var) else { continue };
            let (m, v) = match self.moments.remove(name) {
                Some(moments) => moments,
                None => (var.zeros_like()?, var.zeros_like()?),
            };
            let rate = rate * params.share(name);
            let decay = if var.rank() > 1 { self.decay } else { 0. };
            let rates = Rates { keep: 1. - rate * decay, rate, c1, c2 };
            // in one pass: each of candle's would go through memory of its own
            let [value, m, v] = if var.device().is_cpu() {
                let new = slices::with(gradient, |g| {
                    slices::with(var, |w| slices::with(&m, |m| slices::with(&v, |v| rates.fused(w, g, m, v))))
                })????;
                let [value, m, v] = new.map(|values| Tensor::from_vec(values, var.shape(), var.device()));
                [value?, m?, v?]
            } else {
                let there = |t: &Tensor| t.to_device(var.device());
                rates.moved(var, gradient, &there(&m)?, &there(&v)?)?
            };
            var.set(&value)?;
            self.moments.insert(name.clone(), (m, v));
        }
        Ok(())
    }
}

/// An exponential average of the weights, which reads better than their last value.
pub struct Ema {
    keep: f64,
    tensors: BTreeMap<String, Tensor>,
}

impl Ema {
    /// Begins with the present weights; `keep` is the weight of the past at each update.
    ///
    /// # Errors
    /// Fails only when a tensor cannot be made.
    pub fn new(params: &Params, keep: f64) -> Result<Self> {
        Ok(Self {
            keep,
            tensors: params.tensors()?.into_iter().map(|(k, t)| Ok((k, t.copy()?))).collect::<Result<_>>()?,
        })
    }

    /// Takes the present weights in.
    ///
    /// # Errors
    /// Fails only when a tensor cannot be made.
    pub fn update(&mut self, params: &Params) -> Result<()> {
        for (name, value) in params.tensors()? {
            let Some(mean) = self.tensors.get_mut(&name) else { continue };
            *mean = ((mean.to_device(value.device())? * self.keep)? + (value * (1. - self.keep))?)?;
        }
        Ok(())
    }

    /// Takes over an average that was kept.
    pub fn restore(&mut self, tensors: BTreeMap<String, Tensor>) {
        self.tensors = tensors;
    }

    /// The averaged weights.
    #[must_use]
    pub fn tensors(&self) -> &BTreeMap<String, Tensor> {
        &self.tensors
    }
}

#[cfg(test)]
mod tests {
    use candle_core::Device;

    use super::*;

    #[test]
    fn a_step_in_one_pass_equals_candles_operators() {
        let tensor = |values: [f32; 4]| Tensor::new(&values, &Device::Cpu).unwrap();
        let [w, g] = [[0.5, -1., 2., 0.], [0.1, -0.2, 3., 1e-4]].map(tensor);
        let [m, v] = [[0.01, 0.3, -0.5, 0.], [0.02, 0.5, 0.1, 0.]].map(tensor);
        let rates = Rates { keep: 0.999, rate: 0.01, c1: 0.3, c2: 0.02 };
        let values = [&w, &g, &m, &v].map(|t| t.to_vec1::<f32>().unwrap());
        let fused = rates.fused(&values[0], &values[1], &values[2], &values[3]);
        for (ours, theirs) in fused.iter().zip(rates.moved(&w, &g, &m, &v).unwrap()) {
            let theirs = theirs.to_vec1::<f32>().unwrap();
            assert!(ours.iter().zip(&theirs).all(|(a, b)| (a - b).abs() < 1e-6), "{ours:?} {theirs:?}");
        }
    }
}
