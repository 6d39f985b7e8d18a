//! `model data split`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::Result;
use training::dataset::{FOLDS, MAX_FOLDS, SplitRow, read_manifest, split, write_split};
use training::report::Table;

/// Options of `model data split`.
#[derive(clap::Args)]
pub struct Split {
    /// Folder with photos.csv.
    data: PathBuf,
    /// Number of folds, as in `model train --folds`.
    #[arg(long, default_value_t = FOLDS, value_parser = clap::value_parser!(u32).range(2..=i64::from(MAX_FOLDS)))]
    folds: u32,
    /// Write the photos to this CSV file instead of printing them.
    #[arg(long)]
    out: Option<PathBuf>,
}

/// Prints or writes the use of each photo, and prints the counts by fold.
pub fn run(args: &Split) -> Result<()> {
    let rows = split(&read_manifest(&args.data)?, args.folds);
    match &args.out {
        Some(path) => write_split(path, &rows)?,
        None => println!("{}", photo_table(&rows).text()),
    }
    print!("{}", fold_table(&rows).text());
    Ok(())
}

fn fold_name(row: &SplitRow) -> String {
    row.fold.map_or_else(|| "sealed".to_owned(), |fold| fold.to_string())
}

fn photo_table(rows: &[SplitRow]) -> Table {
    let mut table = Table::new(&["photo", "source", "group", "fold", "validation"]);
    for row in rows {
        let validation = if row.validation { "yes" } else { "" };
        let names = [row.photo.clone(), row.source.clone(), row.group.clone()];
        table.push(names.into_iter().chain([fold_name(row), validation.to_owned()]).collect());
    }
    table
}

/// Counts by fold; a fold's validation photos are used while another fold is held out.
fn fold_table(rows: &[SplitRow]) -> Table {
    let mut folds: BTreeMap<String, Vec<&SplitRow>> = BTreeMap::new();
    for row in rows {
        folds.entry(fold_name(row)).or_default().push(row);
    }
    let mut table = Table::new(&["fold", "photos", "groups", "validation"]);
    for (fold, rows) in folds {
        let groups: BTreeSet<&str> = rows.iter().map(|row| row.group.as_str()).collect();
        let validation = rows.iter().filter(|row| row.validation).count();
        let counts = [rows.len(), groups.len(), validation].map(|count| count.to_string());
        table.push([fold].into_iter().chain(counts).collect());
    }
    table
}
