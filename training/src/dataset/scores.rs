//! `scores.csv`: one row per photo and annotator, `photo,reader,c1..c9`, row by row from the root.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, ensure};

/// File of the scores.
pub const SCORES: &str = "scores.csv";

/// An annotator's scores of a photo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoreRow {
    /// Id of the photo.
    pub photo: String,
    /// The annotator.
    pub annotator: String,
    /// Nine scores, 0 to 2.
    pub scores: [u8; 9],
}

/// Reads the scores of a folder, by photo and annotator; empty when the file is missing.
///
/// # Errors
/// Fails with file and line when a row cannot be parsed, a score is not 0, 1 or 2, or an annotator scored a photo
/// twice.
pub fn read_scores(dir: &Path) -> anyhow::Result<BTreeMap<String, BTreeMap<String, [u8; 9]>>> {
    let path = dir.join(SCORES);
    let mut all: BTreeMap<String, BTreeMap<String, [u8; 9]>> = BTreeMap::new();
    if !path.exists() {
        return Ok(all);
    }
    let mut table = csv::Reader::from_path(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    for (i, record) in table.records().enumerate() {
        let place = || format!("{}:{}", path.display(), i + 2);
        let record = record.with_context(place)?;
        ensure!(record.len() == 11, "{}: photo, reader and nine scores are expected", place());
        let mut scores = [0u8; 9];
        for (score, text) in scores.iter_mut().zip(record.iter().skip(2)) {
            *score = text
                .trim()
                .parse()
                .ok()
                .filter(|v| *v <= 2)
                .with_context(|| format!("{}: {text:?} is no score: 0, 1 or 2", place()))?;
        }
        let before = all.entry(record[0].to_owned()).or_default().insert(record[1].to_owned(), scores);
        ensure!(before.is_none(), "{}: annotator {} scored photo {} before", place(), &record[1], &record[0]);
    }
    Ok(all)
}

/// Writes the scores of a folder.
///
/// # Errors
/// Fails when the file cannot be written.
pub fn write_scores(dir: &Path, rows: &[ScoreRow]) -> anyhow::Result<()> {
    let path = dir.join(SCORES);
    let mut table = csv::Writer::from_path(&path).with_context(|| format!("{} cannot be written", path.display()))?;
    let header = ["photo".to_owned(), "reader".to_owned()].into_iter().chain((1..=9).map(|i| format!("c{i}")));
    table.write_record(header)?;
    for row in rows {
        let scores = row.scores.iter().map(ToString::to_string);
        table.write_record([row.photo.clone(), row.annotator.clone()].into_iter().chain(scores))?;
    }
    Ok(table.flush()?)
}
