//! A private Redis.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};

use crate::machine::child::{Child, StopPolicy, command};
use crate::machine::programs;

const START_TIMEOUT: Duration = Duration::from_secs(30);
const PING_TIMEOUT: Duration = Duration::from_secs(1);
const POLL_INTERVAL: Duration = Duration::from_millis(30);

/// A running private Redis.
#[derive(Debug)]
pub struct Redis {
    child: Child,
    port: u16,
}

impl Redis {
    /// Starts the server on loopback with its data in `dir`, and waits until it responds.
    ///
    /// # Errors
    /// Redis is not installed or does not start; the error quotes its log.
    pub async fn start(dir: &Path, log: &Path, port: u16) -> Result<Self> {
        fs::create_dir_all(dir)?;
        let mut server = command(programs::find("redis-server")?, None, StopPolicy::default());
        server.current_dir(dir).args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--dir"]).arg(dir);
        // the queue's requirements: pushed jobs survive a restart, and nothing is evicted
        server.args(["--appendonly", "yes", "--appendfsync", "everysec", "--maxmemory-policy", "noeviction"]);
        server.args(["--save", "", "--daemonize", "no"]);
        let child = Child::start("redis", &mut server, log, StopPolicy::default())?;
        let mut redis = Self { child, port };
        let deadline = Instant::now() + START_TIMEOUT;
        while Instant::now() < deadline {
            if !redis.child.is_alive() {
                bail!("Redis did not start:\n{}", super::tail(log));
            }
            if let Ok(Ok(true)) = timeout(PING_TIMEOUT, send(port, "PING", "+PONG")).await {
                return Ok(redis);
            }
            sleep(POLL_INTERVAL).await;
        }
        redis.child.stop().await;
        bail!("Redis did not reply within {} s:\n{}", START_TIMEOUT.as_secs(), super::tail(log))
    }

    /// Returns the connection URL.
    #[must_use]
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Returns the port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Makes the server a replica of the server on port `primary`, or a primary if there is none.
    ///
    /// # Errors
    /// The server does not respond.
    pub async fn set_primary(&self, primary: Option<u16>) -> Result<()> {
        let primary = primary.map_or_else(|| "NO ONE".to_owned(), |port| format!("127.0.0.1 {port}"));
        let done = timeout(PING_TIMEOUT, send(self.port, &format!("REPLICAOF {primary}"), "+OK")).await??;
        ensure!(done, "Redis does not take the command REPLICAOF");
        Ok(())
    }

    /// Returns the process, for supervision.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }
}

/// Sends a command, and returns whether the response starts as expected. A server that is loading its data responds
/// with `-LOADING`.
async fn send(port: u16, words: &str, expected: &str) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    stream.write_all(format!("{words}\r\n").as_bytes()).await?;
    let mut reply = vec![0; expected.len()];
    stream.read_exact(&mut reply).await?;
    Ok(reply == expected.as_bytes())
}
