//! A private Redis.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
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
    url: String,
}

impl Redis {
    /// Starts the server on loopback with its data in `dir`, and waits until it answers.
    ///
    /// # Errors
    /// Redis is not installed or does not start; the error quotes its log.
    pub async fn start(dir: &Path, log: &Path, port: u16) -> Result<Self> {
        fs::create_dir_all(dir)?;
        let mut server = command(programs::find("redis-server")?, None, StopPolicy::default());
        server.current_dir(dir).args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--dir"]).arg(dir);
        // what the queue requires: pushed jobs survive a restart, and nothing is evicted
        server.args(["--appendonly", "yes", "--appendfsync", "everysec", "--maxmemory-policy", "noeviction"]);
        server.args(["--save", "", "--daemonize", "no"]);
        let child = Child::start("redis", &mut server, log, StopPolicy::default())?;
        let mut redis = Self { child, url: format!("redis://127.0.0.1:{port}") };
        let deadline = Instant::now() + START_TIMEOUT;
        while Instant::now() < deadline {
            if !redis.child.is_alive() {
                bail!("Redis did not start:\n{}", super::tail(log));
            }
            if let Ok(Ok(true)) = timeout(PING_TIMEOUT, ping(port)).await {
                return Ok(redis);
            }
            sleep(POLL_INTERVAL).await;
        }
        redis.child.stop().await;
        bail!("Redis did not answer within {} s:\n{}", START_TIMEOUT.as_secs(), super::tail(log))
    }

    /// Returns the connection URL.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the process, for supervision.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }
}

/// Returns whether the server answers and has loaded its data: while loading it answers `-LOADING`.
async fn ping(port: u16) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    stream.write_all(b"PING\r\n").await?;
    let mut answer = [0; 5];
    stream.read_exact(&mut answer).await?;
    Ok(&answer == b"+PONG")
}
