//! A block of `EfficientNet`: widens, convolves each channel by itself, narrows; added to what it read where that has the same
//! shape ("inverted residual": Sandler et al., `MobileNetV2`, CVPR 2018).

use std::cell::RefCell;

use candle_core::{CpuStorage, CustomOp1, Layout, Result, Shape, Tensor, bail};

use super::depthwise::{Depthwise, Reading};
use super::direct::Direct;
use super::layers::{Biased, Size, Source};
use super::slices;

/// Sizes of a block.
#[derive(Clone, Copy)]
pub struct Sizes {
    /// Channels in.
    pub from: usize,
    /// How many times it widens them.
    pub times: usize,
    /// Channels out.
    pub to: usize,
    /// Side of the kernel.
    pub k: usize,
    /// Stride.
    pub s: usize,
}

/// The block.
pub enum Block {
    /// In training.
    Train { wide: Option<Biased>, depthwise: Depthwise, narrow: Biased, adds: bool },
    /// For reading.
    Read(InOne),
}

impl Block {
    /// Makes or reads the block, whose tensors' names begin with `name`.
    pub fn new(source: &mut Source<'_>, name: &str, Sizes { from, times, to, k, s }: Sizes) -> Result<Self> {
        let part = |part: &str| format!("{name}.{part}");
        let (wide, adds) = (from * times, s == 1 && from == to);
        match source {
            Source::Train(params) => {
                let one = |from: usize, to: usize| Size { from, to, k: 1, s: 1 };
                let widen = |params| Biased::new(&mut Source::Train(params), &part("wide"), one(from, wide), true);
                Ok(Self::Train {
                    wide: (times > 1).then(|| widen(params)).transpose()?,
                    depthwise: Depthwise::new(params, &part("depthwise"), wide, (k, s))?,
                    narrow: Biased::new(&mut Source::Train(params), &part("narrow"), one(wide, to), false)?,
                    adds,
                })
            }
            Source::Read(tensors) => Ok(Self::Read(InOne {
                wide: (times > 1).then(|| Direct::read(tensors, &part("wide"), 1, true)).transpose()?,
                depthwise: Reading::new(tensors, &part("depthwise"), wide, (k, s))?,
                narrow: Direct::read(tensors, &part("narrow"), 1, false)?,
                adds,
            })),
        }
    }

    /// [b, from, h, w] -> [b, to, h / s, w / s].
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        match self {
            Self::Train { wide, depthwise, narrow, adds } => {
                let wide = wide.as_ref().map(|wide| wide.forward(x)).transpose()?;
                let narrow = narrow.forward(&depthwise.forward(wide.as_ref().unwrap_or(x))?)?;
                if *adds { x + narrow } else { Ok(narrow) }
            }
            Self::Read(reading) => slices::channels_last(x)?.apply_op1_no_bwd(reading)?.permute((0, 3, 1, 2)),
        }
    }
}

/// All layers in one pass, picture by picture: what lies between them is many times as large as what comes in and goes out.
pub struct InOne {
    wide: Option<Direct>,
    depthwise: Reading,
    narrow: Direct,
    adds: bool,
}

thread_local! {
    /// What is between the layers: fresh memory for each block would cost about as much as filling it.
    static BETWEEN: RefCell<[Vec<f32>; 2]> = RefCell::default();
}

impl CustomOp1 for InOne {
    fn name(&self) -> &'static str {
        "inverted-residual"
    }

    fn cpu_fwd(&self, x: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let (b, h, w, c) = layout.shape().dims4()?;
        let (from, wide) = self.wide.as_ref().map_or((c, c), Direct::channels);
        if from != c || wide != self.depthwise.channels() || wide != self.narrow.channels().0 {
            bail!("a block of {from} and {} channels cannot read {c}", self.depthwise.channels());
        }
        let (oh, ow) = self.depthwise.out((h, w));
        let to = self.narrow.channels().1;
        let mut all = vec![0f32; b * oh * ow * to];
        let pictures = slices::of(x, layout)?.chunks_exact(h * w * c).zip(all.chunks_exact_mut(oh * ow * to));
        BETWEEN.with_borrow_mut(|[widened, convolved]| {
            for (x, out) in pictures {
                let widened = match &self.wide {
                    Some(layer) => {
                        let widened = slices::room(widened, h * w * wide);
                        layer.picture(x, (h, w), widened);
                        widened
                    }
                    None => x,
                };
                let convolved = slices::room(convolved, oh * ow * wide);
                self.depthwise.picture(widened, (h, w), convolved);
                self.narrow.picture(convolved, (oh, ow), out);
                if self.adds {
                    out.iter_mut().zip(x).for_each(|(out, x)| *out += x);
                }
            }
        });
        Ok((CpuStorage::F32(all), (b, oh, ow, to).into()))
    }
}
