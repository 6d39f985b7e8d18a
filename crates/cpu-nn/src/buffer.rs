//! Access to the values of candle tensors, and memory for new ones.

use std::mem::{ManuallyDrop, MaybeUninit};
use std::ops::{Deref, Range};

use candle_core::{CpuStorage, Layout, Result, Storage, Tensor, bail};

/// The values of a contiguous storage.
///
/// # Errors
/// The storage is not contiguous or not `f32`.
pub fn slice<'a>(storage: &'a CpuStorage, layout: &Layout) -> Result<&'a [f32]> {
    let Some((start, end)) = layout.contiguous_offsets() else { bail!("the operator needs a contiguous tensor") };
    Ok(&storage.as_slice::<f32>()?[start..end])
}

/// The values of a contiguous tensor on the CPU, locked for reading.
///
/// # Errors
/// The tensor is not contiguous, not `f32` or not on the CPU.
pub fn read(tensor: &Tensor) -> Result<impl Deref<Target = [f32]> + Sync> {
    let (storage, layout) = tensor.storage_and_layout();
    let Some((start, end)) = layout.contiguous_offsets() else { bail!("the operator needs a contiguous tensor") };
    match &*storage {
        Storage::Cpu(CpuStorage::F32(_)) => Ok(Values { storage, range: start..end }),
        _ => bail!("the operator needs a tensor of f32 on the CPU"),
    }
}

/// A locked storage of `f32` with the range of the tensor's values.
struct Values<S> {
    storage: S,
    range: Range<usize>,
}

impl<S: Deref<Target = Storage>> Deref for Values<S> {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        match &*self.storage {
            Storage::Cpu(CpuStorage::F32(values)) => &values[self.range.clone()],
            _ => &[],
        }
    }
}

/// Returns the first `n` values of a reused scratch vector, with unspecified contents.
pub fn scratch(memory: &mut Vec<f32>, n: usize) -> &mut [f32] {
    if memory.len() < n {
        memory.resize(n, 0.);
    }
    &mut memory[..n]
}

/// A value that may not have been written yet.
pub type Uninit = MaybeUninit<f32>;

/// Allocates `n` values for an operator's output without filling them with zeros.
pub fn uninit(n: usize) -> Vec<Uninit> {
    let mut values = Vec::with_capacity(n);
    values.resize_with(n, Uninit::uninit);
    values
}

/// Returns the values as initialized.
///
/// # Safety
/// All of them must have been written.
#[expect(unsafe_code, reason = "only the caller knows what was written")]
pub unsafe fn assume_init(values: Vec<Uninit>) -> Vec<f32> {
    let mut values = ManuallyDrop::new(values);
    let (pointer, len, capacity) = (values.as_mut_ptr(), values.len(), values.capacity());
    // SAFETY: the vector is replaced by one with the same allocation and layout, and the values are initialized
    unsafe { Vec::from_raw_parts(pointer.cast::<f32>(), len, capacity) }
}
