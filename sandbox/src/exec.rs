//! `sandbox exec`: one command with a private outside world around it.

use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::ExitStatus;

use anyhow::{Context as _, Result};
use clap::Args;
use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;
use std::io::IsTerminal as _;
use tokio::process::{Child, Command};

use crate::machine::ports;
use crate::machine::signals::Ending;
use crate::outside::{Given, Outside, Plan, Ports};
use crate::variables::{self, Listen};

/// Runs a command with a private outside world: PostgreSQL, Redis, object storage, inbox and every other party,
/// described by its environment.
#[derive(Args, Debug)]
pub struct Exec {
    /// Keep the data here; a temporary directory that is removed at the end otherwise.
    #[arg(long)]
    data: Option<PathBuf>,
    #[command(flatten)]
    given: Given,
    /// The command and its arguments.
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<String>,
}

/// Runs the command and returns the code to exit with: the command's, or 128 and the signal that ended it.
///
/// # Errors
/// When a part or the command cannot be started.
pub async fn run(exec: Exec) -> Result<u8> {
    let mut ending = Ending::listen()?;
    let temporary = tempfile::Builder::new().prefix("hyeobom-").tempdir()?;
    let data = match &exec.data {
        Some(data) => {
            std::fs::create_dir_all(data)?;
            data.canonicalize()?
        }
        None => open_to_all(temporary.path())?,
    };
    let plan = Plan { data: &data, ports: Ports::free()?, given: &exec.given, durable: false };
    let started = tokio::select! {
        started = Outside::start(&plan) => Some(started),
        _ = ending.next() => None,
    };
    let Some(started) = started else { return Ok(130) };
    let mut outside = started?;
    let status = run_command(&exec.command, &outside, &mut ending).await;
    outside.stop().await;
    Ok(exit_code(status?))
}

/// Lets PostgreSQL's account pass through a directory of ours.
fn open_to_all(dir: &std::path::Path) -> Result<PathBuf> {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(dir, std::fs::Permissions::from_mode(0o711))?;
    Ok(dir.to_path_buf())
}

async fn run_command(words: &[String], outside: &Outside, ending: &mut Ending) -> Result<ExitStatus> {
    let listen =
        Listen { web: ports::free()?, api: ports::free()?, api_ops: ports::free()?, worker_ops: ports::free()? };
    let (program, arguments) = words.split_first().context("no command")?;
    let mut command = Command::new(program);
    command.args(arguments).envs(variables::product(listen)?).envs(&outside.variables);
    // at a terminal the command shares our group: it may read, and Ctrl-C reaches it by itself
    let grouped = !std::io::stdin().is_terminal();
    if grouped {
        command.process_group(0);
    }
    let mut child = command.spawn().with_context(|| format!("cannot start {program}"))?;
    loop {
        tokio::select! {
            status = child.wait() => return Ok(status?),
            signal = ending.next() => forward(&child, signal, grouped),
        }
    }
}

fn forward(child: &Child, signal: Signal, grouped: bool) {
    let Some(pid) = child.id().and_then(|id| i32::try_from(id).ok()).map(Pid::from_raw) else { return };
    let _ = match (grouped, signal) {
        (true, _) => killpg(pid, signal),
        (false, Signal::SIGINT) => Ok(()),
        (false, _) => kill(pid, signal),
    };
}

/// The code to exit with for a command's end.
pub(crate) fn exit_code(status: ExitStatus) -> u8 {
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(1);
    u8::try_from(code).unwrap_or(1)
}
