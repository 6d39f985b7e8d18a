//! The training loop.

mod checkpoint;
mod config;
mod loss;
mod optimizer;
mod run;
mod variables;

pub use config::{OptimizerConfig, TrainConfig};
pub use loss::mask_loss;
pub use optimizer::AdamW;
pub use run::{Progress, StepLog, Trainer, training_device};
pub use variables::Variables;
