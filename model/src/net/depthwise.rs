//! Convolution of each channel by itself, bias and rectifier in one pass: differentiable, and for reading.
//!
//! Candle's own makes a convolution of each channel.

use std::cell::RefCell;

use candle_core::{CpuStorage, CustomOp2, Layout, Result, Shape, Tensor, bail};
use rayon::prelude::*;

use super::bias::add_bias;
use super::layers::Source;
use super::params::Params;
use super::taps::{Back, Geometry, Layer, SIDES, TOGETHER, loops};
use super::{native, slices};
use crate::weights::Tensors;

/// What a picture's convolution works on. Where there is a gradient, it is turned as the picture is.
#[derive(Default)]
struct Scratch {
    turned: Vec<f32>,
    padded: Vec<f32>,
    ring: Vec<f32>,
    out: Vec<f32>,
    pull: Vec<f32>,
}

thread_local! {
    /// Fresh memory for each layer would cost about as much as filling it.
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Convolves each channel of `x` [b, c, h, w] with its own of `w` [c, 1, k, k], `k` 1, 3 or 5, stride `s`, zero padding `k / 2`; `c` is a
/// multiple of [`TOGETHER`].
pub fn depthwise(x: &Tensor, w: &Tensor, s: usize) -> Result<Tensor> {
    if !x.device().is_cpu() {
        return native::depthwise(x, w, s);
    }
    check(x.dims(), w.dims())?;
    x.contiguous()?.apply_op2(&w.contiguous()?, Train { s })
}

fn check(x: &[usize], w: &[usize]) -> Result<()> {
    if x[1] != w[0] || !w[0].is_multiple_of(TOGETHER) || !SIDES.contains(&w[2]) {
        bail!("a depthwise convolution of {w:?} cannot read {x:?}");
    }
    Ok(())
}

struct Train {
    s: usize,
}

impl CustomOp2 for Train {
    fn name(&self) -> &'static str {
        "depthwise"
    }

    fn cpu_fwd(&self, x: &CpuStorage, lx: &Layout, w: &CpuStorage, lw: &Layout) -> Result<(CpuStorage, Shape)> {
        let g = Geometry::new(lx.dims(), lw.dims(), self.s);
        let ((oh, ow), loops) = (g.out(), loops());
        let mut taps = Vec::new();
        slices::turn(slices::of(w, lw)?, g.c, &mut taps);
        let none = vec![0f32; g.c];
        let layer = Layer { w: &taps, bias: &none, least: f32::NEG_INFINITY };
        let mut all = vec![0f32; lx.dims()[0] * g.c * oh * ow];
        let pictures = all.par_chunks_mut(g.c * oh * ow).zip(slices::of(x, lx)?.par_chunks(g.c * g.h * g.w));
        pictures.for_each(|(to, x)| {
            SCRATCH.with_borrow_mut(|Scratch { turned, ring, out, .. }| {
                slices::turn(x, g.c, turned);
                let out = slices::room(out, to.len());
                (loops.forward)(g, turned, layer, ring, out);
                slices::turn_back(out, g.c, to);
            });
        });
        Ok((CpuStorage::F32(all), (lx.dims()[0], g.c, oh, ow).into()))
    }

    fn bwd(
        &self,
        x: &Tensor,
        w: &Tensor,
        _out: &Tensor,
        gradient: &Tensor,
    ) -> Result<(Option<Tensor>, Option<Tensor>)> {
        let g = Geometry::new(x.dims(), w.dims(), self.s);
        let ((oh, ow), loops) = (g.out(), loops());
        let (mut taps, mut dx) = (Vec::new(), vec![0f32; x.elem_count()]);
        slices::with(w, |w| slices::turn(w, g.c, &mut taps))?;
        let one = |(x, (pull_plain, dx)): (&[f32], (&[f32], &mut [f32]))| {
            SCRATCH.with_borrow_mut(|Scratch { turned, padded, out, pull, .. }| {
                slices::turn(x, g.c, turned);
                let padded = g.pad(turned, padded);
                slices::turn(pull_plain, g.c, pull);
                out.clear();
                out.resize(padded.len(), 0.);
                let mut dw = vec![0f32; taps.len()];
                (loops.backward)(g, Back { padded, w: &taps, pull }, out, &mut dw);
                g.crop(out, turned);
                slices::turn_back(turned, g.c, dx);
                dw
            })
        };
        let parts: Vec<Vec<f32>> = slices::with(x, |x| {
            slices::with(gradient, |gradient| {
                let pulls = gradient.par_chunks(g.c * oh * ow).zip(dx.par_chunks_mut(g.c * g.h * g.w));
                x.par_chunks(g.c * g.h * g.w).zip(pulls).map(one).collect()
            })
        })??;
        // in the pictures' order, so that the sum is the same with any number of threads
        let mut sum = vec![0f32; taps.len()];
        for part in parts {
            sum.iter_mut().zip(part).for_each(|(sum, v)| *sum += v);
        }
        let mut dw = vec![0f32; sum.len()];
        slices::turn_back(&sum, g.c, &mut dw);
        let dx = Tensor::from_vec(dx, x.shape(), x.device())?;
        Ok((Some(dx), Some(Tensor::from_vec(dw, w.shape(), w.device())?)))
    }
}

/// Such a convolution with a bias and a rectifier, as a layer in training.
pub struct Depthwise {
    w: Tensor,
    b: Tensor,
    s: usize,
}

impl Depthwise {
    /// Makes the layer `name` of `c` channels, with a kernel `k` x `k` and stride `s`.
    pub fn new(params: &mut Params, name: &str, c: usize, (k, s): (usize, usize)) -> Result<Self> {
        let w = params.weight(format!("{name}.weight"), (c, 1, k, k), k * k)?;
        Ok(Self { w, b: params.constant(format!("{name}.bias"), c, 0.)?, s })
    }

    /// [b, c, h, w] -> [b, c, h / s, w / s].
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        add_bias(&depthwise(x, &self.w, self.s)?, &self.b, true)
    }
}

/// The same for reading.
pub struct Reading {
    /// Weights [k, k, c].
    taps: Vec<f32>,
    bias: Vec<f32>,
    k: usize,
    s: usize,
}

impl Reading {
    /// Reads the layer `name`.
    pub fn new(tensors: &Tensors, name: &str, c: usize, (k, s): (usize, usize)) -> Result<Self> {
        let (w, b) = Source::read_layer(tensors, name)?;
        if w.dims() != [c, 1, k, k] || b.dims() != [c] {
            bail!("{name} has {:?} and {:?}, not {c} channels of {k} x {k}", w.dims(), b.dims());
        }
        let mut taps = Vec::new();
        slices::with(&w, |w| slices::turn(w, c, &mut taps))?;
        Ok(Self { taps, bias: b.to_vec1()?, k, s })
    }

    /// How many channels it convolves.
    pub fn channels(&self) -> usize {
        self.bias.len()
    }

    /// Height and width of what it makes of a picture.
    pub fn out(&self, size: (usize, usize)) -> (usize, usize) {
        self.geometry(size).out()
    }

    fn geometry(&self, (h, w): (usize, usize)) -> Geometry {
        Geometry { c: self.channels(), h, w, k: self.k, s: self.s }
    }

    /// One picture [h, w, c] into `out` [h', w', c].
    pub fn picture(&self, x: &[f32], size: (usize, usize), out: &mut [f32]) {
        let layer = Layer { w: &self.taps, bias: &self.bias, least: 0. };
        SCRATCH.with_borrow_mut(|Scratch { ring, .. }| {
            (loops().forward)(self.geometry(size), x, layer, ring, out);
        });
    }
}
