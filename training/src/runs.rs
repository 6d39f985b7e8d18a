//! The record of each training run: its configuration, data, commit and predictions.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;
use model::evaluation::{ALL_SOURCES, LeftOutSource, Protocol};
use model::release::Manifest;
use serde::{Deserialize, Serialize};

use crate::evaluate::{Predictions, SeedPredictions};
use crate::trainer::TrainConfig;

/// File with a run's record.
pub const RUN: &str = "run.json";
/// File with the predictions for a run's held-out photos.
pub const PREDICTIONS: &str = "predictions.json";

/// A finished run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// The trained version.
    pub version: String,
    /// Git commit of the program.
    pub commit: String,
    /// SHA-256 over ids and bytes of the data, hexadecimal.
    pub data_hash: String,
    /// The held-out source or fold, if any.
    pub held_out: Option<String>,
    /// The configuration, including the seed.
    pub config: TrainConfig,
}

impl RunRecord {
    /// Creates the record of a version that was just trained.
    #[must_use]
    pub fn new(manifest: &Manifest, config: TrainConfig, held_out: Option<String>) -> Self {
        Self {
            version: manifest.version.clone(),
            commit: manifest.commit.clone(),
            data_hash: manifest.data_hash.clone(),
            held_out,
            config,
        }
    }

    /// Reads the record in a run's folder; none if no run finished there.
    ///
    /// # Errors
    /// Fails when the record cannot be read or parsed.
    pub fn read(dir: &Path) -> anyhow::Result<Option<Self>> {
        let file = dir.join(RUN);
        if !file.exists() {
            return Ok(None);
        }
        let text = std::fs::read(&file).with_context(|| format!("{} cannot be read", file.display()))?;
        let record = serde_json::from_slice(&text).with_context(|| format!("{} is not understood", file.display()))?;
        Ok(Some(record))
    }

    /// Whether another run differs at most in the seed and in the held-out photos.
    #[must_use]
    pub fn is_same_training(&self, other: &Self) -> bool {
        let without_seed = |run: &Self| TrainConfig { seed: 0, ..run.config.clone() };
        self.data_hash == other.data_hash && without_seed(self) == without_seed(other)
    }

    /// Writes the record.
    ///
    /// # Errors
    /// Fails when the file cannot be written.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        std::fs::write(path, serde_json::to_string_pretty(self)? + "\n")
            .with_context(|| format!("{} cannot be written", path.display()))
    }
}

/// A finished run with the predictions for its held-out photos.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Name of its folder.
    pub name: String,
    /// Its record.
    pub record: RunRecord,
    /// Predictions for its held-out photos; none without any.
    pub predictions: Option<Predictions>,
}

