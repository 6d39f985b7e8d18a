//! Upsampling by whole factors.

use candle_core::{CpuStorage, CustomOp1, Layout, Result, Shape, Tensor, bail};

use crate::buffer::{read, slice};
use crate::parallel::for_each_chunk;
use crate::simd::{mul_add, simd_fn};

/// Repeats each value of `x` [batch, channels, height, width] twice in height and width; differentiable.
///
/// # Errors
/// `x` has another number of dimensions or no values, or is not `f32`.
pub fn upsample_nearest2x(x: &Tensor) -> Result<Tensor> {
    let shape = x.dims4()?;
    if !x.device().is_cpu() {
        return nearest2x_native(x);
    }
    check_not_empty(x)?;
    x.contiguous()?.apply_op1(Nearest2x { shape })
}

/// Interpolates `x` [batch, channels, height, width] bilinearly to `factor` times its height and width, like candle's
/// `upsample_bilinear2d` without aligned corners: the outermost values are repeated. Differentiable.
///
/// # Errors
/// `factor` is 0, or `x` has another number of dimensions or no values, or is not `f32`.
pub fn upsample_bilinear(x: &Tensor, factor: usize) -> Result<Tensor> {
    let shape @ (_, _, h, w) = x.dims4()?;
    if factor == 0 {
        bail!("an image cannot be upsampled by 0");
    }
    check_not_empty(x)?;
    let (rows, columns) = (interpolation(h, factor), interpolation(w, factor));
    if !x.device().is_cpu() {
        return bilinear_native(x, &rows, &columns);
    }
    x.contiguous()?.apply_op1(Bilinear { shape, rows, columns })
}

/// Upsamples with candle's operators. The backward pass of candle's own upsampling loses the gradients of other uses of
/// its input.
fn nearest2x_native(input: &Tensor) -> Result<Tensor> {
    let (b, c, h, w) = input.dims4()?;
    let repeated = input.reshape(&[b, c, h, 1, w, 1][..])?.broadcast_as(&[b, c, h, 2, w, 2][..])?;
    repeated.reshape((b, c, 2 * h, 2 * w))
}

/// Upsamples with candle's matrix product, since candle's own upsampling has no backward pass.
fn bilinear_native(input: &Tensor, rows: &[Position], columns: &[Position]) -> Result<Tensor> {
    let (b, c, h, w) = input.dims4()?;
    let wide = input.reshape((b * c * h, w))?.matmul(&matrix(columns, w, input)?.t()?)?;
    let wide = wide.reshape((b * c, h, columns.len()))?;
    matrix(rows, h, input)?.broadcast_matmul(&wide)?.reshape((b, c, rows.len(), columns.len()))
}

fn check_not_empty(x: &Tensor) -> Result<()> {
    if x.elem_count() == 0 {
        bail!("an empty image {:?} cannot be upsampled", x.dims());
    }
    Ok(())
}

struct Nearest2x {
    shape: (usize, usize, usize, usize),
}

impl CustomOp1 for Nearest2x {
    fn name(&self) -> &'static str {
        "upsample-nearest2x"
    }

    fn cpu_fwd(&self, input: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let (input, (b, c, h, w)) = (slice(input, layout)?, self.shape);
        let mut out = vec![0f32; 4 * input.len()];
        for_each_chunk(&mut out, 4 * c * h * w, |i, out| {
            for (row, out) in input[i * c * h * w..].chunks_exact(w).zip(out.chunks_exact_mut(4 * w)) {
                let (upper, lower) = out.split_at_mut(2 * w);
                upper.as_chunks_mut::<2>().0.iter_mut().zip(row).for_each(|(pair, value)| *pair = [*value; 2]);
                lower.copy_from_slice(upper);
            }
        });
        Ok((CpuStorage::F32(out), (b, c, 2 * h, 2 * w).into()))
    }

    fn bwd(&self, x: &Tensor, _out: &Tensor, gradient: &Tensor) -> Result<Option<Tensor>> {
        let (gradient, (_, c, h, w)) = (gradient.contiguous()?, self.shape);
        let gradients = read(&gradient)?;
        let mut dx = vec![0f32; x.elem_count()];
        for_each_chunk(&mut dx, c * h * w, |i, dx| {
            for (dx, rows) in dx.chunks_exact_mut(w).zip(gradients[4 * i * c * h * w..].chunks_exact(4 * w)) {
                let (upper, lower) = rows.split_at(2 * w);
                let pairs = upper.as_chunks::<2>().0.iter().zip(lower.as_chunks::<2>().0);
                dx.iter_mut().zip(pairs).for_each(|(dx, ([a, b], [c, d]))| *dx = a + b + c + d);
            }
        });
        Tensor::from_vec(dx, x.shape(), x.device()).map(Some)
    }
}

/// The position of an output value between two input values.
#[derive(Debug, Clone, Copy)]
struct Position {
    low: usize,
    high: usize,
    /// Weight of the high value.
    weight: f32,
}

/// Returns the positions of all outputs along a dimension of `size` values.
fn interpolation(size: usize, factor: usize) -> Vec<Position> {
    let position = |i: usize| {
        // (i + 1/2) / factor - 1/2, in units of 1 / (2 factor)
        let place = (2 * i + 1).saturating_sub(factor);
        let low = place / (2 * factor);
        #[expect(clippy::cast_precision_loss, reason = "both are small numbers")]
        let weight = (place % (2 * factor)) as f32 / (2 * factor) as f32;
        Position { low, high: (low + 1).min(size - 1), weight }
    };
    (0..size * factor).map(position).collect()
}

