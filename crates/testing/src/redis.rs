//! A Redis of the test's own.

use std::process::Child;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

use crate::process;

/// A Redis server of the test's own, in a temporary folder, on a free port, append-only as in production. It ends when
/// dropped.
#[derive(Debug)]
pub struct PrivateRedis {
    folder: tempfile::TempDir,
    port: u16,
    child: Option<Child>,
}

impl PrivateRedis {
    /// Starts one.
    ///
    /// # Panics
    /// When Redis is not installed or does not start.
    pub async fn start() -> Self {
        let mut server = Self { folder: process::folder("hyeobom-redis-"), port: process::free_port(), child: None };
        server.start_again().await;
        server
    }

    /// Its URL.
    #[must_use]
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Its port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Starts it again after [`Self::stop`] or [`Self::kill`], on the same port with the same data.
    ///
    /// # Panics
    /// When it does not start.
    pub async fn start_again(&mut self) {
        assert!(self.child.is_none(), "Redis is running");
        let child = process::command(&process::find_program("redis-server"))
            .args(["--port", &self.port.to_string(), "--bind", "127.0.0.1", "--dir"])
            .arg(self.folder.path())
            .args([
                "--appendonly",
                "yes",
                "--appendfsync",
                "everysec",
                "--maxmemory-policy",
                "noeviction",
                "--save",
                "",
            ])
            .spawn()
            .expect("Redis can be run");
        self.child = Some(child);
        process::wait_until("Redis", || async { self.command(&["PING"]).await.as_deref() == Some("+PONG") }).await;
    }

    /// Stops it in order, keeping its data.
    ///
    /// # Panics
    /// When it cannot be stopped.
    pub async fn stop(&mut self) {
        self.end("TERM").await;
    }

    /// Kills it with signal 9: what was not flushed yet is lost.
    ///
    /// # Panics
    /// When it cannot be killed.
    pub async fn kill(&mut self) {
        self.end("KILL").await;
    }

    /// Deletes all it holds.
    ///
    /// # Panics
    /// When it does not answer.
    pub async fn flush(&self) {
        assert_eq!(self.command(&["FLUSHALL"]).await.as_deref(), Some("+OK"), "Redis forgets");
    }

    /// Makes it answer nobody for a while; returns at once.
    ///
    /// # Panics
    /// When it does not answer.
    pub async fn pause(&self, time: Duration) {
        let millis = time.as_millis().to_string();
        assert_eq!(self.command(&["CLIENT", "PAUSE", &millis, "ALL"]).await.as_deref(), Some("+OK"), "Redis pauses");
    }

    /// The first line of the answer to a command; none when it does not answer within 2 s.
    pub async fn command(&self, parts: &[&str]) -> Option<String> {
        let arguments: Vec<String> = parts.iter().map(|part| format!("${}\r\n{part}\r\n", part.len())).collect();
        let request = format!("*{}\r\n{}", parts.len(), arguments.concat());
        let asked = async {
            let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await.ok()?;
            stream.write_all(request.as_bytes()).await.ok()?;
            BufReader::new(stream).lines().next_line().await.ok()?
        };
        tokio::time::timeout(Duration::from_secs(2), asked).await.ok()?
    }

    async fn end(&mut self, signal: &str) {
        let Some(mut child) = self.child.take() else { return };
        process::signal(&child, signal);
        process::reap(&mut child).await.expect("a child can be waited for");
    }
}

impl Drop for PrivateRedis {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            process::signal(&child, "KILL");
            let _ = child.wait();
        }
    }
}
