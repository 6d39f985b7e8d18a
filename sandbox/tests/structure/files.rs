//! How long files may be, and which never change.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context as _, Result};
use sha2::{Digest as _, Sha256};

use crate::source::{paths, root};

/// Lines that a file of code may have without its tests.
const MAX_SOURCE_LINES: usize = 350;
/// Lines that a file of code may have, tests included.
const MAX_LINES: usize = 500;
const CODE_EXTENSIONS: [&str; 8] = ["rs", "ts", "tsx", "mjs", "js", "css", "sql", "lua"];
/// Released migrations with their checksums.
const RELEASED_MIGRATIONS: &str = include_str!("../migrations.sha256");

#[test]
fn files_are_short() -> Result<()> {
    let mut errors = Vec::new();
    for path in paths()?.iter().filter(|path| is_code(path)) {
        let Ok(text) = fs::read_to_string(root().join(path)) else { continue };
        let (source, whole) = (if is_test_file(path) { 0 } else { count_source_lines(&text) }, text.lines().count());
        if source > MAX_SOURCE_LINES || whole > MAX_LINES {
            errors.push(format!("{path}: {source} lines without tests, {whole} in all"));
        }
    }
    assert!(errors.is_empty(), "more than {MAX_SOURCE_LINES} lines, or {MAX_LINES} with tests: {errors:#?}");
    Ok(())
}

fn is_code(path: &str) -> bool {
    let is_generated = path.ends_with("schema.d.ts");
    !is_generated && path.rsplit_once('.').is_some_and(|(_, extension)| CODE_EXTENSIONS.contains(&extension))
}

fn is_test_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    path.split('/').any(|directory| directory == "tests" || directory == "test")
        || name.starts_with("tests.")
        || name.contains(".test.")
}

/// Counts the lines outside of `#[cfg(test)]` items. Relies on rustfmt: an item at the top level ends with `}` in the
/// first column, or with a semicolon.
fn count_source_lines(text: &str) -> usize {
    let mut lines = text.lines();
    let mut count = 0;
    while let Some(line) = lines.next() {
        if line != "#[cfg(test)]" {
            count += 1;
            continue;
        }
        lines.by_ref().find(|line| line.starts_with('}') || (!line.starts_with(' ') && line.ends_with(';')));
    }
    count
}

#[test]
fn source_lines_exclude_every_test_item() {
    let text = "fn a() {}\n#[cfg(test)]\nmod tests {\n    fn b();\n}\nfn c() {}\n#[cfg(test)]\nmod more;\nfn d() {}\n";
    assert_eq!(count_source_lines(text), 3);
}

#[test]
fn released_migrations_never_change() -> Result<()> {
    let dir = root().join("crates/db/migrations");
    let released: BTreeMap<&str, &str> =
        RELEASED_MIGRATIONS.lines().filter_map(|line| line.split_once("  ").map(|(sum, name)| (name, sum))).collect();
    for (name, sum) in &released {
        let text = fs::read(dir.join(name)).with_context(|| format!("{name} was released and is gone"))?;
        assert_eq!(hex::encode(Sha256::digest(&text)), *sum, "{name} was released: write a new migration instead");
    }
    for entry in fs::read_dir(&dir)? {
        let name = entry?.file_name().into_string().expect("a plain name");
        assert!(released.contains_key(name.as_str()), "{name} is not listed: run ./task gen");
    }
    Ok(())
}
