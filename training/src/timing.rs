//! Single training steps, for comparison with other frameworks.

use candle_core::{DType, Tensor};
use model::network::{NetworkConfig, TongueNet};

use crate::trainer::{AdamW, OptimizerConfig, Variables, mask_loss, training_device};

/// Repeated training of mask and presence on one batch.
pub struct TrainingStep {
    variables: Variables,
    network: TongueNet,
    optimizer: AdamW,
    views: Tensor,
    masks: Tensor,
    presence: Tensor,
}

impl TrainingStep {
    /// Creates a batch of empty views.
    ///
    /// # Errors
    /// Fails when a tensor cannot be created, or the program was built for a GPU and finds none.
    pub fn new(batch: usize) -> candle_core::Result<Self> {
        let config = NetworkConfig::default();
        let (side, device) = (config.close_up_side, training_device()?);
        let (variables, network) = Variables::create(&config, 1, &device)?;
        Ok(Self {
            variables,
            network,
            optimizer: AdamW::new(OptimizerConfig::default()),
            views: Tensor::ones((batch, 3, side, side), DType::F32, &device)?,
            masks: Tensor::ones((batch, side / 4, side / 4), DType::F32, &device)?,
            presence: Tensor::ones(batch, DType::F32, &device)?,
        })
    }

    /// Takes a step and returns the loss.
    ///
    /// # Errors
    /// Fails when the gradients are not finite.
    pub fn take(&mut self) -> candle_core::Result<f32> {
        let found = self.network.forward(&self.views, true)?;
        let loss = mask_loss([&found.mask.squeeze(1)?, &self.masks], [&found.presence, &self.presence])?;
        let gradients = loss.backward()?;
        self.optimizer.step(&self.variables.sorted(), &gradients, 1e-3)?;
        loss.to_scalar()
    }
}
