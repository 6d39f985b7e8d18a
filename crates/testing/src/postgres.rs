//! A PostgreSQL for one test.

use std::path::Path;
use std::time::Duration;
use std::{fs, thread};

use sandbox::machine::{ports, temp_dir};
use sandbox::servers::postgres::{Options, Postgres};
use tempfile::TempDir;

/// Timeout for backends to notice that their server is gone.
const BACKENDS_TIMEOUT: Duration = Duration::from_secs(10);
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// A PostgreSQL server for one test, in a temporary directory and on a free port. It is killed when dropped.
///
/// It does not wait for the disk, but a killed server loses no committed transaction.
#[derive(Debug)]
pub struct PrivatePostgres {
    // before the directory, so that the server is dropped first
    server: Option<Postgres>,
    dir: TempDir,
    port: u16,
    url: String,
}

impl PrivatePostgres {
    /// Starts a server with an empty database.
    ///
    /// # Panics
    /// PostgreSQL is not installed or does not start.
    pub async fn start() -> Self {
        let dir = temp_dir::create_fast().expect("a temporary directory");
        let port = ports::find_free().expect("a free port");
        let server = start(&dir, port).await;
        Self { url: server.url(), server: Some(server), dir, port }
    }

    /// Starts a server with a migrated database.
    ///
    /// # Panics
    /// PostgreSQL is not installed, does not start, or a migration fails.
    pub async fn start_migrated() -> Self {
        let server = Self::start().await;
        db::migrate(&server.url()).await.expect("the migrations apply");
        server
    }

    /// Returns the URL of the database, as its superuser.
    #[must_use]
    pub fn url(&self) -> String {
        self.url.clone()
    }

    /// Returns the port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Starts the server again after [`Self::stop`] or [`Self::kill`], on the same port with the same data.
    ///
    /// # Panics
    /// The server is running or does not start.
    pub async fn restart(&mut self) {
        assert!(self.server.is_none(), "PostgreSQL is running");
        self.server = Some(start(&self.dir, self.port).await);
    }

    /// Shuts the server down and closes its connections, like a restart.
    pub async fn stop(&mut self) {
        if let Some(mut server) = self.server.take() {
            server.child().stop().await;
        }
    }

    /// Kills the server with SIGKILL, like a lost machine, and waits for the end of its backends. Each backend
    /// responds until it notices.
    pub fn kill(&mut self) {
        if let Some(mut server) = self.server.take() {
            let backends = server.child().id().map(list_children).unwrap_or_default();
            server.child().kill_and_wait();
            wait_for_end(&backends);
        }
    }
}

impl Drop for PrivatePostgres {
    fn drop(&mut self) {
        self.kill();
    }
}

async fn start(dir: &TempDir, port: u16) -> Postgres {
    let (data, log) = (dir.path().join("postgres"), dir.path().join("postgres.log"));
    let options = Options { dir: &data, log: &log, port, durable: false };
    Postgres::start(&options).await.expect("PostgreSQL starts")
}

/// Returns the ids of a process's children.
fn list_children(process: u32) -> Vec<String> {
    let children = fs::read_to_string(format!("/proc/{process}/task/{process}/children")).unwrap_or_default();
    children.split_whitespace().map(str::to_owned).collect()
}

fn wait_for_end(processes: &[String]) {
    let mut waited = Duration::ZERO;
    while waited < BACKENDS_TIMEOUT && processes.iter().any(|id| Path::new("/proc").join(id).exists()) {
        thread::sleep(POLL_INTERVAL);
        waited += POLL_INTERVAL;
    }
}
