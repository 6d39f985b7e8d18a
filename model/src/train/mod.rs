//! Training of the two networks.

mod progress;
mod run;
mod score;
mod scored;
mod segment;
mod steps;
mod views;

pub(crate) use progress::Line;
pub use run::{Keeping, Trained};
pub use score::{Calibration, ScorePlan, train_score};
pub use segment::{SegmentPlan, segment_loss, train_segment};
pub use steps::Schedule;
