//! Reports of metrics as text for a terminal and as Markdown for a model card.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use model::evaluation::{ALL_SOURCES, ChangedPhotos, Evaluation, LeftOutSource, Metric, Protocol, SourceEvaluation};

use crate::evaluate::{GateCurve, Predictions, gate_curve, slices};

/// A table whose first column is a name and whose other columns are numbers.
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Creates a table with these columns and no rows.
    #[must_use]
    pub fn new(columns: &[&str]) -> Self {
        Self { rows: vec![columns.iter().map(|&column| column.to_owned()).collect()] }
    }

    /// Adds a row.
    pub fn push(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    /// Formats the table with aligned columns.
    #[must_use]
    pub fn text(&self) -> String {
        let width = |column: usize| {
            self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.rows[0].len()).map(width).collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).enumerate();
            let padded = cells.map(
                |(i, (cell, width))| {
                    if i == 0 { format!("{cell:<width$}") } else { format!("  {cell:>width$}") }
                },
            );
            padded.collect::<String>().trim_end().to_owned() + "\n"
        };
        self.rows.iter().map(line).collect()
    }

    /// Formats the table as Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let line = |row: &Vec<String>| format!("| {} |\n", row.join(" | "));
        let rule = "|---".repeat(self.rows[0].len()) + "|\n";
        line(&self.rows[0]) + &rule + &self.rows[1..].iter().map(line).collect::<String>()
    }
}

/// Returns the rows by name, with the row of all photos last.
fn all_last<T>(rows: &BTreeMap<String, T>) -> impl Iterator<Item = (&String, &T)> {
    let (all, single): (Vec<_>, Vec<_>) = rows.iter().partition(|(name, _)| *name == ALL_SOURCES);
    // with a single source, the row of all photos would be the same
    let all = if single.len() == 1 { Vec::new() } else { all };
    single.into_iter().chain(all)
}

fn or_dash(number: Option<f64>, digits: usize) -> String {
    number.map_or_else(|| "-".to_owned(), |number| format!("{number:.digits$}"))
}

fn source_table(title: &str, sources: &BTreeMap<String, SourceEvaluation>) -> Table {
    let mut table = Table::new(&[
        title,
        "photos",
        "refused",
        "outline IoU",
        "Dice",
        "least",
        "boundary F",
        "scored",
        "kappa",
        "index error",
        "correlation",
        "annotators' kappa",
    ]);
    for (name, source) in all_last(sources) {
        let scores = source.scores.as_ref();
        let metric =
            |show: &dyn Fn(&model::evaluation::ScoreEvaluation) -> String| scores.map_or_else(|| "-".to_owned(), show);
        table.push(vec![
            name.clone(),
            source.photos.to_string(),
            source.refused.values().sum::<usize>().to_string(),
            source.iou.to_string(),
            source.dice.map_or_else(|| "-".to_owned(), |dice| dice.to_string()),
            format!("{:.3}", source.min_iou),
            format!("{:.3}", source.boundary_f),
            scores.map_or(0, |scores| scores.photos).to_string(),
            metric(&|scores| format!("{:.2}", scores.kappa)),
            metric(&|scores| format!("{:.1}", scores.index_error)),
            metric(&|scores| format!("{:.2}", scores.index_correlation)),
            or_dash(scores.and_then(|scores| scores.kappa_between_annotators), 2),
        ]);
    }
    table
}

fn change_table(changes: &BTreeMap<String, ChangedPhotos>) -> Table {
    let columns = ["change", "photos", "refused", "index moves", "shown index moves", "calibration error"];
    let mut table = Table::new(&columns);
    for (name, found) in all_last(changes) {
        table.push(vec![
            name.clone(),
            found.photos.to_string(),
            found.refused.to_string(),
            format!("{:.2}", found.index_difference),
            format!("{:.2}", found.shown_index_difference),
            or_dash(found.calibration_error, 3),
        ]);
    }
    table
}

fn gate_table(curve: &GateCurve) -> Table {
    let mut table = Table::new(&["least tongue score", "tongues refused", "other photos accepted"]);
    for point in &curve.points {
        let mark = if point.limit.total_cmp(&curve.limit).is_eq() { " (deployed)" } else { "" };
        table.push(vec![
            format!("{:.2}{mark}", point.limit),
            format!("{} of {}", point.refused, curve.tongues),
            format!("{} of {}", point.accepted, curve.non_tongues),
        ]);
    }
    table
}

