//! Takes jobs and does them: reads photos, sends messages, settles payments, sweeps. One file a job.

mod agreement;
mod carrier;
mod compare_experts;
mod config;
mod deployed;
mod end_records;
mod erase;
mod export_data;
mod figures;
mod payments;
mod read_picture;
#[cfg(test)]
mod reload;
mod run;
mod schedule;
mod send_message;
mod send_phone_code;
mod shadow;
mod sweep;
mod uptake;

use anyhow::Context as _;
use clap::{Parser, Subcommand};
use runtime::config::Env;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Takes jobs and does them.
#[derive(Parser)]
#[command(name = "worker")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Works until SIGTERM or SIGINT; ends with 1 when Redis fails it, to be started again.
    Run,
    /// Prints what is told of the version that the program was built with; the web app is built with the same.
    Figures,
    /// Exits with 0 when the worker at `WORKER_OPS_LISTEN` is alive; for containers.
    Healthcheck,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Figures => print_figures(),
        Command::Run => {
            let env = Env::from_process()?;
            runtime::logging::init(&env)?;
            run::run(config::Config::load(&env)?).await
        }
        Command::Healthcheck => {
            let env = Env::from_process()?;
            let mut address: std::net::SocketAddr = env.parse("WORKER_OPS_LISTEN")?;
            if address.ip().is_unspecified() {
                address.set_ip(std::net::Ipv4Addr::LOCALHOST.into());
            }
            runtime::ops::probe(address).await.context("the worker does not answer")
        }
    }
}

#[expect(clippy::print_stdout, reason = "printing is what the command is for")]
fn print_figures() -> anyhow::Result<()> {
    println!("{}", figures::built_in()?);
    Ok(())
}
