//! A PostgreSQL of the test's own.

use std::process::Child;

use sqlx::{ConnectOptions as _, postgres::PgConnectOptions};

use crate::process;

/// A PostgreSQL server of the test's own, in a temporary folder, on a free port. It ends when dropped.
///
/// It flushes to disk as in production (fsync on), so that a kill -9 proves something.
#[derive(Debug)]
pub struct PrivatePostgres {
    folder: tempfile::TempDir,
    port: u16,
    child: Option<Child>,
}

impl PrivatePostgres {
    /// Starts one with an empty database `hyeobom` owned by the superuser `owner`.
    ///
    /// # Panics
    /// When PostgreSQL is not installed or does not start.
    pub async fn start() -> Self {
        let folder = process::folder("hyeobom-pg-");
        let data = folder.path().join("data");
        let made = process::command(&process::find_program("initdb"))
            .args(["--username=owner", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", "-D"])
            .arg(&data)
            .status();
        assert!(made.is_ok_and(|status| status.success()), "initdb makes a cluster");
        let mut server = Self { folder, port: process::free_port(), child: None };
        server.start_again().await;
        let made = process::command(&process::find_program("createdb"))
            .args(["-h", "127.0.0.1", "-U", "owner", "-p", &server.port.to_string(), "hyeobom"])
            .status();
        assert!(made.is_ok_and(|status| status.success()), "createdb makes a database");
        server
    }

    /// Starts one whose database is migrated.
    ///
    /// # Panics
    /// When PostgreSQL is not installed, does not start, or a migration fails.
    pub async fn start_migrated() -> Self {
        let server = Self::start().await;
        db::migrate(&server.url()).await.expect("the migrations apply");
        server
    }

    /// The URL of its database.
    #[must_use]
    pub fn url(&self) -> String {
        format!("postgres://owner@127.0.0.1:{}/hyeobom", self.port)
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
        assert!(self.child.is_none(), "PostgreSQL is running");
        let child = process::command(&process::find_program("postgres"))
            .arg("-D")
            .arg(self.folder.path().join("data"))
            .args(["-h", "127.0.0.1", "-p", &self.port.to_string(), "-k", ""])
            .args(["-c", "max_connections=200", "-c", "shared_buffers=64MB", "-c", "authentication_timeout=5s"])
            .spawn()
            .expect("PostgreSQL can be run");
        self.child = Some(child);
        let options: PgConnectOptions =
            format!("postgres://owner@127.0.0.1:{}/postgres", self.port).parse().expect("a URL");
        process::wait_until("PostgreSQL", || async { options.connect().await.is_ok() }).await;
    }

    /// Stops it at once and in order, breaking its connections (as a restart does).
    ///
    /// # Panics
    /// When it cannot be stopped.
    pub async fn stop(&mut self) {
        self.end(|child| process::signal(child, "INT")).await;
    }

    /// Kills it and its children with signal 9, as a lost machine would.
    ///
    /// # Panics
    /// When it cannot be killed.
    pub async fn kill(&mut self) {
        self.end(process::kill_family).await;
    }

    /// Stops and starts it.
    ///
    /// # Panics
    /// When it does not come back.
    pub async fn restart(&mut self) {
        self.stop().await;
        self.start_again().await;
    }

    async fn end(&mut self, how: impl Fn(&Child)) {
        let Some(mut child) = self.child.take() else { return };
        how(&child);
        process::reap(&mut child).await.expect("a child can be waited for");
    }
}

impl Drop for PrivatePostgres {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            process::signal(&child, "QUIT");
            let _ = child.wait();
        }
    }
}
