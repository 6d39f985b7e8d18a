//! Layers, in training or folded for reading.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use candle_core::{Result, Tensor};

use super::bias::add_bias;
use super::conv::conv2d;
use super::direct::Direct;
use super::norm::{EPSILON, Running, batch_norm_relu};
use super::params::Params;

/// Where a network's numbers come from.
pub enum Source<'a> {
    /// New variables, for training.
    Train(&'a mut Params),
    /// A weights file, folded for reading.
    Read(&'a BTreeMap<String, Tensor>),
}

impl Source<'_> {
    /// A tensor of a weights file.
    pub(super) fn read(tensors: &BTreeMap<String, Tensor>, name: &str) -> Result<Tensor> {
        tensors.get(name).cloned().ok_or_else(|| candle_core::Error::Msg(format!("the weights have no tensor {name}")))
    }

    /// Weight and bias of the layer `name` of a weights file.
    pub(super) fn read_layer(tensors: &BTreeMap<String, Tensor>, name: &str) -> Result<(Tensor, Tensor)> {
        let part = |part: &str| Self::read(tensors, &format!("{name}.{part}"));
        Ok((part("weight")?, part("bias")?))
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
pub enum Cbr {
    /// In training.
    Train { w: Tensor, stride: usize, gamma: Tensor, beta: Tensor, running: Arc<Mutex<Running>> },
    /// For reading: the normalisation is part of the convolution.
    Folded(Direct),
}

impl Cbr {
    /// Makes or reads the layer `name`.
    pub fn new(source: &mut Source<'_>, name: &str, size: Size) -> Result<Self> {
        let Size { from, to, k, s } = size;
        match source {
            Source::Train(params) => Ok(Self::Train {
                w: params.weight(format!("{name}.conv.weight"), (to, from, k, k), from * k * k)?,
                stride: s,
                gamma: params.constant(format!("{name}.bn.weight"), to, 1.)?,
                beta: params.constant(format!("{name}.bn.bias"), to, 0.)?,
                running: params.running(format!("{name}.bn"), to),
            }),
            Source::Read(tensors) => {
                let part = |part: &str| Source::read(tensors, &format!("{name}.{part}"));
                let deviation = (part("bn.running_var")? + f64::from(EPSILON))?.sqrt()?;
                let k = (part("bn.weight")? / deviation)?;
                let bias = (part("bn.bias")? - (part("bn.running_mean")? * &k)?)?;
                let w = part("conv.weight")?.broadcast_mul(&k.reshape((to, 1, 1, 1))?)?;
                Ok(Self::Folded(Direct::new(&w, &bias, s, true)?))
            }
        }
    }

    /// Makes or reads a row of 3x3 convolutions, `name.0` and so on, of `from` channels; each has channels and a stride.
    pub fn row(source: &mut Source<'_>, name: &str, mut from: usize, layers: &[(usize, usize)]) -> Result<Vec<Self>> {
        let made = layers.iter().enumerate().map(|(i, &(to, s))| {
            let size = Size { from, to, k: 3, s };
            from = to;
            Self::new(source, &format!("{name}.{i}"), size)
        });
        made.collect()
    }

    /// Whether it is for reading: pictures are then best given channels last.
    pub fn reads(&self) -> bool {
        matches!(self, Self::Folded(_))
    }

    /// [b, from, h, w] -> [b, to, h / s, w / s].
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        match self {
            Self::Train { w, stride, gamma, beta, running } => {
                batch_norm_relu(&conv2d(x, w, *stride)?, gamma, beta, running)
            }
            Self::Folded(direct) => direct.forward(x),
        }
    }
}

/// Furthest from its mean, in standard deviations, that a number is let through.
const FURTHEST: f64 = 4.;

/// Numbers of known meaning made comparable: less their mean, in standard deviations of the training photos. What a photo of
/// another kind has beyond [`FURTHEST`] counts as that far, so that no one number decides.
pub struct Standard(Arc<Mutex<Running>>);

impl Standard {
    /// Makes or reads the layer `name`.
    pub fn new(source: &mut Source<'_>, name: &str, channels: usize) -> Result<Self> {
        match source {
            Source::Train(params) => Ok(Self(params.running(name.to_owned(), channels))),
            Source::Read(tensors) => {
                let part = |part: &str| Source::read(tensors, &format!("{name}.running_{part}"))?.to_vec1();
                Ok(Self(Arc::new(Mutex::new(Running { mean: part("mean")?, var: part("var")? }))))
            }
        }
    }

    /// Takes mean and variance of [b, channels, h, w].
    pub fn measure(&self, x: &Tensor) -> Result<()> {
        let x = x.transpose(0, 1)?.flatten_from(1)?;
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *running = Running { mean: x.mean(1)?.to_vec1()?, var: x.var(1)?.to_vec1()? };
        Ok(())
    }

    /// [b, channels, h, w] -> the same shape.
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let Running { mean, var } = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let channels = |values: Vec<f32>| {
            let n = values.len();
            Tensor::from_vec(values, (1, n, 1, 1), x.device())
        };
        let scale = var.into_iter().map(|v| (v + EPSILON).sqrt().recip()).collect();
        x.broadcast_sub(&channels(mean)?)?.broadcast_mul(&channels(scale)?)?.clamp(-FURTHEST, FURTHEST)
    }
}

