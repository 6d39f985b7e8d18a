//! Depthwise convolution: each channel has its own kernel.
//!
//! A plane is copied into memory with a border of zeros and, for stride 2, split into its even and odd rows and columns
//! ("phases"). In this flat layout each kernel weight applies to a run of consecutive values, so that a plane's output
//! is a sum of shifted runs. The few values computed beyond the ends of rows are discarded.

use std::cell::RefCell;

use crate::activation::{Activation, Bounds};
use crate::buffer::{Uninit, scratch};
use crate::conv_weights::ConvWeights;
use crate::geometry::Geometry;
use crate::simd::{LANES, deinterleave, mul_add, reduce, simd_fn};

/// Number of values of the largest kernel.
const MAX_TAPS: usize = 25;

thread_local! {
    /// Memory for a padded plane, and for a plane of outputs.
    static SCRATCH: RefCell<(Vec<f32>, Vec<f32>)> = RefCell::default();
}

/// Convolves an image. Writes every value of `out`.
pub fn forward(g: &Geometry, x: &[f32], weights: ConvWeights<'_>, out: &mut [Uninit]) {
    let (phases, taps) = (Phases::new(g), g.kernel * g.kernel);
    SCRATCH.with_borrow_mut(|(padded, flat)| {
        let values = phases.allocate(g, padded);
        let flat = scratch(flat, phases.flat_size(g));
        let planes = x.chunks_exact(g.in_plane()).zip(out.chunks_exact_mut(g.out_plane()));
        for (channel, (x, out)) in planes.enumerate() {
            phases.split(g, x, values);
            let kernel = Kernel { weights: &weights.weight[channel * taps..][..taps], offsets: &phases.offsets };
            correlate(values, kernel, weights.bias[channel], weights.bounds, flat);
            for (row, flat) in out.chunks_exact_mut(g.out_width).zip(flat.chunks(phases.width)) {
                row.write_copy_of_slice(&flat[..g.out_width]);
            }
        }
    });
}

/// Writes the gradient of the weights for one image to `dw`.
pub fn weight_gradient(g: &Geometry, x: &[f32], gradient: &[f32], dw: &mut [f32]) {
    let (phases, taps) = (Phases::new(g), g.kernel * g.kernel);
    SCRATCH.with_borrow_mut(|(padded, flat)| {
        let values = phases.allocate(g, padded);
        let flat = scratch(flat, phases.flat_size(g));
        flat.fill(0.);
        let planes = x.chunks_exact(g.in_plane()).zip(gradient.chunks_exact(g.out_plane()));
        for ((x, gradient), dw) in planes.zip(dw.chunks_exact_mut(taps)) {
            phases.split(g, x, values);
            for (row, flat) in gradient.chunks_exact(g.out_width).zip(flat.chunks_mut(phases.width)) {
                flat[..g.out_width].copy_from_slice(row);
            }
            for (dw, offset) in dw.iter_mut().zip(&phases.offsets) {
                *dw = dot(flat, &values[*offset..]);
            }
        }
    });
}

/// Computes an image's gradient. Writes every value of `dx`.
pub fn input_gradient(g: &Geometry, weight: &[f32], gradient: &[f32], dx: &mut [Uninit]) {
    let (transposed, taps) = (Transposed::new(g), g.kernel * g.kernel);
    SCRATCH.with_borrow_mut(|(padded, flat)| {
        let padded = transposed.allocate(padded);
        let planes = gradient.chunks_exact(g.out_plane()).zip(dx.chunks_exact_mut(g.in_plane()));
        for ((gradient, dx), weight) in planes.zip(weight.chunks_exact(taps)) {
            transposed.pad(g, gradient, padded);
            transposed.correlate(g, padded, weight, (flat, dx));
        }
    });
}

/// Layout of a padded plane: one phase [height, width] for each remainder of row and column by the stride.
struct Phases {
    height: usize,
    width: usize,
    /// Start of each kernel weight's run.
    offsets: Vec<usize>,
    /// Positions of the first and the second value of each row of the image.
    rows: Vec<[usize; 2]>,
}

