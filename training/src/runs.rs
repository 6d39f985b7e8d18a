//! What each training run leaves: its configuration, data, commit and predictions.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;
use model::release::Manifest;
use serde::{Deserialize, Serialize};

use crate::trainer::TrainConfig;

/// File that says what a run was.
pub const RUN: &str = "run.json";
/// File of the predictions for the photos that a run held out.
pub const PREDICTIONS: &str = "predictions.json";

/// A finished run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// Version that it made.
    pub version: String,
    /// Git commit of the program.
    pub commit: String,
    /// SHA-256 over ids and bytes of the data, hexadecimal.
    pub data_hash: String,
    /// What was held out: a source, a fold, or nothing.
    pub held_out: Option<String>,
    /// The configuration, the seed in it.
    pub config: TrainConfig,
}

impl RunRecord {
    /// The record of a version that was just trained.
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

    /// Writes the record.
    ///
    /// # Errors
    /// Fails when the file cannot be written.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        std::fs::write(path, serde_json::to_string_pretty(self)? + "\n")
            .with_context(|| format!("{} cannot be written", path.display()))
    }
}

/// The finished runs in a folder's subfolders, by name.
///
/// # Errors
/// Fails when the folder cannot be read or a record is not understood.
pub fn list(dir: &Path) -> anyhow::Result<Vec<(PathBuf, RunRecord)>> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(dir).with_context(|| format!("{} cannot be read", dir.display()))?;
    for entry in entries {
        let path = entry?.path();
        let file = path.join(RUN);
        if file.exists() {
            let text = std::fs::read(&file).with_context(|| format!("{} cannot be read", file.display()))?;
            let record =
                serde_json::from_slice(&text).with_context(|| format!("{} is not understood", file.display()))?;
            found.push((path, record));
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(found)
}

/// The commit of the checkout that the program runs in, marked when files were changed; empty outside of one.
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
