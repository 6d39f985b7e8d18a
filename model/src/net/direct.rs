//! Convolution, bias and rectifier in one pass: for reading, where one picture is read at a time and weights never change.
//!
//! Pictures lie with a pixel's channels side by side ("channels last"); as tensors they keep the shape [b, c, h, w] with the strides of
//! that order, so that networks need not know. Whatever order comes in, this order goes out.

use std::cell::RefCell;
use std::sync::OnceLock;

use candle_core::{CpuStorage, CustomOp1, Layout, Result, Shape, Tensor, bail};

use super::kernel::{Finish, Kernel, MOST_PIXELS, TOGETHER, WIDEST, Work, cover, kernel};
use super::lanes::LANES;
use super::layers::Source;
use super::slices;
use super::tiles::{Picture, STEP, Scratch};
use super::winograd::Winograd;
use crate::weights::Tensors;

/// Fewest pixels that pay for the quick way's weights when these serve one step of training.
const ENOUGH_PIXELS: usize = 256;

/// What a convolution writes down on its way.
#[derive(Default)]
struct Scratches {
    padded: Vec<f32>,
    winograd: Scratch,
    from: Vec<f32>,
    to: Vec<f32>,
}

thread_local! {
    /// Fresh memory for each layer would cost about as much as filling it.
    static SCRATCH: RefCell<Scratches> = RefCell::default();
}

/// A convolution whose weights no longer change.
pub struct Direct {
    /// What computes its output channels, one after the other.
    cover: Vec<Kernel>,
    /// The weights as they came [to, from, k, k]; either of the next two is made of them when it is first needed.
    plain: Vec<f32>,
    /// For each of those kernels, the weights of its output channels [k, k, from, width].
    blocks: OnceLock<Vec<f32>>,
    quick: OnceLock<Winograd>,
    /// Fewest pixels for which that is made.
    least: usize,
    /// With zeros up to what the kernels compute.
    bias: Vec<f32>,
    to: usize,
    from: usize,
    k: usize,
    s: usize,
    relu: bool,
}

impl Direct {
    /// Convolution with `w` [out, in, k, k], stride `s`, zero padding `k / 2`; then `bias`, then the rectifier if `relu`.
    pub fn new(w: &Tensor, bias: &Tensor, s: usize, relu: bool) -> Result<Self> {
        let (to, from, k, _) = w.dims4()?;
        Ok(Self::of(w.flatten_all()?.to_vec1()?, [to, from, k, s], bias.to_vec1()?, relu))
    }

    /// Reads the layer `name`: its weight and bias.
    pub fn read(tensors: &Tensors, name: &str, s: usize, relu: bool) -> Result<Self> {
        let (w, b) = Source::read_layer(tensors, name)?;
        Self::new(&w, &b, s, relu)
    }

    /// The same of plain numbers: the weights [to, from, k, k].
    fn of(plain: Vec<f32>, [to, from, k, s]: [usize; 4], mut bias: Vec<f32>, relu: bool) -> Self {
        let (cover, blocks, quick) = (cover(to), OnceLock::new(), OnceLock::new());
        bias.resize(cover.iter().map(|kernel| kernel.width).sum(), 0.);
        Self { cover, plain, blocks, quick, least: 0, bias, to, from, k, s, relu }
    }

    /// The weights as the kernel reads them: a vector's width of output channels side by side, by tap and input channel.
    fn blocks(&self) -> Vec<f32> {
        let taps = self.k * self.k;
        let mut blocks = vec![0f32; self.bias.len() * self.from * taps];
        let mut channels = self.plain.chunks_exact(self.from * taps);
        let mut rest = blocks.as_mut_slice();
        for Kernel { width, .. } in &self.cover {
            let (block, next) = rest.split_at_mut(taps * self.from * width);
            for (o, of_one) in channels.by_ref().take(*width).enumerate() {
                for (c, of_pair) in of_one.chunks_exact(taps).enumerate() {
                    let places = block[c * width + o..].iter_mut().step_by(self.from * width);
                    places.zip(of_pair).for_each(|(to, v)| *to = *v);
                }
            }
            rest = next;
        }
        blocks
    }

    /// For a step of training, in which the weights are used a few times only: the convolution alone.
    pub fn once(plain: Vec<f32>, sizes: [usize; 4]) -> Self {
        Self { least: ENOUGH_PIXELS, ..Self::of(plain, sizes, vec![0.; sizes[0]], false) }
    }

    /// Channels in and out.
    pub fn channels(&self) -> (usize, usize) {
        (self.from, self.to)
    }

