//! A Redis for one test.

use std::time::Duration;

use sandbox::machine::ports;
use sandbox::servers::redis::Redis;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Timeout of a command.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(2);

/// A Redis server for one test, in a temporary directory and on a free port, append-only as in production. It is killed
/// when dropped.
#[derive(Debug)]
pub struct PrivateRedis {
    // before the directory, so that the server is dropped first
    server: Option<Redis>,
    dir: TempDir,
    port: u16,
}

impl PrivateRedis {
    /// Starts a server.
    ///
    /// # Panics
    /// Redis is not installed or does not start.
    pub async fn start() -> Self {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let port = ports::find_free().expect("a free port");
        Self { server: Some(start(&dir, port).await), dir, port }
    }

    /// Returns the URL.
    #[must_use]
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Returns the port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Makes the server a replica that keeps its connections and refuses writes, like an old primary after a failover.
    ///
    /// # Panics
    /// The server does not respond.
    pub async fn replicate_from(&self, primary: &Self) {
        let reply = self.command(&["REPLICAOF", "127.0.0.1", &primary.port.to_string()]).await;
        assert!(reply.is_some_and(|line| line.starts_with("+OK")), "Redis becomes a replica");
    }

    /// Starts the server again after [`Self::kill`], on the same port with its stored data.
    ///
    /// # Panics
    /// The server is running or does not start.
    pub async fn restart(&mut self) {
        assert!(self.server.is_none(), "Redis is running");
        self.server = Some(start(&self.dir, self.port).await);
    }

    /// Kills the server with SIGKILL.
    pub fn kill(&mut self) {
        if let Some(mut server) = self.server.take() {
            server.child().kill_and_wait();
        }
    }

    /// Deletes all data.
    ///
    /// # Panics
    /// The server does not respond.
    pub async fn flush(&self) {
        assert_eq!(self.command(&["FLUSHALL"]).await.as_deref(), Some("+OK"), "Redis deletes its data");
    }

    /// Stops the server from responding to commands for a while. Returns at once.
    ///
    /// # Panics
    /// The server does not respond.
    pub async fn pause(&self, time: Duration) {
        let millis = time.as_millis().to_string();
        assert_eq!(self.command(&["CLIENT", "PAUSE", &millis, "ALL"]).await.as_deref(), Some("+OK"), "Redis pauses");
    }

    /// Returns the first line of the response to a command; `None` on a timeout.
    pub async fn command(&self, parts: &[&str]) -> Option<String> {
        let arguments: Vec<String> = parts.iter().map(|part| format!("${}\r\n{part}\r\n", part.len())).collect();
        let request = format!("*{}\r\n{}", parts.len(), arguments.concat());
        let reply = async {
            let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await.ok()?;
            stream.write_all(request.as_bytes()).await.ok()?;
            BufReader::new(stream).lines().next_line().await.ok()?
        };
        timeout(COMMAND_TIMEOUT, reply).await.ok()?
    }
}

impl Drop for PrivateRedis {
    fn drop(&mut self) {
        self.kill();
    }
}

async fn start(dir: &TempDir, port: u16) -> Redis {
    Redis::start(&dir.path().join("data"), &dir.path().join("redis.log"), port).await.expect("Redis starts")
}
