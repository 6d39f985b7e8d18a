//! Keeps one of the product's programs running: one that ends by itself is started again, after a growing pause.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use nix::sys::signal::Signal;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use super::home::RunFile;
use super::say;
use crate::machine::child::{Child, Manners, command};

const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(8);
/// A program that ran so long starts again after the first pause.
const SETTLED: Duration = Duration::from_secs(20);

/// What is kept running.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its name in messages and logs.
    pub name: &'static str,
    /// The binary.
    pub path: PathBuf,
    /// Its arguments.
    pub arguments: &'static [&'static str],
    /// Its environment, beside ours.
    pub variables: BTreeMap<&'static str, String>,
    /// The time it has to drain.
    pub grace: Duration,
}

/// The hand on a kept program.
#[derive(Debug)]
pub struct Keeper {
    end: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Keeper {
    /// Starts the program and keeps it running until [`Keeper::stop`].
    #[must_use]
    pub fn start(program: Program, logs: &Path, run: RunFile) -> Self {
        let (end, ended) = watch::channel(false);
        let log = logs.join(format!("{}.log", program.name));
        let task = tokio::spawn(keep(program, log, run, ended));
        Self { end, task }
    }

    /// Asks the program to drain and end, and waits for it.
    pub async fn stop(self) {
        let _ = self.end.send(true);
        let _ = self.task.await;
    }
}

async fn keep(program: Program, log: PathBuf, run: RunFile, mut ended: watch::Receiver<bool>) {
    let mut pause = FIRST_PAUSE;
    while !*ended.borrow() {
        let started = Instant::now();
        match launch(&program, &log) {
            Ok(mut child) => {
                run.note(program.name, child.id());
                tokio::select! {
                    status = child.wait() => {
                        let status = status.map_or_else(|error| error.to_string(), |status| status.to_string());
                        say::line(&format!("          {} ended ({status}) and is started again; see {}", program.name, log.display()));
                    }
                    _ = ended.changed() => child.stop().await,
                }
            }
            Err(error) => say::line(&format!("          {} cannot be started: {error:#}", program.name)),
        }
        if started.elapsed() > SETTLED {
            pause = FIRST_PAUSE;
        }
        tokio::select! {
            () = sleep(pause) => {}
            _ = ended.changed() => {}
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

fn launch(program: &Program, log: &Path) -> Result<Child> {
    let manners = Manners { signal: Signal::SIGTERM, grace: program.grace };
    let mut command = command(&program.path, None, manners);
    command.args(program.arguments).envs(&program.variables);
    Child::start(program.name, &mut command, log, manners)
}
