//! Progress of a training: a bar on a terminal, else a line now and then; and its logs.

use std::fs::File;
use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};
use serde::Serialize;
use training::events::EventWriter;
use training::trainer::{Progress, StepLog, ValidationLog};

/// How often a line is printed without a terminal.
const PRINT_INTERVAL: Duration = Duration::from_secs(30);
/// Decay of the displayed moving averages.
const LOG_DECAY: f32 = 0.95;
const BAR: &str = "{wide_bar} step {pos}/{len}  {msg}  {elapsed}, {eta} left";

/// Where a training begins and ends.
pub struct Steps {
    /// Steps completed by an earlier run of the same training.
    pub first: usize,
    /// All steps.
    pub all: usize,
    /// The step to stop before, as if interrupted.
    pub interrupt: Option<usize>,
}

/// Shows progress, and logs each step and validation.
pub struct ConsoleProgress {
    log: File,
    events: EventWriter,
    out: PathBuf,
    steps: Steps,
    /// None if the output is not a terminal.
    bar: Option<ProgressBar>,
    start: Instant,
    printed: Option<Instant>,
    means: Option<[f32; 2]>,
}

impl ConsoleProgress {
    /// Opens the logs in the training's folder.
    pub fn new(out: &Path, steps: Steps) -> Result<Self> {
        let path = out.join("log.jsonl");
        let log = open_log(&path).with_context(|| format!("{} cannot be written", path.display()))?;
        let bar = std::io::stdout().is_terminal().then(|| new_bar(&steps)).transpose()?;
        Ok(Self {
            log,
            events: EventWriter::create(out, steps.first)?,
            out: out.to_owned(),
            steps,
            bar,
            start: Instant::now(),
            printed: None,
            means: None,
        })
    }

    fn show(&mut self, step: usize, [mask, scores]: [f32; 2]) {
        let losses = format!("mask {mask:.4}  scores {scores:.4}");
        if let Some(bar) = &self.bar {
            bar.set_message(losses);
            bar.set_position(step as u64);
            return;
        }
        let due = self.printed.is_none_or(|printed| printed.elapsed() >= PRINT_INTERVAL);
        if due || step == self.steps.all {
            self.printed = Some(Instant::now());
            let per_step = self.start.elapsed().as_secs_f64() / (step - self.steps.first) as f64;
            let left = per_step * (self.steps.all - step) as f64 / 60.;
            println!("step {step}/{}  {losses}  {per_step:.2} s a step, {left:.0} min left", self.steps.all);
        }
    }
}

fn new_bar(steps: &Steps) -> Result<ProgressBar> {
    let bar = ProgressBar::with_draw_target(Some(steps.all as u64), ProgressDrawTarget::stdout());
    // an interrupted training leaves the bar where it was
    let bar = bar.with_finish(ProgressFinish::Abandon).with_position(steps.first as u64);
    bar.set_style(ProgressStyle::with_template(BAR)?);
    // the time left is that of this run's steps
    bar.reset_eta();
    Ok(bar)
}

fn open_log(path: &Path) -> std::io::Result<File> {
    File::options().create(true).append(true).open(path)
}

fn append(file: &mut File, record: &impl Serialize) -> std::io::Result<()> {
    writeln!(file, "{}", serde_json::to_string(record)?)
}

fn warn(written: std::io::Result<()>) {
    if let Err(error) = written {
        eprintln!("the log cannot be written: {error}");
    }
}

impl Progress for ConsoleProgress {
    fn step(&mut self, log: &StepLog) -> bool {
        let values = [
            ("loss/mask", log.mask_loss),
            ("loss/scores", log.score_loss),
            ("lr", log.lr as f32),
            ("gradient_norm", log.gradient_norm as f32),
        ];
        warn(append(&mut self.log, log).and_then(|()| self.events.scalars(log.step, &values)));
        let now = [log.mask_loss, log.score_loss];
        let means = self.means.map_or(now, |old| [0, 1].map(|i| old[i] * LOG_DECAY + now[i] * (1. - LOG_DECAY)));
        self.means = Some(means);
        self.show(log.step, means);
        self.steps.interrupt.is_none_or(|stop| log.step < stop)
    }

    fn validation(&mut self, log: &ValidationLog) {
        let values = [("validation/score", log.score)];
        let appended = open_log(&self.out.join("validation.jsonl")).and_then(|mut file| append(&mut file, log));
        warn(appended.and_then(|()| self.events.scalars(log.step, &values)));
        let ValidationLog { step, score, best_step, best_score } = log;
        let line = format!("step {step}  validation score {score:.4}, best {best_score:.4} at step {best_step}");
        match &self.bar {
            Some(bar) => bar.println(line),
            None => println!("{line}"),
        }
    }
}
