//! A PostgreSQL and a Redis of one test's own, which may therefore be killed.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

/// A port that was free a moment ago.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address").port()
}

/// Sends a signal to a process.
pub fn signal(pid: u32, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &pid.to_string()]).stderr(Stdio::null()).status();
    sent.expect("kill runs");
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("id runs");
    id.stdout.starts_with(b"0\n")
}

/// A command that ends with this process, and does not run as root (`PostgreSQL` refuses that).
fn guarded(program: &Path) -> Command {
    let mut command = Command::new("setpriv");
    if is_root() {
        command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
    }
    command.args(["--pdeathsig=KILL", "--"]).arg(program);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn postgres_program(name: &str) -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").expect("PostgreSQL is installed");
    let mut found: Vec<_> = versions.filter_map(|entry| Some(entry.ok()?.path().join("bin").join(name))).collect();
    found.sort();
    found.into_iter().rfind(|path| path.exists()).expect("PostgreSQL's programs")
}

/// A `PostgreSQL` server of its own.
pub struct Postgres {
    dir: TempDir,
    port: u16,
    child: Child,
}

impl Postgres {
    /// Makes and starts one.
    pub async fn start() -> Self {
        let dir = TempDir::new().expect("a folder");
        let owner = if is_root() { "postgres" } else { "" };
        if !owner.is_empty() {
            let given = Command::new("chown").arg(owner).arg(dir.path()).status().expect("chown runs");
            assert!(given.success());
        }
        let data = dir.path().join("data");
        let mut initdb = guarded(&postgres_program("initdb"));
        initdb.args(["--no-sync", "-A", "trust", "-U", "dev", "-E", "UTF8", "--locale=C.UTF-8", "-D"]).arg(&data);
        assert!(initdb.status().expect("initdb runs").success());
        let port = free_port();
        let child = Self::spawn(&dir, port);
        let server = Self { dir, port, child };
        server.ready().await;
        server
    }

    fn spawn(dir: &TempDir, port: u16) -> Child {
        let mut command = guarded(&postgres_program("postgres"));
        command.arg("-D").arg(dir.path().join("data")).args(["-p", &port.to_string()]);
        for setting in ["listen_addresses=127.0.0.1", "max_connections=200", "fsync=off"] {
            command.args(["-c", setting]);
        }
        command.arg("-c").arg(format!("unix_socket_directories={}", dir.path().display()));
        command.spawn().expect("postgres runs")
    }

    async fn ready(&self) {
        use sqlx::Connection as _;
        for _ in 0..200 {
            if sqlx::PgConnection::connect(&self.url()).await.is_ok() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("PostgreSQL does not start");
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("postgres://dev@127.0.0.1:{}/postgres", self.port)
    }

    /// Ends it without a word to anybody, as a crash would, and starts it again.
    pub async fn crash_and_restart(&mut self, away: Duration) {
        signal(self.child.id(), "QUIT");
        self.child.wait().expect("postgres ends");
        tokio::time::sleep(away).await;
        self.child = Self::spawn(&self.dir, self.port);
        self.ready().await;
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        signal(self.child.id(), "QUIT");
        let _ = self.child.wait();
    }
}

/// A Redis server of its own, with the settings of production.
pub struct Redis {
    dir: TempDir,
    port: u16,
    child: Child,
}

impl Redis {
    /// Starts one.
    pub async fn start() -> Self {
        let (dir, port) = (TempDir::new().expect("a folder"), free_port());
        let child = Self::spawn(&dir, port);
        let server = Self { dir, port, child };
        server.ready().await;
        server
    }

    fn spawn(dir: &TempDir, port: u16) -> Child {
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig=KILL", "--", "redis-server", "--port", &port.to_string(), "--dir"]).arg(dir.path());
        command.args(["--bind", "127.0.0.1", "--appendonly", "yes", "--save", "", "--maxmemory-policy", "noeviction"]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("redis runs")
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    async fn ready(&self) {
        for _ in 0..200 {
            if let Ok(client) = redis::Client::open(self.url())
                && client.get_multiplexed_async_connection().await.is_ok()
            {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("Redis does not start");
    }

    /// Ends it.
    pub fn stop(&mut self) {
        signal(self.child.id(), "KILL");
        let _ = self.child.wait();
    }

    /// Starts it again, with what its file kept.
    pub async fn restart(&mut self) {
        self.child = Self::spawn(&self.dir, self.port);
        self.ready().await;
    }

    /// Sends one command.
    pub async fn command(&self, words: &[&str]) -> redis::Value {
        let client = redis::Client::open(self.url()).expect("an address");
        let mut connection = client.get_multiplexed_async_connection().await.expect("a connection");
        let mut command = redis::cmd(words[0]);
        command.arg(&words[1..]);
        command.query_async(&mut connection).await.expect("an answer")
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        self.stop();
    }
}
