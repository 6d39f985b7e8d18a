//! Convolution over all input channels: matrix products with patches of the image, a tile at a time.
//!
//! The patches of a whole image do not fit the cache, but those of a tile do. For a 1x1 kernel the image itself is the
//! matrix of patches.

use std::cell::RefCell;
use std::ops::Range;

use crate::activation::add_and_clamp;
use crate::buffer::{Uninit, scratch};
use crate::conv_weights::ConvWeights;
use crate::geometry::Geometry;
use crate::matmul::{Matrix, Output, matmul};
use crate::simd::deinterleave;

/// Patch values per tile: 256 KiB.
const TILE_VALUES: usize = 64 << 10;
/// Input and output values per tile of a 1x1 convolution: 512 KiB.
const DIRECT_TILE_VALUES: usize = 128 << 10;

thread_local! {
    /// Memory for the patches of a tile.
    static PATCHES: RefCell<Vec<f32>> = RefCell::default();
}

/// Convolves an image. Writes every value of `out`.
pub fn forward(g: &Geometry, x: &[f32], weights: ConvWeights<'_>, out: &mut [Uninit]) {
    let depth = patch_size(g);
    let finished = weights.bounds.are_infinite() && weights.bias.iter().all(|bias| *bias == 0.);
    PATCHES.with_borrow_mut(|memory| {
        for tile in tiles(g) {
            let patches = patches(g, x, &tile, memory);
            let product = Output::Set { data: &mut out[tile.start..], row_stride: g.out_plane() };
            matmul([g.out_channels, depth, tile.len()], Matrix::new(weights.weight, depth), patches, product);
            if finished {
                continue;
            }
            // the tile is still cached
            for (channel, plane) in out.chunks_exact_mut(g.out_plane()).enumerate() {
                #[expect(unsafe_code, reason = "the values were written through a pointer")]
                // SAFETY: the product has written the tile of every plane
                let values = unsafe { plane[tile.clone()].assume_init_mut() };
                add_and_clamp(values, weights.bias[channel], weights.bounds);
            }
        }
    });
}

/// Adds the gradient of the weights for one image to `dw`.
pub fn weight_gradient(g: &Geometry, x: &[f32], gradient: &[f32], dw: &mut [f32]) {
    let depth = patch_size(g);
    PATCHES.with_borrow_mut(|memory| {
        for tile in tiles(g) {
            let patches = patches(g, x, &tile, memory).transposed();
            let gradient = Matrix::new(&gradient[tile.start..], g.out_plane());
            let product = Output::Add { data: dw, row_stride: depth };
            matmul([g.out_channels, tile.len(), depth], gradient, patches, product);
        }
    });
}

/// Computes an image's gradient. Writes every value of `dx`.
pub fn input_gradient(g: &Geometry, weight: &[f32], gradient: &[f32], dx: &mut [Uninit]) {
    let depth = patch_size(g);
    let weight = Matrix::new(weight, depth).transposed();
    if is_direct(g) {
        let product = Output::Set { data: dx, row_stride: g.in_plane() };
        return matmul([depth, g.out_channels, g.out_plane()], weight, Matrix::new(gradient, g.out_plane()), product);
    }
    dx.fill(Uninit::new(0.));
    #[expect(unsafe_code, reason = "the values have just been filled in")]
    // SAFETY: all of them were initialized
    let dx = unsafe { dx.assume_init_mut() };
    PATCHES.with_borrow_mut(|memory| {
        for tile in tiles(g) {
            let patches = scratch(memory, depth * tile.len());
            patches.fill(0.);
            let gradient = Matrix::new(&gradient[tile.start..], g.out_plane());
            let product = Output::Add { data: patches, row_stride: tile.len() };
            matmul([depth, g.out_channels, tile.len()], weight, gradient, product);
            add_patches(g, patches, &tile, dx);
        }
    });
}

/// Number of values in the patch of one output pixel.
fn patch_size(g: &Geometry) -> usize {
    g.in_channels * g.kernel * g.kernel
}

/// Whether the image itself is the matrix of patches.
fn is_direct(g: &Geometry) -> bool {
    g.kernel == 1 && g.stride == 1
}

/// Ranges of output pixels that are computed together; whole rows, unless the convolution is direct.
fn tiles(g: &Geometry) -> impl Iterator<Item = Range<usize>> + use<> {
    let size = g.out_plane();
    let step = if is_direct(g) {
        (DIRECT_TILE_VALUES / (g.in_channels + g.out_channels)).next_multiple_of(64)
    } else {
        (TILE_VALUES / (patch_size(g) * g.out_width)).max(1) * g.out_width
    };
    (0..size).step_by(step).map(move |start| start..(start + step).min(size))
}

/// Returns the patches [patch size, pixels] of a tile.
fn patches<'a>(g: &Geometry, x: &'a [f32], tile: &Range<usize>, memory: &'a mut Vec<f32>) -> Matrix<'a> {
    if is_direct(g) {
        return Matrix::new(&x[tile.start..], g.in_plane());
    }
    let patches = scratch(memory, patch_size(g) * tile.len());
    patches.fill(0.);
    for_each_run(g, tile, |to, from, n| {
        let to = &mut patches[to..to + n];
        if g.stride == 1 {
            to.copy_from_slice(&x[from..from + n]);
        } else {
            deinterleave(&x[from..], 0, to);
        }
    });
    Matrix::new(patches, tile.len())
}

/// Adds the gradient of a tile's patches to the image's gradient.
fn add_patches(g: &Geometry, patches: &[f32], tile: &Range<usize>, dx: &mut [f32]) {
    for_each_run(g, tile, |from, to, n| {
        let from = &patches[from..from + n];
        if g.stride == 1 {
            dx[to..to + n].iter_mut().zip(from).for_each(|(dx, value)| *dx += value);
        } else {
            dx[to..].chunks_mut(2).zip(from).for_each(|(pair, value)| pair[0] += value);
        }
    });
}

/// Calls `f` with (offset in the patches, offset in the image, length) for each run of a patch value's pixels inside of
/// the image.
fn for_each_run(g: &Geometry, tile: &Range<usize>, mut f: impl FnMut(usize, usize, usize)) {
    let (k, rows) = (g.kernel, tile.start / g.out_width..tile.end / g.out_width);
    for patch in 0..patch_size(g) {
        let (channel, ky, kx) = (patch / (k * k), patch / k % k, patch % k);
        // output columns x whose input column x * stride + kx - left is inside the image
        let first = g.left.saturating_sub(kx).div_ceil(g.stride);
        let end = (g.width + g.left).saturating_sub(kx).div_ceil(g.stride).min(g.out_width);
        if first >= end {
            continue;
        }
        for y in rows.clone() {
            let Some(row) = (y * g.stride + ky).checked_sub(g.top).filter(|row| *row < g.height) else { continue };
            let to = patch * tile.len() + (y - rows.start) * g.out_width + first;
            f(to, (channel * g.height + row) * g.width + first * g.stride + kx - g.left, end - first);
        }
    }
}
