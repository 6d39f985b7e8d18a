//! The `sandbox` command.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use sandbox::dev::{self, Dev};
use sandbox::exec::{self, Exec};
use sandbox::inbox::{self, InboxServer};
use sandbox::parties::{self, PartyServers};
use sandbox::web::{self, Web};
use tracing_subscriber::EnvFilter;

/// A local environment for the product.
#[derive(Debug, Parser)]
#[command(version)]
struct Sandbox {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Exec(Exec),
    Dev(Dev),
    Web(Web),
    Inbox(InboxServer),
    Parties(PartyServers),
}

#[tokio::main]
async fn main() -> ExitCode {
    let filter = EnvFilter::try_from_env("SANDBOX_LOG").unwrap_or_else(|_| EnvFilter::new("warn,s3s=off"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    match run(Sandbox::parse().command).await {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("sandbox: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run(command: Command) -> Result<u8> {
    match command {
        Command::Exec(exec) => exec::run(exec).await,
        Command::Dev(dev) => dev::run(dev).await,
        Command::Inbox(server) => inbox::run(server).await.map(|()| 0),
        Command::Parties(servers) => parties::run(servers).await.map(|()| 0),
        Command::Web(web) => web::run(web).await.map(|()| 0),
    }
}
