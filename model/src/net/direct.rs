//! Convolution, bias and rectifier in one pass over padded pictures: for reading, where one picture is read at a time.
//!
//! The matrix product of `conv` copies each number nine times before it is used. Here the picture is copied once, with its
//! border of zeros, and each number of a kernel is a fixed step away from the place that is written.

use std::cell::RefCell;

use candle_core::{CpuStorage, CustomOp1, Layout, Result, Shape, Tensor, bail};

use super::kernel::{ROWS, Tap, WIDEST, kernel};
use super::slices;

thread_local! {
    /// The padded picture: fresh memory for each layer would cost about as much as filling it.
    static PADDED: RefCell<Vec<f32>> = const { RefCell::new(Vec::new()) };
}

/// A convolution whose weights no longer change.
pub struct Direct {
    /// For each [`ROWS`] output channels, for each number of their kernels: that number of each channel.
    weights: Vec<Tap>,
    bias: Vec<f32>,
    from: usize,
    k: usize,
    s: usize,
    relu: bool,
}

/// A padded picture, split by remainder modulo the stride into planes whose neighbours are what the kernel steps over.
#[derive(Clone, Copy)]
struct Padded {
    rows: usize,
    cols: usize,
    k: usize,
    s: usize,
}

impl Padded {
    /// Place of a pixel, with the border counted, in its channel.
    fn place(self, y: usize, x: usize) -> usize {
        ((y % self.s * self.s + x % self.s) * self.rows + y / self.s) * self.cols + x / self.s
    }

    fn channel(self) -> usize {
        self.s * self.s * self.rows * self.cols
    }

    /// Copies the channels of `w` columns and `h` rows.
    fn copy(self, x: &[f32], (h, w): (usize, usize), to: &mut Vec<f32>) {
        let pad = self.k / 2;
        to.clear();
        // the last block reads beyond the last pixel
        to.resize(x.len() / (h * w) * self.channel() + WIDEST, 0.);
        for (plane, to) in x.chunks_exact(h * w).zip(to.chunks_exact_mut(self.channel())) {
            for (y, row) in plane.chunks_exact(w).enumerate() {
                for phase in 0..self.s.min(w) {
                    let to = &mut to[self.place(y + pad, phase + pad)..];
                    if self.s == 1 {
                        to[..w].copy_from_slice(row);
                    } else {
                        let picked = row[phase..].iter().step_by(self.s);
                        to.iter_mut().zip(picked).for_each(|(to, v)| *to = *v);
                    }
                }
            }
        }
    }
}

impl Direct {
    /// Convolution with `w` [out, in, k, k], stride `s`, zero padding `k / 2`; then `bias`, then the rectifier if `relu`.
    pub fn new(w: &Tensor, bias: &Tensor, s: usize, relu: bool) -> Result<Self> {
        let (to, from, k, _) = w.dims4()?;
        let (numbers, taps) = (w.flatten_all()?.to_vec1::<f32>()?, from * k * k);
        let blocks = (0..to).step_by(ROWS);
        let tap =
            |row: usize, i: usize| std::array::from_fn(|m| numbers.get((row + m) * taps + i).copied().unwrap_or(0.));
        let weights = blocks.flat_map(|row| (0..taps).map(move |i| tap(row, i))).collect();
        Ok(Self { weights, bias: bias.to_vec1()?, from, k, s, relu })
    }

    /// [b, in, h, w] -> [b, out, h / s, w / s].
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        if x.dim(1)? != self.from {
            bail!("a convolution of {} channels cannot read {:?}", self.from, x.dims());
        }
        x.contiguous()?.apply_op1_no_bwd(self)
    }

    /// One picture; `out` is filled with whole rows of each channel.
    fn picture(&self, x: &[f32], (h, w): (usize, usize), padded: &mut Vec<f32>, out: &mut [f32]) {
        let (oh, ow) = (h.div_ceil(self.s), w.div_ceil(self.s));
        let reach = (self.k - 1) / self.s;
        let layout = Padded { rows: oh + reach, cols: ow + reach, k: self.k, s: self.s };
        layout.copy(x, (h, w), padded);
        let side = 0..self.k;
        let offsets: Vec<usize> = (0..self.from)
            .flat_map(|c| side.clone().flat_map(move |y| (0..self.k).map(move |x| (c, y, x))))
            .map(|(c, y, x)| c * layout.channel() + layout.place(y, x))
            .collect();
        let (kernel, width) = kernel();
        let mut block = [0f32; ROWS * WIDEST];
        // the rows of a plane follow one another; what is computed between them, in the border, is left out
        for at in (0..oh * layout.cols).step_by(width) {
            let blocks = self.weights.chunks_exact(offsets.len()).zip(out.chunks_mut(ROWS * oh * ow));
            for ((weights, out), bias) in blocks.zip(self.bias.chunks(ROWS)) {
                kernel(&padded[at..], &offsets, weights, &mut block);
                let planes = out.chunks_exact_mut(oh * ow).zip(block.chunks_exact(width));
                for ((plane, sums), bias) in planes.zip(bias) {
                    self.finish(sums, at, *bias, (plane, ow, layout.cols));
                }
            }
        }
    }

    /// Puts the sums that begin at `at` of the padded plane where they belong.
    fn finish(&self, mut sums: &[f32], at: usize, bias: f32, (plane, ow, cols): (&mut [f32], usize, usize)) {
        let (mut y, mut x) = (at / cols, at % cols);
        while !sums.is_empty() && y * ow < plane.len() {
            let (row, rest) = sums.split_at((cols - x).min(sums.len()));
            let to = &mut plane[y * ow + x.min(ow)..(y + 1) * ow];
            let least = if self.relu { 0. } else { f32::NEG_INFINITY };
            to.iter_mut().zip(row).for_each(|(to, v)| *to = (v + bias).max(least));
            (y, x, sums) = (y + 1, 0, rest);
        }
    }
}

impl CustomOp1 for Direct {
    fn name(&self) -> &'static str {
        "direct-convolution"
    }

    fn cpu_fwd(&self, x: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let (b, c, h, w) = layout.shape().dims4()?;
        let (oh, ow, to) = (h.div_ceil(self.s), w.div_ceil(self.s), self.bias.len());
        let mut out = vec![0f32; b * to * oh * ow];
        PADDED.with_borrow_mut(|padded| -> Result<()> {
            let pictures = slices::of(x, layout)?.chunks_exact(c * h * w);
            for (x, out) in pictures.zip(out.chunks_exact_mut(to * oh * ow)) {
                self.picture(x, (h, w), padded, out);
            }
            Ok(())
        })?;
        Ok((CpuStorage::F32(out), (b, to, oh, ow).into()))
    }
}