/// Lists the finished runs in a folder's subfolders, by name.
///
/// # Errors
/// Fails when the folder cannot be read or a record cannot be parsed.
pub fn list(dir: &Path) -> anyhow::Result<Vec<Run>> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(dir).with_context(|| format!("{} cannot be read", dir.display()))?;
    for entry in entries {
        let path: PathBuf = entry?.path();
        if let Some(record) = RunRecord::read(&path)? {
            let file = path.join(PREDICTIONS);
            let predictions = file.exists().then(|| Predictions::read(&file)).transpose()?;
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            found.push(Run { name, record, predictions });
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

/// Runs that each held a source out and otherwise differ only in the seed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LeaveOneOut {
    /// The first of the runs.
    #[serde(skip)]
    pub record: RunRecord,
    /// Names of the runs.
    pub runs: Vec<String>,
    /// Metrics by source; `all` covers all photos, over the seeds that held each source out.
    pub sources: BTreeMap<String, LeftOutSource>,
}

/// Groups the runs that held a source out by their training configuration.
///
/// # Errors
/// Fails when runs of one group have predictions for different photos of a source.
pub fn leave_one_out(runs: &[Run]) -> anyhow::Result<Vec<LeaveOneOut>> {
    let mut groups: Vec<Vec<(&Run, &Predictions, &str)>> = Vec::new();
    for run in runs {
        let Some((predictions, source)) = run.predictions.as_ref().zip(run.record.held_out.as_deref()) else {
            continue;
        };
        if predictions.protocol != Protocol::LeaveOneSourceOut {
            continue;
        }
        match groups.iter_mut().find(|group| group[0].0.record.is_same_training(&run.record)) {
            Some(group) => group.push((run, predictions, source)),
            None => groups.push(vec![(run, predictions, source)]),
        }
    }
    groups.iter().map(|group| summarize_group(group)).collect()
}

fn summarize_group(group: &[(&Run, &Predictions, &str)]) -> anyhow::Result<LeaveOneOut> {
    let runs: Vec<String> = group.iter().map(|(run, ..)| run.name.clone()).collect();
    let steps = group[0].0.record.config.steps;
    let names: BTreeSet<&str> = group.iter().map(|(.., source)| *source).collect();
    let metrics = |keep: &dyn Fn(u64, &str) -> bool| -> anyhow::Result<LeftOutSource> {
        let kept = group.iter().filter(|(run, _, source)| keep(run.record.config.seed, source));
        let by_seed = kept.map(|(run, predictions, _)| (run.record.config.seed, (*predictions).clone()));
        Ok(SeedPredictions::new(by_seed).with_context(|| runs.join(", "))?.metrics(steps))
    };
    let mut sources = BTreeMap::new();
    for name in &names {
        sources.insert((*name).to_owned(), metrics(&|_, source| source == *name)?);
    }
    let is_complete = |seed: u64| {
        let of_seed = group.iter().filter(|(run, ..)| run.record.config.seed == seed);
        of_seed.map(|(.., source)| *source).collect::<BTreeSet<_>>() == names
    };
    if names.len() > 1 && group.iter().any(|(run, ..)| is_complete(run.record.config.seed)) {
        sources.insert(ALL_SOURCES.to_owned(), metrics(&|seed, _| is_complete(seed))?);
    }
    Ok(LeaveOneOut { record: group[0].0.record.clone(), runs, sources })
}

/// Returns the commit of the checkout that the program runs in, marked if files were changed; empty outside of a
/// checkout.
#[must_use]
pub fn git_commit() -> String {
    let run = |args: &[&str]| {
        let out = Command::new("git").args(args).output().ok().filter(|out| out.status.success())?;
        Some(String::from_utf8_lossy(&out.stdout).trim().to_owned())
    };
    let Some(commit) = run(&["rev-parse", "HEAD"]) else { return String::new() };
    let changed = run(&["status", "--porcelain", "--untracked-files=no"]).is_some_and(|status| !status.is_empty());
    if changed { format!("{commit} with changes") } else { commit }
}

#[cfg(test)]
mod tests {
    use model::evaluation::Metric;

    use super::*;
    use crate::evaluate::seeds::tests::predictions;

    fn run(name: &str, seed: u64, steps: usize, source: Option<&str>, iou: f64) -> Run {
        let record = RunRecord {
            version: name.to_owned(),
            commit: String::new(),
            data_hash: "d".to_owned(),
            held_out: source.map(str::to_owned),
            config: TrainConfig { seed, steps, ..TrainConfig::default() },
        };
        Run { name: name.to_owned(), record, predictions: source.map(|source| predictions(source, 4, 0, iou)) }
    }

    #[test]
    fn runs_are_grouped_by_training_and_source() {
        let runs = [
            run("a1", 1, 9, Some("clinic"), 0.8),
            run("a2", 1, 9, Some("street"), 0.6),
            run("b1", 2, 9, Some("clinic"), 0.9),
            run("c", 1, 10, Some("clinic"), 0.1),
            run("whole", 1, 9, None, 0.),
        ];
        let [first, second] = &leave_one_out(&runs).unwrap()[..] else { panic!("two trainings") };
        assert_eq!(
            (&first.runs[..], &second.runs[..]),
            (&["a1", "a2", "b1"].map(str::to_owned)[..], &["c".to_owned()][..])
        );
        let numbers = |source: &str| {
            let found = &first.sources[source];
            (found.photos, found.seeds, (found.metrics[&Metric::Iou].mean.value * 100.).round())
        };
        assert_eq!([numbers("clinic"), numbers("street")], [(4, 2, 85.), (4, 1, 60.)]);
        assert_eq!(numbers(ALL_SOURCES), (8, 1, 70.), "only seed 1 left each source out");
        assert!(!second.sources.contains_key(ALL_SOURCES));
    }

    #[test]
    fn runs_of_different_photos_are_no_seeds() {
        let mut runs = [run("a", 1, 9, Some("clinic"), 0.8), run("b", 2, 9, Some("clinic"), 0.8)];
        runs[1].predictions = Some(predictions("clinic", 3, 0, 0.8));
        let error = leave_one_out(&runs).err().unwrap();
        assert!(format!("{error:#}").contains("a, b: the runs have predictions of different photos"), "{error:#}");
    }
}
