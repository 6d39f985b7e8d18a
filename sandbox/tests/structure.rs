//! The rules of the house that no compiler knows: who may depend on whom, how long a file is, what never changes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

/// Our crates and those of ours that each may depend on. Tests may also use `testing` and `fixtures`.
const DIRECTIONS: [(&str, &[&str]); 17] = [
    ("domain", &[]),
    ("runtime", &[]),
    ("db", &["domain"]),
    ("blob", &["domain"]),
    ("documents", &[]),
    ("partners", &["domain"]),
    ("queue", &["domain", "db"]),
    ("cpu-nn", &[]),
    ("model", &["domain", "cpu-nn"]),
    ("registry", &["blob", "model"]),
    ("training", &["domain", "db", "blob", "runtime", "cpu-nn", "model", "registry"]),
    ("api", &["domain", "db", "documents", "queue", "blob", "partners", "runtime"]),
    ("worker", &["domain", "db", "queue", "blob", "partners", "runtime", "model", "registry"]),
    ("sandbox", &["runtime"]),
    ("fixtures", &["domain", "db", "runtime"]),
    ("bench", &[]),
    ("testing", &["domain", "db", "queue", "blob", "runtime", "fixtures"]),
];
/// Lines that a file of code may have, its tests not counted.
const LONGEST: usize = 350;
/// Migrations that were released, with their checksums.
const RELEASED: &str = include_str!("migrations.sha256");

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

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_path_buf()
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
fn dependencies_are_fenced_as_deny_toml_says() -> Result<()> {
    let deny: Deny = toml::from_str(&fs::read_to_string(root().join("deny.toml"))?)?;
    let fences: BTreeMap<_, _> = deny.bans.deny.into_iter().map(|ban| (ban.name, ban.wrappers)).collect();
    let mut wrong = Vec::new();
    for package in packages()? {
        // tests may look at what the fence hides
        for dependency in package.dependencies.iter().filter(|d| d.kind.as_deref() != Some("dev")) {
            if fences.get(&dependency.name).is_some_and(|wrappers| !wrappers.contains(&package.name)) {
                wrong.push(format!("{} uses {}", package.name, dependency.name));
            }
        }
    }
    assert!(wrong.is_empty(), "deny.toml forbids: {wrong:#?}");
    Ok(())
}

#[test]
fn our_crates_depend_in_one_direction() -> Result<()> {
    let allowed = BTreeMap::from(DIRECTIONS);
    let mut wrong = Vec::new();
    for package in packages()? {
        let rule = allowed.get(package.name.as_str()).with_context(|| format!("no rule for {}", package.name))?;
        let ours = package.dependencies.iter().filter(|d| allowed.contains_key(d.name.as_str()));
        for dependency in ours.filter(|d| d.kind.as_deref() != Some("dev")) {
            if !rule.contains(&dependency.name.as_str()) {
                wrong.push(format!("{} -> {}", package.name, dependency.name));
            }
        }
    }
    assert!(wrong.is_empty(), "against docs/architecture.md: {wrong:#?}");
    Ok(())
}

#[test]
fn no_file_grows_out_of_hand() -> Result<()> {
    let listed = Command::new("git").args(["ls-files", "-co", "--exclude-standard"]).current_dir(root()).output()?;
    let names = String::from_utf8(listed.stdout)?;
    let code = ["rs", "ts", "tsx", "mjs", "js", "css", "sql", "lua", "sh"];
    let mut long = Vec::new();
    for name in names.lines().filter(|name| !name.ends_with("schema.d.ts")) {
        let path = root().join(name);
        let is_code = path.extension().is_some_and(|end| code.iter().any(|known| end == *known));
        let Some(text) = is_code.then(|| fs::read_to_string(&path).ok()).flatten() else { continue };
        let lines = text.lines().take_while(|line| *line != "#[cfg(test)]").count();
        if lines > LONGEST && !name.contains("/tests/") {
            long.push(format!("{name}: {lines} lines"));
        }
    }
    assert!(long.is_empty(), "more than {LONGEST} lines: {long:#?}");
    Ok(())
}

#[test]
fn released_migrations_never_change() -> Result<()> {
    let dir = root().join("crates/db/migrations");
    let released: BTreeMap<&str, &str> =
        RELEASED.lines().filter_map(|line| line.split_once("  ").map(|(sum, name)| (name, sum))).collect();
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
