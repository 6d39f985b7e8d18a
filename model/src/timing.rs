//! Single forward passes and training steps: to be timed beside other programs that do the same.

use candle_core::{DType, Device, Tensor};

use crate::manifest::Bundle;
use crate::net::{AdamW, Params, SEGMENT_SIDE, SegmentNet, Source};
use crate::train::segment_loss;

/// Numbers of a picture that the segmentation network takes: [3, side, side].
pub const NUMBERS: usize = 3 * SEGMENT_SIDE * SEGMENT_SIDE;

/// The segmentation network of a version, for reading.
pub struct Forward(SegmentNet);

impl Forward {
    /// Builds it.
    ///
    /// # Errors
    /// Fails when a tensor is missing.
    pub fn new(bundle: &Bundle) -> candle_core::Result<Self> {
        Ok(Self(SegmentNet::new(Source::Read(&bundle.tensors))?))
    }

    /// The logits of the mask [side, side], and then that of a tongue's presence.
    ///
    /// # Errors
    /// Fails when there are not [`NUMBERS`] numbers.
    pub fn run(&self, picture: &[f32]) -> candle_core::Result<Vec<f32>> {
        let said = self.0.forward(&Tensor::from_slice(picture, (1, 3, SEGMENT_SIDE, SEGMENT_SIDE), &Device::Cpu)?)?;
        let mut logits = said.mask.flatten_all()?.to_vec1()?;
        logits.extend(said.presence.flatten_all()?.to_vec1::<f32>()?);
        Ok(logits)
    }
}

/// A training of the segmentation network on one batch, over and over.
pub struct Step {
    params: Params,
    net: SegmentNet,
    adam: AdamW,
    batch: [Tensor; 3],
}

impl Step {
    /// Draws a network, and a batch of `batch` pictures of noise whose upper half is the mask.
    ///
    /// # Errors
    /// Fails only when a tensor cannot be made.
    pub fn new(batch: usize, side: usize) -> candle_core::Result<Self> {
        let mut params = Params::new(1);
        let net = SegmentNet::new(Source::Train(&mut params))?;
        let mut state = 1u32;
        let noise = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 23) as f32 - 1.
        });
        let pictures = Tensor::from_iter(noise.take(batch * 3 * side * side), &Device::Cpu)?;
        let upper = Tensor::ones((batch, 1, side / 2, side), DType::F32, &Device::Cpu)?;
        let masks = upper.pad_with_zeros(2, 0, side - side / 2)?;
        let presence = Tensor::ones((batch, 1), DType::F32, &Device::Cpu)?;
        let batch = [pictures.reshape((batch, 3, side, side))?, masks, presence];
        Ok(Self { params, net, adam: AdamW::new(0.02), batch })
    }

    /// Forward, backward, and one step of the optimiser; the loss before it.
    ///
    /// # Errors
    /// Fails only when a tensor cannot be made.
    pub fn take(&mut self) -> candle_core::Result<f32> {
        let [pictures, masks, presence] = &self.batch;
        let loss = segment_loss(&self.net.forward(pictures)?, masks, presence)?;
        self.adam.step(&self.params, &loss.backward()?, 1e-3)?;
        loss.to_scalar()
    }
}
