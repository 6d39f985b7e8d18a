//! The training loop.

mod checkpoint;
mod config;
mod early_stopping;
mod loss;
mod optimizer;
mod run;
mod variables;

pub use config::{OptimizerConfig, TrainConfig};
pub use early_stopping::{Score, ValidationLog};
pub use loss::mask_loss;
pub use optimizer::AdamW;
pub use run::{Progress, StepLog, Trained, Trainer, training_device};
pub use variables::Variables;
