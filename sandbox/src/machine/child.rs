//! A child process that never outlives us.
//!
//! Each child runs in its own process group, so that Ctrl-C in the terminal only reaches this process, which stops the
//! children in order. If this process is killed, the kernel signals them (`PR_SET_PDEATHSIG`, through util-linux's
//! `setpriv`).

use std::ffi::OsStr;
use std::fs::File;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};
use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;
use tokio::process::{Child as Process, Command};
use tokio::time::timeout;

use super::account::Account;
use super::programs;

/// How often [`Child::kill_and_wait`] checks whether the process has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// How long [`Child::kill_and_wait`] waits for the end of a killed process.
const KILL_TIMEOUT: Duration = Duration::from_secs(10);

/// The signal that stops a child, and the time after which it is killed.
#[derive(Clone, Copy, Debug)]
pub struct StopPolicy {
    /// The signal that stops the child.
    pub signal: Signal,
    /// The time until it is killed.
    pub timeout: Duration,
}

impl Default for StopPolicy {
    fn default() -> Self {
        Self { signal: Signal::SIGTERM, timeout: Duration::from_secs(10) }
    }
}

/// A running child.
#[derive(Debug)]
pub struct Child {
    name: String,
    process: Process,
    policy: StopPolicy,
}

/// Returns a command that runs `program` under `account`, and whose process is signaled when this process is killed.
#[must_use]
pub fn command(program: impl AsRef<OsStr>, account: Option<Account>, policy: StopPolicy) -> Command {
    let signal = policy.signal.as_str().trim_start_matches("SIG").to_owned();
    let mut command = if let Some(setpriv) = programs::find_optional("setpriv") {
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
    /// Starts `command` and appends its output to `log`.
    ///
    /// # Errors
    /// The log cannot be written or the program cannot be started.
    pub fn start(name: &str, command: &mut Command, log: &Path, policy: StopPolicy) -> Result<Self> {
        let file = File::options()
            .create(true)
            .append(true)
            .open(log)
            .with_context(|| format!("cannot write {}", log.display()))?;
        command.stdout(file.try_clone()?).stderr(file);
        let process = command.spawn().with_context(|| format!("cannot start {name}"))?;
        Ok(Self { name: name.to_owned(), process, policy })
    }

    /// Returns the process id; `None` after the process has ended.
    #[must_use]
    pub fn id(&self) -> Option<u32> {
        self.process.id()
    }

    /// Returns whether the process is still running.
    pub fn is_alive(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    /// Waits for the end of the process.
    ///
    /// # Errors
    /// The operating system does not report the exit status.
    pub async fn wait(&mut self) -> Result<ExitStatus> {
        self.process.wait().await.with_context(|| format!("cannot wait for {}", self.name))
    }

    /// Signals the process to stop, and kills its group if it does not end in time.
    pub async fn stop(&mut self) {
        let Some(pid) = self.pid() else { return };
        // only to the process: PostgreSQL's postmaster and our programs end their own children in order
        let _ = kill(pid, self.policy.signal);
        if timeout(self.policy.timeout, self.process.wait()).await.is_err() {
            tracing::warn!(name = self.name, "did not end in time: killed");
            let _ = killpg(pid, Signal::SIGKILL);
            let _ = self.process.wait().await;
        }
    }

    /// Kills the process and its group with SIGKILL, like a lost machine, and waits for its end. Blocks the thread for
    /// a few milliseconds, so that `Drop` can call it.
    pub fn kill_and_wait(&mut self) {
        let Some(pid) = self.pid() else { return };
        let _ = killpg(pid, Signal::SIGKILL);
        let mut waited = Duration::ZERO;
        while self.is_alive() && waited < KILL_TIMEOUT {
            thread::sleep(POLL_INTERVAL);
            waited += POLL_INTERVAL;
        }
    }

    fn pid(&self) -> Option<Pid> {
        self.process.id().and_then(|id| i32::try_from(id).ok()).map(Pid::from_raw)
    }
}
