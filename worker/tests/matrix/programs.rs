//! The api and the worker as processes that are killed and started again.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};

use sqlx::{Connection as _, PgConnection};
use tokio::process::{Child, Command};
use tokio::sync::Mutex;

/// Which program is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Victim {
    Api,
    Worker,
}

impl Victim {
    pub const fn name(victim: Option<Self>) -> &'static str {
        match victim {
            None => "nobody",
            Some(Self::Api) => "the api",
            Some(Self::Worker) => "the worker",
        }
    }
}

/// Both programs, with one environment.
pub struct Programs {
    database: String,
    variables: Vec<(&'static str, String)>,
    log: PathBuf,
    api_port: AtomicU16,
    api: Mutex<Option<Child>>,
    worker: Mutex<Option<Child>>,
    kills: AtomicUsize,
}

impl Programs {
    /// Neither runs yet. What they log goes to a file of that name.
    pub fn new(database: String, variables: Vec<(&'static str, String)>, name: &str) -> Self {
        let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("matrix-{}.log", name.replace(' ', "-")));
        File::create(&log).expect("a file for the logs");
        let (api, worker) = (Mutex::default(), Mutex::default());
        Self { database, variables, log, api_port: AtomicU16::new(0), api, worker, kills: AtomicUsize::new(0) }
    }

    /// Starts both.
    pub async fn start(&self) {
        *self.api.lock().await = Some(self.spawn(Victim::Api));
        *self.worker.lock().await = Some(self.spawn(Victim::Worker));
    }

    /// Where the api serves now, or will in a moment.
    pub fn api_port(&self) -> u16 {
        self.api_port.load(Ordering::SeqCst)
    }

    /// What both logged.
    pub fn log(&self) -> &Path {
        &self.log
    }

    /// How often one was killed.
    pub fn kills(&self) -> usize {
        self.kills.load(Ordering::SeqCst)
    }

    /// Kills a program with signal 9 and starts it again at once.
    pub async fn kill(&self, victim: Victim) {
        let running = match victim {
            Victim::Api => &self.api,
            Victim::Worker => &self.worker,
        };
        let mut running = running.lock().await;
        if let Some(mut child) = running.take() {
            child.kill().await.expect("a process can be killed");
        }
        self.kills.fetch_add(1, Ordering::SeqCst);
        if victim == Victim::Worker {
            self.end_leases().await;
        }
        *running = Some(self.spawn(victim));
    }

    /// Lets the time pass after which a dead worker's jobs are given to another.
    async fn end_leases(&self) {
        let mut conn = PgConnection::connect(&self.database).await.expect("the database answers");
        sqlx::raw_sql(
            "update jobs set lease_until = now() where state = 'running';
             update jobs set enqueued_at = enqueued_at - interval '2 minutes' where state = 'queued' and enqueued_at is not null",
        )
        .execute(&mut conn)
        .await
        .expect("the leases end");
    }

    fn spawn(&self, victim: Victim) -> Child {
        let worker = Path::new(env!("CARGO_BIN_EXE_worker"));
        let (program, subcommand) = match victim {
            Victim::Api => {
                // a new one each time: the old one's connections may still hold theirs
                self.api_port.store(testing::free_port(), Ordering::SeqCst);
                (worker.with_file_name("api"), "serve")
            }
            Victim::Worker => (worker.to_path_buf(), "run"),
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
