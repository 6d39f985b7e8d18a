//! The network's shape in `config.json`: another width needs another file, not other code.

use serde::{Deserialize, Serialize};

/// A stage of inverted residual blocks, as the EfficientNet paper's table 1 lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// Factor by which a block expands its channels.
    pub expansion: usize,
    /// Side of the depthwise kernel: 3 or 5.
    pub kernel: usize,
    /// Stride of the first block: 1 or 2.
    pub stride: usize,
    /// Output channels of each block.
    pub channels: usize,
    /// Number of blocks.
    pub blocks: usize,
}

/// Shape of the network.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkConfig {
    /// Channels of the first convolution.
    pub stem_channels: usize,
    /// Stages of the encoder.
    pub stages: Vec<Stage>,
    /// The constant that the encoder's batch normalization adds to the variance.
    pub norm_epsilon: f64,
    /// Channels of the decoder.
    pub decoder_width: usize,
    /// Hidden width of the score head.
    pub score_width: usize,
    /// Side in pixels of the view of a whole photo, a multiple of 32.
    pub overview_side: usize,
    /// Side in pixels of the view of a tongue, a multiple of 32.
    pub close_up_side: usize,
}

impl Default for NetworkConfig {
    /// EfficientNet-Lite0 (Tan and Le 2019; Lite variant by Google, 2020) with a light decoder.
    fn default() -> Self {
        let stage = |expansion, kernel, stride, channels, blocks| Stage { expansion, kernel, stride, channels, blocks };
        Self {
            stem_channels: 32,
            stages: vec![
                stage(1, 3, 1, 16, 1),
                stage(6, 3, 2, 24, 2),
                stage(6, 5, 2, 40, 2),
                stage(6, 3, 2, 80, 3),
                stage(6, 5, 1, 112, 3),
                stage(6, 5, 2, 192, 4),
                stage(6, 3, 1, 320, 1),
            ],
            norm_epsilon: 1e-3,
            decoder_width: 48,
            score_width: 96,
            overview_side: 160,
            close_up_side: 224,
        }
    }
}

impl NetworkConfig {
    /// Checks that the shape can be built and run.
    ///
    /// # Errors
    /// The name and the range of the invalid value.
    pub fn validate(&self) -> Result<(), String> {
        let sides = [("overview_side", self.overview_side), ("close_up_side", self.close_up_side)];
        for (name, side) in sides {
            if !(64..=512).contains(&side) || !side.is_multiple_of(32) {
                return Err(format!("{name} is {side}: it must be a multiple of 32 from 64 to 512"));
            }
        }
        let strides = self.stages.iter().filter(|stage| stage.stride == 2).count();
        if strides != 4 {
            return Err(format!("the stages have {strides} strides of 2: four are needed"));
        }
        for (i, stage) in self.stages.iter().enumerate() {
            let sound = matches!(stage.kernel, 3 | 5)
                && matches!(stage.stride, 1 | 2)
                && (1..=8).contains(&stage.expansion)
                && (1..=2048).contains(&stage.channels)
                && (1..=16).contains(&stage.blocks);
            if !sound {
                return Err(format!("stage {i} is out of range"));
            }
        }
        let widths = [self.stem_channels, self.decoder_width, self.score_width];
        if widths.iter().any(|width| !(1..=1024).contains(width)) || !(self.norm_epsilon > 0. && self.norm_epsilon < 1.)
        {
            return Err("a width or norm_epsilon is out of range".into());
        }
        Ok(())
    }
}