impl Phases {
    fn new(g: &Geometry) -> Self {
        let border = (g.kernel - 1) / g.stride;
        let (height, width) = (g.out_height + border, g.out_width + border);
        let mut phases = Self { height, width, offsets: Vec::new(), rows: Vec::new() };
        phases.offsets = (0..g.kernel * g.kernel).map(|i| phases.offset(g, i / g.kernel, i % g.kernel)).collect();
        // rows below the last position of the kernel are not used
        let rows = (height * g.stride).saturating_sub(g.top).min(g.height);
        let starts = |y: usize| [0, 1].map(|column| phases.offset(g, y + g.top, g.left + column));
        phases.rows = (0..rows).map(starts).collect();
        phases
    }

    /// Returns the position of a value of the padded plane.
    fn offset(&self, g: &Geometry, row: usize, column: usize) -> usize {
        let phase = row % g.stride * g.stride + column % g.stride;
        (phase * self.height + row / g.stride) * self.width + column / g.stride
    }

    /// Returns the length of the output, with rows as wide as a phase, in whole blocks.
    fn flat_size(&self, g: &Geometry) -> usize {
        ((g.out_height - 1) * self.width + g.out_width).next_multiple_of(LANES)
    }

    /// Returns zeros for a plane's phases, and one further block for the runs to end in.
    fn allocate<'a>(&self, g: &Geometry, memory: &'a mut Vec<f32>) -> &'a mut [f32] {
        let values = scratch(memory, g.stride * g.stride * self.height * self.width + LANES);
        values.fill(0.);
        values
    }

    /// Writes a plane into its phases without touching their border.
    fn split(&self, g: &Geometry, x: &[f32], values: &mut [f32]) {
        let lengths = [0, 1].map(|column| self.width - (g.left + column) / g.stride);
        for (row, starts) in x.chunks_exact(g.width).zip(&self.rows) {
            if g.stride == 1 {
                values[starts[0]..][..g.width].copy_from_slice(row);
            } else {
                deinterleave(row, 0, &mut values[starts[0]..][..lengths[0]]);
                deinterleave(row, 1, &mut values[starts[1]..][..lengths[1]]);
            }
        }
    }
}

/// Layout of a plane's gradient: each phase of the padded input's gradient is a stride-1 convolution of the output's
/// padded gradient.
struct Transposed {
    /// First row and column of a phase with image values.
    start: (usize, usize),
    /// Number of a phase's rows with image values.
    height: usize,
    /// Row length of a phase and of the padded gradient.
    width: usize,
    /// Number of rows and columns of zeros before the gradient, if no phase starts later.
    border: usize,
    /// For each phase: the kernel weights that reach it, and the start of each weight's run.
    phases: Vec<(Vec<usize>, Vec<usize>)>,
}

impl Transposed {
    fn new(g: &Geometry) -> Self {
        let start = (g.top / g.stride, g.left / g.stride);
        let border = (g.kernel - 1) / g.stride;
        let height = (g.top + g.height - 1) / g.stride + 1 - start.0;
        let width = (g.left + g.width - 1) / g.stride + 1 - start.1 + border;
        let phase = |phase: usize| {
            let in_phase = |i: &usize| i / g.kernel % g.stride * g.stride + i % g.kernel % g.stride == phase;
            let offset = |i: &usize| (border - i / g.kernel / g.stride) * width + border - i % g.kernel / g.stride;
            let weights: Vec<usize> = (0..g.kernel * g.kernel).filter(in_phase).collect();
            let offsets = weights.iter().map(offset).collect();
            (weights, offsets)
        };
        Self { start, height, width, border, phases: (0..g.stride * g.stride).map(phase).collect() }
    }

