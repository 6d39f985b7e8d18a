//! `sandbox dev`: starts, supervises and stops the whole product on one machine.

mod data_dir;
mod hotel_sensors;
mod model_env;
mod product;
mod summary;
mod supervisor;
mod terminal;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::Args;
use tokio::process::Command;
use tokio::time::{MissedTickBehavior, interval};

use crate::backing_services::{BackingServices, ExistingServices, ServicePorts, StartOptions};
use crate::configuration::{self, ListenPorts};
use crate::machine::ports::{self, loopback};
use crate::machine::signals::ShutdownSignals;
use crate::machine::temp_dir;
use crate::parties;
use crate::web::{self, Web};
use data_dir::DataDir;
use hotel_sensors::Gateway;
use product::Product;
use summary::Summary;
use terminal::Progress;

/// How often PostgreSQL and Redis are checked.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// Larger logs are rotated at the start.
const MAX_LOG_BYTES: u64 = 10 * 1024 * 1024;
/// The exit code after a signal while a command was running: 128 and SIGINT's number.
const INTERRUPTED_EXIT_CODE: u8 = 130;

/// Starts the whole product and keeps it running until Ctrl-C; with a command, until that command ends.
#[derive(Args, Clone, Debug)]
pub struct Dev {
    /// Where data and logs stay between starts.
    #[arg(long, default_value = ".data")]
    data: PathBuf,
    /// Start an empty product on free ports and delete its data at the end.
    #[arg(long)]
    ephemeral: bool,
    /// Do not make the database wait for the disk.
    #[arg(long)]
    unsafe_fast: bool,
    /// Give Redis a replica that takes over when it ends.
    #[arg(long)]
    redis_replica: bool,
    /// The built web app.
    #[arg(long, default_value = "web/build/client")]
    web_root: PathBuf,
    #[command(flatten)]
    existing: ExistingServices,
    /// Run this command with the product's addresses in its environment, and end with it.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<String>,
}

/// Runs until a signal or the command's end, and returns the exit code.
///
/// # Errors
/// A part does not start. Everything else is stopped again.
pub async fn run(dev: Dev) -> Result<u8> {
    let mut shutdown = ShutdownSignals::listen()?;
    let temporary = match (dev.ephemeral, dev.unsafe_fast) {
        (true, true) => Some(temp_dir::create_fast()?),
        (true, false) => Some(temp_dir::create()?),
        (false, _) => None,
    };
    let data_dir = DataDir::lock(temporary.as_ref().map_or(dev.data.as_path(), tempfile::TempDir::path))?;
    rotate_large_logs(&data_dir.logs());
    let mut running = Running { services: None, product: None };
    let outcome = tokio::select! {
        outcome = running.serve(&dev, &data_dir) => outcome,
        signal = shutdown.recv() => {
            terminal::print_line(&format!("\n          {signal}: stopping"));
            Ok(if dev.command.is_empty() { 0 } else { INTERRUPTED_EXIT_CODE })
        }
    };
    // a second signal does not wait: dropping the processes kills them
    tokio::select! {
        () = running.stop() => {}
        _ = shutdown.recv() => {}
    }
    outcome
}

fn rotate_large_logs(logs: &Path) {
    for entry in logs.read_dir().into_iter().flatten().flatten() {
        let path = entry.path();
        let is_large = entry.metadata().is_ok_and(|data| data.len() > MAX_LOG_BYTES);
        if is_large && path.extension().is_some_and(|extension| extension == "log") {
            let _ = std::fs::rename(&path, path.with_extension("log.1"));
        }
    }
}

/// Returns the ports of one product: nine, and those of the outside parties.
fn find_ports(ephemeral: bool) -> Result<(ListenPorts, ServicePorts)> {
    const COUNT: usize = 9 + parties::COUNT;
    let found = if ephemeral {
        (0..COUNT).map(|_| ports::find_free()).collect::<Result<Vec<u16>>>()?
    } else {
        ports::find_block(COUNT)?
    };
    let [web, api, api_ops, worker_ops, s3, inbox, smtp, postgres, redis, others @ ..] = &found[..] else {
        anyhow::bail!("{COUNT} ports are needed")
    };
    let listen = ListenPorts { web: *web, api: *api, api_ops: *api_ops, worker_ops: *worker_ops };
    let ports = ServicePorts {
        s3: *s3,
        inbox: *inbox,
        smtp: *smtp,
        postgres: *postgres,
        redis: *redis,
        parties: others.try_into().context("a port for each party")?,
    };
    Ok((listen, ports))
}

/// The started services and programs.
struct Running {
    services: Option<BackingServices>,
    product: Option<Product>,
}

