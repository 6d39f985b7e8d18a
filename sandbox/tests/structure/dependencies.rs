//! Which crate may depend on which.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

use crate::source::root;

/// Our crates and those of ours that each may depend on. Tests may also use `testing`, `fixtures` and `sandbox`.
const ALLOWED_DEPENDENCIES: [(&str, &[&str]); 20] = [
    ("domain", &[]),
    ("runtime", &[]),
    ("db", &["domain"]),
    ("directory", &["domain", "db", "runtime"]),
    ("blob", &["domain"]),
    ("documents", &[]),
    ("partners", &["domain"]),
    ("queue", &["domain", "db", "runtime"]),
    ("cpu-nn", &[]),
    ("model", &["domain", "cpu-nn"]),
    ("registry", &["blob", "model"]),
    ("training", &["domain", "db", "blob", "runtime", "cpu-nn", "model", "registry"]),
    ("api", &["domain", "db", "directory", "documents", "queue", "blob", "partners", "runtime"]),
    ("worker", &["domain", "db", "queue", "blob", "partners", "runtime", "model", "registry"]),
    ("sandbox", &["runtime"]),
    ("fixtures", &["domain", "db", "directory", "runtime"]),
    ("bench", &[]),
    ("api-tests", &[]),
    ("db-tests", &[]),
    ("testing", &["domain", "db", "blob", "sandbox"]),
];

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    kind: Option<String>,
}

impl Dependency {
    fn is_dev(&self) -> bool {
        self.kind.as_deref() == Some("dev")
    }
}

#[derive(Deserialize)]
struct Deny {
    bans: Bans,
}

#[derive(Deserialize)]
struct Bans {
    deny: Vec<Ban>,
}

#[derive(Deserialize)]
struct Ban {
    #[serde(rename = "crate")]
    name: String,
    wrappers: BTreeSet<String>,
}

fn packages() -> Result<Vec<Package>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root())
        .output()?;
    ensure!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    Ok(serde_json::from_slice::<Metadata>(&output.stdout)?.packages)
}

#[test]
fn external_dependencies_follow_deny_toml() -> Result<()> {
    let deny: Deny = toml::from_str(&fs::read_to_string(root().join("deny.toml"))?)?;
    let bans: BTreeMap<_, _> = deny.bans.deny.into_iter().map(|ban| (ban.name, ban.wrappers)).collect();
    let mut errors = Vec::new();
    for package in packages()? {
        // tests may use banned crates
        for dependency in package.dependencies.iter().filter(|dependency| !dependency.is_dev()) {
            if bans.get(&dependency.name).is_some_and(|wrappers| !wrappers.contains(&package.name)) {
                errors.push(format!("{} uses {}", package.name, dependency.name));
            }
        }
    }
    assert!(errors.is_empty(), "deny.toml forbids: {errors:#?}");
    Ok(())
}

#[test]
fn own_crates_depend_only_as_allowed() -> Result<()> {
    let allowed = BTreeMap::from(ALLOWED_DEPENDENCIES);
    let mut errors = Vec::new();
    for package in packages()? {
        let rule = allowed.get(package.name.as_str()).with_context(|| format!("no rule for {}", package.name))?;
        let own = package.dependencies.iter().filter(|dependency| allowed.contains_key(dependency.name.as_str()));
        for dependency in own.filter(|dependency| !dependency.is_dev()) {
            if !rule.contains(&dependency.name.as_str()) {
                errors.push(format!("{} -> {}", package.name, dependency.name));
            }
        }
    }
    assert!(errors.is_empty(), "docs/architecture.md forbids: {errors:#?}");
    Ok(())
}
