//! Training views: parts of photos with geometric and photometric augmentation.

mod color;
mod geometry;
mod sampler;

pub use color::{PhotometricJitter, jitter, normal};
pub use geometry::{Placement, warp};
pub use sampler::{BatchShape, Sampler, TrainingExample, draw};
