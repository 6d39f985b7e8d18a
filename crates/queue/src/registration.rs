//! A worker process's row in the table of workers.

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::Duration;

use db::SystemDb;
use sha2::{Digest as _, Sha256};
use tokio_util::sync::CancellationToken;

use crate::admin::roll_up;
use crate::settings::Queue;

/// How often the row is written.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(5);
/// Timeout for the deletion of the row.
const DEREGISTER_TIMEOUT: Duration = Duration::from_secs(1);
/// Days after which the rows of killed workers are deleted.
const KILLED_RETENTION_DAYS: i32 = 1;
/// The program of this process, also after its file was replaced.
const OWN_PROGRAM: &str = "/proc/self/exe";
/// Hexadecimal digits of the program's hash in its version.
const HASH_DIGITS: usize = 12;

/// The identity of this worker process.
#[derive(Clone, Debug)]
pub(crate) struct WorkerRegistration {
    pub(crate) db: SystemDb,
    /// Host name and a random suffix, new at every start.
    pub(crate) id: String,
    pub(crate) host: String,
    pub(crate) version: String,
}

/// Returns the name of this machine or container.
pub(crate) fn host_name() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    match name.trim() {
        "" => "unknown".to_owned(),
        name => name.chars().take(60).collect(),
    }
}

/// Returns the version of this program: the workspace's version and the start of the SHA-256 hash of the executable,
/// as `sha256sum` prints it. All builds of a workspace have the same version, and a build does not know its commit; the
/// hash tells two builds apart. Reads the whole executable, so call it once, on a thread that may block.
#[must_use]
pub fn build_version() -> String {
    version_of(Path::new(OWN_PROGRAM))
}

fn version_of(program: &Path) -> String {
    let version = env!("CARGO_PKG_VERSION");
    match hash_file(program) {
        Ok(hash) => format!("{version}+{}", &hash[..HASH_DIGITS]),
        Err(error) => {
            tracing::warn!(%error, "the executable cannot be read; its version is the workspace's");
            version.to_owned()
        }
    }
}

fn hash_file(path: &Path) -> io::Result<String> {
    let mut hash = Sha256::new();
    io::copy(&mut File::open(path)?, &mut hash)?;
    Ok(format!("{:x}", hash.finalize()))
}

impl WorkerRegistration {
    /// Writes heartbeats until `stop`, then marks the process as stopping. Also counts the minutes of the queues.
    pub(crate) async fn run(self, stop: CancellationToken) {
        let mut ticks = tokio::time::interval(HEARTBEAT_INTERVAL);
        while stop.run_until_cancelled(ticks.tick()).await.is_some() {
            if let Err(error) = self.write(false).await {
                tracing::warn!(%error, "the heartbeat was not written");
            }
            if let Err(error) = roll_up(&self.db).await {
                tracing::warn!(%error, "the minutes of the queues were not counted");
            }
        }
        if let Err(error) = self.write(true).await {
            tracing::debug!(%error, "the stop was not written");
        }
    }

    async fn write(&self, is_stopping: bool) -> db::Result<()> {
        let queues = Queue::ALL.map(|queue| queue.as_str().to_owned());
        sqlx::query!(
            "
            with killed as (
                delete from queue_workers where seen_at < now() - make_interval(days => $6)
            )
            insert into queue_workers (id, version, host, queues, is_stopping) values ($1, $2, $3, $4, $5)
            on conflict (id) do update set seen_at = now(), is_stopping = excluded.is_stopping
            ",
            self.id,
            self.version,
            self.host,
            &queues,
            is_stopping,
            KILLED_RETENTION_DAYS,
        )
        .execute(self.db.acquire().await?.connection())
        .await?;
        Ok(())
    }

    /// Deletes the row at an orderly shutdown.
    pub(crate) async fn deregister(&self) {
        let delete = async {
            let deleted = sqlx::query!("delete from queue_workers where id = $1", self.id);
            deleted.execute(self.db.acquire().await?.connection()).await?;
            Ok::<_, db::Error>(())
        };
        if !matches!(tokio::time::timeout(DEREGISTER_TIMEOUT, delete).await, Ok(Ok(()))) {
            tracing::debug!("the row of this worker stays until it is old");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_differs_between_builds() {
        let folder = std::env::temp_dir().join(uuid::Uuid::new_v4().to_string());
        std::fs::create_dir(&folder).expect("a folder");
        let version = |name: &str, content: &str| {
            let path = folder.join(name);
            std::fs::write(&path, content).expect("a program");
            version_of(&path)
        };
        let first = version("first", "one build");
        assert_eq!(first, version("copy", "one build"));
        assert_ne!(first, version("second", "another build"));
        assert_eq!(first, format!("{}+35b5c9836731", env!("CARGO_PKG_VERSION")));
        assert_eq!(version_of(&folder.join("none")), env!("CARGO_PKG_VERSION"));
        assert!(build_version().contains('+'));
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
