//! Weights on disk: one safetensors file and a manifest that says what it is.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use anyhow::{Context, ensure};
use candle_core::{Device, Tensor};
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};

/// Tensors by name.
pub type Tensors = BTreeMap<String, Tensor>;

/// The tensors in the bytes of a safetensors file. The bytes are copied: a file that is replaced under a mapping would kill
/// the process.
///
/// # Errors
/// Fails when the bytes are not safetensors of 32-bit numbers.
pub fn parse(bytes: &[u8]) -> anyhow::Result<Tensors> {
    let file = SafeTensors::deserialize(bytes).context("the weights are not a safetensors file")?;
    file.tensors()
        .into_iter()
        .map(|(name, view)| {
            ensure!(view.dtype() == Dtype::F32, "tensor {name} is not of 32-bit numbers");
            let values: Vec<f32> = view.data().as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect();
            Ok((name, Tensor::from_vec(values, view.shape(), &Device::Cpu)?))
        })
        .collect()
}

/// The tensors of a file.
///
/// # Errors
/// Fails when the file cannot be read or is not safetensors.
pub fn read(path: &Path) -> anyhow::Result<Tensors> {
    parse(&std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?)
}

/// Writes tensors, beside the file first, so that a reader never sees half of it.
///
/// # Errors
/// Fails when the file cannot be written.
pub fn write(path: &Path, tensors: &Tensors) -> anyhow::Result<()> {
    let bytes: Vec<(String, Vec<usize>, Vec<u8>)> = tensors
        .iter()
        .map(|(name, t)| {
            let values = t.flatten_all()?.to_vec1::<f32>()?;
            Ok((name.clone(), t.dims().to_vec(), values.iter().flat_map(|v| v.to_le_bytes()).collect()))
        })
        .collect::<anyhow::Result<_>>()?;
    let views = bytes
        .iter()
        .map(|(name, shape, data)| Ok((name, TensorView::new(Dtype::F32, shape.clone(), data)?)))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let beside = path.with_extension("part");
    safetensors::serialize_to_file(views, None::<HashMap<String, String>>, &beside)?;
    Ok(std::fs::rename(beside, path)?)
}
