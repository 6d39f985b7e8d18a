//! Weights in safetensors files.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use candle_core::{DType, Device, Tensor};
use cpu_nn::VarBuilder;
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};

use crate::network::{NetworkConfig, TongueNet};

/// 32-bit tensors by name, with only finite numbers.
#[derive(Debug, Clone, Default)]
pub struct Tensors(pub BTreeMap<String, Tensor>);

/// The precision of written weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    /// 16 bits: half the size, without a change of a trained network's scores.
    Half,
    /// 32 bits: needed to continue training.
    Single,
}

impl Tensors {
    /// Parses the contents of a safetensors file. The bytes are copied, because replacing a memory-mapped file would
    /// crash the process.
    ///
    /// # Errors
    /// Fails when the bytes are not safetensors, or a tensor is neither 16 nor 32 bits or contains a number that is not
    /// finite.
    pub fn parse(bytes: &[u8]) -> anyhow::Result<Self> {
        let file = SafeTensors::deserialize(bytes).context("it is not a safetensors file")?;
        let tensors = file.tensors().into_iter().map(|(name, view)| {
            let dtype = match view.dtype() {
                Dtype::F32 => DType::F32,
                Dtype::F16 => DType::F16,
                other => bail!("tensor {name} is of {other:?}: 16 or 32 bits are read"),
            };
            let tensor =
                Tensor::from_raw_buffer(view.data(), dtype, view.shape(), &Device::Cpu)?.to_dtype(DType::F32)?;
            let finite = tensor.flatten_all()?.to_vec1::<f32>()?.iter().all(|v| v.is_finite());
            ensure!(finite, "tensor {name} holds a number that is not finite");
            Ok((name, tensor))
        });
        Ok(Self(tensors.collect::<anyhow::Result<_>>()?))
    }

    /// Reads the tensors of a file.
    ///
    /// # Errors
    /// Fails with the file's name when the file cannot be read or parsed.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let bytes = std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
        Self::parse(&bytes).with_context(|| path.display().to_string())
    }

    /// Writes the tensors to a temporary file and renames it, so that no reader sees a partial file.
    ///
    /// # Errors
    /// Fails when the file cannot be written.
    pub fn write(&self, path: &Path, precision: Precision) -> anyhow::Result<()> {
        let bytes: Vec<(&String, Dtype, &Tensor, Vec<u8>)> = self
            .0
            .iter()
            .map(|(name, tensor)| {
                let flat = tensor.flatten_all()?;
                Ok(match precision {
                    Precision::Half => {
                        let values = flat.to_dtype(DType::F16)?.to_vec1::<half::f16>()?;
                        (name, Dtype::F16, tensor, values.iter().flat_map(|v| v.to_le_bytes()).collect())
                    }
                    Precision::Single => {
                        let values = flat.to_vec1::<f32>()?;
                        (name, Dtype::F32, tensor, values.iter().flat_map(|v| v.to_le_bytes()).collect())
                    }
                })
            })
            .collect::<anyhow::Result<_>>()?;
        let views = bytes
            .iter()
            .map(|(name, dtype, tensor, data)| Ok((name, TensorView::new(*dtype, tensor.dims().to_vec(), data)?)))
            .collect::<anyhow::Result<Vec<_>>>()?;
        let partial = path.with_extension("part");
        safetensors::serialize_to_file(views, None, &partial)?;
        Ok(std::fs::rename(partial, path)?)
    }

    /// Builds the network from the tensors.
    ///
    /// # Errors
    /// Fails when a tensor is missing or its shape differs from the configuration's.
    pub fn network(&self, config: &NetworkConfig) -> candle_core::Result<TongueNet> {
        let tensors: HashMap<String, Tensor> = self.0.iter().map(|(name, t)| (name.clone(), t.clone())).collect();
        TongueNet::new(config, &VarBuilder::from_tensors(tensors, DType::F32, &Device::Cpu))
    }
}