/// Returns the interpolation as a matrix [outputs, `size`].
fn matrix(positions: &[Position], size: usize, x: &Tensor) -> Result<Tensor> {
    let mut values = vec![0f32; positions.len() * size];
    for (position, row) in positions.iter().zip(values.chunks_exact_mut(size)) {
        row[position.low] += 1. - position.weight;
        row[position.high] += position.weight;
    }
    Tensor::from_vec(values, (positions.len(), size), x.device())?.to_dtype(x.dtype())
}

struct Bilinear {
    shape: (usize, usize, usize, usize),
    rows: Vec<Position>,
    columns: Vec<Position>,
}

impl CustomOp1 for Bilinear {
    fn name(&self) -> &'static str {
        "upsample-bilinear"
    }

    fn cpu_fwd(&self, input: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let (input, (b, c, h, w)) = (slice(input, layout)?, self.shape);
        let (out_height, out_width) = (self.rows.len(), self.columns.len());
        let mut out = vec![0f32; b * c * out_height * out_width];
        for_each_chunk(&mut out, c * out_height * out_width, |i, out| {
            let mut wide = vec![0f32; h * out_width];
            let planes = input[i * c * h * w..].chunks_exact(h * w);
            for (x, out) in planes.zip(out.chunks_exact_mut(out_height * out_width)) {
                for (x, wide) in x.chunks_exact(w).zip(wide.chunks_exact_mut(out_width)) {
                    for (wide, at) in wide.iter_mut().zip(&self.columns) {
                        *wide = x[at.low] * (1. - at.weight) + x[at.high] * at.weight;
                    }
                }
                for (out, at) in out.chunks_exact_mut(out_width).zip(&self.rows) {
                    out.fill(0.);
                    add_scaled(&wide[at.low * out_width..][..out_width], 1. - at.weight, out);
                    add_scaled(&wide[at.high * out_width..][..out_width], at.weight, out);
                }
            }
        });
        Ok((CpuStorage::F32(out), (b, c, out_height, out_width).into()))
    }

    fn bwd(&self, x: &Tensor, _out: &Tensor, gradient: &Tensor) -> Result<Option<Tensor>> {
        let (gradient, (_, c, h, w)) = (gradient.contiguous()?, self.shape);
        let gradients = read(&gradient)?;
        let (out_height, out_width) = (self.rows.len(), self.columns.len());
        let mut dx = vec![0f32; x.elem_count()];
        for_each_chunk(&mut dx, c * h * w, |i, dx| {
            let mut wide = vec![0f32; h * out_width];
            let planes = gradients[i * c * out_height * out_width..].chunks_exact(out_height * out_width);
            for (dx, gradient) in dx.chunks_exact_mut(h * w).zip(planes) {
                wide.fill(0.);
                for (gradient, at) in gradient.chunks_exact(out_width).zip(&self.rows) {
                    add_scaled(gradient, 1. - at.weight, &mut wide[at.low * out_width..][..out_width]);
                    add_scaled(gradient, at.weight, &mut wide[at.high * out_width..][..out_width]);
                }
                for (dx, wide) in dx.chunks_exact_mut(w).zip(wide.chunks_exact(out_width)) {
                    for (wide, at) in wide.iter().zip(&self.columns) {
                        dx[at.low] += wide * (1. - at.weight);
                        dx[at.high] += wide * at.weight;
                    }
                }
            }
        });
        Tensor::from_vec(dx, x.shape(), x.device()).map(Some)
    }
}

simd_fn! {
    /// Adds `weight` times `from` to `to`.
    fn add_scaled<FMA>(from: &[f32], weight: f32, to: &mut [f32]) {
        for (to, from) in to.iter_mut().zip(from) {
            *to = mul_add::<FMA>(*from, weight, *to);
        }
    }
}

#[cfg(test)]
mod tests {
    use candle_core::{Device, Var};

    use super::*;

    #[test]
    fn native_operators_give_the_same() {
        let values: Vec<f32> = (0u16..120).map(|i| f32::from(i * 3 % 47)).collect();
        let x = Var::from_tensor(&Tensor::from_vec(values, (2, 3, 4, 5), &Device::Cpu).unwrap()).unwrap();
        let check = |ours: Tensor, native: Tensor| {
            let outs = [&ours, &native].map(|out| out.flatten_all().unwrap());
            let gradients = outs.clone().map(|out| out.sqr().unwrap().sum_all().unwrap().backward().unwrap());
            let gradients = gradients.map(|all| all.get(&x).unwrap().flatten_all().unwrap());
            for [a, b] in [outs, gradients] {
                let error = (a - b).unwrap().abs().unwrap().max(0).unwrap().to_scalar::<f32>().unwrap();
                assert!(error < 1e-2, "the values differ by {error}");
            }
        };
        check(upsample_nearest2x(&x).unwrap(), nearest2x_native(&x).unwrap());
        let (rows, columns) = (interpolation(4, 3), interpolation(5, 3));
        check(upsample_bilinear(&x, 3).unwrap(), bilinear_native(&x, &rows, &columns).unwrap());
    }
}
