//! The product's data directory. Only one running copy uses it at a time, and processes left by a killed copy are
//! ended.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use nix::fcntl::{Flock, FlockArg};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::model_env::MODEL_ENV;
use super::terminal;

/// Timeout for a leftover process to end.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// A locked data directory.
#[derive(Debug)]
pub struct DataDir {
    /// Its path.
    pub path: PathBuf,
    /// The processes of this run.
    pub run_file: RunFile,
    _lock: Flock<File>,
}

impl DataDir {
    /// Creates and locks the directory, and ends the processes that a killed run left behind.
    ///
    /// # Errors
    /// Another copy uses the directory; the error contains its URL.
    pub fn lock(path: &Path) -> Result<Self> {
        fs::create_dir_all(path.join("logs")).with_context(|| format!("cannot create {}", path.display()))?;
        let path = path.canonicalize()?;
        let file = File::options().create(true).truncate(false).read(true).write(true).open(path.join("lock"))?;
        let Ok(lock) = Flock::lock(file, FlockArg::LockExclusiveNonblock) else { bail!(already_running(&path)) };
        let run_file = RunFile::new(path.join("run.json"));
        run_file.end_leftover_processes();
        let _ = fs::remove_file(path.join("dev.json"));
        Ok(Self { path, run_file, _lock: lock })
    }

    /// Returns the directory of the logs.
    #[must_use]
    pub fn logs(&self) -> PathBuf {
        self.path.join("logs")
    }
}

impl Drop for DataDir {
    fn drop(&mut self) {
        for name in ["dev.json", "run.json", MODEL_ENV] {
            let _ = fs::remove_file(self.path.join(name));
        }
    }
}

fn already_running(path: &Path) -> String {
    let address = fs::read_to_string(path.join("dev.json"))
        .ok()
        .and_then(|text| serde_json::from_str::<serde_json::Value>(&text).ok())
        .and_then(|summary| summary["web"].as_str().map(str::to_owned));
    match address {
        Some(address) => format!("the product already runs here, at {address}: end that one with Ctrl-C first"),
        None => "the product is already being started here: wait for its address, or end that one first".to_owned(),
    }
}

/// A process id with the start time of the process, so that a later process with the same id is not mistaken for it.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
struct ProcessKey {
    pid: i32,
    /// In clock ticks since the boot.
    start_time: u64,
}

impl ProcessKey {
    fn is_alive(self) -> bool {
        read_start_time(self.pid) == Some(self.start_time)
    }
}

/// `run.json`: the processes of a run, by name.
#[derive(Clone, Debug)]
pub struct RunFile {
    path: Arc<PathBuf>,
    processes: Arc<Mutex<BTreeMap<String, ProcessKey>>>,
}

impl RunFile {
    fn new(path: PathBuf) -> Self {
        Self { path: Arc::new(path), processes: Arc::default() }
    }

    /// Records that `name` is running as process `id`.
    pub fn record(&self, name: &str, id: Option<u32>) {
        let Some(pid) = id.and_then(|id| i32::try_from(id).ok()) else { return };
        let Some(start_time) = read_start_time(pid) else { return };
        let mut processes = self.processes.lock();
        processes.insert(name.to_owned(), ProcessKey { pid, start_time });
        if let Ok(text) = serde_json::to_string_pretty(&*processes) {
            let _ = fs::write(&*self.path, text);
        }
    }

    /// Ends the processes of a run that was killed.
    fn end_leftover_processes(&self) {
        let text = fs::read_to_string(&*self.path).unwrap_or_default();
        let Ok(leftovers) = serde_json::from_str::<BTreeMap<String, ProcessKey>>(&text) else { return };
        for (name, process) in leftovers.iter().filter(|(_, process)| process.is_alive()) {
            let pid = process.pid;
            terminal::print_line(&format!("          ending {name} ({pid}) of an earlier start that was killed"));
            let _ = kill(Pid::from_raw(pid), Signal::SIGINT);
        }
        let mut waited = Duration::ZERO;
        while waited < STOP_TIMEOUT && leftovers.values().any(|process| process.is_alive()) {
            sleep(POLL_INTERVAL);
            waited += POLL_INTERVAL;
        }
        for process in leftovers.values().filter(|process| process.is_alive()) {
            let _ = kill(Pid::from_raw(process.pid), Signal::SIGKILL);
        }
    }
}

/// Reads the start time of a process from `/proc`; `None` if it is not running, is a zombie, or there is no `/proc`.
fn read_start_time(pid: i32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // the name may contain spaces and parentheses, so the fields are counted from its end
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    if fields.first() == Some(&"Z") {
        return None;
    }
    fields.get(19)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn second_start_names_the_running_address() -> Result<()> {
        let dir = tempfile::tempdir()?;
        let data_dir = DataDir::lock(dir.path())?;
        let error = DataDir::lock(dir.path()).expect_err("locked").to_string();
        assert!(error.contains("being started"), "{error}");
        fs::write(data_dir.path.join("dev.json"), r#"{"web":"http://localhost:8400"}"#)?;
        let error = DataDir::lock(dir.path()).expect_err("locked").to_string();
        assert!(error.contains("http://localhost:8400"), "{error}");
        drop(data_dir);
        assert!(DataDir::lock(dir.path()).is_ok());
        Ok(())
    }

    #[test]
    fn only_leftovers_of_a_killed_run_are_ended() -> Result<()> {
        let dir = tempfile::tempdir()?;
        let mut ours = std::process::Command::new("sleep").arg("60").spawn()?;
        let mut other = std::process::Command::new("sleep").arg("60").spawn()?;
        let pid = |child: &std::process::Child| i32::try_from(child.id()).expect("a process number");
        let start_time = read_start_time(pid(&ours)).expect("it runs");
        let leftovers = BTreeMap::from([
            ("api", ProcessKey { pid: pid(&ours), start_time }),
            ("worker", ProcessKey { pid: pid(&other), start_time: start_time + 1_000_000 }),
        ]);
        fs::write(dir.path().join("run.json"), serde_json::to_string(&leftovers)?)?;
        let _data_dir = DataDir::lock(dir.path())?;
        assert!(!ours.wait()?.success());
        assert!(other.try_wait()?.is_none());
        other.kill()?;
        other.wait()?;
        Ok(())
    }
}
