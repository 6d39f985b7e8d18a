//! Runs the jobs: reads photos, sends messages, settles payments, deletes expired data. Each job has one file.

mod announce_order;
mod announce_terms;
mod check_access_log;
mod check_silent_sensors;
mod compare_experts;
mod config;
mod deliver_notification;
mod export_data;
mod fold_reading_days;
mod fold_readings;
mod handlers;
#[cfg(test)]
mod hotel_tests;
mod metrics;
mod model_version;
mod payments;
mod read_picture;
#[cfg(test)]
mod reload;
mod report_environment;
mod run;
mod schedule;
mod send_message;
mod send_phone_code;
mod send_walk_in_link;
mod sms;
mod sweep;
#[cfg(test)]
mod tests;

use anyhow::Context as _;
use clap::{Parser, Subcommand};
use runtime::config::Env;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Runs the jobs.
#[derive(Parser)]
#[command(name = "worker")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Runs until SIGTERM or SIGINT. Exits with 1 when Redis fails, so that the supervisor restarts it.
    Run,
    /// Prints the metrics of the built-in version as JSON, for the build of the web app.
    ExportMetrics,
    /// Prints the 알림톡 templates to register with the carrier, as JSON.
    AlimtalkTemplates,
    /// Exits with 0 when the worker at `WORKER_OPS_LISTEN` is alive, for health checks of containers.
    Healthcheck,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    runtime::memory::disable_huge_pages();
    match Arguments::parse().command {
        Command::ExportMetrics => print_metrics(),
        Command::AlimtalkTemplates => print_alimtalk_templates(),
        Command::Run => {
            let env = Env::from_process()?;
            let traces = runtime::logging::init_with_traces(&env, "worker")?;
            let ended = run::run(config::Config::load(&env)?).await;
            traces.shutdown().await;
            ended
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
fn print_metrics() -> anyhow::Result<()> {
    println!("{}", model_version::metrics_export::built_in()?);
    Ok(())
}

#[expect(clippy::print_stdout, reason = "printing is what the command is for")]
fn print_alimtalk_templates() -> anyhow::Result<()> {
    let templates = domain::delivery::TEMPLATES.map(|template| {
        serde_json::json!({
            "kind": template.kind.as_str(), "text": template.registered_text(),
            "button": { "name": domain::delivery::BUTTON, "type": "WL", "url": domain::delivery::BUTTON_URL },
        })
    });
    println!("{}", serde_json::to_string_pretty(&templates)?);
    Ok(())
}
