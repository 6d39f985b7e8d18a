//! Training of the networks.

mod calibration;
mod lesson;
mod likeness;
mod progress;
mod run;
mod score;
mod segment;
mod steps;
mod tilt;
mod views;

pub use calibration::Calibration;
pub use likeness::train_likeness;
pub(crate) use progress::Line;
pub use run::{Keeping, Trained};
pub use score::{ScorePlan, train_score};
pub use segment::{SegmentPlan, segment_loss, train_segment};
pub use steps::Fit;
