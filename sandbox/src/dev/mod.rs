//! `sandbox dev`: the whole product on one machine, started, watched and ended together.

mod home;
mod keeper;
mod model_env;
mod product;
mod say;
mod summary;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::Args;
use tokio::process::Command;
use tokio::time::{MissedTickBehavior, interval};

use crate::machine::ports::{self, loopback};
use crate::machine::signals::Ending;
use crate::outside::{Given, Outside, Plan, Ports};
use crate::parties;
use crate::variables::{self, Listen};
use crate::web::{self, Web};
use home::Home;
use product::Product;
use say::Steps;
use summary::Summary;

/// How often PostgreSQL and Redis are looked after.
const LOOK: Duration = Duration::from_secs(1);
/// Logs larger than this are put aside at the start.
const LARGE_LOG: u64 = 10 * 1024 * 1024;

/// Starts the whole product and keeps it running until Ctrl-C; with a command, until that command ends.
#[derive(Args, Clone, Debug)]
pub struct Dev {
    /// Where data and logs stay between starts.
    #[arg(long, default_value = ".data")]
    data: PathBuf,
    /// Start an empty product on free ports, whose data is thrown away at the end.
    #[arg(long)]
    ephemeral: bool,
    /// Do not make the database wait for the disk.
    #[arg(long)]
    unsafe_fast: bool,
    /// The built web app.
    #[arg(long, default_value = "web/build/client")]
    web_root: PathBuf,
    #[command(flatten)]
    given: Given,
    /// Run this beside the product, with its addresses in the environment, and end with it.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<String>,
}

/// Runs until a signal or the command's end; returns the code to exit with.
///
/// # Errors
/// When a part does not start; everything else is ended again.
pub async fn run(dev: Dev) -> Result<u8> {
    let mut ending = Ending::listen()?;
    let temporary = if dev.ephemeral { Some(temporary_home()?) } else { None };
    let home = Home::lock(temporary.as_ref().map_or(dev.data.as_path(), tempfile::TempDir::path))?;
    put_large_logs_aside(&home.dir.join("logs"));
    let mut running = Running { outside: None, product: None };
    let outcome = tokio::select! {
        outcome = running.serve(&dev, &home) => outcome,
        signal = ending.next() => {
            say::line(&format!("\n          {signal}: ending"));
            Ok(if dev.command.is_empty() { 0 } else { 130 })
        }
    };
    // a second signal does not wait: dropping what runs kills it
    tokio::select! {
        () = running.stop() => {}
        _ = ending.next() => {}
    }
    outcome
}

fn temporary_home() -> Result<tempfile::TempDir> {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = tempfile::Builder::new().prefix("hyeobom-").tempdir()?;
    // PostgreSQL's account passes through
    std::fs::set_permissions(dir.path(), std::fs::Permissions::from_mode(0o711))?;
    Ok(dir)
}

fn put_large_logs_aside(logs: &Path) {
    for entry in logs.read_dir().into_iter().flatten().flatten() {
        let path = entry.path();
        if entry.metadata().is_ok_and(|data| data.len() > LARGE_LOG) && path.extension().is_some_and(|e| e == "log") {
            let _ = std::fs::rename(&path, path.with_extension("log.1"));
        }
    }
}

/// The ports of one product, in the order of a block: nine, and those of the parties.
fn ports_for(ephemeral: bool) -> Result<(Listen, Ports)> {
    const COUNT: usize = 9 + parties::COUNT;
    let taken =
        if ephemeral { (0..COUNT).map(|_| ports::free()).collect::<Result<Vec<u16>>>()? } else { ports::block(COUNT)? };
    let [web, api, api_ops, worker_ops, s3, inbox, smtp, postgres, redis, others @ ..] = &taken[..] else {
        anyhow::bail!("{COUNT} ports are needed")
    };
    let listen = Listen { web: *web, api: *api, api_ops: *api_ops, worker_ops: *worker_ops };
    let ports = Ports {
        s3: *s3,
        inbox: *inbox,
        smtp: *smtp,
        postgres: *postgres,
        redis: *redis,
        parties: others.try_into().context("a port for each party")?,
    };
    Ok((listen, ports))
}

