//! The EfficientNet-Lite encoder: inverted residual blocks without squeeze-and-excitation, ReLU6 throughout.

use candle_core::{Result, Tensor};
use cpu_nn::{Activation, ModuleT, VarBuilder};

use super::block::{ConvNorm, ConvShape};
use super::config::{NetworkConfig, Stage};

/// Expansion, depthwise convolution and projection, with a skip connection if the shapes match.
struct InvertedResidual {
    expand: Option<ConvNorm>,
    depthwise: ConvNorm,
    project: ConvNorm,
    residual: bool,
}

impl InvertedResidual {
    fn new(from: usize, stage: Stage, first: bool, epsilon: f64, vb: &VarBuilder<'_>) -> Result<Self> {
        let stride = if first { stage.stride } else { 1 };
        let inner = from * stage.expansion;
        let point = |from, to| ConvShape { from, to, kernel: 1, stride: 1, groups: 1 };
        let expand = (stage.expansion > 1)
            .then(|| ConvNorm::new(point(from, inner), epsilon, Activation::Relu6, &vb.pp("expand")))
            .transpose()?;
        let shape = ConvShape { from: inner, to: inner, kernel: stage.kernel, stride, groups: inner };
        Ok(Self {
            expand,
            depthwise: ConvNorm::new(shape, epsilon, Activation::Relu6, &vb.pp("depthwise"))?,
            project: ConvNorm::new(point(inner, stage.channels), epsilon, Activation::Identity, &vb.pp("project"))?,
            residual: stride == 1 && from == stage.channels,
        })
    }

    fn fuse(self) -> Result<Self> {
        Ok(Self {
            expand: self.expand.map(ConvNorm::fuse).transpose()?,
            depthwise: self.depthwise.fuse()?,
            project: self.project.fuse()?,
            residual: self.residual,
        })
    }
}

impl ModuleT for InvertedResidual {
    fn forward_t(&self, x: &Tensor, train: bool) -> Result<Tensor> {
        let expanded = match &self.expand {
            Some(expand) => expand.forward_t(x, train)?,
            None => x.clone(),
        };
        let y = self.project.forward_t(&self.depthwise.forward_t(&expanded, train)?, train)?;
        if self.residual { x + y } else { Ok(y) }
    }
}

/// The encoder.
pub struct Encoder {
    stem: ConvNorm,
    blocks: Vec<InvertedResidual>,
    /// Blocks whose output is a level: the last one before each change of resolution, and the last of all.
    taps: Vec<usize>,
    channels: Vec<usize>,
}

impl Encoder {
    /// Builds the encoder from `stem.*` and `blocks.<i>.{expand,depthwise,project}.*`.
    ///
    /// # Errors
    /// Fails when a tensor is missing or has another shape.
    pub fn new(config: &NetworkConfig, vb: &VarBuilder<'_>) -> Result<Self> {
        let epsilon = config.norm_epsilon;
        let shape = ConvShape { from: 3, to: config.stem_channels, kernel: 3, stride: 2, groups: 1 };
        let stem = ConvNorm::new(shape, epsilon, Activation::Relu6, &vb.pp("stem"))?;
        let (mut from, mut blocks, mut taps, mut channels) = (config.stem_channels, Vec::new(), Vec::new(), Vec::new());
        for (i, stage) in config.stages.iter().enumerate() {
            for block in 0..stage.blocks {
                let vb = vb.pp(format!("blocks.{}", blocks.len()));
                blocks.push(InvertedResidual::new(from, *stage, block == 0, epsilon, &vb)?);
                from = stage.channels;
            }
            // levels finer than a quarter of the view are not used
            if i > 0 && config.stages.get(i + 1).is_none_or(|next| next.stride == 2) {
                taps.push(blocks.len() - 1);
                channels.push(from);
            }
        }
        Ok(Self { stem, blocks, taps, channels })
    }

    /// Channels of the maps of [`Encoder::forward_levels`].
    #[must_use]
    pub fn channels(&self) -> Vec<usize> {
        self.channels.clone()
    }

    /// Folds the batch normalization in.
    ///
    /// # Errors
    /// Fails only when a tensor cannot be created.
    pub fn fuse(self) -> Result<Self> {
        let blocks = self.blocks.into_iter().map(InvertedResidual::fuse).collect::<Result<_>>()?;
        Ok(Self { stem: self.stem.fuse()?, blocks, ..self })
    }

    /// Returns the levels at a quarter, an eighth, a sixteenth and a thirty-second of the views `[b, 3, side, side]`.
    ///
    /// # Errors
    /// Fails when the views have another shape.
    pub fn forward_levels(&self, views: &Tensor, train: bool) -> Result<Vec<Tensor>> {
        let mut x = self.stem.forward_t(views, train)?;
        let mut levels = Vec::with_capacity(self.taps.len());
        for (i, block) in self.blocks.iter().enumerate() {
            x = block.forward_t(&x, train)?;
            if self.taps.contains(&i) {
                levels.push(x.clone());
            }
        }
        Ok(levels)
    }
}