/// Convolution with a bias, and a rectifier where it has one.
pub enum Biased {
    /// In training.
    Train { w: Tensor, b: Tensor, stride: usize, relu: bool },
    /// For reading.
    Read(Direct),
}

impl Biased {
    /// Makes or reads the layer `name`.
    pub fn new(source: &mut Source<'_>, name: &str, size: Size, relu: bool) -> Result<Self> {
        let Size { from, to, k, s: stride } = size;
        match source {
            Source::Train(params) => {
                // what a rectifier follows is begun larger
                let fan_in = from * k * k * if relu { 1 } else { 6 };
                let w = params.weight(format!("{name}.weight"), (to, from, k, k), fan_in)?;
                Ok(Self::Train { w, b: params.constant(format!("{name}.bias"), to, 0.)?, stride, relu })
            }
            Source::Read(tensors) => Ok(Self::Read(Direct::read(tensors, name, stride, relu)?)),
        }
    }

    /// Makes or reads the head `name`: a 1x1 convolution without a rectifier.
    pub fn head(source: &mut Source<'_>, name: &str, from: usize, to: usize) -> Result<Self> {
        Self::new(source, name, Size { from, to, k: 1, s: 1 }, false)
    }

    /// [b, from, h, w] -> [b, to, h / s, w / s].
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        match self {
            Self::Train { w, b, stride, relu } => add_bias(&conv2d(x, w, *stride)?, b, *relu),
            Self::Read(direct) => direct.forward(x),
        }
    }
}

#[cfg(test)]
mod tests {
    use candle_core::Device;

    use super::*;

    #[test]
    fn numbers_come_in_deviations_of_the_training_photos_and_none_further_than_four() {
        let mut params = Params::new(1);
        let made = Standard::new(&mut Source::Train(&mut params), "in", 2).unwrap();
        let tensor = |values: Vec<f32>, n| Tensor::from_vec(values, (n, 2, 1, 1), &Device::Cpu).unwrap();
        // means 2 and 50, deviations 1 and 10
        made.measure(&tensor(vec![1., 40., 2., 50., 3., 60.], 3)).unwrap();
        let photo = tensor(vec![3., 30., 1000., -1e6], 2);
        let said = |layer: &Standard| layer.forward(&photo).unwrap().flatten_all().unwrap().to_vec1::<f32>().unwrap();
        for (said, wanted) in said(&made).into_iter().zip([1., -2., 4., -4.]) {
            assert!((said - wanted).abs() < 1e-3, "{said}, not {wanted}");
        }
        let read = Standard::new(&mut Source::Read(&params.tensors().unwrap()), "in", 2).unwrap();
        assert_eq!(said(&read), said(&made));
    }
}
