//! The product's own programs: migrates the database, loads the demo data, starts and stops api and worker.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use tokio::process::Command;
use tokio::time::{Instant, sleep};

use super::data_dir::DataDir;
use super::summary::Accounts;
use super::supervisor::{Program, Supervisor};
use crate::machine::child::{self, StopPolicy};

/// Timeout for the programs to become ready.
const READY_TIMEOUT: Duration = Duration::from_secs(90);
/// Timeout of a single check.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// The time in which the worker can finish its jobs.
const WORKER_STOP_TIMEOUT: Duration = Duration::from_secs(30);
const API_STOP_TIMEOUT: Duration = Duration::from_secs(15);

/// The environment and the programs of one product.
#[derive(Debug)]
pub struct Product {
    bin: PathBuf,
    logs: PathBuf,
    /// The configuration of every program.
    pub variables: BTreeMap<&'static str, String>,
    supervisors: Vec<Supervisor>,
}

impl Product {
    /// Returns the product whose programs are in this program's directory. Nothing is started yet.
    ///
    /// # Errors
    /// A program was not built.
    pub fn new(data_dir: &DataDir, variables: BTreeMap<&'static str, String>) -> Result<Self> {
        let bin = std::env::current_exe()?.parent().context("the program has no directory")?.to_path_buf();
        for name in ["api", "worker", "fixtures"] {
            ensure!(bin.join(name).is_file(), "{} is not built: run ./task dev", bin.join(name).display());
        }
        Ok(Self { bin, logs: data_dir.logs(), variables, supervisors: Vec::new() })
    }

    /// Migrates the database.
    ///
    /// # Errors
    /// A migration fails; the error quotes its output.
    pub async fn migrate(&self) -> Result<()> {
        self.run_program("api", &["migrate"]).await.map(drop)
    }

    /// Loads the demo data, unless it is already loaded.
    ///
    /// # Errors
    /// The data cannot be loaded; the error quotes the output.
    pub async fn load_fixtures(&self) -> Result<Accounts> {
        let output = self.run_program("fixtures", &["load"]).await?;
        serde_json::from_str(&output).context("`fixtures load` did not print the accounts as JSON")
    }

    async fn run_program(&self, name: &str, arguments: &[&str]) -> Result<String> {
        let mut command: Command = child::command(self.bin.join(name), None, StopPolicy::default());
        let output = command.args(arguments).envs(&self.variables).output().await?;
        if !output.status.success() {
            let text = [output.stdout, output.stderr].concat();
            let (arguments, text) = (arguments.join(" "), String::from_utf8_lossy(&text));
            bail!("`{name} {arguments}` failed ({}):\n{text}", output.status);
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Starts api and worker under supervision.
    pub fn start(&mut self, data_dir: &DataDir) {
        let programs: [(&'static str, &'static [&'static str], Duration); 2] =
            [("worker", &["run"], WORKER_STOP_TIMEOUT), ("api", &["serve"], API_STOP_TIMEOUT)];
        for (name, arguments, stop_timeout) in programs {
            let variables = self.variables.clone();
            let program = Program { name, path: self.bin.join(name), arguments, variables, stop_timeout };
            self.supervisors.push(Supervisor::start(program, &self.logs, data_dir.run_file.clone()));
        }
    }

    /// Waits until every URL responds to `/ready`.
    ///
    /// # Errors
    /// A URL does not respond in time; the error quotes the log.
    pub async fn wait_until_ready(&self, addresses: &[(&str, &str)]) -> Result<()> {
        let client = reqwest::Client::builder().no_proxy().timeout(REQUEST_TIMEOUT).build()?;
        let deadline = Instant::now() + READY_TIMEOUT;
        for (name, address) in addresses {
            while !is_ready(&client, address).await {
                if Instant::now() > deadline {
                    bail!("{name} did not become ready:\n{}", tail(&self.logs, name));
                }
                sleep(POLL_INTERVAL).await;
            }
        }
        Ok(())
    }

    /// Stops the programs, the api first, so that no new work arrives while the worker finishes its jobs.
    pub async fn stop(&mut self) {
        while let Some(supervisor) = self.supervisors.pop() {
            supervisor.stop().await;
        }
    }
}

async fn is_ready(client: &reqwest::Client, address: &str) -> bool {
    client.get(format!("{address}/ready")).send().await.is_ok_and(|response| response.status().is_success())
}

fn tail(logs: &Path, name: &str) -> String {
    crate::servers::tail(&logs.join(format!("{name}.log")))
}
