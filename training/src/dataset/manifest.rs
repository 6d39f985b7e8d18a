//! `photos.csv`: the photos with their origin and their part of the evaluation protocol.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// File of the manifest.
pub const MANIFEST: &str = "photos.csv";
/// Number of parts that a source's groups are divided into by hash; the last one is sealed.
const PARTS: u32 = 10;
/// Number of cross-validation folds of the unsealed parts, unless another is chosen.
pub const FOLDS: u32 = 5;
/// Maximum number of folds: the unsealed parts.
pub const MAX_FOLDS: u32 = PARTS - 1;

/// The use of a photo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// Used for training, or for validation of its fold.
    Train,
    /// Evaluated once, at the end; never used for training or model selection.
    Sealed,
}

/// A row of the manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhotoRow {
    /// Id, unique in the manifest.
    pub photo: String,
    /// File, relative to the manifest's folder.
    pub image: PathBuf,
    /// Mask of the tongue, relative to the manifest's folder; empty for a photo without a tongue.
    pub mask: Option<PathBuf>,
    /// SHA-256 of the file, hexadecimal.
    pub sha256: String,
    /// Origin: the unit of leave-one-source-out.
    pub source: String,
    /// License, if known.
    pub licence: String,
    /// Camera or instrument.
    pub instrument: String,
    /// Person, or near-duplicates of one photo. A group is never split.
    pub group: String,
    /// Part of the protocol.
    pub part: Part,
}

impl PhotoRow {
    /// Fold of an unsealed photo in the cross-validation with `folds` folds.
    #[must_use]
    pub fn fold(&self, folds: u32) -> u32 {
        hash_of_group("split", &self.group) % folds
    }

    /// Whether a training with early stopping validates with this unsealed photo instead of training on it. About a
    /// tenth of the groups, in every fold and source.
    #[must_use]
    pub fn is_validation(&self) -> bool {
        hash_of_group("validation", &self.group) == 0
    }
}

/// Returns a group's part, which depends only on the group's name, so that added photos do not change it.
#[must_use]
pub fn part_of_group(group: &str) -> Part {
    if hash_of_group("split", group) == PARTS - 1 { Part::Sealed } else { Part::Train }
}

/// Returns SHA-256 of purpose and name as a number, modulo [`PARTS`]. Other purposes give independent divisions.
fn hash_of_group(purpose: &str, group: &str) -> u32 {
    Sha256::digest(format!("{purpose}:{group}")).iter().fold(0, |rest, byte| (rest * 256 + u32::from(*byte)) % PARTS)
}

/// Reads a folder's manifest.
///
/// # Errors
/// Fails with file and line when a row cannot be parsed or an id is a duplicate.
pub fn read_manifest(dir: &Path) -> anyhow::Result<Vec<PhotoRow>> {
    let path = dir.join(MANIFEST);
    let mut table = csv::Reader::from_path(&path)
        .with_context(|| format!("{} cannot be read: `model data manifest` writes it", path.display()))?;
    let mut rows: Vec<PhotoRow> = Vec::new();
    for (i, row) in table.deserialize().enumerate() {
        let row: PhotoRow = row.with_context(|| format!("{}:{}: the row is not understood", path.display(), i + 2))?;
        rows.push(row);
    }
    let mut ids: Vec<&str> = rows.iter().map(|row| row.photo.as_str()).collect();
    ids.sort_unstable();
    if let Some([id, _]) = ids.array_windows().find(|[a, b]| a == b) {
        bail!("{}: photo {id} is listed twice", path.display());
    }
    let mut parts: BTreeMap<&str, Part> = BTreeMap::new();
    for row in &rows {
        let part = *parts.entry(&row.group).or_insert(row.part);
        ensure!(part == row.part, "{}: group {} is in two parts", path.display(), row.group);
    }
    Ok(rows)
}

/// Writes a folder's manifest.
///
/// # Errors
/// Fails when the file cannot be written.
pub fn write_manifest(dir: &Path, rows: &[PhotoRow]) -> anyhow::Result<()> {
    let path = dir.join(MANIFEST);
    let mut table = csv::Writer::from_path(&path).with_context(|| format!("{} cannot be written", path.display()))?;
    for row in rows {
        table.serialize(row)?;
    }
    Ok(table.flush()?)
}
