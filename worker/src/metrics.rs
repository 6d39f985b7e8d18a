//! The metrics of this program besides those of jobs: photos, messages, the access log, the versions of the model.

use metrics::{counter, gauge};
use runtime::metrics::{Metric, describe};

pub const READING_SECONDS: Metric =
    Metric::histogram("hyeobom_reading_seconds", "Seconds of a photo's reading, by stage: decode, segment or score.");
pub const READINGS: Metric = Metric::counter(
    "hyeobom_readings_total",
    "Photos that the model read, by outcome: read, or the code of why there is no result.",
);
pub const MODEL_BEHIND: Metric =
    Metric::gauge("hyeobom_model_behind", "1 while this worker does not use the deployed version of the model.");
pub const MODEL_REFUSALS: Metric = Metric::counter(
    "hyeobom_model_refusals_total",
    "Versions of the model that this worker fetched and could not use.",
);
pub const SHADOW_READINGS: Metric = Metric::counter(
    "hyeobom_shadow_readings_total",
    "Photos for a candidate version, by outcome: same or other than the deployed version's, failed or busy.",
);
pub const SHADOW_CELLS: Metric = Metric::counter(
    "hyeobom_shadow_cells_total",
    "Cells that a candidate version scored, by whether the score is the same as the deployed version's.",
);
pub const SHADOW_OVERLAP: Metric = Metric::histogram(
    "hyeobom_shadow_overlap_ratio",
    "Overlap of a candidate version's outline with the deployed version's, from 0 to 1.",
);
pub const ALIMTALK_REJECTED: Metric =
    Metric::counter("hyeobom_alimtalk_rejected_total", "Messages whose template the carrier rejected.");
pub const ACCESS_LOG_BROKEN: Metric = Metric::counter(
    "hyeobom_access_log_broken_total",
    "Times that the nightly check or the deletion of an old month found a broken hash chain of an access log.",
);

const ALL: [Metric; 9] = [
    READING_SECONDS,
    READINGS,
    MODEL_BEHIND,
    MODEL_REFUSALS,
    SHADOW_READINGS,
    SHADOW_CELLS,
    SHADOW_OVERLAP,
    ALIMTALK_REJECTED,
    ACCESS_LOG_BROKEN,
];

/// Describes the metrics and sets the counters that alerts watch to 0, because a rate needs a value before the first
/// failure.
pub fn start() {
    describe(&ALL);
    gauge!(MODEL_BEHIND.name).set(0.0);
    for metric in [MODEL_REFUSALS, ALIMTALK_REJECTED, ACCESS_LOG_BROKEN] {
        counter!(metric.name).increment(0);
    }
    counter!(READINGS.name, "outcome" => "read").increment(0);
    counter!(SHADOW_READINGS.name, "outcome" => "other").increment(0);
}
