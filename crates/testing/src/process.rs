//! Servers as child processes, run as an unprivileged user when the test runs as root: PostgreSQL refuses root.

use std::io;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A port that was free a moment ago.
///
/// # Panics
/// When there is none.
#[must_use]
pub fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    listener.local_addr().expect("a bound listener has an address").port()
}

/// The program `name`: from PATH, or from one of Debian's PostgreSQL folders, the newest first.
pub(crate) fn find_program(name: &str) -> PathBuf {
    let on_path = crate::optional("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&on_path).collect();
    folders.extend(["/usr/local/bin", "/usr/bin", "/usr/sbin"].map(PathBuf::from));
    let mut versions: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .map(|entries| entries.flatten().map(|entry| entry.path().join("bin")).collect())
        .unwrap_or_default();
    versions.sort();
    folders.extend(versions.into_iter().rev());
    folders
        .into_iter()
        .map(|folder| folder.join(name))
        .find(|program| program.is_file())
        .unwrap_or_else(|| panic!("{name} is not installed"))
}

/// Whether this process is root's.
pub(crate) fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata("/proc/self").is_ok_and(|me| me.uid() == 0)
}

/// A user who may own servers' files when the test runs as root: `postgres`, or `nobody`.
fn unprivileged() -> (u32, u32) {
    let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let ids = |name: &str| {
        let mut fields = users.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?.split(':').skip(1);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    ids("postgres").or_else(|| ids("nobody")).unwrap_or((65534, 65534))
}

/// A command that runs as an unprivileged user if this process is root.
pub(crate) fn command(program: &Path) -> Command {
    use std::os::unix::process::CommandExt as _;
    let mut command = Command::new(program);
    // its own group, so that a Ctrl-C at the test does not reach it before the test's own clean-up does
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    if is_root() {
        let (user, group) = unprivileged();
        command.uid(user).gid(group).current_dir("/tmp");
    }
    command
}

/// A temporary folder that [`command`]'s processes may write.
pub(crate) fn folder(prefix: &str) -> tempfile::TempDir {
    let folder = tempfile::Builder::new().prefix(prefix).tempdir_in("/tmp").expect("a temporary folder");
    if is_root() {
        let (user, group) = unprivileged();
        std::os::unix::fs::chown(folder.path(), Some(user), Some(group)).expect("root may give a folder away");
    }
    folder
}

/// Sends a signal to a child.
pub(crate) fn signal(child: &Child, signal: &str) {
    send(signal, &[child.id().to_string()]);
}

/// Kills a child and its own children with signal 9, all at once.
pub(crate) fn kill_family(child: &Child) {
    let parent = child.id().to_string();
    let mut family = vec![parent.clone()];
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        // "pid (name) state ppid …", where the name may hold anything
        let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let fields = stat.rsplit_once(')').map(|(_, fields)| fields.split_whitespace().nth(1));
        if let (Some(Some(ppid)), Ok(pid)) = (fields, entry.file_name().into_string())
            && ppid == parent
        {
            family.push(pid);
        }
    }
    send("KILL", &family);
}

fn send(signal: &str, pids: &[String]) {
    let sent = Command::new("kill").args(["-s", signal, "--"]).args(pids).stderr(Stdio::null()).status();
    assert!(sent.is_ok(), "kill can be run");
}

/// Waits until `ready` answers true, for at most 30 s.
pub(crate) async fn wait_until<F: Future<Output = bool>>(what: &str, mut ready: impl FnMut() -> F) {
    for _ in 0..600 {
        if ready().await {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{what} did not become ready within 30 s");
}

/// Waits for a child to end, without blocking the runtime.
pub(crate) async fn reap(child: &mut Child) -> io::Result<()> {
    while child.try_wait()?.is_none() {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    Ok(())
}
