//! Which photos are for training and which are kept for the test, as a fixed list.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, ensure};
use sha2::{Digest, Sha256};

/// File of the list.
pub const SPLIT: &str = "split.csv";

/// What a photo is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Seen by training.
    Train,
    /// Never seen by training; measured by `eval`.
    Test,
}

impl Part {
    /// As it is written in the list.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Train => "train",
            Self::Test => "test",
        }
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        [Self::Train, Self::Test].into_iter().find(|part| part.name() == name)
    }
}

/// A photo's place in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SplitRow {
    /// Photos of one group, of one person for instance, are never torn apart.
    pub group: String,
    /// What it is for.
    pub part: Part,
    /// Its fold of the cross-validation, from 0.
    pub fold: u8,
}

/// Part and fold of a group, decided by its name alone: what is added later changes nothing.
#[must_use]
pub fn decide(group: &str, folds: u8) -> (Part, u8) {
    let hash = Sha256::digest(group.as_bytes());
    let part = if hash[0].is_multiple_of(5) { Part::Test } else { Part::Train };
    (part, hash[1] % folds.max(1))
}

/// Writes the list of a folder's photos, or brings a list up to date: rows that are there stay as they are. `group` names a
/// photo's group. Gives the list.
///
/// # Errors
/// Fails when the folder has no photos, its list is faulty, or the list cannot be written.
pub fn write_split(
    dir: &Path,
    folds: u8,
    group: impl Fn(&str) -> String,
) -> anyhow::Result<BTreeMap<String, SplitRow>> {
    ensure!(folds > 1, "at least two folds are needed");
    let path = dir.join(SPLIT);
    let mut rows = super::tables::split(&path).map_err(super::tables::first)?;
    // a group that is listed keeps its part, whatever its other photos are called
    let mut groups: BTreeMap<String, (Part, u8)> =
        rows.values().map(|row| (row.group.clone(), (row.part, row.fold))).collect();
    let ids = super::ids(dir)?;
    ensure!(!ids.is_empty(), "{} holds no photos: images/<id>.jpg are looked for", dir.display());
    for id in ids {
        let group = group(&id);
        let (part, fold) = *groups.entry(group.clone()).or_insert_with_key(|group| decide(group, folds));
        rows.entry(id).or_insert(SplitRow { group, part, fold });
    }
    put_split(&path, &rows)?;
    Ok(rows)
}

/// Writes a list.
pub(super) fn put_split(path: &Path, rows: &BTreeMap<String, SplitRow>) -> anyhow::Result<()> {
    let mut table = csv::Writer::from_path(path).with_context(|| format!("{} cannot be written", path.display()))?;
    table.write_record(["id", "group", "part", "fold"])?;
    for (id, row) in rows {
        table.write_record([id, &row.group, row.part.name(), &row.fold.to_string()])?;
    }
    Ok(table.flush()?)
}
