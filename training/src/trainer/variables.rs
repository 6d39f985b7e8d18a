//! The trained variables, created from a seed.

use std::collections::BTreeMap;

use candle_core::{DType, Device, Result, Tensor, Var};
use candle_nn::VarMap;
use cpu_nn::VarBuilder;
use model::network::{NetworkConfig, TongueNet};
use model::weights::Tensors;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The variables of a network, by name.
pub struct Variables {
    map: VarMap,
    device: Device,
}

impl Variables {
    /// Creates the network's variables from the seed: weights are uniform within 1 / sqrt(fan-in), PyTorch's default;
    /// the others are initialized by their layers. candle's own initialization uses the thread's generator, which
    /// cannot be seeded.
    ///
    /// # Errors
    /// Fails only when a tensor cannot be created.
    pub fn create(config: &NetworkConfig, seed: u64, device: &Device) -> Result<(Self, TongueNet)> {
        let map = VarMap::new();
        let network = TongueNet::new(config, &VarBuilder::from_varmap(&map, DType::F32, device))?;
        let variables = Self { map, device: device.clone() };
        for (name, var) in variables.sorted() {
            if var.rank() > 1 {
                let fan_in: usize = var.dims()[1..].iter().product();
                let bound = (fan_in as f32).sqrt().recip();
                let mut rng = ChaCha8Rng::seed_from_u64(seed ^ hash(&name));
                let values: Vec<f32> = (0..var.elem_count()).map(|_| rng.random_range(-bound..bound)).collect();
                var.set(&Tensor::from_vec(values, var.shape(), device)?)?;
            } else if name.ends_with("bias") {
                var.set(&var.zeros_like()?)?;
            }
        }
        Ok((variables, network))
    }

    /// Returns all variables by name, including running statistics.
    #[must_use]
    pub fn sorted(&self) -> BTreeMap<String, Var> {
        let map = self.map.data().lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        map.iter().map(|(name, var)| (name.clone(), var.clone())).collect()
    }

    /// Overwrites the variables that exist in `tensors`, and returns their number.
    ///
    /// # Errors
    /// Fails when a tensor's shape differs from its variable's.
    pub fn load(&self, tensors: &Tensors) -> Result<usize> {
        let mut loaded = 0;
        for (name, var) in self.sorted() {
            if let Some(tensor) = tensors.0.get(&name) {
                var.set(&tensor.to_device(&self.device)?)?;
                loaded += 1;
            }
        }
        Ok(loaded)
    }

    /// Returns copies of the current values.
    ///
    /// # Errors
    /// Fails only when a tensor cannot be created.
    pub fn tensors(&self) -> Result<Tensors> {
        let copy = |(name, var): (String, Var)| Ok((name, var.as_tensor().to_device(&Device::Cpu)?.copy()?.detach()));
        Ok(Tensors(self.sorted().into_iter().map(copy).collect::<Result<_>>()?))
    }
}

fn hash(name: &str) -> u64 {
    // FNV-1a
    name.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}
