//! `photos.csv`: which photos there are, where they come from, and which part of the protocol they belong to.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// File of the manifest.
pub const MANIFEST: &str = "photos.csv";
/// Parts that the groups of a source are divided into by hash; the last one is sealed.
const PARTS: u32 = 10;
/// Folds of the cross-validation over the parts that are not sealed.
pub const FOLDS: u32 = 5;

/// What a photo is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// Trained on, or validated on in its fold's turn.
    Train,
    /// Measured once, at the end; never trained on or chosen by.
    Sealed,
}

/// A row of the manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhotoRow {
    /// Id, unique in the manifest.
    pub photo: String,
    /// File, relative to the manifest's folder.
    pub image: PathBuf,
    /// Mask of the tongue, likewise; empty for a photo without a tongue.
    pub mask: Option<PathBuf>,
    /// SHA-256 of the file, hexadecimal.
    pub sha256: String,
    /// Where it comes from: the unit of leave-one-source-out.
    pub source: String,
    /// Licence, as far as it is known.
    pub licence: String,
    /// Camera or instrument.
    pub instrument: String,
    /// Person, or near-copies of one photo: never split.
    pub group: String,
    /// Part of the protocol.
    pub part: Part,
}

impl PhotoRow {
    /// Fold of the cross-validation.
    #[must_use]
    pub fn fold(&self) -> u32 {
        hash_of_group(&self.group) % FOLDS
    }
}

/// Part of a group, decided by its name alone, so that what is added later changes nothing.
#[must_use]
pub fn part_of_group(group: &str) -> Part {
    if hash_of_group(group) == PARTS - 1 { Part::Sealed } else { Part::Train }
}

/// SHA-256 of the name as a number, modulo [`PARTS`].
fn hash_of_group(group: &str) -> u32 {
    Sha256::digest(format!("split:{group}")).iter().fold(0, |rest, byte| (rest * 256 + u32::from(*byte)) % PARTS)
}

/// Reads a folder's manifest.
///
/// # Errors
/// Fails with file and line when a row is not understood or an id comes twice.
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
