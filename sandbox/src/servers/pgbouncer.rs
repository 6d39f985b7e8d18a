//! A private PgBouncer in front of a PostgreSQL, for tests of a pooler's effect on connections.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep};

use crate::machine::account::Account;
use crate::machine::child::{Child, StopPolicy, command};
use crate::machine::programs;

const START_TIMEOUT: Duration = Duration::from_secs(15);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The options of a private PgBouncer.
#[derive(Debug)]
pub struct Options<'a> {
    /// The directory of its configuration.
    pub dir: &'a Path,
    /// The log file.
    pub log: &'a Path,
    /// The loopback port.
    pub port: u16,
    /// The loopback port of the PostgreSQL behind it.
    pub server_port: u16,
    /// The logins that it accepts, with their passwords.
    pub users: &'a [(&'a str, &'a str)],
    /// More settings, such as `("pool_mode", "session")`.
    pub settings: &'a [(&'a str, &'a str)],
}

/// A running private PgBouncer.
#[derive(Debug)]
pub struct PgBouncer(Child);

impl PgBouncer {
    /// Starts the pooler and waits until it listens.
    ///
    /// # Errors
    /// PgBouncer is not installed or does not start; the error quotes its log.
    pub async fn start(options: &Options<'_>) -> Result<Self> {
        // PgBouncer does not run as root either
        let account = Account::for_postgres()?;
        let dir = if let Some(account) = account {
            account.create_dir(options.dir)?
        } else {
            fs::create_dir_all(options.dir)?;
            options.dir.to_path_buf()
        };
        let configuration = dir.join("pgbouncer.ini");
        write_configuration(&dir, &configuration, options)?;
        let mut pooler = command(programs::find("pgbouncer")?, account, StopPolicy::default());
        pooler.arg(&configuration).current_dir(&dir);
        let mut child = Child::start("pgbouncer", &mut pooler, options.log, StopPolicy::default())?;
        let deadline = Instant::now() + START_TIMEOUT;
        while Instant::now() < deadline {
            if !child.is_alive() {
                bail!("PgBouncer did not start:\n{}", super::tail(options.log));
            }
            if TcpStream::connect(("127.0.0.1", options.port)).await.is_ok() {
                return Ok(Self(child));
            }
            sleep(POLL_INTERVAL).await;
        }
        child.stop().await;
        bail!("PgBouncer did not listen within {} s:\n{}", START_TIMEOUT.as_secs(), super::tail(options.log))
    }

    /// Returns the process, for supervision.
    pub fn child(&mut self) -> &mut Child {
        &mut self.0
    }
}

fn write_configuration(dir: &Path, configuration: &Path, options: &Options<'_>) -> Result<()> {
    let users = dir.join("users.txt");
    let lines = options.users.iter().map(|(name, password)| format!("\"{name}\" \"{password}\"\n"));
    fs::write(&users, lines.collect::<String>())?;
    let mut text = format!(
        "[databases]\n* = host=127.0.0.1 port={}\n\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {}\n\
         unix_socket_dir =\nauth_type = plain\nauth_file = {}\n",
        options.server_port,
        options.port,
        users.display()
    );
    for (name, value) in options.settings {
        writeln!(text, "{name} = {value}")?;
    }
    fs::write(configuration, text)?;
    Ok(())
}
