//! Temporary directories for servers' data.

use std::fs::{Permissions, set_permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use anyhow::Result;
use nix::sys::statvfs::statvfs;
use tempfile::{Builder, TempDir};

/// Where [`std::env::temp_dir`] is unless `TMPDIR` names another place.
const DEFAULT: &str = "/tmp";
/// Where Linux has a file system in memory.
const IN_MEMORY: &str = "/dev/shm";
/// The free space below which data stays on disk: containers often have only 64 MiB there.
const NEEDED_BYTES: u64 = 4 << 30;

/// Creates a temporary directory that PostgreSQL's account may enter.
///
/// # Errors
/// The directory cannot be created.
pub fn create() -> Result<TempDir> {
    create_in(&std::env::temp_dir())
}

/// Creates a temporary directory like [`create`], but in memory if there is room and `TMPDIR` names no place.
///
/// ext4 does not use an inode again within five seconds of its file's deletion and searches for another one, which is
/// half of the time of tests that create and drop a database each.
///
/// # Errors
/// The directory cannot be created.
pub fn create_fast() -> Result<TempDir> {
    let memory = Path::new(IN_MEMORY);
    let has_room = statvfs(memory).is_ok_and(|stats| stats.blocks_available() * stats.fragment_size() >= NEEDED_BYTES);
    if has_room && std::env::temp_dir() == Path::new(DEFAULT) { create_in(memory) } else { create() }
}

fn create_in(parent: &Path) -> Result<TempDir> {
    let dir = Builder::new().prefix("hyeobom-").tempdir_in(parent)?;
    set_permissions(dir.path(), Permissions::from_mode(0o711))?;
    Ok(dir)
}
