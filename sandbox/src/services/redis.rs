//! A private Redis.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};

use crate::machine::child::{Child, Manners, command};
use crate::machine::programs;

const PATIENCE: Duration = Duration::from_secs(30);

/// A running private Redis.
#[derive(Debug)]
pub struct Redis {
    child: Child,
    url: String,
}

impl Redis {
    /// Starts the server on loopback with its data in `home`, and waits until it answers.
    ///
    /// # Errors
    /// When it is not installed or does not come up; its log is quoted.
    pub async fn start(home: &Path, log: &Path, port: u16) -> Result<Self> {
        fs::create_dir_all(home)?;
        let mut server = command(programs::find("redis-server")?, None, Manners::usual());
        server.current_dir(home).args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--dir"]).arg(home);
        // the queue's needs: what was pushed survives a restart, and nothing is evicted
        server.args(["--appendonly", "yes", "--appendfsync", "everysec", "--maxmemory-policy", "noeviction"]);
        server.args(["--save", "", "--daemonize", "no"]);
        let child = Child::start("redis", &mut server, log, Manners::usual())?;
        let mut redis = Self { child, url: format!("redis://127.0.0.1:{port}") };
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if !redis.child.is_alive() {
                bail!("Redis did not start:\n{}", super::tail(log));
            }
            if let Ok(Ok(true)) = timeout(Duration::from_secs(1), answers(port)).await {
                return Ok(redis);
            }
            sleep(Duration::from_millis(30)).await;
        }
        redis.child.stop().await;
        bail!("Redis did not answer within {} s:\n{}", PATIENCE.as_secs(), super::tail(log))
    }

    /// The connection URL.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The process, for supervision.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }
}

/// Whether it answers and has read its data: while loading it answers `-LOADING`.
async fn answers(port: u16) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    stream.write_all(b"PING\r\n").await?;
    let mut answer = [0; 5];
    stream.read_exact(&mut answer).await?;
    Ok(&answer == b"+PONG")
}
