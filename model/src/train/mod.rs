//! Training of the two networks.

mod progress;
mod score;
mod segment;
mod steps;
mod views;

pub use score::{Calibration, ScorePlan, train_score};
pub use segment::{SegmentPlan, train_segment};
pub use steps::Schedule;
