//! The dependencies have the same features with and without those of the tests.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use anyhow::{Result, ensure};

use crate::source::root;

/// Macros are built with these, apart from what runs.
const OF_MACROS: [&str; 3] = ["proc-macro2", "quote", "syn"];

/// Returns the features that each package is compiled with.
fn features(edges: &str) -> Result<BTreeMap<String, BTreeSet<String>>> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--workspace", "--offline", "--prefix", "none", "--format", "{p}|{f}", "--edges", edges])
        .current_dir(root())
        .output()?;
    ensure!(output.status.success(), "cargo tree: {}", String::from_utf8_lossy(&output.stderr));
    let mut packages = BTreeMap::<String, BTreeSet<String>>::new();
    for line in String::from_utf8(output.stdout)?.lines() {
        if let Some((package, features)) = line.trim_end_matches(" (*)").split_once('|') {
            packages.entry(package.to_owned()).or_default().extend(features.split(',').map(str::to_owned));
        }
    }
    ensure!(packages.len() > 100, "cargo tree lists {} packages", packages.len());
    Ok(packages)
}

/// A feature that only a test's dependency selects makes the tests compile that package, and all above it, once more. The
/// remedy is to select it in the workspace too.
#[test]
fn tests_select_no_other_features() -> Result<()> {
    let without_tests = features("normal,build")?;
    let mut twice = Vec::new();
    for (package, features) in features("normal,build,dev")? {
        let is_of_macros = package.split(' ').next().is_some_and(|name| OF_MACROS.contains(&name));
        let Some(usual) = without_tests.get(&package).filter(|_| !is_of_macros) else { continue };
        twice.extend(features.difference(usual).map(|feature| format!("{package}: {feature}")));
    }
    assert!(twice.is_empty(), "compiled twice: {twice:#?}");
    Ok(())
}
