//! `model data stats`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Result;
use training::dataset::{AnnotatorStats, Part, PhotoCounts, Stats, read_manifest, read_scores};
use training::report::Table;

/// Options of `model data stats`.
#[derive(clap::Args)]
pub struct StatsArgs {
    /// Folder with photos.csv and scores.csv.
    data: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Prints the counts. Only the tables are read; `model data check` loads the photos.
pub fn run(args: &StatsArgs) -> Result<()> {
    let stats = Stats::new(&read_manifest(&args.data)?, &read_scores(&args.data)?);
    if args.json {
        println!("{}", serde_json::to_string_pretty(&stats)?);
        return Ok(());
    }
    let parts = stats.parts.iter().map(|(part, counts)| {
        let name = if *part == Part::Sealed { "sealed" } else { "train" };
        (name.to_owned(), counts.clone())
    });
    let tables = [
        count_table("source", &stats.sources),
        count_table("instrument", &stats.instruments),
        count_table("part", &parts.collect()),
        group_table(&stats.group_sizes),
        annotator_table(&stats.annotators),
    ];
    print!("{}", tables.map(|table| table.text()).join("\n"));
    Ok(())
}

fn count_table(title: &str, rows: &BTreeMap<String, PhotoCounts>) -> Table {
    let mut table = Table::new(&[title, "photos", "tongues", "scored", "groups", "sealed", "% of scores 0/1/2"]);
    for (name, PhotoCounts { photos, tongues, scored, groups, sealed, scores }) in rows {
        let counts = [photos, tongues, scored, groups, sealed].map(ToString::to_string);
        table.push([name.clone()].into_iter().chain(counts).chain([shares(scores)]).collect());
    }
    table
}

fn group_table(sizes: &BTreeMap<usize, usize>) -> Table {
    let mut table = Table::new(&["photos of a group", "groups"]);
    for (size, groups) in sizes {
        table.push(vec![size.to_string(), groups.to_string()]);
    }
    table
}

fn annotator_table(annotators: &BTreeMap<String, AnnotatorStats>) -> Table {
    let mut table =
        Table::new(&["annotator, % 0/1/2", "photos", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "all"]);
    for (name, AnnotatorStats { photos, cells }) in annotators {
        let all = [0, 1, 2].map(|score| cells.iter().map(|counts| counts[score]).sum());
        let start = [name.clone(), photos.to_string()];
        table.push(start.into_iter().chain(cells.iter().map(shares)).chain([shares(&all)]).collect());
    }
    table
}

/// Formats the shares of the scores 0, 1 and 2 in percent.
fn shares(counts: &[usize; 3]) -> String {
    let all: usize = counts.iter().sum();
    if all == 0 {
        return "-".to_owned();
    }
    counts.map(|count| format!("{:.0}", count as f64 / all as f64 * 100.)).join("/")
}
