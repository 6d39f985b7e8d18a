//! Links under which a browser downloads one file.

use chrono::TimeDelta;

use crate::{ApplicationId, ClaimId, Document};

/// How long a link can be opened for the first time.
pub const LINK_LIFETIME: TimeDelta = TimeDelta::minutes(5);
/// How long after that the same network can open it again: a phone's download manager fetches the file a second time.
pub const REOPEN_LIMIT: TimeDelta = TimeDelta::minutes(1);

/// A file that a link downloads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Download {
    /// An issued document of a claim.
    Document(ClaimId, Document),
    /// The report of an application's released analyses.
    Report(ApplicationId),
}
