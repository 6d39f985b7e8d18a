//! Access to the numbers behind a candle tensor.

use candle_core::{CpuStorage, CustomOp1, Layout, Result, Shape, Storage, Tensor, bail};

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

/// A batch [b, c, h, w] as [b, h, w, c], each pixel's channels side by side.
pub fn channels_last(x: &Tensor) -> Result<Tensor> {
    let turned = x.permute((0, 2, 3, 1))?;
    if turned.is_contiguous() { Ok(turned) } else { x.contiguous()?.apply_op1_no_bwd(&Turn) }
}

/// [b, c, h, w] into [b, h, w, c], several times quicker than candle's copy into another order.
struct Turn;

impl CustomOp1 for Turn {
    fn name(&self) -> &'static str {
        "channels-last"
    }

    fn cpu_fwd(&self, x: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let (b, c, h, w) = layout.shape().dims4()?;
        let x = of(x, layout)?;
        let mut out = vec![0f32; x.len()];
        for (x, out) in x.chunks_exact(c * h * w).zip(out.chunks_exact_mut(c * h * w)) {
            turn_into(x, c, (out, c));
        }
        Ok((CpuStorage::F32(out), (b, h, w, c).into()))
    }
}

/// The sum of two batches of one shape and order of numbers, whichever it is: candle's own is slow when it is not the plain one.
pub fn sum(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    if a.is_contiguous() {
        return a + b;
    }
    (channels_last(a)? + channels_last(b)?)?.permute((0, 3, 1, 2))
}

/// Room for `n` numbers in memory that is used again; they may be anything.
pub fn room(memory: &mut Vec<f32>, n: usize) -> &mut [f32] {
    if memory.len() < n {
        memory.resize(n, 0.);
    }
    &mut memory[..n]
}

/// A picture [h, w, c] with a border of zeros, in memory that is used again.
pub fn pad<'a>(x: &[f32], [h, w, c]: [usize; 3], border: usize, memory: &'a mut Vec<f32>) -> &'a [f32] {
    let stride = (w + 2 * border) * c;
    let padded = room(memory, stride * (h + 2 * border));
    let (above, rest) = padded.split_at_mut(border * stride);
    let (rows, below) = rest.split_at_mut(h * stride);
    above.fill(0.);
    below.fill(0.);
    for (row, to) in x.chunks_exact(w * c).zip(rows.chunks_exact_mut(stride)) {
        to[..border * c].fill(0.);
        to[border * c..][..w * c].copy_from_slice(row);
        to[(border + w) * c..].fill(0.);
    }
    padded
}

/// Numbers that are turned together.
const TURNED: usize = 8;

/// Rows become columns: `x` [rows, n] into `out` [n, rows].
pub fn turn(x: &[f32], rows: usize, out: &mut Vec<f32>) {
    out.clear();
    out.resize(x.len(), 0.);
    turn_into(x, rows, (out, rows));
}

/// The same into rows `stride` apart.
pub fn turn_into(x: &[f32], rows: usize, (out, stride): (&mut [f32], usize)) {
    let n = x.len() / rows;
    for first in (0..rows).step_by(TURNED) {
        let part = &x[first * n..(first + TURNED).min(rows) * n];
        if part.len() == TURNED * n {
            let mut row = part.chunks_exact(n);
            let eight: [&[f32]; TURNED] = std::array::from_fn(|_| row.next().unwrap_or_default());
            for (i, to) in out[first..].chunks_mut(stride).enumerate().take(n) {
                to[..TURNED].copy_from_slice(&eight.map(|row| row[i]));
            }
        } else {
            for (r, row) in part.chunks_exact(n).enumerate() {
                out[first + r..].iter_mut().step_by(stride).zip(row).for_each(|(to, v)| *to = *v);
            }
        }
    }
}

/// Columns become rows: `x` [n, rows] into `out` [rows, n].
pub fn turn_back(x: &[f32], rows: usize, out: &mut [f32]) {
    let n = x.len() / rows;
    let mut places = out.chunks_exact_mut(n);
    for first in (0..rows).step_by(TURNED) {
        let mut eight: Vec<&mut [f32]> = places.by_ref().take(TURNED).collect();
        for (i, from) in x[first..].chunks(rows).enumerate() {
            for (to, v) in eight.iter_mut().zip(from) {
                to[i] = *v;
            }
        }
    }
}
