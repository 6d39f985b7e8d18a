//! A private PostgreSQL.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use nix::sys::signal::Signal;
use tokio::process::Command;
use tokio::time::{Instant, sleep};

use crate::machine::account::Account;
use crate::machine::child::{Child, Manners, command};
use crate::machine::{programs, random};

/// The superuser's and the database's name.
const NAME: &str = "hyeobom";
/// The file beside the cluster that keeps the superuser's password.
const PASSWORD: &str = "password";
/// How long a start may take: recovery after a kill included.
const PATIENCE: Duration = Duration::from_mins(1);

/// What a private PostgreSQL is started with.
#[derive(Debug)]
pub struct Options<'a> {
    /// Its home: the cluster goes below.
    pub home: &'a Path,
    /// Where its output goes.
    pub log: &'a Path,
    /// The loopback port.
    pub port: u16,
    /// Whether the data must survive a crash. Tests do without.
    pub durable: bool,
}

/// A running private PostgreSQL.
#[derive(Debug)]
pub struct Postgres {
    child: Child,
    password: String,
    port: u16,
}

impl Postgres {
    /// Makes the cluster when there is none, starts the server and waits until it answers.
    ///
    /// # Errors
    /// When a program is missing, or the server does not come up; its log is quoted.
    pub async fn start(options: &Options<'_>) -> Result<Self> {
        let account = Account::needed()?;
        let home = if let Some(account) = account {
            account.own_directory(options.home)?
        } else {
            fs::create_dir_all(options.home)?;
            options.home.to_path_buf()
        };
        let cluster = home.join("cluster");
        let password = password(&home, account)?;
        if !cluster.join("PG_VERSION").exists() {
            initialise(&home, &cluster, account, options).await?;
        }
        remove_stale_pid(&cluster);
        let manners = Manners { signal: Signal::SIGINT, grace: Duration::from_secs(20) };
        let mut server = command(programs::find("postgres")?, account, manners);
        server.arg("-D").arg(&cluster).args(settings(options)).current_dir(&home);
        let child = Child::start("postgres", &mut server, options.log, manners)?;
        let mut postgres = Self { child, password, port: options.port };
        postgres.wait_until_ready(options).await?;
        postgres.create_database().await?;
        Ok(postgres)
    }

    /// The superuser's connection URL.
    #[must_use]
    pub fn url(&self) -> String {
        format!("postgres://{NAME}:{}@127.0.0.1:{}/{NAME}", self.password, self.port)
    }

    /// The process, for supervision.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    async fn create_database(&self) -> Result<()> {
        let found = self.psql(&format!("select 1 from pg_database where datname = '{NAME}'")).await?;
        if found.trim().is_empty() {
            self.psql(&format!("create database {NAME}")).await?;
        }
        Ok(())
    }

    async fn psql(&self, statement: &str) -> Result<String> {
        let output = Command::new(programs::find("psql")?)
            .args(["-h", "127.0.0.1", "-p", &self.port.to_string(), "-U", NAME, "-d", "postgres", "-XtAqc", statement])
            .env("PGPASSWORD", &self.password)
            .output()
            .await?;
        if !output.status.success() {
            bail!("PostgreSQL refused `{statement}`: {}", String::from_utf8_lossy(&output.stderr));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    async fn wait_until_ready(&mut self, options: &Options<'_>) -> Result<()> {
        let probe = programs::find("pg_isready")?;
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if !self.child.is_alive() {
                bail!("PostgreSQL did not start:\n{}", super::tail(options.log));
            }
            let mut ask = Command::new(&probe);
            ask.args(["-q", "-h", "127.0.0.1", "-p", &options.port.to_string(), "-U", NAME, "-d", "postgres"]);
            if ask.status().await?.success() {
                return Ok(());
            }
            sleep(Duration::from_millis(50)).await;
        }
        self.child.stop().await;
        bail!("PostgreSQL did not answer within {} s:\n{}", PATIENCE.as_secs(), super::tail(options.log))
    }
}

/// Makes the cluster beside its final place and moves it there, so that a start killed half-way leaves none.
async fn initialise(home: &Path, cluster: &Path, account: Option<Account>, options: &Options<'_>) -> Result<()> {
    let unfinished = home.join("unfinished");
    if unfinished.exists() {
        fs::remove_dir_all(&unfinished)?;
    }
    let mut initdb = command(programs::find("initdb")?, account, Manners::usual());
    initdb.arg("-D").arg(&unfinished).arg("--pwfile").arg(home.join(PASSWORD)).current_dir(home);
    initdb.args(["-U", NAME, "-E", "UTF8", "--locale=C.UTF-8", "--auth=scram-sha-256"]);
    if !options.durable {
        initdb.arg("--no-sync");
    }
    let output = initdb.output().await?;
    if !output.status.success() {
        bail!("initdb failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    fs::rename(&unfinished, cluster).context("cannot move the new cluster into place")
}

fn settings(options: &Options<'_>) -> Vec<String> {
    let safety = if options.durable { "on" } else { "off" };
    let settings = [
        ("listen_addresses", "127.0.0.1".to_owned()),
        ("port", options.port.to_string()),
        // a socket's path may have 107 bytes only, and a clone may lie deeper: TCP alone
        ("unix_socket_directories", String::new()),
        ("max_connections", "200".to_owned()),
        ("shared_buffers", "128MB".to_owned()),
        // a client that ends half-way through its greeting holds up `drop database` for as long as this
        ("authentication_timeout", "5s".to_owned()),
        ("fsync", safety.to_owned()),
        ("synchronous_commit", safety.to_owned()),
        ("full_page_writes", safety.to_owned()),
        ("jit", "off".to_owned()),
        ("timezone", "UTC".to_owned()),
        ("log_timezone", "UTC".to_owned()),
    ];
    settings.into_iter().flat_map(|(name, value)| ["-c".to_owned(), format!("{name}={value}")]).collect()
}

/// Removes the pid file of a killed server: PostgreSQL itself keeps it when some other process has that number by now.
fn remove_stale_pid(cluster: &Path) {
    let file = cluster.join("postmaster.pid");
    let Ok(text) = fs::read_to_string(&file) else { return };
    let pid = text.lines().next().unwrap_or_default().trim().to_owned();
    let Ok(command_line) = fs::read(PathBuf::from(format!("/proc/{pid}/cmdline"))) else {
        if Path::new("/proc/self").exists() {
            let _ = fs::remove_file(&file);
        }
        return;
    };
    let ours = cluster.as_os_str().as_encoded_bytes();
    if !command_line.windows(ours.len()).any(|part| part == ours) {
        let _ = fs::remove_file(&file);
    }
}

/// The superuser's password: made at the first start, kept beside the cluster.
fn password(home: &Path, account: Option<Account>) -> Result<String> {
    let file = home.join(PASSWORD);
    if let Ok(kept) = fs::read_to_string(&file) {
        return Ok(kept);
    }
    let made = random::hex(16)?;
    fs::write(&file, &made)?;
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600))?;
    if let Some(account) = account {
        nix::unistd::chown(&file, Some(account.uid), Some(account.gid))?;
    }
    Ok(made)
}