/// Returns a metric's label and its number of displayed digits.
#[must_use]
pub fn label(metric: Metric) -> (&'static str, usize) {
    match metric {
        Metric::Iou => ("outline IoU", 3),
        Metric::BoundaryF => ("boundary F", 3),
        Metric::Refused => ("refused", 3),
        Metric::Accepted => ("others accepted", 3),
        Metric::Kappa => ("kappa", 2),
        Metric::IndexError => ("index error", 1),
        Metric::IndexCorrelation => ("correlation", 2),
    }
}

/// Metrics by left-out source: the mean over seeds with its interval and, below it, the range of the seeds.
#[must_use]
pub fn left_out_table(sources: &BTreeMap<String, LeftOutSource>) -> Table {
    let mut columns = vec!["source left out", "photos", "seeds", "steps"];
    columns.extend(Metric::ALL.map(|metric| label(metric).0));
    let mut table = Table::new(&columns);
    for (name, source) in all_last(sources) {
        let cells = |show: &dyn Fn(&model::evaluation::SeedMetric, usize) -> String| {
            let cell =
                |metric| source.metrics.get(&metric).map_or_else(|| "-".to_owned(), |v| show(v, label(metric).1));
            Metric::ALL.map(cell)
        };
        let start = [name.clone(), source.photos.to_string(), source.seeds.to_string(), source.steps.to_string()];
        table.push(start.into_iter().chain(cells(&|v, digits| format!("{:.digits$}", v.mean))).collect());
        if source.seeds > 1 {
            let start = ["", "", "range", ""].map(str::to_owned);
            let range = cells(&|v, digits| format!("{:.digits$} to {:.digits$}", v.min, v.max));
            table.push(start.into_iter().chain(range).collect());
        }
    }
    table
}

/// Formats the tables for a terminal.
#[must_use]
pub fn text(evaluation: &Evaluation) -> String {
    let mut out = source_table("source", &evaluation.sources).text();
    if let Some(empty) = evaluation.non_tongues {
        let _ = writeln!(out, "photos without a tongue refused: {} of {}", empty.refused, empty.photos);
    }
    if let Some(error) = evaluation.calibration_error {
        let _ = writeln!(out, "calibration error {error:.3}");
    }
    if !evaluation.repeatability.is_empty() {
        let _ = write!(out, "\n{}", change_table(&evaluation.repeatability).text());
    }
    out
}

/// Formats further tables for a terminal: slices of the photos, and the gate at other limits.
#[must_use]
pub fn details(predictions: &Predictions) -> String {
    let mut out = format!("\n{}", source_table("slice", &slices(predictions)).text());
    if let Some(curve) = gate_curve(predictions) {
        let _ = write!(out, "\n{}", gate_table(&curve).text());
    }
    out
}

/// Formats the tables for a model card, with 95 % intervals over groups. The metrics on unseen sources come first.
#[must_use]
pub fn markdown(evaluation: &Evaluation) -> String {
    let mut out = String::new();
    if !evaluation.leave_one_source_out.is_empty() {
        let _ = writeln!(
            out,
            "{}.\n\n{}",
            protocol(&Protocol::LeaveOneSourceOut),
            left_out_table(&evaluation.leave_one_source_out).markdown()
        );
    }
    let table = source_table("source", &evaluation.sources).markdown();
    let _ = write!(out, "{}.\n\n{table}", protocol(&evaluation.protocol));
    if let Some(empty) = evaluation.non_tongues {
        let _ = writeln!(out, "\nPhotos without a tongue refused: {} of {}.", empty.refused, empty.photos);
    }
    if let Some(error) = evaluation.calibration_error {
        let _ = writeln!(out, "\nExpected calibration error of the confidences: {error:.3}.");
    }
    if !evaluation.repeatability.is_empty() {
        let table = change_table(&evaluation.repeatability).markdown();
        let _ = write!(
            out,
            "\nThe same photos in other light, cut, smaller or compressed; the index in points.\n\n{table}"
        );
    }
    out
}

