//! The product's own directory: one running copy each, and what a killed one left behind is cleared away.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use nix::fcntl::{Flock, FlockArg};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde::{Deserialize, Serialize};

use super::model_env::MODEL_ENV;
use super::say;

/// How long a leftover process has to end.
const GRACE: Duration = Duration::from_secs(10);
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// A locked directory.
#[derive(Debug)]
pub struct Home {
    /// Where it is.
    pub dir: PathBuf,
    /// The processes of this run.
    pub run: RunFile,
    _lock: Flock<File>,
}

impl Home {
    /// Makes and locks the directory and ends what the last run left.
    ///
    /// # Errors
    /// When another copy runs in it: says where.
    pub fn lock(dir: &Path) -> Result<Self> {
        fs::create_dir_all(dir.join("logs")).with_context(|| format!("cannot make {}", dir.display()))?;
        let dir = dir.canonicalize()?;
        let file = File::options().create(true).truncate(false).read(true).write(true).open(dir.join("lock"))?;
        let Ok(lock) = Flock::lock(file, FlockArg::LockExclusiveNonblock) else { bail!(already_runs(&dir)) };
        let run = RunFile::new(dir.join("run.json"));
        run.end_leftovers();
        let _ = fs::remove_file(dir.join("dev.json"));
        Ok(Self { dir, run, _lock: lock })
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        for name in ["dev.json", "run.json", MODEL_ENV] {
            let _ = fs::remove_file(self.dir.join(name));
        }
    }
}

fn already_runs(dir: &Path) -> String {
    let address = fs::read_to_string(dir.join("dev.json"))
        .ok()
        .and_then(|text| serde_json::from_str::<serde_json::Value>(&text).ok())
        .and_then(|summary| summary["web"].as_str().map(str::to_owned));
    match address {
        Some(address) => format!("the product already runs here, at {address}: end that one with Ctrl-C first"),
        None => "the product is already being started here: wait for its address, or end that one first".to_owned(),
    }
}

/// A process and when it started, so that another one with the same number is never mistaken for it.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
struct Started {
    pid: i32,
    /// Clock ticks from the machine's start.
    at: u64,
}

/// `run.json`: the processes of a run, by name.
#[derive(Clone, Debug)]
pub struct RunFile {
    path: Arc<PathBuf>,
    running: Arc<Mutex<BTreeMap<String, Started>>>,
}

impl RunFile {
    fn new(path: PathBuf) -> Self {
        Self { path: Arc::new(path), running: Arc::default() }
    }

    /// Notes that `name` runs as process `id`.
    pub fn note(&self, name: &str, id: Option<u32>) {
        let Some(pid) = id.and_then(|id| i32::try_from(id).ok()) else { return };
        let Some(at) = start_of(pid) else { return };
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.insert(name.to_owned(), Started { pid, at });
        if let Ok(text) = serde_json::to_string_pretty(&*running) {
            let _ = fs::write(&*self.path, text);
        }
    }

    /// Ends the processes of a run that was killed.
    fn end_leftovers(&self) {
        let text = fs::read_to_string(&*self.path).unwrap_or_default();
        let Ok(left) = serde_json::from_str::<BTreeMap<String, Started>>(&text) else { return };
        let alive = |process: &Started| start_of(process.pid) == Some(process.at);
        for (name, process) in left.iter().filter(|(_, process)| alive(process)) {
            say::line(&format!("          ending {name} ({}) of an earlier start that was killed", process.pid));
            let _ = kill(Pid::from_raw(process.pid), Signal::SIGINT);
        }
        let mut waited = Duration::ZERO;
        while waited < GRACE && left.values().any(alive) {
            sleep(LOOK_AGAIN);
            waited += LOOK_AGAIN;
        }
        for process in left.values().filter(|process| alive(process)) {
            let _ = kill(Pid::from_raw(process.pid), Signal::SIGKILL);
        }
    }
}

/// When a process started, from `/proc`; none when it does not run (or only as a zombie), or the system has no `/proc`.
fn start_of(pid: i32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // the name may hold spaces and parentheses: count from its end
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
    fn a_second_start_is_told_where_the_first_runs() -> Result<()> {
        let dir = tempfile::tempdir()?;
        let home = Home::lock(dir.path())?;
        let refused = Home::lock(dir.path()).expect_err("locked").to_string();
        assert!(refused.contains("being started"), "{refused}");
        fs::write(home.dir.join("dev.json"), r#"{"web":"http://localhost:8400"}"#)?;
        let refused = Home::lock(dir.path()).expect_err("locked").to_string();
        assert!(refused.contains("http://localhost:8400"), "{refused}");
        drop(home);
        assert!(Home::lock(dir.path()).is_ok());
        Ok(())
    }

    #[test]
    fn leftovers_are_ended_and_strangers_are_not() -> Result<()> {
        let dir = tempfile::tempdir()?;
        let mut ours = std::process::Command::new("sleep").arg("60").spawn()?;
        let mut other = std::process::Command::new("sleep").arg("60").spawn()?;
        let pid = |child: &std::process::Child| i32::try_from(child.id()).expect("a process number");
        let at = start_of(pid(&ours)).expect("it runs");
        let left = BTreeMap::from([
            ("api", Started { pid: pid(&ours), at }),
            ("worker", Started { pid: pid(&other), at: at + 1_000_000 }),
        ]);
        fs::write(dir.path().join("run.json"), serde_json::to_string(&left)?)?;
        let _home = Home::lock(dir.path())?;
        assert!(!ours.wait()?.success());
        assert!(other.try_wait()?.is_none());
        other.kill()?;
        other.wait()?;
        Ok(())
    }
}
