//! Restarts a program of the product when it ends unexpectedly, with exponential backoff.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use nix::sys::signal::Signal;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use super::data_dir::RunFile;
use super::terminal;
use crate::machine::child::{Child, StopPolicy, command};

const INITIAL_BACKOFF: Duration = Duration::from_millis(250);
const MAX_BACKOFF: Duration = Duration::from_secs(8);
/// A program that ran this long restarts after the initial backoff.
const STABLE_AFTER: Duration = Duration::from_secs(5);

/// A program to supervise.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its name in messages and logs.
    pub name: &'static str,
    /// The binary.
    pub path: PathBuf,
    /// Its arguments.
    pub arguments: &'static [&'static str],
    /// Its environment, in addition to this process's.
    pub variables: BTreeMap<&'static str, String>,
    /// Timeout for it to stop.
    pub stop_timeout: Duration,
}

/// A supervised program.
#[derive(Debug)]
pub struct Supervisor {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Supervisor {
    /// Starts the program and restarts it until [`Supervisor::stop`].
    #[must_use]
    pub fn start(program: Program, logs: &Path, run_file: RunFile) -> Self {
        let (stop, stopped) = watch::channel(false);
        let log = logs.join(format!("{}.log", program.name));
        let task = tokio::spawn(supervise(program, log, run_file, stopped));
        Self { stop, task }
    }

    /// Sends the stop signal to the program, and waits for its end.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        let _ = self.task.await;
    }
}

async fn supervise(program: Program, log: PathBuf, run_file: RunFile, mut stopped: watch::Receiver<bool>) {
    let mut backoff = INITIAL_BACKOFF;
    while !*stopped.borrow() {
        let start = Instant::now();
        match spawn(&program, &log) {
            Ok(mut child) => {
                run_file.record(program.name, child.id());
                tokio::select! {
                    status = child.wait() => {
                        let status = status.map_or_else(|error| error.to_string(), |status| status.to_string());
                        let (name, log) = (program.name, log.display());
                        terminal::print_line(&format!("          {name} ended ({status}) and is restarted; see {log}"));
                    }
                    _ = stopped.changed() => child.stop().await,
                }
            }
            Err(error) => terminal::print_line(&format!("          {} cannot be started: {error:#}", program.name)),
        }
        if start.elapsed() > STABLE_AFTER {
            backoff = INITIAL_BACKOFF;
        }
        tokio::select! {
            () = sleep(backoff) => {}
            _ = stopped.changed() => {}
        }
        backoff = (backoff * 2).min(MAX_BACKOFF);
    }
}

fn spawn(program: &Program, log: &Path) -> Result<Child> {
    let policy = StopPolicy { signal: Signal::SIGTERM, timeout: program.stop_timeout };
    let mut command = command(&program.path, None, policy);
    command.args(program.arguments).envs(&program.variables);
    Child::start(program.name, &mut command, log, policy)
}