fn protocol(protocol: &Protocol) -> &'static str {
    match protocol {
        Protocol::Sealed => "The sealed part of each source: chosen by hash before the first training, measured once",
        Protocol::HeldOutFold => "A fold that the training left out",
        Protocol::LeaveOneSourceOut => {
            "Leave one source out: each source read by networks that were trained on the others"
        }
        Protocol::External => "Photos of a folder that were not trained on",
    }
}

#[cfg(test)]
mod tests {
    use model::bootstrap::Interval;
    use model::evaluation::{NonTongueEvaluation, SeedMetric};

    use super::*;

    fn evaluation() -> Evaluation {
        let interval = |value: f64| Interval { value, low: value - 0.1, high: value + 0.1 };
        let source = SourceEvaluation {
            photos: 9,
            refused: BTreeMap::from([("blurred".to_owned(), 2)]),
            iou: interval(0.8),
            dice: Some(interval(0.9)),
            min_iou: 0.5,
            boundary_f: 0.7,
            scores: None,
        };
        let metric = SeedMetric { mean: interval(0.6), min: 0.55, max: 0.65 };
        let left_out =
            LeftOutSource { photos: 9, seeds: 3, steps: 600, metrics: BTreeMap::from([(Metric::Kappa, metric)]) };
        let changed = ChangedPhotos {
            photos: 7,
            refused: 1,
            index_difference: 1.25,
            shown_index_difference: 2.5,
            calibration_error: Some(0.034),
        };
        Evaluation {
            version: "v".to_owned(),
            protocol: Protocol::Sealed,
            data_hash: String::new(),
            sources: BTreeMap::from([("clinic".to_owned(), source.clone()), (ALL_SOURCES.to_owned(), source)]),
            non_tongues: Some(NonTongueEvaluation { photos: 5, refused: 4 }),
            calibration_error: Some(0.02),
            repeatability: BTreeMap::from([("darker".to_owned(), changed), ("warmer".to_owned(), changed)]),
            leave_one_source_out: BTreeMap::from([("street".to_owned(), left_out)]),
        }
    }

    #[test]
    fn text_aligns_columns_of_every_table() {
        let found = text(&evaluation());
        let lines: Vec<&str> = found.lines().collect();
        assert!(lines[0].starts_with("source  photos  refused") && lines[1].starts_with("clinic       9        2"));
        assert_eq!(
            lines[1].find("0.800 [0.700, 0.900]").map(|at| at + 20),
            lines[0].find("outline IoU").map(|at| at + 11)
        );
        assert!(lines[1].contains("0.900 [0.800, 1.000]  0.500"), "Dice precedes the least IoU: {found}");
        assert!(!found.contains("\nall"), "one source is all");
        assert!(found.contains("photos without a tongue refused: 4 of 5\ncalibration error 0.020\n"));
        let row: Vec<&str> = lines.last().unwrap().split_whitespace().collect();
        assert_eq!(row, ["warmer", "7", "1", "1.25", "2.50", "0.034"]);
    }

    #[test]
    fn markdown_begins_with_unseen_sources() {
        let found = markdown(&evaluation());
        assert!(found.starts_with("Leave one source out"), "{found}");
        assert!(found.contains("| street | 9 | 3 | 600 | - | - | - | - | 0.60 [0.50, 0.70] | - | - |"), "{found}");
        assert!(found.contains("|  |  | range |  | - | - | - | - | 0.55 to 0.65 | - | - |"), "{found}");
        let sealed = found.find("The sealed part").unwrap();
        assert!(
            found[sealed..]
                .contains("| clinic | 9 | 2 | 0.800 [0.700, 0.900] | 0.900 [0.800, 1.000] | 0.500 | 0.700 | 0 | - |"),
            "{found}"
        );
        let mut recorded = evaluation();
        recorded.sources.values_mut().for_each(|source| source.dice = None);
        assert!(markdown(&recorded).contains("| 0.800 [0.700, 0.900] | - | 0.500 |"), "recorded before Dice");
        assert!(found.contains("| darker | 7 | 1 | 1.25 | 2.50 | 0.034 |"), "{found}");
        let bare = Evaluation { leave_one_source_out: BTreeMap::new(), repeatability: BTreeMap::new(), ..evaluation() };
        assert!(markdown(&bare).starts_with("The sealed part") && !markdown(&bare).contains("| change |"));
    }
}
