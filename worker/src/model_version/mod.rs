//! The version of the weights in use: updates, reports, and the comparison with a candidate.

mod changes;
pub mod metrics_export;
mod reporter;
pub mod shadow;
mod updater;

pub use changes::ModelChanges;
pub use reporter::ModelReporter;
#[cfg(test)]
pub use updater::tests;
pub use updater::{ModelUpdater, SharedCandidate};
