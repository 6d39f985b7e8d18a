//! The running product: its URLs and processes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

/// The contents of `dev.json`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Product {
    /// The base URL of the api.
    pub api: String,
    /// The base URL of the api's operations port.
    pub ops: String,
    /// The inbox of mail and text messages.
    pub inbox: String,
    /// The demo patients.
    pub patients: Vec<Account>,
    /// The demo hotel group.
    pub hotel: Option<Hotel>,
    /// The directory of `dev.json`.
    #[serde(skip)]
    data_dir: PathBuf,
}

/// A demo patient.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    /// The sign-in name.
    pub login_user_id: String,
    /// The password.
    pub password: String,
    /// The tenant's host.
    pub host: String,
}

/// The demo hotel group.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Hotel {
    /// The tenant's host.
    pub host: String,
    /// The accounts.
    pub users: Vec<HotelUser>,
    /// The partner's API key.
    pub api_key: ApiKey,
}

/// An account of the demo hotel group.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HotelUser {
    /// The sign-in name.
    pub login_id: String,
    /// The password.
    pub password: String,
    /// The role.
    pub role: String,
}

/// An API key of a partner's machines.
#[derive(Clone, Debug, Deserialize)]
pub struct ApiKey {
    /// The key.
    pub key: String,
    /// The serial numbers of its sensors.
    pub serials: Vec<String>,
}

/// A process, with its start time so that a later process with the same id is not mistaken for it.
#[derive(Deserialize)]
struct Process {
    pid: u32,
    /// In clock ticks since the boot.
    start_time: u64,
}

impl Product {
    /// Reads `dev.json`.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read(file: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let mut product: Self = serde_json::from_str(&text)?;
        product.data_dir = file.parent().context("a directory")?.to_path_buf();
        Ok(product)
    }

    /// Counts the messages to a recipient.
    ///
    /// # Errors
    /// The inbox does not respond.
    pub async fn count_messages(&self, to: &str) -> Result<usize> {
        let client = reqwest::Client::builder().no_proxy().build()?;
        let found = client.get(format!("{}/messages", self.inbox)).query(&[("to", to)]).send().await?;
        Ok(found.error_for_status()?.json::<Vec<serde::de::IgnoredAny>>().await?.len())
    }

    /// Returns the id of a process of the product.
    ///
    /// # Errors
    /// The process is not running.
    pub fn process_id(&self, name: &str) -> Result<u32> {
        let text = std::fs::read_to_string(self.data_dir.join("run.json"))?;
        let running: BTreeMap<String, Process> = serde_json::from_str(&text)?;
        let process = running.get(name).with_context(|| format!("{name} was not started"))?;
        let fields = read_stat(process.pid)?;
        ensure!(fields.get(19).and_then(|time| time.parse().ok()) == Some(process.start_time), "{name} ended");
        ensure!(fields.first().is_some_and(|state| state != "Z"), "{name} ended");
        Ok(process.pid)
    }
}

/// Reads the fields of `/proc/{pid}/stat` after the process name, beginning with the state.
///
/// # Errors
/// There is no such process.
pub fn read_stat(pid: u32) -> Result<Vec<String>> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // the name may contain spaces and parentheses, so the fields are counted from its end
    let (_, fields) = stat.rsplit_once(')').context("a process")?;
    Ok(fields.split_whitespace().map(str::to_owned).collect())
}
