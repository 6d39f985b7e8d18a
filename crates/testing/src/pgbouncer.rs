//! A PgBouncer for one test.

use sandbox::machine::{ports, temp_dir};
use sandbox::servers::pgbouncer::{Options, PgBouncer};
use tempfile::TempDir;

/// A PgBouncer for one test, in a temporary directory and on a free port. It is killed when dropped.
#[derive(Debug)]
pub struct PrivatePgBouncer {
    // before the directory, so that the pooler is dropped first
    pooler: PgBouncer,
    dir: TempDir,
    port: u16,
    server_port: u16,
}

impl PrivatePgBouncer {
    /// Starts a pooler in front of the PostgreSQL at `server_port`, for these logins and their passwords.
    ///
    /// # Panics
    /// PgBouncer is not installed or does not start.
    pub async fn start(server_port: u16, users: &[(&str, &str)], settings: &[(&str, &str)]) -> Self {
        let dir = temp_dir::create_fast().expect("a temporary directory");
        let port = ports::find_free().expect("a free port");
        let pooler = start(&dir, [port, server_port], users, settings).await;
        Self { pooler, dir, port, server_port }
    }

    /// Stops the pooler and starts it with other settings, on the same port.
    ///
    /// # Panics
    /// It does not start.
    pub async fn restart(&mut self, users: &[(&str, &str)], settings: &[(&str, &str)]) {
        self.pooler.child().kill_and_wait();
        self.pooler = start(&self.dir, [self.port, self.server_port], users, settings).await;
    }

    /// Returns the port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }
}

impl Drop for PrivatePgBouncer {
    fn drop(&mut self) {
        self.pooler.child().kill_and_wait();
    }
}

async fn start(
    dir: &TempDir,
    [port, server_port]: [u16; 2],
    users: &[(&str, &str)],
    settings: &[(&str, &str)],
) -> PgBouncer {
    let (data, log) = (dir.path().join("pgbouncer"), dir.path().join("pgbouncer.log"));
    let options = Options { dir: &data, log: &log, port, server_port, users, settings };
    PgBouncer::start(&options).await.expect("PgBouncer starts")
}
