//! Convolution: patches of a few rows at a time, laid side by side, and a matrix product for each; differentiable.
//!
//! The patches of a whole batch would not fit the cache; a tile of them does.

use candle_core::{CpuStorage, CustomOp2, Layout, Result, Shape, Tensor, bail};
use rayon::prelude::*;

use super::direct::Direct;
use super::packed::Packed;
use super::product::{Matrix, product};
use super::{native, slices};

/// Numbers in a tile of patches: 192 KiB.
const TILE: usize = 48 << 10;

/// Convolves `x` [batch, in, h, w] with `w` [out, in, k, k], stride `s`, zero padding `k / 2`; gives [batch, out, h', w'].
pub fn conv2d(x: &Tensor, w: &Tensor, s: usize) -> Result<Tensor> {
    if x.dim(1)? != w.dim(1)? {
        bail!("a convolution of {:?} cannot read {:?}", w.dims(), x.dims());
    }
    if !x.device().is_cpu() {
        return native::conv2d(x, w, s);
    }
    x.contiguous()?.apply_op2(&w.contiguous()?, Conv { s })
}

#[derive(Debug, Clone, Copy)]
struct Conv {
    s: usize,
}

/// Sizes of one picture's convolution.
#[derive(Clone, Copy)]
struct Geometry {
    c: usize,
    h: usize,
    w: usize,
    out: usize,
    oh: usize,
    ow: usize,
    k: usize,
    s: usize,
}

impl Geometry {
    fn new(x: &[usize], w: &[usize], s: usize) -> Self {
        let (h, width) = (x[2], x[3]);
        Self { c: x[1], h, w: width, out: w[0], oh: h.div_ceil(s), ow: width.div_ceil(s), k: w[2], s }
    }

    /// Channels out and in, side of the kernel, stride.
    fn sizes(self) -> [usize; 4] {
        [self.out, self.c, self.k, self.s]
    }

    fn patch(self) -> usize {
        self.c * self.k * self.k
    }

    /// A 1x1 convolution: the picture is its own patches.
    fn direct(self) -> bool {
        self.k == 1 && self.s == 1
    }

    /// First and last + 1 output row of each tile.
    fn tiles(self) -> impl Iterator<Item = (usize, usize)> {
        let rows = if self.direct() { self.oh } else { (TILE / (self.patch() * self.ow)).clamp(1, self.oh) };
        (0..self.oh).step_by(rows).map(move |y| (y, (y + rows).min(self.oh)))
    }

    /// For every row of a tile's patches: (place in the tile, place in the picture, length).
    fn spans(self, (y0, y1): (usize, usize), mut f: impl FnMut(usize, usize, usize)) {
        let (pad, rows) = (self.k / 2, y1 - y0);
        for patch in 0..self.patch() {
            let (c, ky, kx) = (patch / (self.k * self.k), patch / self.k % self.k, patch % self.k);
            // output columns whose picture column x * s + kx - pad lies inside
            let first = pad.saturating_sub(kx).div_ceil(self.s);
            let last = ((self.w + pad - kx - 1) / self.s).min(self.ow - 1);
            for y in y0..y1 {
                let Some(row) = (y * self.s + ky).checked_sub(pad).filter(|row| *row < self.h) else { continue };
                let to = (patch * rows + y - y0) * self.ow + first;
                let from = (c * self.h + row) * self.w + first * self.s + kx - pad;
                f(to, from, last + 1 - first);
            }
        }
    }

    fn gather(self, x: &[f32], tile: (usize, usize), patches: &mut Vec<f32>) {
        patches.clear();
        patches.resize(self.patch() * (tile.1 - tile.0) * self.ow, 0.);
        self.spans(tile, |to, from, n| {
            if self.s == 1 {
                patches[to..to + n].copy_from_slice(&x[from..from + n]);
            } else {
                for (o, v) in patches[to..to + n].iter_mut().zip(x[from..].iter().step_by(self.s)) {
                    *o = *v;
                }
            }
        });
    }

    fn scatter(self, patches: &[f32], tile: (usize, usize), dx: &mut [f32]) {
        self.spans(tile, |to, from, n| {
            if self.s == 1 {
                for (v, d) in dx[from..from + n].iter_mut().zip(&patches[to..to + n]) {
                    *v += d;
                }
            } else {
                for (v, d) in dx[from..].iter_mut().step_by(self.s).zip(&patches[to..to + n]) {
                    *v += d;
                }
            }
        });
    }

    fn forward(self, x: &[f32], w: &[f32], out: &mut [f32]) {
        let (size, k) = (self.oh * self.ow, self.patch());
        let mut patches = Vec::new();
        for tile in self.tiles() {
            let n = (tile.1 - tile.0) * self.ow;
            let right = if self.direct() {
                Matrix::rows(x, n)
            } else {
                self.gather(x, tile, &mut patches);
                Matrix::rows(&patches, n)
            };
            product((self.out, k, n), Matrix::rows(w, k), right, (&mut out[tile.0 * self.ow..], size), false);
        }
    }

