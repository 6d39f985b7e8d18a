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
use crate::machine::child::{Child, StopPolicy, command};
use crate::machine::{programs, random};

/// The name of the superuser and of the database.
const NAME: &str = "hyeobom";
/// The file with the superuser's password.
const PASSWORD_FILE: &str = "password";
/// Timeout of a start, including recovery after a kill.
const START_TIMEOUT: Duration = Duration::from_mins(1);
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The options of a private PostgreSQL.
#[derive(Debug)]
pub struct Options<'a> {
    /// The directory of the cluster and its password.
    pub dir: &'a Path,
    /// The log file.
    pub log: &'a Path,
    /// The loopback port.
    pub port: u16,
    /// Whether the data must survive a crash of the machine. A crash of the server never loses data.
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
    /// Creates the cluster if there is none, starts the server and waits until it responds.
    ///
    /// # Errors
    /// A program is not installed, or the server does not start; the error quotes its log.
    pub async fn start(options: &Options<'_>) -> Result<Self> {
        let account = Account::for_postgres()?;
        let dir = if let Some(account) = account {
            account.create_dir(options.dir)?
        } else {
            fs::create_dir_all(options.dir)?;
            options.dir.to_path_buf()
        };
        let cluster = dir.join("cluster");
        let password = load_or_create_password(&dir, account)?;
        if !cluster.join("PG_VERSION").exists() {
            init_cluster(&cluster, account, options).await?;
        }
        remove_stale_pid(&cluster);
        let policy = StopPolicy { signal: Signal::SIGINT, timeout: Duration::from_secs(20) };
        let mut server = command(programs::find("postgres")?, account, policy);
        server.arg("-D").arg(&cluster).args(settings(options)).current_dir(&dir);
        let child = Child::start("postgres", &mut server, options.log, policy)?;
        let mut postgres = Self { child, password, port: options.port };
        postgres.wait_until_ready(options).await?;
        postgres.create_database().await?;
        Ok(postgres)
    }

    /// Returns the superuser's connection URL.
    #[must_use]
    pub fn url(&self) -> String {
        format!("postgres://{NAME}:{}@127.0.0.1:{}/{NAME}", self.password, self.port)
    }

    /// Returns the process, for supervision.
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
        let deadline = Instant::now() + START_TIMEOUT;
        while Instant::now() < deadline {
            if !self.child.is_alive() {
                bail!("PostgreSQL did not start:\n{}", super::tail(options.log));
            }
            let mut ready = Command::new(&probe);
            ready.args(["-q", "-h", "127.0.0.1", "-p", &options.port.to_string(), "-U", NAME, "-d", "postgres"]);
            if ready.status().await?.success() {
                return Ok(());
            }
            sleep(POLL_INTERVAL).await;
        }
        self.child.stop().await;
        bail!("PostgreSQL did not answer within {} s:\n{}", START_TIMEOUT.as_secs(), super::tail(options.log))
    }
}

/// Creates the cluster under a temporary name and renames it, so that an interrupted start leaves no partial cluster.
async fn init_cluster(cluster: &Path, account: Option<Account>, options: &Options<'_>) -> Result<()> {
    let dir = cluster.parent().context("the cluster has no directory")?;
    let unfinished = dir.join("unfinished");
    if unfinished.exists() {
        fs::remove_dir_all(&unfinished)?;
    }
    let mut initdb = command(programs::find("initdb")?, account, StopPolicy::default());
    initdb.arg("-D").arg(&unfinished).arg("--pwfile").arg(dir.join(PASSWORD_FILE)).current_dir(dir);
    initdb.args(["-U", NAME, "-E", "UTF8", "--locale=C.UTF-8"]);
    if options.durable {
        initdb.arg("--auth=scram-sha-256");
    } else {
        // the thousands of connections of the tests would spend a tenth of their time with the rounds of SCRAM
        initdb.args(["--no-sync", "--auth=md5"]);
    }
    let output = initdb.output().await?;
    if !output.status.success() {
        bail!("initdb failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    fs::rename(&unfinished, cluster).context("cannot move the new cluster into place")
}

fn settings(options: &Options<'_>) -> Vec<String> {
    let flush = if options.durable { "on" } else { "off" };
    let settings = [
        ("listen_addresses", "127.0.0.1".to_owned()),
        ("port", options.port.to_string()),
        // TCP only: the path of a socket is limited to 107 bytes
        ("unix_socket_directories", String::new()),
        ("max_connections", "200".to_owned()),
        ("shared_buffers", "128MB".to_owned()),
        // a client that dies during its handshake blocks `drop database` for this long
        ("authentication_timeout", "5s".to_owned()),
        // commits are always written to the operating system, so that killing the server loses none
        ("fsync", flush.to_owned()),
        ("full_page_writes", flush.to_owned()),
        ("jit", "off".to_owned()),
        ("timezone", "UTC".to_owned()),
        ("log_timezone", "UTC".to_owned()),
    ];
    settings.into_iter().flat_map(|(name, value)| ["-c".to_owned(), format!("{name}={value}")]).collect()
}

/// Removes a killed server's pid file. PostgreSQL itself would keep it if another process has the same id by now.
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

/// Returns the superuser's password, which the first start creates.
fn load_or_create_password(dir: &Path, account: Option<Account>) -> Result<String> {
    let file = dir.join(PASSWORD_FILE);
    if let Ok(password) = fs::read_to_string(&file) {
        return Ok(password);
    }
    let password = random::hex(16)?;
    fs::write(&file, &password)?;
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600))?;
    if let Some(account) = account {
        nix::unistd::chown(&file, Some(account.uid), Some(account.gid))?;
    }
    Ok(password)
}
