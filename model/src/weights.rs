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
    write_with(path, tensors, None)
}

/// Key of the note in a file's header. One only: with two, their order and so the bytes would change from run to run.
const NOTE: &str = "note";

/// The note in the header of a safetensors file.
///
/// # Errors
/// Fails when the bytes are not safetensors.
pub fn note(bytes: &[u8]) -> anyhow::Result<Option<String>> {
    let (_, header) = SafeTensors::read_metadata(bytes).context("it is not a safetensors file")?;
    Ok(header.metadata().as_ref().and_then(|notes| notes.get(NOTE).cloned()))
}

/// The same as [`write`], with a note in the header.
///
/// # Errors
/// Fails when the file cannot be written.
pub fn write_with(path: &Path, tensors: &Tensors, note: Option<String>) -> anyhow::Result<()> {
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
    let notes = note.map(|note| HashMap::from([(NOTE.to_owned(), note)]));
    safetensors::serialize_to_file(views, notes, &beside)?;
    Ok(std::fs::rename(beside, path)?)
}