/// All that was started.
struct Running {
    outside: Option<Outside>,
    product: Option<Product>,
}

impl Running {
    async fn serve(&mut self, dev: &Dev, home: &Home) -> Result<u8> {
        let steps = Steps::begin();
        let (listen, ports) = ports_for(dev.ephemeral)?;
        let plan = Plan { data: &home.dir, ports, given: &dev.given, durable: !dev.unsafe_fast };
        steps.tell("starting PostgreSQL, Redis, object storage, the inbox and the other parties");
        let outside = self.outside.insert(Outside::start(&plan).await?);
        note(outside, home);
        let mut variables = variables::product(listen)?;
        variables.extend(outside.variables.clone());
        let product = self.product.insert(Product::new(home, variables)?);
        steps.tell("bringing the database to the schema");
        product.migrate().await?;
        steps.tell("loading the demo data");
        let mut accounts = product.load_fixtures().await?;
        accounts.add_port(listen.web);
        steps.tell("starting api, worker and the web app");
        product.start(home);
        let web = Web {
            listen: loopback(listen.web),
            root: dev.web_root.clone(),
            api: format!("http://{}", loopback(listen.api)),
            s3_public_url: product.variables.get("S3_PUBLIC_URL").cloned().unwrap_or_default(),
        };
        outside.serve_web(&web).await?;
        let summary = summarise(product, listen, accounts, outside.parties.clone());
        product.wait_until_ready(&[("api", &summary.ops), ("worker", &summary.worker_ops)]).await?;
        steps.tell("ready");
        summary.write(&home.dir)?;
        model_env::write(&home.dir, &product.variables)?;
        if dev.command.is_empty() {
            say::line(&summary.text(&home.dir));
        }
        let variables = product.variables.clone();
        tokio::select! {
            code = run_command(&dev.command, &variables, &home.dir) => code,
            never = look_after(outside, &plan, home) => never,
        }
    }

    async fn stop(&mut self) {
        if let Some(product) = &mut self.product {
            product.stop().await;
        }
        if let Some(outside) = &mut self.outside {
            outside.stop().await;
        }
    }
}

fn note(outside: &mut Outside, home: &Home) {
    if let Some(postgres) = &mut outside.postgres {
        home.run.note("postgres", postgres.child().id());
    }
    if let Some(redis) = &mut outside.redis {
        home.run.note("redis", redis.child().id());
    }
}

fn summarise(
    product: &Product,
    listen: Listen,
    accounts: summary::Accounts,
    parties: BTreeMap<&'static str, String>,
) -> Summary {
    let variable = |name: &str| product.variables.get(name).cloned().unwrap_or_default();
    Summary {
        web: variable("WEB_ORIGIN"),
        api: format!("http://{}", loopback(listen.api)),
        ops: format!("http://{}", loopback(listen.api_ops)),
        worker_ops: format!("http://{}", loopback(listen.worker_ops)),
        inbox: variable("INBOX_URL"),
        ops_token: variable("OPS_TOKEN"),
        parties,
        accounts,
    }
}

/// Runs the command to its end; without one, waits for ever.
async fn run_command(words: &[String], variables: &BTreeMap<&'static str, String>, dir: &Path) -> Result<u8> {
    let Some((program, arguments)) = words.split_first() else { return std::future::pending().await };
    let mut command = Command::new(program);
    command.args(arguments).envs(variables).env("HYEOBOM_DEV_JSON", dir.join("dev.json")).kill_on_drop(true);
    let status = command.status().await.with_context(|| format!("cannot start {program}"))?;
    Ok(crate::exec::exit_code(status))
}

/// Starts PostgreSQL and Redis again when they end.
async fn look_after(outside: &mut Outside, plan: &Plan<'_>, home: &Home) -> Result<u8> {
    let mut ticks = interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
    loop {
        ticks.tick().await;
        for name in outside.revive(plan).await {
            say::line(&format!("          {name} ended and was started again"));
            note(outside, home);
        }
    }
}

impl Outside {
    async fn serve_web(&mut self, web: &Web) -> Result<SocketAddr> {
        self.serve(web.listen.port(), web::router(web)?).await
    }
}
