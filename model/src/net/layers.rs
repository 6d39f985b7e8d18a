//! Layers, in training or folded for reading.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use candle_core::{CpuStorage, CustomOp2, Layout, Result, Shape, Tensor};

use super::conv::conv2d;
use super::norm::{EPSILON, Running, batch_norm_relu};
use super::params::Params;
use super::slices;

/// Where a network's numbers come from.
pub enum Source<'a> {
    /// New variables, for training.
    Train(&'a mut Params),
    /// A weights file, folded for reading.
    Read(&'a BTreeMap<String, Tensor>),
}

impl Source<'_> {
    fn read(tensors: &BTreeMap<String, Tensor>, name: &str) -> Result<Tensor> {
        tensors.get(name).cloned().ok_or_else(|| candle_core::Error::Msg(format!("the weights have no tensor {name}")))
    }
}

/// Sizes of a convolution.
#[derive(Clone, Copy)]
pub struct Size {
    /// Channels in.
    pub from: usize,
    /// Channels out.
    pub to: usize,
    /// Side of the kernel.
    pub k: usize,
    /// Stride.
    pub s: usize,
}

/// Convolution, batch normalisation, rectifier.
pub struct Cbr {
    w: Tensor,
    stride: usize,
    norm: Norm,
}

enum Norm {
    Train { gamma: Tensor, beta: Tensor, running: Arc<Mutex<Running>> },
    Folded { bias: Tensor },
}

impl Cbr {
    /// Makes or reads the layer `name`.
    pub fn new(source: &mut Source<'_>, name: &str, size: Size) -> Result<Self> {
        let Size { from, to, k, s } = size;
        match source {
            Source::Train(params) => Ok(Self {
                w: params.weight(format!("{name}.conv.weight"), (to, from, k, k), from * k * k)?,
                stride: s,
                norm: Norm::Train {
                    gamma: params.constant(format!("{name}.bn.weight"), to, 1.)?,
                    beta: params.constant(format!("{name}.bn.bias"), to, 0.)?,
                    running: params.running(format!("{name}.bn"), to),
                },
            }),
            Source::Read(tensors) => {
                let part = |part: &str| Source::read(tensors, &format!("{name}.{part}"));
                let deviation = (part("bn.running_var")? + f64::from(EPSILON))?.sqrt()?;
                let k = (part("bn.weight")? / deviation)?;
                let bias = (part("bn.bias")? - (part("bn.running_mean")? * &k)?)?;
                let w = part("conv.weight")?.broadcast_mul(&k.reshape((to, 1, 1, 1))?)?;
                Ok(Self { w, stride: s, norm: Norm::Folded { bias } })
            }
        }
    }

    /// [b, from, h, w] -> [b, to, h / s, w / s].
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let y = conv2d(x, &self.w, self.stride)?;
        match &self.norm {
            Norm::Train { gamma, beta, running } => batch_norm_relu(&y, gamma, beta, running),
            Norm::Folded { bias } => y.apply_op2_no_bwd(bias, &BiasRelu),
        }
    }
}

/// 1x1 convolution with a bias: the heads.
pub struct Head {
    w: Tensor,
    b: Tensor,
}

impl Head {
    /// Makes or reads the head `name`.
    pub fn new(source: &mut Source<'_>, name: &str, from: usize, to: usize) -> Result<Self> {
        let (weight, bias) = (format!("{name}.weight"), format!("{name}.bias"));
        match source {
            Source::Train(params) => {
                Ok(Self { w: params.weight(weight, (to, from, 1, 1), from * 6)?, b: params.constant(bias, to, 0.)? })
            }
            Source::Read(tensors) => Ok(Self { w: Source::read(tensors, &weight)?, b: Source::read(tensors, &bias)? }),
        }
    }

    /// [b, from, h, w] -> [b, to, h, w].
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        conv2d(x, &self.w, 1)?.broadcast_add(&self.b.reshape((1, self.b.elem_count(), 1, 1))?)
    }
}

/// relu(x + bias), for reading only.
struct BiasRelu;

impl CustomOp2 for BiasRelu {
    fn name(&self) -> &'static str {
        "bias-relu"
    }

    fn cpu_fwd(&self, x: &CpuStorage, lx: &Layout, bias: &CpuStorage, lb: &Layout) -> Result<(CpuStorage, Shape)> {
        let (x, bias) = (slices::of(x, lx)?, slices::of(bias, lb)?);
        let size = lx.dims()[2] * lx.dims()[3];
        let mut out = Vec::with_capacity(x.len());
        for (i, plane) in x.chunks_exact(size).enumerate() {
            let b = bias[i % bias.len()];
            out.extend(plane.iter().map(|v| (v + b).max(0.)));
        }
        Ok((CpuStorage::F32(out), lx.shape().clone()))
    }
}
