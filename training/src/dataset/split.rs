//! The division of photos into the sealed part, folds and validation photos, as a table.

use std::path::Path;

use anyhow::Context;
use serde::Serialize;

use super::manifest::{Part, PhotoRow};

/// The use of one photo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SplitRow {
    /// Id of the photo.
    pub photo: String,
    /// Its source.
    pub source: String,
    /// Its group, which is never split.
    pub group: String,
    /// Its part.
    pub part: Part,
    /// The fold in which it is held out; none in the sealed part.
    pub fold: Option<u32>,
    /// Whether a training with early stopping validates with it.
    pub validation: bool,
}

/// Returns the use of each photo in a cross-validation with `folds` folds.
#[must_use]
pub fn split(rows: &[PhotoRow], folds: u32) -> Vec<SplitRow> {
    let split_row = |row: &PhotoRow| {
        let is_training = row.part == Part::Train;
        SplitRow {
            photo: row.photo.clone(),
            source: row.source.clone(),
            group: row.group.clone(),
            part: row.part,
            fold: is_training.then(|| row.fold(folds)),
            validation: is_training && row.is_validation(),
        }
    };
    rows.iter().map(split_row).collect()
}

/// Writes the rows to a CSV file.
///
/// # Errors
/// Fails when the file cannot be written.
pub fn write_split(path: &Path, rows: &[SplitRow]) -> anyhow::Result<()> {
    let mut table = csv::Writer::from_path(path).with_context(|| format!("{} cannot be written", path.display()))?;
    for row in rows {
        table.serialize(row)?;
    }
    Ok(table.flush()?)
}
