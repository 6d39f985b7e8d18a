//! The tables of a folder, read line by line, so that a mistake is told with its line.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use super::split::{Part, SplitRow};

/// File of the scores.
pub const SCORES: &str = "scores.csv";

/// What is wrong with a file of a data set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Which file.
    pub file: PathBuf,
    /// Which line of it, from 1; none for a picture.
    pub line: Option<u64>,
    /// What is wrong, and what is expected.
    pub what: String,
    /// Nothing can be trained with it; otherwise it is only odd.
    pub fatal: bool,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, what, .. } = self;
        match self.line {
            Some(line) => write!(f, "{}:{line}: {what}", file.display()),
            None => write!(f, "{}: {what}", file.display()),
        }
    }
}

impl Problem {
    pub(super) fn new(file: &Path, what: impl Into<String>) -> Self {
        Self { file: file.to_owned(), line: None, what: what.into(), fatal: true }
    }

    fn at(file: &Path, line: u64, what: impl Into<String>) -> Self {
        Self { line: Some(line), ..Self::new(file, what) }
    }

    pub(super) fn note(file: &Path, what: impl Into<String>) -> Self {
        Self { fatal: false, ..Self::new(file, what) }
    }
}

/// The first of several problems, as an error.
pub(super) fn first(problems: Vec<Problem>) -> anyhow::Error {
    let rest = problems.len().saturating_sub(1);
    let first = problems.into_iter().next().map_or_else(|| "unknown".to_owned(), |problem| problem.to_string());
    if rest == 0 { anyhow::Error::msg(first) } else { anyhow::anyhow!("{first} (and {rest} more)") }
}

/// A row and the line that it stands in.
type Row = (u64, csv::StringRecord);

/// A table's rows with the lines they stand in; a table that is not there has none.
fn rows(path: &Path) -> Result<(csv::StringRecord, Vec<Row>), Vec<Problem>> {
    if !path.exists() {
        return Ok((csv::StringRecord::new(), Vec::new()));
    }
    let reader = csv::ReaderBuilder::new().flexible(true).from_path(path);
    let mut reader = reader.map_err(|error| vec![Problem::new(path, format!("cannot be read: {error}"))])?;
    let header = reader.headers().cloned().map_err(|error| vec![Problem::at(path, 1, error.to_string())])?;
    // without one, the first photo's row would be taken for it
    if let Some(first) = header.get(0).map(str::trim).filter(|first| *first != "id") {
        return Err(vec![Problem::at(
            path,
            1,
            format!("begins with \"{first}\"; a line with the columns' names, id first, is expected"),
        )]);
    }
    let mut rows = Vec::new();
    for row in reader.records() {
        let row = row.map_err(|error| {
            let line = error.position().map_or(1, csv::Position::line);
            vec![Problem::at(path, line, error.to_string())]
        })?;
        rows.push((row.position().map_or(0, csv::Position::line), row));
    }
    Ok((header, rows))
}

/// Keeps a row unless its id was there before.
fn keep<T>(all: &mut BTreeMap<String, (u64, T)>, id: &str, line: u64, value: T) -> Result<(), String> {
    if let Some((before, _)) = all.get(id) {
        return Err(format!("row {id} is there twice, first in line {before}"));
    }
    all.insert(id.to_owned(), (line, value));
    Ok(())
}

type Table<T> = Result<BTreeMap<String, T>, Vec<Problem>>;

fn table<T>(path: &Path, parse: impl Fn(&csv::StringRecord, &csv::StringRecord) -> Result<T, String>) -> Table<T> {
    let (header, rows) = rows(path)?;
    let (mut all, mut problems) = (BTreeMap::new(), Vec::new());
    for (line, row) in rows {
        let id = row.get(0).unwrap_or_default().trim();
        let taken = match id {
            "" => Err("the row has no id".to_owned()),
            id => parse(&header, &row).and_then(|value| keep(&mut all, id, line, value)),
        };
        if let Err(what) = taken {
            problems.push(Problem::at(path, line, what));
        }
    }
    if problems.is_empty() { Ok(all.into_iter().map(|(id, (_, value))| (id, value)).collect()) } else { Err(problems) }
}

/// Reads `id,a1..a9,b1..b9`: nine scores for each reader.
pub(super) fn scores(path: &Path) -> Table<Vec<[u8; 9]>> {
    table(path, |header, row| {
        let id = &row[0];
        let values = row.iter().enumerate().skip(1).map(|(column, text)| match text.trim() {
            "0" => Ok(0),
            "1" => Ok(1),
            "2" => Ok(2),
            other => {
                let name = header.get(column).map_or_else(|| format!("column {}", column + 1), str::to_owned);
                Err(format!("row {id}: {name} is \"{other}\"; a score is 0, 1 or 2"))
            }
        });
        let values: Vec<u8> = values.collect::<Result<_, _>>()?;
        let (readers, rest) = values.as_chunks::<9>();
        if readers.is_empty() || !rest.is_empty() {
            return Err(format!("row {id} has {} scores; nine for each reader are expected", values.len()));
        }
        Ok(readers.to_vec())
    })
}

/// Reads `id,group,part,fold`.
pub(super) fn split(path: &Path) -> Table<SplitRow> {
    table(path, |_, row| {
        let id = &row[0];
        let [_, group, part, fold] = row.iter().collect::<Vec<_>>()[..] else {
            return Err(format!("row {id} has {} columns; id,group,part,fold are expected", row.len()));
        };
        let part = Part::from_name(part.trim())
            .ok_or_else(|| format!("row {id}: part is \"{part}\"; train or test is expected"))?;
        let fold = fold.trim().parse().map_err(|_| format!("row {id}: fold is \"{fold}\"; a number is expected"))?;
        Ok(SplitRow { group: group.trim().to_owned(), part, fold })
    })
}