    /// One picture [in, h, w] in the plain order, into `out` [out, h', w'].
    pub fn plain_picture(&self, x: &[f32], size: (usize, usize), out: &mut [f32]) {
        SCRATCH.with_borrow_mut(|Scratches { padded, winograd, from, to }| {
            slices::turn(x, self.from, from);
            let to = slices::room(to, out.len());
            self.sums(from, size, (padded, winograd), to);
            slices::turn_back(to, self.to, out);
        });
    }

    /// One picture [h, w, in] into `out` [h', w', out].
    pub fn picture(&self, x: &[f32], size: (usize, usize), out: &mut [f32]) {
        SCRATCH.with_borrow_mut(|Scratches { padded, winograd, .. }| self.sums(x, size, (padded, winograd), out));
    }

    /// [b, in, h, w] -> [b, out, h / s, w / s], channels last.
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        if x.dim(1)? != self.from {
            bail!("a convolution of {} channels cannot read {:?}", self.from, x.dims());
        }
        // [b, h, w, in] -> [b, h', w', out]
        slices::channels_last(x)?.apply_op1_no_bwd(self)?.permute((0, 3, 1, 2))
    }

    /// The way with fewer multiplications; none when the picture does not consist of its tiles.
    fn quick(&self, (h, w): (usize, usize)) -> Option<&Winograd> {
        let lanes = self.from.is_multiple_of(LANES) && self.to.is_multiple_of(LANES);
        let fits = self.k == 3
            && self.s == 1
            && lanes
            && h * w >= self.least
            && h.is_multiple_of(STEP)
            && w.is_multiple_of(STEP);
        fits.then(|| self.quick.get_or_init(|| Winograd::new(&self.plain, (self.to, self.from), kernel(self.to))))
    }

    /// The same in the memory that is given.
    fn sums(
        &self,
        x: &[f32],
        (h, w): (usize, usize),
        (padded, scratch): (&mut Vec<f32>, &mut Scratch),
        out: &mut [f32],
    ) {
        let least = if self.relu { 0. } else { f32::NEG_INFINITY };
        if let Some(quick) = self.quick((h, w)) {
            let picture = Picture { x, h, w, channels: self.from };
            return quick.forward(picture, Finish { bias: &self.bias[..self.to], least }, scratch, out);
        }
        let (to, border) = (self.to, self.k / 2);
        let x = if border == 0 { x } else { slices::pad(x, [h, w, self.from], border, padded) };
        let stride = (w + 2 * border) * self.from;
        // a row of the kernel lies side by side in the picture
        let runs: Vec<usize> = (0..self.k).map(|row| row * stride).collect();
        let length = self.k * self.from;
        let mut block = [0f32; MOST_PIXELS * WIDEST];
        let blocks = self.blocks.get_or_init(|| self.blocks());
        // from one pixel and row of the result to the next
        let (step, next_row) = (self.s * self.from, self.s * stride);
        let (mut row, mut column) = (0, 0);
        for out in out.chunks_mut(TOGETHER * to) {
            // where there is nothing left, the first place is computed for nothing
            let mut at = [0; TOGETHER];
            for at in at.iter_mut().take(out.len() / to) {
                *at = row + column;
                column += step;
                if column >= w * self.from {
                    (row, column) = (row + next_row, 0);
                }
            }
            let mut first = 0;
            for &Kernel { width, pixels, sums } in &self.cover {
                let weights = &blocks[first * runs.len() * length..];
                let finish = Finish { bias: &self.bias[first..], least };
                for (out, pixels) in out.chunks_mut(pixels * to).zip(at.chunks_exact(pixels)) {
                    let work = Work { x, pixels, runs: &runs, length, weights, finish };
                    if first + width <= to {
                        sums(&work, &mut out[first..], to);
                        continue;
                    }
                    sums(&work, &mut block, width);
                    for (out, sums) in out.chunks_exact_mut(to).zip(block.chunks_exact(width)) {
                        out[first..].copy_from_slice(&sums[..to - first]);
                    }
                }
                first += width;
            }
        }
    }
}

impl CustomOp1 for Direct {
    fn name(&self) -> &'static str {
        "direct-convolution"
    }

    fn cpu_fwd(&self, x: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let (b, h, w, c) = layout.shape().dims4()?;
        let (oh, ow, to) = (h.div_ceil(self.s), w.div_ceil(self.s), self.to);
        let mut out = vec![0f32; b * to * oh * ow];
        let pictures = slices::of(x, layout)?.chunks_exact(c * h * w);
        for (x, out) in pictures.zip(out.chunks_exact_mut(to * oh * ow)) {
            self.picture(x, (h, w), out);
        }
        Ok((CpuStorage::F32(out), (b, oh, ow, to).into()))
    }
}
