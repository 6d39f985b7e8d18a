//! A child process that never outlives us.
//!
//! Each runs in a process group of its own, so that Ctrl-C in the terminal reaches only us and we end the children in
//! order. Should we be killed, the kernel signals them (`PR_SET_PDEATHSIG`, through util-linux's `setpriv`).

use std::ffi::OsStr;
use std::fs::File;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result};
use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;
use tokio::process::{Child as Process, Command};
use tokio::time::timeout;

use super::account::Account;
use super::programs;

/// What is signalled first, and how long it has before it is killed.
#[derive(Clone, Copy, Debug)]
pub struct Manners {
    /// The polite signal.
    pub signal: Signal,
    /// The time to follow it.
    pub grace: Duration,
}

impl Manners {
    /// SIGTERM and ten seconds.
    #[must_use]
    pub fn usual() -> Self {
        Self { signal: Signal::SIGTERM, grace: Duration::from_secs(10) }
    }
}

/// A running child.
#[derive(Debug)]
pub struct Child {
    name: String,
    process: Process,
    manners: Manners,
}

/// `program` as a command that dies with us, under `account` when one is given.
#[must_use]
pub fn command(program: impl AsRef<OsStr>, account: Option<Account>, manners: Manners) -> Command {
    let signal = manners.signal.as_str().trim_start_matches("SIG").to_owned();
    let mut command = if let Some(setpriv) = programs::look_up("setpriv") {
        let mut command = Command::new(setpriv);
        command.args(["--pdeathsig", &signal]);
        if let Some(account) = account {
            command.args(account.setpriv());
        }
        command.arg("--").arg(program);
        command
    } else {
        Command::new(program)
    };
    command.process_group(0).stdin(Stdio::null()).kill_on_drop(true);
    command
}

impl Child {
    /// Starts `command` with its output appended to `log`.
    ///
    /// # Errors
    /// When the log or the program cannot be opened.
    pub fn start(name: &str, command: &mut Command, log: &Path, manners: Manners) -> Result<Self> {
        let file = File::options()
            .create(true)
            .append(true)
            .open(log)
            .with_context(|| format!("cannot write {}", log.display()))?;
        command.stdout(file.try_clone()?).stderr(file);
        let process = command.spawn().with_context(|| format!("cannot start {name}"))?;
        Ok(Self { name: name.to_owned(), process, manners })
    }

    /// The process's number; none once it ended.
    #[must_use]
    pub fn id(&self) -> Option<u32> {
        self.process.id()
    }

    /// Whether it still runs.
    pub fn is_alive(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    /// Waits for its end.
    ///
    /// # Errors
    /// When the operating system cannot say.
    pub async fn wait(&mut self) -> Result<ExitStatus> {
        self.process.wait().await.with_context(|| format!("lost sight of {}", self.name))
    }

    /// Asks it to end, waits, and kills its whole group when it does not.
    pub async fn stop(&mut self) {
        let Some(pid) = self.pid() else { return };
        // to the process alone: PostgreSQL's postmaster and our programs end their own children in order
        let _ = kill(pid, self.manners.signal);
        if timeout(self.manners.grace, self.process.wait()).await.is_err() {
            tracing::warn!(name = self.name, "did not end in time: killed");
            let _ = killpg(pid, Signal::SIGKILL);
            let _ = self.process.wait().await;
        }
    }

    fn pid(&self) -> Option<Pid> {
        self.process.id().and_then(|id| i32::try_from(id).ok()).map(Pid::from_raw)
    }
}
