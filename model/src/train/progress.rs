//! A progress bar for people and a log of numbers for machines.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

/// Shows how far a training is, and writes `metrics.jsonl`.
pub struct Progress {
    bar: ProgressBar,
    log: File,
}

#[derive(Serialize)]
struct Line<'a> {
    stage: &'a str,
    step: usize,
    loss: f32,
    rate: f64,
}

impl Progress {
    /// Begins a stage of `steps`; the log is added to `out/metrics.jsonl`.
    pub fn new(out: &Path, stage: &'static str, steps: usize) -> anyhow::Result<Self> {
        std::fs::create_dir_all(out)?;
        let log = File::options().append(true).create(true).open(out.join("metrics.jsonl"))?;
        let bar = ProgressBar::new(steps as u64).with_prefix(stage);
        bar.set_style(ProgressStyle::with_template("{prefix:8} {bar:40} {pos}/{len} {msg} {eta}")?);
        Ok(Self { bar, log })
    }

    /// Shows a step and writes its numbers.
    pub fn step(&mut self, step: usize, loss: f32, rate: f64) -> anyhow::Result<()> {
        self.bar.set_position(step as u64 + 1);
        self.bar.set_message(format!("loss {loss:.4}"));
        let stage = self.bar.prefix();
        let line = serde_json::to_string(&Line { stage: &stage, step, loss, rate })?;
        Ok(writeln!(self.log, "{line}")?)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish();
    }
}
