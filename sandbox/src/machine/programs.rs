//! Finds the programs of the system's packages.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};

/// Where Debian keeps PostgreSQL's programs, outside PATH, one directory a version.
const POSTGRES_HOME: &str = "/usr/lib/postgresql";

/// The program's path: from PATH, or from the newest installed PostgreSQL.
///
/// # Errors
/// Says which program is missing.
pub fn find(name: &str) -> Result<PathBuf> {
    look_up(name).ok_or_else(|| anyhow!("{name} is not installed (./task setup installs what is missing)"))
}

/// As [`find`], for a program that one can do without.
#[must_use]
pub fn look_up(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).chain(postgres_directories()).map(|dir| dir.join(name)).find(|file| file.is_file())
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
    fn finds_the_shell_and_names_what_is_missing() {
        assert!(look_up("sh").is_some());
        let missing = find("no-such-program").expect_err("missing").to_string();
        assert!(missing.starts_with("no-such-program is not installed"), "{missing}");
    }
}
