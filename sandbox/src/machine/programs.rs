//! Finds the programs of the system's packages.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};

/// Debian's directory for servers, which is not in the PATH of an ordinary account.
const SERVER_DIRECTORY: &str = "/usr/sbin";
/// Debian's directory for PostgreSQL's programs, with one subdirectory per version and outside of PATH.
const POSTGRES_HOME: &str = "/usr/lib/postgresql";

/// Returns the path of a program from PATH, or from the newest installed PostgreSQL.
///
/// # Errors
/// The program is not installed; the error names it.
pub fn find(name: &str) -> Result<PathBuf> {
    find_optional(name).ok_or_else(|| anyhow!("{name} is not installed (./task setup installs what is missing)"))
}

/// Like [`find`], for an optional program.
#[must_use]
pub fn find_optional(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let directories = std::env::split_paths(&path).chain([PathBuf::from(SERVER_DIRECTORY)]);
    directories.chain(postgres_directories()).map(|dir| dir.join(name)).find(|file| file.is_file())
}

fn postgres_directories() -> Vec<PathBuf> {
    let Ok(entries) = Path::new(POSTGRES_HOME).read_dir() else { return Vec::new() };
    let mut versions: Vec<(u32, PathBuf)> = entries
        .flatten()
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .collect();
    versions.sort_by_key(|(version, _)| std::cmp::Reverse(*version));
    versions.into_iter().map(|(_, dir)| dir).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_program_is_named() {
        assert!(find_optional("sh").is_some());
        let missing = find("no-such-program").expect_err("missing").to_string();
        assert!(missing.starts_with("no-such-program is not installed"), "{missing}");
    }
}
