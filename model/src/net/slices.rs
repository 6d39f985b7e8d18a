//! Access to the numbers behind a candle tensor.

use candle_core::{CpuStorage, Layout, Result, Storage, Tensor, bail};

/// The numbers of a contiguous CPU storage.
pub fn of<'a>(storage: &'a CpuStorage, layout: &Layout) -> Result<&'a [f32]> {
    let Some((start, end)) = layout.contiguous_offsets() else { bail!("the operator needs a contiguous tensor") };
    Ok(&storage.as_slice::<f32>()?[start..end])
}

/// Calls `f` with the numbers of a tensor, which is made contiguous first.
pub fn with<T>(tensor: &Tensor, f: impl FnOnce(&[f32]) -> T) -> Result<T> {
    let tensor = tensor.contiguous()?;
    let (storage, layout) = tensor.storage_and_layout();
    match &*storage {
        Storage::Cpu(cpu) => Ok(f(of(cpu, layout)?)),
        _ => bail!("the networks run on the processor"),
    }
}
