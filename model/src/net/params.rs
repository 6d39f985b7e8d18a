//! The numbers that training changes, by name.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use candle_core::{Device, Result, Shape, Tensor, Var};
use rand::SeedableRng;
use rand::distr::{Distribution, Uniform};
use rand_chacha::ChaCha8Rng;

use super::norm::Running;

/// Variables and running statistics of a network in training, in the order of their names.
#[derive(Debug)]
pub struct Params {
    rng: ChaCha8Rng,
    vars: BTreeMap<String, Var>,
    running: BTreeMap<String, Arc<Mutex<Running>>>,
}

impl Params {
    /// No variables yet; new ones are drawn with `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { rng: ChaCha8Rng::seed_from_u64(seed), vars: BTreeMap::new(), running: BTreeMap::new() }
    }

    /// A new variable, uniform within Kaiming's bound for `fan_in` inputs and a rectifier.
    pub(super) fn weight(&mut self, name: String, shape: impl Into<Shape>, fan_in: usize) -> Result<Tensor> {
        let shape = shape.into();
        #[expect(clippy::cast_precision_loss, reason = "layers are far smaller than 2^24")]
        let bound = (6. / fan_in as f32).sqrt();
        let uniform = Uniform::new_inclusive(-bound, bound).map_err(candle_core::Error::wrap)?;
        let values: Vec<f32> = (0..shape.elem_count()).map(|_| uniform.sample(&mut self.rng)).collect();
        self.insert(name, &Tensor::from_vec(values, shape, &Device::Cpu)?)
    }

    /// A new variable filled with `value`.
    pub(super) fn constant(&mut self, name: String, shape: impl Into<Shape>, value: f32) -> Result<Tensor> {
        self.insert(name, &Tensor::full(value, shape, &Device::Cpu)?)
    }

    fn insert(&mut self, name: String, tensor: &Tensor) -> Result<Tensor> {
        let var = Var::from_tensor(tensor)?;
        let tensor = var.as_tensor().clone();
        self.vars.insert(name, var);
        Ok(tensor)
    }

    pub(super) fn running(&mut self, name: String, channels: usize) -> Arc<Mutex<Running>> {
        let new = || Arc::new(Mutex::new(Running { mean: vec![0.; channels], var: vec![1.; channels] }));
        Arc::clone(self.running.entry(name).or_insert_with(new))
    }

    /// The variables, in the order of their names.
    pub fn vars(&self) -> impl Iterator<Item = (&String, &Var)> {
        self.vars.iter()
    }

    /// Every tensor that a weights file holds: variables and running statistics.
    ///
    /// # Errors
    /// Fails only when a tensor cannot be made.
    pub fn tensors(&self) -> Result<BTreeMap<String, Tensor>> {
        let mut all: BTreeMap<String, Tensor> =
            self.vars.iter().map(|(name, var)| (name.clone(), var.as_detached_tensor())).collect();
        for (name, running) in &self.running {
            let running = running.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let n = running.mean.len();
            all.insert(format!("{name}.running_mean"), Tensor::from_vec(running.mean, n, &Device::Cpu)?);
            all.insert(format!("{name}.running_var"), Tensor::from_vec(running.var, n, &Device::Cpu)?);
        }
        Ok(all)
    }

    /// Takes the values of a weights file with the same names and shapes.
    ///
    /// # Errors
    /// Fails when a tensor is missing or has another shape.
    pub fn load(&mut self, tensors: &BTreeMap<String, Tensor>) -> Result<()> {
        let find = |name: &str| {
            tensors.get(name).ok_or_else(|| candle_core::Error::Msg(format!("the weights have no tensor {name}")))
        };
        for (name, var) in &self.vars {
            var.set(find(name)?)?;
        }
        for (name, running) in &self.running {
            *running.lock().unwrap_or_else(PoisonError::into_inner) = Running {
                mean: find(&format!("{name}.running_mean"))?.to_vec1()?,
                var: find(&format!("{name}.running_var"))?.to_vec1()?,
            };
        }
        Ok(())
    }
}
