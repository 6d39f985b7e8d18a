//! The product's own programs: brought to the schema, given the demo data, started, watched.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use tokio::process::Command;
use tokio::time::{Instant, sleep};

use super::home::Home;
use super::keeper::{Keeper, Program};
use super::summary::Accounts;
use crate::machine::child::{self, Manners};

/// How long the programs may take until they are ready.
const PATIENCE: Duration = Duration::from_secs(90);
/// The time that the worker has to finish its jobs.
const DRAIN: Duration = Duration::from_secs(30);

/// The environment and the programs of one product.
#[derive(Debug)]
pub struct Product {
    bin: PathBuf,
    logs: PathBuf,
    /// The configuration that every program gets.
    pub variables: BTreeMap<&'static str, String>,
    keepers: Vec<Keeper>,
}

impl Product {
    /// A product of the programs beside our own.
    ///
    /// # Errors
    /// When one of them is not built.
    pub fn new(home: &Home, variables: BTreeMap<&'static str, String>) -> Result<Self> {
        let bin = std::env::current_exe()?.parent().context("the program has no directory")?.to_path_buf();
        for name in ["api", "worker", "fixtures"] {
            ensure!(bin.join(name).is_file(), "{} is not built: run ./task dev", bin.join(name).display());
        }
        Ok(Self { bin, logs: home.dir.join("logs"), variables, keepers: Vec::new() })
    }

    /// Brings the database to the programs' schema.
    ///
    /// # Errors
    /// When a migration fails; its output is quoted.
    pub async fn migrate(&self) -> Result<()> {
        self.finish("api", &["migrate"]).await.map(drop)
    }

    /// Loads the demo data, which changes nothing when it is there.
    ///
    /// # Errors
    /// When it cannot be loaded; the output is quoted.
    pub async fn load_fixtures(&self) -> Result<Accounts> {
        let output = self.finish("fixtures", &["load"]).await?;
        serde_json::from_str(&output).context("`fixtures load` did not print the accounts as JSON")
    }

    async fn finish(&self, name: &str, arguments: &[&str]) -> Result<String> {
        let mut command: Command = child::command(self.bin.join(name), None, Manners::usual());
        let output = command.args(arguments).envs(&self.variables).output().await?;
        if !output.status.success() {
            let said = [output.stdout, output.stderr].concat();
            bail!("`{name} {}` failed ({}):\n{}", arguments.join(" "), output.status, String::from_utf8_lossy(&said));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Starts api and worker and keeps them running.
    pub fn start(&mut self, home: &Home) {
        let programs: [(&'static str, &'static [&'static str], Duration); 2] =
            [("worker", &["run"], DRAIN), ("api", &["serve"], Duration::from_secs(15))];
        for (name, arguments, grace) in programs {
            let variables = self.variables.clone();
            let program = Program { name, path: self.bin.join(name), arguments, variables, grace };
            self.keepers.push(Keeper::start(program, &self.logs, home.run.clone()));
        }
    }

    /// Waits until every address answers `/ready`.
    ///
    /// # Errors
    /// When one does not in time; its log's end is quoted.
    pub async fn wait_until_ready(&self, addresses: &[(&str, &str)]) -> Result<()> {
        let client = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(5)).build()?;
        let end = Instant::now() + PATIENCE;
        for (name, address) in addresses {
            while !is_ready(&client, address).await {
                if Instant::now() > end {
                    bail!("{name} did not become ready:\n{}", tail(&self.logs, name));
                }
                sleep(Duration::from_millis(100)).await;
            }
        }
        Ok(())
    }

    /// Ends the programs, the api first: nothing new comes in while the worker drains.
    pub async fn stop(&mut self) {
        while let Some(keeper) = self.keepers.pop() {
            keeper.stop().await;
        }
    }
}

async fn is_ready(client: &reqwest::Client, address: &str) -> bool {
    client.get(format!("{address}/ready")).send().await.is_ok_and(|answer| answer.status().is_success())
}

fn tail(logs: &Path, name: &str) -> String {
    crate::services::tail(&logs.join(format!("{name}.log")))
}