    /// Adds the gradient of the picture to `dx`, when it has room for it, and that of the weights to `dw`, when it has.
    fn backward(self, (x, w): (&[f32], &[f32]), gradient: &[f32], dx: &mut [f32], dw: &mut [f32]) {
        let (size, k) = (self.oh * self.ow, self.patch());
        let mut patches = Vec::new();
        for tile in self.tiles() {
            let n = (tile.1 - tile.0) * self.ow;
            let pull = Matrix::rows(&gradient[tile.0 * self.ow..], size);
            if !dw.is_empty() {
                let right = if self.direct() {
                    Matrix::rows(x, n)
                } else {
                    self.gather(x, tile, &mut patches);
                    Matrix::rows(&patches, n)
                };
                product((self.out, n, k), pull, right.transposed(), (dw, k), true);
            }
            if dx.is_empty() {
                continue;
            }
            let left = Matrix::rows(w, k).transposed();
            if self.direct() {
                product((k, self.out, n), left, pull, (dx, n), false);
            } else {
                patches.resize(k * n, 0.);
                product((k, self.out, n), left, pull, (&mut patches, n), false);
                self.scatter(&patches, tile, dx);
            }
        }
    }

    /// The gradient of the weights for one picture; that of the picture is written to `dx`, when it has room for it.
    fn gradients(self, ways: Option<&Ways>, (x, w): (&[f32], &[f32]), gradient: &[f32], dx: &mut [f32]) -> Vec<f32> {
        let Some(ways) = ways else {
            let mut dw = vec![0f32; self.out * self.patch()];
            self.backward((x, w), gradient, dx, &mut dw);
            return dw;
        };
        match &ways.backward {
            Some(backward) if !dx.is_empty() => backward.plain_picture(gradient, (self.oh, self.ow), dx),
            _ if dx.is_empty() => {}
            _ => self.backward((x, w), gradient, dx, &mut []),
        }
        ways.packed.weights_gradient(x, (self.h, self.w), gradient)
    }
}

/// The quick ways back.
struct Ways {
    packed: Packed,
    backward: Option<Direct>,
}

impl CustomOp2 for Conv {
    fn name(&self) -> &'static str {
        "conv2d"
    }

    fn cpu_fwd(&self, x: &CpuStorage, lx: &Layout, w: &CpuStorage, lw: &Layout) -> Result<(CpuStorage, Shape)> {
        let (x, w) = (slices::of(x, lx)?, slices::of(w, lw)?);
        let g = Geometry::new(lx.dims(), lw.dims(), self.s);
        let (batch, size) = (lx.dims()[0], g.c * g.h * g.w);
        let mut out = vec![0f32; batch * g.out * g.oh * g.ow];
        if let Some(packed) = Packed::new(w, g.sizes()) {
            let (forward, outs) = (packed.forward(), out.par_chunks_mut(g.out * g.oh * g.ow));
            outs.zip(x.par_chunks(size)).for_each(|(out, x)| forward.plain_picture(x, (g.h, g.w), out));
        } else if batch == 1 {
            // in the caller's thread: a pool of one thread would make callers wait for one another
            g.forward(x, w, &mut out);
        } else {
            let outs = out.par_chunks_mut(g.out * g.oh * g.ow);
            outs.zip(x.par_chunks(size)).for_each(|(out, x)| g.forward(x, w, out));
        }
        Ok((CpuStorage::F32(out), (batch, g.out, g.oh, g.ow).into()))
    }

    fn bwd(
        &self,
        x: &Tensor,
        w: &Tensor,
        _out: &Tensor,
        gradient: &Tensor,
    ) -> Result<(Option<Tensor>, Option<Tensor>)> {
        let g = Geometry::new(x.dims(), w.dims(), self.s);
        let (size, out) = (g.c * g.h * g.w, g.out * g.oh * g.ow);
        // the input picture needs no gradient
        let needed = x.track_op();
        let mut dx = vec![0f32; if needed { x.elem_count() } else { 0 }];
        let parts: Vec<Vec<f32>> = slices::with(x, |x| {
            slices::with(w, |w| {
                slices::with(gradient, |gradient| {
                    let ways = Packed::new(w, g.sizes())
                        .map(|packed| Ways { backward: packed.backward().filter(|_| needed), packed });
                    let pictures = x.par_chunks(size).zip(gradient.par_chunks(out));
                    if needed {
                        let all = pictures.zip(dx.par_chunks_mut(size));
                        all.map(|((x, gradient), dx)| g.gradients(ways.as_ref(), (x, w), gradient, dx)).collect()
                    } else {
                        pictures.map(|(x, gradient)| g.gradients(ways.as_ref(), (x, w), gradient, &mut [])).collect()
                    }
                })
            })
        })???;
        // in the pictures' order, so that the sum is the same with any number of threads
        let mut dw = vec![0f32; w.elem_count()];
        for part in parts {
            dw.iter_mut().zip(part).for_each(|(sum, v)| *sum += v);
        }
        let dx = needed.then(|| Tensor::from_vec(dx, x.shape(), x.device())).transpose()?;
        Ok((dx, Some(Tensor::from_vec(dw, w.shape(), w.device())?)))
    }
}
