//! Takes jobs and does them: reads photos, sends messages, settles payments, sweeps. One file a job.

mod agreement;
mod carrier;
mod compare_experts;
mod config;
mod deployed;
mod end_records;
mod erase;
mod export_data;
mod payments;
mod read_picture;
mod run;
mod schedule;
mod send_message;
mod send_phone_code;
mod shadow;
mod sweep;

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
    /// Exits with 0 when the worker at `WORKER_OPS_LISTEN` is alive; for containers.
    Healthcheck,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let env = Env::from_process()?;
    match Arguments::parse().command {
        Command::Run => {
            runtime::logging::init(&env)?;
            run::run(config::Config::load(&env)?).await
        }
        Command::Healthcheck => {
            let mut address: std::net::SocketAddr = env.parse("WORKER_OPS_LISTEN")?;
            if address.ip().is_unspecified() {
                address.set_ip(std::net::Ipv4Addr::LOCALHOST.into());
            }
            runtime::ops::probe(address).await.context("the worker does not answer")
        }
    }
}