    /// Returns zeros for the padded gradient, and one further block for the runs to end in.
    fn allocate<'a>(&self, memory: &'a mut Vec<f32>) -> &'a mut [f32] {
        let padded = scratch(memory, (self.height + self.border + 1) * self.width + LANES);
        padded.fill(0.);
        padded
    }

    /// Writes a plane of the gradient inside of its border.
    fn pad(&self, g: &Geometry, gradient: &[f32], padded: &mut [f32]) {
        let (top, left) = (self.border - self.start.0, self.border - self.start.1);
        for (row, to) in gradient.chunks_exact(g.out_width).zip(padded.chunks_mut(self.width).skip(top)) {
            to[left..][..g.out_width].copy_from_slice(row);
        }
    }

    /// Computes a plane's gradient `dx` from the output's padded gradient; `memory` is scratch for some rows' phases.
    fn correlate(&self, g: &Geometry, padded: &[f32], w: &[f32], (memory, dx): (&mut Vec<f32>, &mut [Uninit])) {
        let size = (self.height * self.width).next_multiple_of(LANES);
        let phases = scratch(memory, size * g.stride);
        for row_phase in 0..g.stride {
            for (column_phase, flat) in phases.chunks_exact_mut(size).enumerate() {
                let (indices, offsets) = &self.phases[row_phase * g.stride + column_phase];
                let mut weights = [0f32; MAX_TAPS];
                weights.iter_mut().zip(indices).for_each(|(weight, i)| *weight = w[*i]);
                let kernel = Kernel { weights: &weights[..indices.len()], offsets };
                correlate(padded, kernel, 0., Activation::Identity.bounds(), flat);
            }
            let first = (row_phase + g.top) % g.stride;
            for (y, row) in dx.chunks_exact_mut(g.width).enumerate().skip(first).step_by(g.stride) {
                let start = ((y + g.top) / g.stride - self.start.0) * self.width;
                if g.stride == 1 {
                    row.write_copy_of_slice(&phases[start..][..g.width]);
                    continue;
                }
                let second = (g.left + 1) / g.stride - self.start.1;
                let (even, odd) = (&phases[g.left % g.stride * size..], &phases[(g.left + 1) % g.stride * size..]);
                interleave(&even[start..], &odd[start + second..], row);
            }
        }
    }
}

simd_fn! {
    /// Fills `to` with the values of `even` and `odd` in turn.
    fn interleave<FMA>(even: &[f32], odd: &[f32], to: &mut [Uninit]) {
        let (pairs, rest) = to.as_chunks_mut::<2>();
        // panics instead of leaving values unwritten
        let values = even[..pairs.len()].iter().zip(&odd[..pairs.len()]);
        for (pair, (even, odd)) in pairs.iter_mut().zip(values) {
            *pair = [Uninit::new(*even), Uninit::new(*odd)];
        }
        if let Some(last) = rest.first_mut() {
            last.write(even[pairs.len()]);
        }
    }
}

/// The weights, and the start of each weight's run of values.
#[derive(Clone, Copy)]
struct Kernel<'a> {
    weights: &'a [f32],
    offsets: &'a [usize],
}

simd_fn! {
    /// Computes `out[i] = clamp(bias + sum over the kernel of weight * values[offset + i])`, block by block.
    fn correlate<FMA>(values: &[f32], kernel: Kernel<'_>, bias: f32, bounds: Bounds, out: &mut [f32]) {
        for (i, out) in out.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
            let mut sums = [bias; LANES];
            let values = &values[i * LANES..];
            for (weight, offset) in kernel.weights.iter().zip(kernel.offsets) {
                let run = &values[*offset..*offset + LANES];
                for j in 0..LANES {
                    sums[j] = mul_add::<FMA>(*weight, run[j], sums[j]);
                }
            }
            for j in 0..LANES {
                out[j] = bounds.clamp(sums[j]);
            }
        }
    }
}

simd_fn! {
    /// Returns the dot product of `a`, in whole blocks, with the start of `b`.
    fn dot<FMA>(a: &[f32], b: &[f32]) -> f32 {
        let mut sums = [0f32; LANES];
        for (a, b) in a.as_chunks::<LANES>().0.iter().zip(b.as_chunks::<LANES>().0) {
            for i in 0..LANES {
                sums[i] = mul_add::<FMA>(a[i], b[i], sums[i]);
            }
        }
        reduce(&sums)
    }
}
