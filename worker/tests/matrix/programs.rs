//! The api and the worker as processes that are killed and restarted.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};

use sqlx::{Connection as _, PgConnection};
use tokio::process::{Child, Command};
use tokio::sync::Mutex;

/// The process that is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KilledProcess {
    Api,
    Worker,
}

impl KilledProcess {
    /// Returns the name of the killed process.
    pub const fn name(killed: Option<Self>) -> &'static str {
        match killed {
            None => "nobody",
            Some(Self::Api) => "the api",
            Some(Self::Worker) => "the worker",
        }
    }
}

/// Both programs with the same environment.
pub struct Programs {
    database: String,
    variables: Vec<(&'static str, String)>,
    log: PathBuf,
    api_port: AtomicU16,
    api: Mutex<Option<Child>>,
    worker: Mutex<Option<Child>>,
    kill_count: AtomicUsize,
}

impl Programs {
    /// Returns the programs, which are not started yet. Their log file has this name.
    pub fn new(database: String, variables: Vec<(&'static str, String)>, name: &str) -> Self {
        let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("matrix-{}.log", name.replace(' ', "-")));
        File::create(&log).expect("a file for the logs");
        let (api, worker) = (Mutex::default(), Mutex::default());
        Self { database, variables, log, api_port: AtomicU16::new(0), api, worker, kill_count: AtomicUsize::new(0) }
    }

    /// Starts both programs.
    pub async fn start(&self) {
        *self.api.lock().await = Some(self.spawn(KilledProcess::Api));
        *self.worker.lock().await = Some(self.spawn(KilledProcess::Worker));
    }

    /// Returns the current port of the api.
    pub fn api_port(&self) -> u16 {
        self.api_port.load(Ordering::SeqCst)
    }

    /// Returns the log file of both programs.
    pub fn log(&self) -> &Path {
        &self.log
    }

    /// Returns the number of kills.
    pub fn kill_count(&self) -> usize {
        self.kill_count.load(Ordering::SeqCst)
    }

    /// Kills a program with SIGKILL and restarts it at once.
    pub async fn kill(&self, killed: KilledProcess) {
        let running = match killed {
            KilledProcess::Api => &self.api,
            KilledProcess::Worker => &self.worker,
        };
        let mut running = running.lock().await;
        if let Some(mut child) = running.take() {
            child.kill().await.expect("a process can be killed");
        }
        self.kill_count.fetch_add(1, Ordering::SeqCst);
        if killed == KilledProcess::Worker {
            self.expire_leases().await;
        }
        *running = Some(self.spawn(killed));
    }

    /// Expires the leases of a dead worker's jobs.
    async fn expire_leases(&self) {
        let mut conn = PgConnection::connect(&self.database).await.expect("the database answers");
        sqlx::raw_sql(
            "update jobs set lease_until = now() where state = 'running';
             update jobs set enqueued_at = enqueued_at - interval '2 minutes' where state = 'queued' and enqueued_at is not null",
        )
        .execute(&mut conn)
        .await
        .expect("the leases end");
    }

    fn spawn(&self, killed: KilledProcess) -> Child {
        let worker = Path::new(env!("CARGO_BIN_EXE_worker"));
        let (program, subcommand) = match killed {
            KilledProcess::Api => {
                // a new port each time: connections of the killed process may still use the old one
                self.api_port.store(testing::free_port(), Ordering::SeqCst);
                (worker.with_file_name("api"), "serve")
            }
            KilledProcess::Worker => (worker.to_path_buf(), "run"),
        };
        assert!(program.is_file(), "{} is built with the whole workspace", program.display());
        let log = OpenOptions::new().append(true).open(&self.log).expect("the file for the logs");
        let mut command = Command::new(program);
        command
            .arg(subcommand)
            .envs(self.variables.iter().map(|(name, value)| (*name, value)))
            .env("API_LISTEN", format!("127.0.0.1:{}", self.api_port()))
            .env("API_OPS_LISTEN", "127.0.0.1:0")
            .env("WORKER_OPS_LISTEN", "127.0.0.1:0")
            .env("WORKER_THREADS", "1")
            .env("RUST_LOG", "info")
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .kill_on_drop(true);
        command.spawn().expect("it can be run")
    }
}
