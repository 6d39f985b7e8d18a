//! The API's program as a process of its own.

use std::net::SocketAddr;
use std::process::{ExitStatus, Output, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, ChildStderr, Command};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::party;
use crate::wire::{self, Said};
use crate::world::World;

/// The operations credential of a started program.
pub const OPS_TOKEN: &str = "a-token-of-a-test-0123456789abcdef";
/// How long starting or stopping may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// The lines that a program logged so far.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

/// A served API; killed when dropped.
pub struct Program {
    pub api: SocketAddr,
    pub ops: SocketAddr,
    log: Log,
    reading: JoinHandle<()>,
    child: Child,
}

/// The program with a world's database, any free ports, and the tests' other servers.
pub fn command(world: &World, subcommand: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_api"));
    command
        .arg(subcommand)
        .env("DATABASE_URL", &world.url)
        .env("API_LISTEN", "127.0.0.1:0")
        .env("API_OPS_LISTEN", "127.0.0.1:0")
        .env("OPS_TOKEN", OPS_TOKEN)
        .envs(party::variables("http://127.0.0.1:9"))
        .env("RUST_LOG", "info")
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .kill_on_drop(true);
    command
}

/// Runs a command that ends by itself.
pub async fn output(mut command: Command) -> Output {
    timeout(PATIENCE, command.output()).await.expect("it ends").expect("it can be run")
}

impl Program {
    /// Starts it and waits until it serves.
    pub async fn serve(world: &World) -> Self {
        let mut child = command(world, "serve").stderr(Stdio::piped()).spawn().expect("it can be run");
        let stderr = child.stderr.take().expect("a pipe");
        let log = Log::default();
        let (api, ops, reading) = timeout(PATIENCE, addresses(stderr, log.clone())).await.expect("it serves in time");
        Self { api, ops, log, reading, child }
    }

    /// A request to the operations port.
    pub async fn ops(&self, start: &str) -> Said {
        wire::ask(self.ops, start, &[], b"").await.expect("an answer")
    }

    /// A request to the operations port with its credential.
    pub async fn operator(&self, start: &str) -> Said {
        let credential = format!("Bearer {OPS_TOKEN}");
        wire::ask(self.ops, start, &[("authorization", &credential)], b"").await.expect("an answer")
    }

    /// All that it logged, once it has ended.
    pub async fn log_to_the_end(&mut self) -> String {
        timeout(PATIENCE, &mut self.reading).await.expect("the log ends").expect("no panic");
        self.log.text()
    }

    /// Asks it to stop.
    pub async fn terminate(&self) {
        let id = self.child.id().expect("it runs").to_string();
        let sent = Command::new("kill").args(["-s", "TERM", &id]).status().await.expect("kill can be run");
        assert!(sent.success());
    }

    /// How it ended.
    pub async fn ended(&mut self) -> ExitStatus {
        timeout(PATIENCE, self.child.wait()).await.expect("it ends").expect("a status")
    }
}

impl Log {
    fn push(&self, line: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }

    fn text(&self) -> String {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).join("\n")
    }
}

/// Reads from the log where the program serves. The rest of the log is read too, so that it never has to wait.
async fn addresses(stderr: ChildStderr, log: Log) -> (SocketAddr, SocketAddr, JoinHandle<()>) {
    let mut lines = BufReader::new(stderr).lines();
    while let Some(line) = lines.next_line().await.expect("text") {
        let found = field(&line, " api=").zip(field(&line, " ops="));
        log.push(line);
        if let Some((api, ops)) = found {
            let reading = tokio::spawn(async move {
                while let Ok(Some(line)) = lines.next_line().await {
                    log.push(line);
                }
            });
            return (api, ops, reading);
        }
    }
    panic!("it did not serve:\n{}", log.text());
}

fn field(line: &str, name: &str) -> Option<SocketAddr> {
    line.split_once(name)?.1.split_whitespace().next()?.parse().ok()
}
