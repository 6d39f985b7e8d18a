//! Corrections of released analyses.

use chrono::{DateTime, Utc};

use crate::reading::Outline;
use crate::score::Scores;
use crate::staff::Expert;

/// The longest reason of a correction, in characters.
pub const MAX_REASON_CHARS: usize = 500;

/// The newest correction of an analysis, as the patient sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// When it was made.
    pub at: DateTime<Utc>,
    /// Why it was made.
    pub reason: String,
}

/// A correction with what was released before it, as the clinic sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct CorrectionRecord {
    /// When and why.
    pub correction: Correction,
    /// Who corrected it.
    pub staff: Expert,
    /// The version of the analysis that it replaced.
    pub version: i32,
    /// The scores that were released before.
    pub scores: Scores,
    /// When they were saved.
    pub scored_at: DateTime<Utc>,
    /// The corrected outline that was released before.
    pub outline: Option<Outline>,
    /// The comment that was released before.
    pub comment: String,
    /// Who had scored it before.
    pub analysis_expert: Option<Expert>,
}
