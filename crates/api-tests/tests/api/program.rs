//! The API as a separate process.

use std::env;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{ExitStatus, Output, Stdio};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, ChildStderr, Command};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::fake_partners;
use crate::raw_http::{self, RawResponse};
use crate::test_app::TestApp;

/// The operations token.
pub const OPS_TOKEN: &str = "a-token-of-a-test-0123456789abcdef";
/// The timeout of startup and shutdown on a busy machine.
const PROGRAM_TIMEOUT: Duration = Duration::from_secs(30);

/// The lines that a program has logged so far.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

/// A running API, killed on drop.
pub struct Program {
    pub api: SocketAddr,
    pub ops: SocketAddr,
    log: Log,
    reading: JoinHandle<()>,
    child: Child,
}

/// Returns the path of the program that cargo builds with the workspace, in the parent of this test's directory.
fn path() -> PathBuf {
    let test = env::current_exe().expect("this test");
    let program = test.ancestors().nth(2).expect("the directory of programs").join("api");
    assert!(program.is_file(), "{} is built with the whole workspace", program.display());
    program
}

/// Returns a command with an app's database, free ports, and the tests' other servers.
pub fn command(app: &TestApp, subcommand: &str) -> Command {
    command_on(&app.url, subcommand)
}

/// Returns a command with this database, free ports, and the tests' other servers.
pub fn command_on(database_url: &str, subcommand: &str) -> Command {
    let mut command = Command::new(path());
    command
        .arg(subcommand)
        .env("DATABASE_URL", database_url)
        .env("API_LISTEN", "127.0.0.1:0")
        .env("API_OPS_LISTEN", "127.0.0.1:0")
        .env("OPS_TOKEN", OPS_TOKEN)
        .envs(fake_partners::variables("http://127.0.0.1:9"))
        .env("RUST_LOG", "info")
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .kill_on_drop(true);
    command
}

/// Runs a command and returns its output.
pub async fn output(mut command: Command) -> Output {
    timeout(PROGRAM_TIMEOUT, command.output()).await.expect("it ends").expect("it can be run")
}

impl Program {
    /// Starts the program and waits until it serves.
    pub async fn serve(app: &TestApp) -> Self {
        Self::start(command(app, "serve")).await
    }

    /// Starts a command that serves, and waits until it does.
    pub async fn start(mut command: Command) -> Self {
        let mut child = command.stderr(Stdio::piped()).spawn().expect("it can be run");
        let stderr = child.stderr.take().expect("a pipe");
        let log = Log::default();
        let (api, ops, reading) =
            timeout(PROGRAM_TIMEOUT, addresses(stderr, log.clone())).await.expect("it serves in time");
        Self { api, ops, log, reading, child }
    }

    /// Sends a request to the operations port.
    pub async fn ops(&self, start: &str) -> RawResponse {
        raw_http::send_request(self.ops, start, &[], b"").await.expect("a response")
    }

    /// Sends a request with the token to the operations port.
    pub async fn operator(&self, start: &str) -> RawResponse {
        let credential = format!("Bearer {OPS_TOKEN}");
        raw_http::send_request(self.ops, start, &[("authorization", &credential)], b"").await.expect("a response")
    }

    /// The complete log after the exit.
    pub async fn full_log(&mut self) -> String {
        timeout(PROGRAM_TIMEOUT, &mut self.reading).await.expect("the log ends").expect("no panic");
        self.log.text()
    }

    /// Sends SIGTERM.
    pub async fn terminate(&self) {
        let id = self.child.id().expect("it runs").to_string();
        let sent = Command::new("kill").args(["-s", "TERM", &id]).status().await.expect("kill can be run");
        assert!(sent.success());
    }

    /// Waits for the exit status.
    pub async fn wait_for_exit(&mut self) -> ExitStatus {
        timeout(PROGRAM_TIMEOUT, self.child.wait()).await.expect("it ends").expect("a status")
    }
}

impl Log {
    fn push(&self, line: String) {
        self.0.lock().push(line);
    }

    fn text(&self) -> String {
        self.0.lock().join("\n")
    }
}

/// Reads the addresses from the log. Continues reading, so that the process never blocks on its output.
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