impl Running {
    async fn serve(&mut self, dev: &Dev, data_dir: &DataDir) -> Result<u8> {
        let progress = Progress::new();
        let (listen, ports) = find_ports(dev.ephemeral)?;
        let options = StartOptions {
            data: &data_dir.path,
            ports,
            existing: &dev.existing,
            durable: !dev.unsafe_fast,
            has_redis_replica: dev.redis_replica,
        };
        progress.print("starting PostgreSQL, Redis, the object store, the inbox and the outside parties");
        let services = self.services.insert(BackingServices::start(&options).await?);
        record_servers(services, data_dir);
        let mut variables = configuration::product_variables(listen)?;
        variables.extend(services.variables.clone());
        let product = self.product.insert(Product::new(data_dir, variables)?);
        progress.print("migrating the database");
        product.migrate().await?;
        progress.print("loading the demo data");
        let mut accounts = product.load_fixtures().await?;
        accounts.add_port(listen.web);
        progress.print("starting api, worker and the web app");
        product.start(data_dir);
        let web = Web {
            listen: loopback(listen.web),
            root: dev.web_root.clone(),
            api: format!("http://{}", loopback(listen.api)),
            s3_public_url: product.variables.get("S3_PUBLIC_URL").cloned().unwrap_or_default(),
            hotel_hosts: vec![configuration::HOTEL_HOST.to_owned()],
        };
        services.serve_web(&web).await?;
        let summary = summarize(product, listen, services.parties.clone(), accounts);
        product.wait_until_ready(&[("api", &summary.ops), ("worker", &summary.worker_ops)]).await?;
        progress.print("ready");
        summary.write(&data_dir.path)?;
        model_env::write(&data_dir.path, &product.variables)?;
        if dev.command.is_empty() {
            terminal::print_line(&summary.text(&data_dir.path));
        }
        let variables = product.variables.clone();
        tokio::select! {
            code = run_command(&dev.command, &variables, &data_dir.path) => code,
            never = supervise_servers(services, &options, data_dir) => never,
            never = simulate_sensors(&dev.command, &summary) => never,
        }
    }

    async fn stop(&mut self) {
        if let Some(product) = &mut self.product {
            product.stop().await;
        }
        if let Some(services) = &mut self.services {
            services.stop().await;
        }
    }
}

fn record_servers(services: &mut BackingServices, data_dir: &DataDir) {
    if let Some(postgres) = &mut services.postgres {
        data_dir.run_file.record("postgres", postgres.child().id());
    }
    if let Some(redis) = &mut services.redis {
        data_dir.run_file.record("redis", redis.child().id());
    }
}

fn summarize(
    product: &Product,
    listen: ListenPorts,
    parties: BTreeMap<&'static str, String>,
    accounts: summary::Accounts,
) -> Summary {
    let variable = |name: &str| product.variables.get(name).cloned().unwrap_or_default();
    Summary {
        web: variable("WEB_ORIGIN"),
        api: format!("http://{}", loopback(listen.api)),
        ops_web: format!("http://{}:{}", configuration::OPS_HOST, listen.web),
        ops: format!("http://{}", loopback(listen.api_ops)),
        worker_ops: format!("http://{}", loopback(listen.worker_ops)),
        inbox: variable("INBOX_URL"),
        ops_token: variable("OPS_TOKEN"),
        parties,
        accounts,
    }
}

/// Runs the command to its end. Without a command, waits forever.
async fn run_command(words: &[String], variables: &BTreeMap<&'static str, String>, dir: &Path) -> Result<u8> {
    let Some((program, arguments)) = words.split_first() else { return std::future::pending().await };
    let mut command = Command::new(program);
    command.args(arguments).envs(variables).env("HYEOBOM_DEV_JSON", dir.join("dev.json")).kill_on_drop(true);
    let status = command.status().await.with_context(|| format!("cannot start {program}"))?;
    Ok(crate::exec::exit_code(status))
}

/// Posts readings of the demo hotels' sensors. While a command runs, it posts nothing, so that data only changes by the
/// command.
async fn simulate_sensors(words: &[String], summary: &Summary) -> Result<u8> {
    if let Some(hotel) = summary.accounts.hotel.clone().filter(|_| words.is_empty()) {
        Gateway::new(&summary.api, hotel)?.run().await;
    }
    std::future::pending().await
}

/// Restarts PostgreSQL and Redis if they end.
async fn supervise_servers(
    services: &mut BackingServices,
    options: &StartOptions<'_>,
    data_dir: &DataDir,
) -> Result<u8> {
    let mut ticks = interval(CHECK_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
    loop {
        ticks.tick().await;
        for name in services.restart_ended(options).await {
            terminal::print_line(&format!("          {name} ended and was restarted"));
            record_servers(services, data_dir);
        }
    }
}

impl BackingServices {
    async fn serve_web(&mut self, web: &Web) -> Result<SocketAddr> {
        self.serve(web.listen.port(), web::router(web)?).await
    }
}
