//! A progress bar for people, a log of numbers for machines, and a page of curves for a browser.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};

use crate::report::curves;

/// File of the log.
const LOG: &str = "metrics.jsonl";
/// The page is drawn anew at most this often, in seconds.
const PAGE_EVERY: u64 = 20;

/// Shows how far a training is, and writes `metrics.jsonl` and `curves.html`.
pub struct Progress {
    bar: ProgressBar,
    name: String,
    stage: &'static str,
    out: PathBuf,
    log: File,
    drawn: Instant,
}

/// A line of the log.
#[derive(Debug, Serialize, Deserialize)]
pub struct Line {
    /// `segment` or `score`.
    pub stage: String,
    /// Which training of the stage: the stage itself, or a fold of its cross-validation.
    pub run: String,
    /// From 0.
    pub step: usize,
    /// Of this step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<f32>,
    /// Step size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
    /// What the averaged weights reached on photos that this training does not see.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation: Option<f64>,
    /// It was the best validation so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<bool>,
}

impl Progress {
    /// Begins a training of `steps`; the log is added to `out/metrics.jsonl`.
    pub fn new(out: &Path, name: &str, stage: &'static str, steps: usize) -> anyhow::Result<Self> {
        fs::create_dir_all(out).with_context(|| format!("{} cannot be made", out.display()))?;
        let log = File::options().append(true).create(true).open(out.join(LOG))?;
        let bar = ProgressBar::new(steps as u64).with_prefix(name.to_owned());
        bar.set_style(ProgressStyle::with_template(
            "{prefix:12} {bar:32} {pos}/{len} {msg} {per_sec} ends in {eta_precise}",
        )?);
        Ok(Self { bar, name: name.to_owned(), stage, out: out.to_owned(), log, drawn: Instant::now() })
    }

    /// Takes lines of this training from step `from` on out of the log: they are about to be written again.
    pub fn rewind(&mut self, from: usize) -> anyhow::Result<()> {
        let path = self.out.join(LOG);
        let text = fs::read_to_string(&path)?;
        let stays = |line: &&str| {
            serde_json::from_str::<Line>(line).map_or(true, |line| line.run != self.name || line.step < from)
        };
        let kept: Vec<&str> = text.lines().filter(stays).collect();
        if kept.len() < text.lines().count() {
            let beside = path.with_extension("part");
            fs::write(&beside, kept.iter().flat_map(|line| [*line, "\n"]).collect::<String>())?;
            fs::rename(beside, &path)?;
            self.log = File::options().append(true).open(&path)?;
        }
        self.bar.set_position(from as u64);
        self.bar.reset_eta();
        Ok(())
    }

    fn line(&self, step: usize) -> Line {
        let (stage, run) = (self.stage.to_owned(), self.name.clone());
        Line { stage, run, step, loss: None, rate: None, validation: None, best: None }
    }

    fn write(&mut self, line: &Line) -> anyhow::Result<()> {
        writeln!(self.log, "{}", serde_json::to_string(line)?)?;
        if self.drawn.elapsed().as_secs() >= PAGE_EVERY {
            self.draw()?;
        }
        Ok(())
    }

    /// Shows a step and writes its numbers.
    pub fn step(&mut self, step: usize, loss: f32, rate: f64) -> anyhow::Result<()> {
        self.bar.set_position(step as u64 + 1);
        self.bar.set_message(format!("loss {loss:.4}"));
        self.write(&Line { loss: Some(loss), rate: Some(rate), ..self.line(step) })
    }

    /// Shows and writes a validation.
    pub fn validated(&mut self, step: usize, figure: f64, best: bool) -> anyhow::Result<()> {
        self.bar.println(format!("{} step {step}: {figure:.4}{}", self.name, if best { ", the best" } else { "" }));
        self.write(&Line { validation: Some(figure), best: Some(best), ..self.line(step) })
    }

    fn draw(&mut self) -> anyhow::Result<()> {
        self.drawn = Instant::now();
        let page = curves::page(&fs::read_to_string(self.out.join(LOG))?);
        Ok(fs::write(self.out.join(curves::FILE), page)?)
    }

    /// Draws the page for the last time.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        self.draw()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish();
    }
}
