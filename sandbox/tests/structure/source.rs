//! The source files of the repository.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, iter};

use anyhow::{Context as _, Result, ensure};
use syn::Attribute;

/// A Rust file.
pub struct RustFile {
    /// Its crate.
    pub package: String,
    /// Its path in the repository.
    pub path: String,
    /// Its path below the crate's `src`; `None` for files of `tests`, `examples` and `benches`.
    pub module_path: Option<String>,
    pub syntax: syn::File,
}

/// Returns the root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_path_buf()
}

/// Returns the paths of all files that git does not ignore.
pub fn paths() -> Result<Vec<String>> {
    let output = Command::new("git").args(["ls-files", "-co", "--exclude-standard"]).current_dir(root()).output()?;
    ensure!(output.status.success(), "git ls-files: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?.lines().map(str::to_owned).collect())
}

/// Parses all Rust files of all crates.
pub fn rust_files() -> Result<Vec<RustFile>> {
    let mut files = Vec::new();
    for path in paths()?.into_iter().filter(|path| Path::new(path).extension().is_some_and(|end| end == "rs")) {
        // a deleted file is listed until it is removed from the index
        let Ok(text) = fs::read_to_string(root().join(&path)) else { continue };
        let syntax = syn::parse_file(&text).with_context(|| path.clone())?;
        let (directory, rest) = split_at_package(&path).with_context(|| format!("{path}: no crate"))?;
        let package = directory.rsplit('/').next().unwrap_or(directory).to_owned();
        let module_path = rest.strip_prefix("src/").map(str::to_owned);
        files.push(RustFile { package, path, module_path, syntax });
    }
    Ok(files)
}

/// Splits a path into the directory of its crate and the rest.
fn split_at_package(path: &str) -> Option<(&str, &str)> {
    let directories = iter::successors(path.rsplit_once('/'), |(directory, _)| directory.rsplit_once('/'));
    let directory = directories.map(|(directory, _)| directory).find(|directory| {
        let manifest = root().join(directory).join("Cargo.toml");
        manifest.is_file()
    })?;
    Some((directory, &path[directory.len() + 1..]))
}

/// Returns whether an item is compiled only for tests.
pub fn is_test_only(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|predicate| predicate == "test")
    })
}

/// Returns whether a function is a test: `#[test]`, `#[tokio::test]` and the like.
pub fn is_test_function(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().segments.last().is_some_and(|name| name.ident == "test"))
}
