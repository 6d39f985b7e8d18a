//! `sandbox exec`: runs one command with private backing services.

use std::io::IsTerminal as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::ExitStatus;

use anyhow::{Context as _, Result};
use clap::Args;
use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;
use tokio::process::{Child, Command};

use crate::backing_services::{BackingServices, ExistingServices, ServicePorts, StartOptions};
use crate::configuration::{self, ListenPorts};
use crate::machine::signals::ShutdownSignals;
use crate::machine::{ports, temp_dir};

/// The exit code after a signal during the start: 128 and SIGINT's number.
const INTERRUPTED_EXIT_CODE: u8 = 130;

/// Runs a command with private backing services: PostgreSQL, Redis, object store, inbox and every outside party. Its
/// environment has their addresses.
#[derive(Args, Debug)]
pub struct Exec {
    /// Keep the data here; a temporary directory that is removed at the end otherwise.
    #[arg(long)]
    data: Option<PathBuf>,
    /// Make the database wait for the disk.
    #[arg(long)]
    durable: bool,
    #[command(flatten)]
    existing: ExistingServices,
    /// The command and its arguments.
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<String>,
}

/// Runs the command and returns the exit code: the command's, or 128 plus the signal that ended it.
///
/// # Errors
/// A service or the command cannot be started.
pub async fn run(exec: Exec) -> Result<u8> {
    let mut shutdown = ShutdownSignals::listen()?;
    let temporary = if exec.durable { temp_dir::create()? } else { temp_dir::create_fast()? };
    let data = match &exec.data {
        Some(data) => {
            std::fs::create_dir_all(data)?;
            data.canonicalize()?
        }
        None => temporary.path().to_path_buf(),
    };
    let ports = ServicePorts::find_free()?;
    let options =
        StartOptions { data: &data, ports, existing: &exec.existing, durable: exec.durable, has_redis_replica: false };
    let started = tokio::select! {
        started = BackingServices::start(&options) => started,
        _ = shutdown.recv() => return Ok(INTERRUPTED_EXIT_CODE),
    };
    let mut services = started?;
    let status = run_command(&exec.command, &services, &mut shutdown).await;
    services.stop().await;
    Ok(exit_code(status?))
}

async fn run_command(
    words: &[String],
    services: &BackingServices,
    shutdown: &mut ShutdownSignals,
) -> Result<ExitStatus> {
    let listen = ListenPorts {
        web: ports::find_free()?,
        api: ports::find_free()?,
        api_ops: ports::find_free()?,
        worker_ops: ports::find_free()?,
    };
    let (program, arguments) = words.split_first().context("no command")?;
    let mut command = Command::new(program);
    command.args(arguments).envs(configuration::product_variables(listen)?).envs(&services.variables);
    // the database is empty: a build would check its statements against nothing
    if std::env::var_os("SQLX_OFFLINE").is_none() {
        command.env("SQLX_OFFLINE", "true");
    }
    // at a terminal the command stays in our process group, so that it can read from the terminal and Ctrl-C reaches it
    // directly
    let has_own_group = !std::io::stdin().is_terminal();
    if has_own_group {
        command.process_group(0);
    }
    let mut child = command.spawn().with_context(|| format!("cannot start {program}"))?;
    loop {
        tokio::select! {
            status = child.wait() => return Ok(status?),
            signal = shutdown.recv() => forward(&child, signal, has_own_group),
        }
    }
}

fn forward(child: &Child, signal: Signal, has_own_group: bool) {
    let Some(pid) = child.id().and_then(|id| i32::try_from(id).ok()).map(Pid::from_raw) else { return };
    let _ = match (has_own_group, signal) {
        (true, _) => killpg(pid, signal),
        (false, Signal::SIGINT) => Ok(()),
        (false, _) => kill(pid, signal),
    };
}

/// Returns the exit code for the end of a command.
pub(crate) fn exit_code(status: ExitStatus) -> u8 {
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(1);
    u8::try_from(code).unwrap_or(1)
}
