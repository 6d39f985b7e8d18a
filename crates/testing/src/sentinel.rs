//! A Redis sentinel for one test.

use std::time::Duration;

use sandbox::machine::child::{Child, StopPolicy, command};
use sandbox::machine::{ports, programs};
use tempfile::TempDir;
use tokio::net::TcpStream;

use crate::{PrivateRedis, eventually};

const START_TIMEOUT: Duration = Duration::from_secs(15);

/// A sentinel that monitors one primary as the service `main`, and promotes a replica half a second after the primary
/// is lost. It is killed when dropped.
#[derive(Debug)]
pub struct PrivateSentinel {
    // before the directory, so that the server is dropped first
    server: Child,
    _dir: TempDir,
    port: u16,
}

impl PrivateSentinel {
    /// Starts a sentinel that monitors `primary`.
    ///
    /// # Panics
    /// Redis is not installed, or the sentinel does not start.
    pub async fn start(primary: &PrivateRedis) -> Self {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let port = ports::find_free().expect("a free port");
        let settings = format!(
            "port {port}\nbind 127.0.0.1\nsentinel monitor main 127.0.0.1 {} 1\nsentinel down-after-milliseconds main 500\n\
             sentinel failover-timeout main 3000\n",
            primary.port()
        );
        std::fs::write(dir.path().join("sentinel.conf"), settings).expect("written");
        let program = programs::find("redis-server").expect("Redis is installed");
        let mut server = command(program, None, StopPolicy::default());
        server.current_dir(dir.path()).args(["sentinel.conf", "--sentinel"]);
        let log = dir.path().join("sentinel.log");
        let server = Child::start("sentinel", &mut server, &log, StopPolicy::default()).expect("the sentinel starts");
        let listens = async || TcpStream::connect(("127.0.0.1", port)).await.is_ok();
        eventually("a sentinel", START_TIMEOUT, listens).await;
        Self { server, _dir: dir, port }
    }

    /// Returns the URL of the service in the form of `REDIS_URL`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("redis+sentinel://127.0.0.1:{}/main", self.port)
    }
}

impl Drop for PrivateSentinel {
    fn drop(&mut self) {
        self.server.kill_and_wait();
    }
}
