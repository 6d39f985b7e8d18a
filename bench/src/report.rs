//! The figures: a table for people, JSON for scripts.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::Result;
use serde::Serialize;

/// One figure.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// What was measured.
    pub name: String,
    /// How much it was; none when it could not be measured, with the reason in `note`.
    pub value: Option<f64>,
    /// In what.
    pub unit: &'static str,
    /// What it should be, in words.
    pub target: &'static str,
    /// How it was measured, or why not.
    pub note: String,
}

/// All of them.
#[derive(Debug, Default, Serialize)]
pub struct Report {
    rows: Vec<Row>,
}

impl Report {
    /// Notes a figure.
    pub fn add(&mut self, name: &str, value: f64, (unit, target): (&'static str, &'static str), note: &str) {
        println!("{name:<44} {value:>12.2} {unit}");
        self.rows.push(Row { name: name.to_owned(), value: Some(value), unit, target, note: note.to_owned() });
    }

    /// Notes that a figure could not be measured.
    pub fn miss(&mut self, name: &str, why: &str) {
        println!("{name:<44} {:>12} ({why})", "-");
        self.rows.push(Row { name: name.to_owned(), value: None, unit: "", target: "", note: why.to_owned() });
    }

    /// Notes the median, the 99th percentile and the largest of times in milliseconds.
    pub fn times(&mut self, name: &str, times: &mut [f64], targets: [&'static str; 2], note: &str) {
        if times.is_empty() {
            self.miss(name, "nothing was measured");
            return;
        }
        times.sort_by(f64::total_cmp);
        let note = format!("{} times; largest {:.1} ms; {note}", times.len(), times[times.len() - 1]);
        self.add(&format!("{name} p50"), quantile(times, 50), ("ms", targets[0]), &note);
        self.add(&format!("{name} p99"), quantile(times, 99), ("ms", targets[1]), &note);
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> String {
        let mut table = String::from("\n| figure | value | target | note |\n|---|---:|---|---|\n");
        for row in &self.rows {
            let value = row.value.map_or_else(|| "-".to_owned(), |value| format!("{value:.2} {}", row.unit));
            let _ = writeln!(table, "| {} | {value} | {} | {} |", row.name, row.target, row.note);
        }
        table
    }

    /// Writes the JSON file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, file: &Path) -> Result<()> {
        if let Some(dir) = file.parent() {
            std::fs::create_dir_all(dir)?;
        }
        Ok(std::fs::write(file, serde_json::to_string_pretty(self)? + "\n")?)
    }
}

/// The value that `percent` of the sorted values do not exceed.
pub fn quantile(sorted: &[f64], percent: usize) -> f64 {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted[rank - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_that_were_seen() {
        let values: Vec<f64> = (1..=200).map(f64::from).collect();
        assert!((quantile(&values, 50) - 100.).abs() < f64::EPSILON);
        assert!((quantile(&values, 99) - 198.).abs() < f64::EPSILON);
        assert!((quantile(&values[..1], 99) - 1.).abs() < f64::EPSILON);
    }
}
