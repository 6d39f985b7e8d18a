//! AdamW with parameter groups, gradient clipping and serializable state, and the moving average of the weights.

use std::collections::BTreeMap;

use candle_core::backprop::GradStore;
use candle_core::{Device, Result, Tensor, Var};
use model::weights::Tensors;

use super::config::OptimizerConfig;

const BETA1: f64 = 0.9;
const BETA2: f64 = 0.999;
const EPSILON: f64 = 1e-8;

/// Learning rate of a step: a linear warm-up, then a half-cosine decay to nearly 0.
#[must_use]
pub fn learning_rate(config: &OptimizerConfig, step: usize, steps: usize) -> f64 {
    let warmup = (config.warmup * steps as f64).max(1.);
    let at = step as f64 + 1.;
    if at <= warmup {
        return config.lr * at / warmup;
    }
    let progress = ((at - warmup) / (steps as f64 - warmup).max(1.)).min(1.);
    config.lr * (0.5 * (1. + (std::f64::consts::PI * progress).cos())).max(1e-3)
}

/// Adam with decoupled weight decay (Loshchilov and Hutter 2019).
pub struct AdamW {
    config: OptimizerConfig,
    step: i32,
    moments: BTreeMap<String, [Tensor; 2]>,
}

impl AdamW {
    /// Creates an optimizer at step 0.
    #[must_use]
    pub fn new(config: OptimizerConfig) -> Self {
        Self { config, step: 0, moments: BTreeMap::new() }
    }

    /// Returns both moments by their variable's name, prefixed. With the values and the step count they are the
    /// complete state.
    #[must_use]
    pub fn state(&self) -> Tensors {
        let both = |(name, [m, v]): (&String, &[Tensor; 2])| {
            [(format!("m.{name}"), m.clone()), (format!("v.{name}"), v.clone())]
        };
        Tensors(self.moments.iter().flat_map(both).collect())
    }

    /// Restores the state of [`AdamW::state`] after `step` steps.
    pub fn restore(&mut self, step: usize, state: &Tensors) {
        self.step = i32::try_from(step).unwrap_or(i32::MAX);
        self.moments = state
            .0
            .iter()
            .filter_map(|(name, m)| {
                let name = name.strip_prefix("m.")?;
                Some((name.to_owned(), [m.clone(), state.0.get(&format!("v.{name}"))?.clone()]))
            })
            .collect();
    }

    /// Takes one step with learning rate `lr`, and returns the gradients' norm before clipping.
    ///
    /// # Errors
    /// Fails when a gradient is not finite.
    pub fn step(&mut self, variables: &BTreeMap<String, Var>, gradients: &GradStore, lr: f64) -> Result<f64> {
        let found: Vec<(&String, &Var, &Tensor)> =
            variables.iter().filter_map(|(name, var)| Some((name, var, gradients.get(var)?))).collect();
        let mut squares = 0f64;
        for (_, _, gradient) in &found {
            squares += f64::from(gradient.sqr()?.sum_all()?.to_scalar::<f32>()?);
        }
        let norm = squares.sqrt();
        if !norm.is_finite() {
            candle_core::bail!("the gradients are not finite");
        }
        let clip = (self.config.max_gradient_norm / norm.max(1e-12)).min(1.);
        self.step += 1;
        let corrections = [1. - BETA1.powi(self.step), 1. - BETA2.powi(self.step)];
        for (name, var, gradient) in found {
            let multiplier = if name.starts_with("encoder.") { self.config.encoder_lr_multiplier } else { 1. };
            let rate = lr * multiplier;
            let decay = if var.rank() > 1 { 1. - rate * self.config.weight_decay } else { 1. };
            let [m, v] = match self.moments.remove(name) {
                Some(moments) => moments,
                None => [var.zeros_like()?, var.zeros_like()?],
            };
            let gradient = (gradient.contiguous()? * clip)?;
            let m = ((m * BETA1)? + (&gradient * (1. - BETA1))?)?;
            let v = ((v * BETA2)? + (gradient.sqr()? * (1. - BETA2))?)?;
            let denominator = ((&v / corrections[1])?.sqrt()? + EPSILON)?;
            let update = ((&m * (rate / corrections[0]))? / denominator)?;
            var.set(&((var.as_tensor() * decay)? - update)?.detach())?;
            self.moments.insert(name.clone(), [m.detach(), v.detach()]);
        }
        Ok(norm)
    }
}

/// Exponential moving average of the weights, which generalizes better than their last values.
pub struct MovingAverage {
    decay: f64,
    tensors: Tensors,
}

impl MovingAverage {
    /// Starts with the current weights.
    #[must_use]
    pub fn new(decay: f64, tensors: Tensors) -> Self {
        Self { decay, tensors }
    }

    /// Updates the average with the weights after `step` steps. Early weights decay faster.
    ///
    /// # Errors
    /// Fails only when a tensor cannot be created.
    pub fn update(&mut self, variables: &BTreeMap<String, Var>, step: usize) -> Result<()> {
        let decay = self.decay.min((1. + step as f64) / (10. + step as f64));
        for (name, var) in variables {
            if let Some(mean) = self.tensors.0.get_mut(name) {
                let value = var.as_tensor().to_device(&Device::Cpu)?;
                *mean = ((&*mean * decay)? + (value * (1. - decay))?)?.detach();
            }
        }
        Ok(())
    }

    /// Returns the averaged weights.
    #[must_use]
    pub fn tensors(&self) -> &Tensors {
        &self.tensors
    }
}
