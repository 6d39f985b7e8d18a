//! Views for training: parts of photos, moved, turned and relit.

mod color;
mod geometry;
mod sampler;

pub use color::{PhotometricJitter, jitter, normal};
pub use geometry::{Placement, warp};
pub use sampler::{BatchShape, Sampler, TrainingExample, draw};
