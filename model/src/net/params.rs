//! The numbers that training changes, by name.

use std::collections::{BTreeMap, BTreeSet};
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
    device: Device,
    vars: BTreeMap<String, Var>,
    running: BTreeMap<String, Arc<Mutex<Running>>>,
    /// Variables that began with what was learnt elsewhere.
    known: BTreeSet<String>,
}

/// Share of a step that a variable takes which knows something already: larger ones would undo it.
const GENTLE: f64 = 0.2;

impl Params {
    /// No variables yet; new ones are drawn with `seed`, for the processor.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self::on(seed, Device::Cpu)
    }

    /// No variables yet; new ones are drawn with `seed`, the same for every device.
    #[must_use]
    pub fn on(seed: u64, device: Device) -> Self {
        Self {
            rng: ChaCha8Rng::seed_from_u64(seed),
            device,
            vars: BTreeMap::new(),
            running: BTreeMap::new(),
            known: BTreeSet::new(),
        }
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
        let var = Var::from_tensor(&tensor.to_device(&self.device)?)?;
        let tensor = var.as_tensor().clone();
        self.vars.insert(name, var);
        Ok(tensor)
    }

    pub(super) fn running(&mut self, name: String, channels: usize) -> Arc<Mutex<Running>> {
        let new = || Arc::new(Mutex::new(Running { mean: vec![0.; channels], var: vec![1.; channels] }));
        Arc::clone(self.running.entry(name).or_insert_with(new))
    }

    /// Begins with what was learnt elsewhere, and goes on gently from there; variables that it lacks keep their drawn numbers.
    ///
    /// # Errors
    /// Fails when a tensor has another shape.
    pub fn begin_with(&mut self, known: &BTreeMap<String, Tensor>) -> Result<()> {
        for (name, tensor) in known {
            let Some(var) = self.vars.get(name) else { continue };
            var.set(&tensor.to_device(&self.device)?)?;
            self.known.insert(name.clone());
        }
        Ok(())
    }

    /// The share of a step that a variable takes.
    pub(super) fn share(&self, name: &str) -> f64 {
        if self.known.contains(name) { GENTLE } else { 1. }
    }

    /// Where the variables are.
    #[must_use]
    pub fn device(&self) -> &Device {
        &self.device
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
            var.set(&find(name)?.to_device(&self.device)?)?;
        }
        for (name, running) in &self.running {
            *running.lock().unwrap_or_else(PoisonError::into_inner) = Running {
                mean: find(&format!("{name}.running_mean"))?.to_vec1()?,
                var: find(&format!("{name}.running_var"))?.to_vec1()?,
            };
        }
        Ok(())
    }

    /// Takes the values of a network of the same or a smaller size, so that what it can do is not lost: channels that it
    /// lacks keep their drawn weights but add nothing to those that it has, and layers that it lacks begin with nothing.
    ///
    /// # Errors
    /// Fails when a tensor of the file is larger than the network's.
    pub fn grow(&mut self, tensors: &BTreeMap<String, Tensor>) -> Result<()> {
        for (name, var) in &self.vars {
            let Some(small) = tensors.get(name) else {
                if name.ends_with("bn.weight") {
                    var.set(&var.zeros_like()?)?;
                }
                continue;
            };
            let mut rows = small.to_device(&self.device)?;
            if var.rank() > 1 && small.dim(1)? < var.dim(1)? {
                rows = rows.pad_with_zeros(1, 0, var.dim(1)? - small.dim(1)?)?;
            }
            var.set(&extended(&rows, var.as_tensor())?)?;
        }
        for (name, running) in &self.running {
            let mut running = running.lock().unwrap_or_else(PoisonError::into_inner);
            let take = |part: &str, values: &mut Vec<f32>| -> Result<()> {
                let Some(small) = tensors.get(&format!("{name}.running_{part}")) else { return Ok(()) };
                values.splice(..small.elem_count().min(values.len()), small.to_vec1::<f32>()?);
                Ok(())
            };
            take("mean", &mut running.mean)?;
            take("var", &mut running.var)?;
        }
        Ok(())
    }
}

/// `small`, and after it what `whole` has more of.
fn extended(small: &Tensor, whole: &Tensor) -> Result<Tensor> {
    let (n, all) = (small.dim(0)?, whole.dim(0)?);
    if n < all { Tensor::cat(&[small, &whole.narrow(0, n, all - n)?.detach()], 0) } else { small.copy() }
}

#[cfg(test)]
mod tests {
    use super::super::optim::AdamW;
    use super::*;

    #[test]
    fn what_is_known_already_takes_a_fifth_of_a_step() {
        let mut params = Params::new(1);
        let [new, known] = ["new", "known"].map(|name| params.constant(name.into(), 2, 3.).unwrap());
        let elsewhere = |n: usize| {
            let tensor = Tensor::full(5f32, n, &Device::Cpu).unwrap();
            BTreeMap::from([("known".to_owned(), tensor.clone()), ("of another network".to_owned(), tensor)])
        };
        params.begin_with(&elsewhere(2)).unwrap();
        assert_eq!(known.to_vec1::<f32>().unwrap(), [5., 5.], "the network sees what it begins with");
        let gradients = (&new + &known).unwrap().sum_all().unwrap().backward().unwrap();
        AdamW::new(0.).step(&params, &gradients, 0.1).unwrap();
        for (tensor, wanted) in [(new, 3. - 0.1), (known, 5. - 0.02)] {
            assert!(tensor.to_vec1::<f32>().unwrap().iter().all(|v| (v - wanted).abs() < 1e-5));
        }
        assert!(params.begin_with(&elsewhere(3)).is_err(), "of another shape");
    }

    #[test]
    fn a_grown_network_begins_as_the_small_one() {
        let mut params = Params::new(1);
        params.weight("a.conv.weight".into(), (3, 2, 1, 1), 2).unwrap();
        params.constant("b.bn.weight".into(), 2, 1.).unwrap();
        params.running("a.bn".into(), 3);
        let drawn = params.tensors().unwrap();
        let last =
            |tensors: &BTreeMap<String, Tensor>| tensors["a.conv.weight"].flatten_all().unwrap().to_vec1::<f32>();
        let row = last(&drawn).unwrap()[4..].to_vec();
        let small = BTreeMap::from([
            ("a.conv.weight".to_owned(), Tensor::new(&[[[[5f32]]], [[[6f32]]]], &Device::Cpu).unwrap()),
            ("a.bn.running_mean".to_owned(), Tensor::new(&[7f32, 8.], &Device::Cpu).unwrap()),
        ]);
        params.grow(&small).unwrap();
        let grown = params.tensors().unwrap();
        // what it has is kept and takes nothing from the new channel; the new row keeps what was drawn
        assert_eq!(last(&grown).unwrap(), [[5., 0., 6., 0.].as_slice(), &row].concat());
        assert_eq!(grown["a.bn.running_mean"].to_vec1::<f32>().unwrap(), [7., 8., 0.]);
        assert_eq!(grown["b.bn.weight"].to_vec1::<f32>().unwrap(), [0., 0.], "a new layer begins with nothing");
        let large = BTreeMap::from([(
            "a.conv.weight".to_owned(),
            Tensor::zeros((4, 2, 1, 1), candle_core::DType::F32, &Device::Cpu).unwrap(),
        )]);
        assert!(params.grow(&large).is_err());
    }
}
