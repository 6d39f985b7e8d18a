//! `model data agreement`: agreement between annotators.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use model::bootstrap::{Interval, interval_by};
use model::evaluation::ALL_SOURCES;
use model::metrics::{Agreement, ScorePair, index, mean, weighted_kappa};
use serde::Serialize;
use training::dataset::{PhotoRow, read_manifest, read_scores};
use training::report::Table;

/// Options of `model data agreement`.
#[derive(clap::Args)]
pub struct AnnotatorAgreement {
    /// Folder with photos.csv and scores.csv.
    #[arg(long)]
    data: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Two annotators over the photos that both scored. Intervals are over groups.
#[derive(Serialize)]
struct PairAgreement {
    source: String,
    #[serde(rename = "readers")]
    annotators: [String; 2],
    #[serde(flatten)]
    agreement: Agreement,
    /// Mean of the first annotator's index minus the second's, in points of 100.
    index_difference: Interval,
    /// Quadratic-weighted kappa of each cell, row by row from the root.
    kappa_of_cells: [f64; 9],
}

type Scored<'a> = (&'a PhotoRow, &'a BTreeMap<String, [u8; 9]>);

/// Prints a table of all pairs of annotators by source.
pub fn run(args: &AnnotatorAgreement) -> Result<()> {
    let (rows, scores) = (read_manifest(&args.data)?, read_scores(&args.data)?);
    let photos: Vec<Scored<'_>> = rows.iter().filter_map(|row| Some((row, scores.get(&row.photo)?))).collect();
    let mut sources: BTreeMap<&str, Vec<Scored<'_>>> = BTreeMap::new();
    for photo in &photos {
        sources.entry(&photo.0.source).or_default().push(*photo);
    }
    let mut found: Vec<PairAgreement> = sources.iter().flat_map(|(source, photos)| compare(source, photos)).collect();
    if sources.len() > 1 {
        found.extend(compare(ALL_SOURCES, &photos));
    }
    ensure!(!found.is_empty(), "no photo of {} was scored by two annotators", args.data.display());
    if args.json {
        println!("{}", serde_json::to_string_pretty(&found)?);
        return Ok(());
    }
    let columns =
        ["source", "annotators", "photos", "kappa", "exact", "index difference", "absolute", "kappa of cells"];
    let mut table = Table::new(&columns);
    for PairAgreement { source, annotators, agreement, index_difference, kappa_of_cells } in &found {
        let Agreement { photos, exact, kappa, index_error } = agreement;
        let cells = kappa_of_cells.map(|kappa| format!("{kappa:.2}")).join(" ");
        let figures = [format!("{kappa:.3}"), format!("{exact:.3}"), format!("{index_difference:+.1}")];
        let start = [source.clone(), annotators.join(", "), photos.to_string()];
        table.push(start.into_iter().chain(figures).chain([format!("{index_error:.1}"), cells]).collect());
    }
    print!("{}", table.text());
    Ok(())
}

/// Compares all pairs of annotators who scored the same photos.
fn compare(source: &str, photos: &[Scored<'_>]) -> Vec<PairAgreement> {
    let mut pairs: BTreeMap<[&String; 2], Vec<ScorePair<&str>>> = BTreeMap::new();
    for (row, annotators) in photos {
        for (a, predicted) in *annotators {
            for (b, label) in annotators.iter().filter(|(b, _)| a < *b) {
                let pair = ScorePair { group: row.group.as_str(), predicted: *predicted, label: *label };
                pairs.entry([a, b]).or_default().push(pair);
            }
        }
    }
    let found = pairs.into_iter().filter_map(|(annotators, pairs)| {
        let difference = |pair: &ScorePair<&str>| index(&pair.predicted) - index(&pair.label);
        let cell = |i: usize| pairs.iter().map(|pair| (pair.predicted[i], pair.label[i])).collect::<Vec<_>>();
        Some(PairAgreement {
            source: source.to_owned(),
            annotators: annotators.map(String::clone),
            agreement: Agreement::from_pairs(&pairs)?,
            index_difference: interval_by(
                &pairs,
                |pair| pair.group,
                |drawn| mean(drawn.iter().map(|pair| difference(pair))),
            )?,
            kappa_of_cells: std::array::from_fn(|i| weighted_kappa(&cell(i))),
        })
    });
    found.collect()
}
