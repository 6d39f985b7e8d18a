//! The report: a table for people and JSON for scripts.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Result, ensure};
use serde::Serialize;

/// Percentiles without targets.
pub const PERCENTILES: [(usize, &str); 3] = [(50, ""), (95, ""), (99, "")];

/// The unit and the target of a value.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    /// The unit.
    pub unit: &'static str,
    /// The target; may be empty.
    pub target: &'static str,
}

impl Metric {
    /// Returns a metric.
    #[must_use]
    pub const fn new(unit: &'static str, target: &'static str) -> Self {
        Self { unit, target }
    }
}

/// One measured value.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The name of the measurement.
    pub name: String,
    /// The value; `None` when it could not be measured, with the reason in `note`.
    pub value: Option<f64>,
    /// The unit.
    pub unit: &'static str,
    /// The target.
    pub target: &'static str,
    /// How it was measured, or why it could not be.
    pub note: String,
}

/// All measured values.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The command that was run.
    command: String,
    rows: Vec<Row>,
    /// The counts that must be zero but are not.
    failed: Vec<String>,
}

impl Report {
    /// Creates an empty report for this run of a task.
    #[must_use]
    pub fn new(task: &str) -> Self {
        let arguments: Vec<String> = std::env::args().skip(2).collect();
        let dashes = if arguments.is_empty() { "" } else { " -- " };
        let command = format!("./task {task}{dashes}{}", arguments.join(" "));
        Self { command, rows: Vec::new(), failed: Vec::new() }
    }

    /// Adds a count.
    pub fn add_count(&mut self, name: &str, count: usize, metric: Metric, note: &str) {
        #[expect(clippy::cast_precision_loss, reason = "counts are small")]
        self.add(name, count as f64, metric, note);
    }

    /// Adds a count that must be zero.
    pub fn add_check(&mut self, name: &str, count: usize, note: &str) {
        self.add_count(name, count, Metric::new("", "0"), note);
        if count != 0 {
            self.failed.push(format!("{name}: {count}"));
        }
    }

    /// Returns the counts that must be zero but are not.
    #[must_use]
    pub fn failed_checks(&self) -> &[String] {
        &self.failed
    }

    /// Adds what the product accepted, and checks that it stored each of these once and nothing else.
    pub fn add_effects(&mut self, name: &str, accepted: &BTreeSet<String>, stored: &BTreeSet<String>) {
        self.add_count(name, accepted.len(), Metric::new("", ""), "accepted");
        self.add_check(&format!("{name}, lost"), accepted.difference(stored).count(), "accepted, and not there");
        self.add_check(&format!("{name}, doubled"), stored.difference(accepted).count(), "there, and not accepted");
    }

    /// Adds a value.
    pub fn add(&mut self, name: &str, value: f64, metric: Metric, note: &str) {
        let Metric { unit, target } = metric;
        println!("{name:<44} {value:>12.2} {unit}");
        self.rows.push(Row { name: name.to_owned(), value: Some(value), unit, target, note: note.to_owned() });
    }

    /// Adds a value that could not be measured.
    pub fn add_missing(&mut self, name: &str, reason: &str) {
        println!("{name:<44} {:>12} ({reason})", "-");
        self.rows.push(Row { name: name.to_owned(), value: None, unit: "", target: "", note: reason.to_owned() });
    }

    /// Adds the median and the 99th percentile of times in milliseconds, with their targets.
    pub fn add_times(&mut self, name: &str, times: &mut [f64], targets: [&'static str; 2], note: &str) {
        self.add_percentiles(name, times, &[(50, targets[0]), (99, targets[1])], note);
    }

    /// Adds percentiles of times in milliseconds, each with its target.
    pub fn add_percentiles(&mut self, name: &str, times: &mut [f64], percents: &[(usize, &'static str)], note: &str) {
        if times.is_empty() {
            self.add_missing(name, "nothing was measured");
            return;
        }
        times.sort_by(f64::total_cmp);
        let note = format!("{} times; largest {:.1} ms; {note}", times.len(), times[times.len() - 1]);
        for (percent, target) in percents {
            let metric = Metric::new("ms", target);
            self.add(&format!("{name} p{percent}"), percentile(times, *percent), metric, &note);
        }
    }

    /// Prints the table, and writes the values as JSON.
    ///
    /// # Errors
    /// The file cannot be written, or a count that must be zero is not.
    pub fn finish(&self, file: &Path) -> Result<()> {
        println!("{}", self.table());
        self.write(file)?;
        println!("written: {}", file.display());
        let failed = self.failed_checks();
        ensure!(failed.is_empty(), "not as it must be: {}", failed.join("; "));
        Ok(())
    }

    /// Formats the values as a table.
    #[must_use]
    pub fn table(&self) -> String {
        let mut table = format!("\n`{}`\n\n| figure | value | target | note |\n|---|---:|---|---|\n", self.command);
        for row in &self.rows {
            let value = row.value.map_or_else(|| "-".to_owned(), |value| format!("{value:.2} {}", row.unit));
            let _ = writeln!(table, "| {} | {value} | {} | {} |", row.name, row.target, row.note);
        }
        table
    }

    fn write(&self, file: &Path) -> Result<()> {
        if let Some(dir) = file.parent() {
            std::fs::create_dir_all(dir)?;
        }
        Ok(std::fs::write(file, serde_json::to_string_pretty(self)? + "\n")?)
    }
}

/// Returns the smallest value that at least `percent` percent of the sorted values do not exceed.
pub fn percentile(sorted: &[f64], percent: usize) -> f64 {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted[rank - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_that_is_not_zero_fails() {
        let mut report = Report::new("chaos");
        report.add_check("lost", 0, "");
        assert!(report.failed_checks().is_empty());
        report.add_check("doubled", 2, "");
        assert_eq!(report.failed_checks(), ["doubled: 2"]);
        assert!(report.table().contains("| doubled | 2.00  | 0 |"), "{}", report.table());
    }

    #[test]
    fn lost_and_doubled_effects_fail() {
        let ids = |ids: &[&str]| -> BTreeSet<String> { ids.iter().map(|id| (*id).to_owned()).collect() };
        for (stored, failed) in [
            (ids(&["1", "2"]), vec![]),
            (ids(&["1"]), vec!["orders, lost: 1"]),
            (ids(&["1", "2", "3"]), vec!["orders, doubled: 1"]),
        ] {
            let mut report = Report::new("chaos");
            report.add_effects("orders", &ids(&["1", "2"]), &stored);
            assert_eq!(report.failed_checks(), failed);
        }
    }

    #[test]
    fn percentiles_are_measured_values() {
        let values: Vec<f64> = (1..=200).map(f64::from).collect();
        assert!((percentile(&values, 50) - 100.).abs() < f64::EPSILON);
        assert!((percentile(&values, 99) - 198.).abs() < f64::EPSILON);
        assert!((percentile(&values[..1], 99) - 1.).abs() < f64::EPSILON);
    }
}
