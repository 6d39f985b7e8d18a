//! docker-compose.yml and the Dockerfile: services, images, ports, variables, paths.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context as _, Result};
use sandbox::configuration::{OPTIONAL_VARIABLES, VARIABLES};
use serde::Deserialize;
use serde_norway::Value;

use crate::source::root;

const DOCKERFILE: &str = "deploy/docker/Dockerfile";

#[derive(Deserialize)]
struct Compose {
    services: BTreeMap<String, Service>,
    volumes: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
struct Service {
    image: Option<String>,
    build: Option<Build>,
    #[serde(default)]
    environment: BTreeMap<String, String>,
    #[serde(default)]
    command: Vec<String>,
    #[serde(default)]
    ports: Vec<String>,
    #[serde(default)]
    volumes: Vec<String>,
    #[serde(default)]
    depends_on: Value,
}

#[derive(Deserialize)]
struct Build {
    context: String,
    dockerfile: String,
    target: String,
}

fn compose() -> Result<Compose> {
    let text = fs::read_to_string(root().join("docker-compose.yml"))?;
    let mut document: Value = serde_norway::from_str(&text)?;
    document.apply_merge()?;
    Ok(serde_norway::from_value(document)?)
}

#[test]
fn compose_has_all_services() -> Result<()> {
    let compose = compose()?;
    let images: BTreeMap<&str, &str> = compose
        .services
        .iter()
        .map(|(name, service)| (name.as_str(), service.image.as_deref().unwrap_or("ours")))
        .collect();
    let expected = [
        ("api", "ours"),
        ("bucket", "chrislusf/seaweedfs:3.97"),
        ("inbox", "ours"),
        ("mail", "axllent/mailpit:v1.27"),
        ("migrate", "ours"),
        ("objects", "chrislusf/seaweedfs:3.97"),
        ("parties", "ours"),
        ("postgres", "postgres:17"),
        ("redis", "redis:7"),
        ("web", "ours"),
        ("worker", "ours"),
    ];
    assert_eq!(images, BTreeMap::from(expected));
    for needed in ["appendonly", "noeviction"] {
        assert!(compose.services["redis"].command.join(" ").contains(needed), "redis runs without {needed}");
    }
    for (name, service) in &compose.services {
        for volume in &service.volumes {
            let source = volume.split(':').next().unwrap_or_default();
            assert!(compose.volumes.contains_key(source), "{name}: no volume {source}");
        }
        let before: Vec<&str> = match &service.depends_on {
            Value::Sequence(names) => names.iter().filter_map(Value::as_str).collect(),
            Value::Mapping(names) => names.keys().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        assert!(before.iter().all(|other| compose.services.contains_key(*other)), "{name} waits for {before:?}");
    }
    Ok(())
}

#[test]
fn programs_get_exactly_the_configuration() -> Result<()> {
    // the inbox's address is only for tests
    let expected: BTreeSet<&str> =
        VARIABLES.into_iter().filter(|name| *name != "INBOX_URL").chain(OPTIONAL_VARIABLES).collect();
    for (name, service) in
        compose()?.services.iter().filter(|(name, _)| ["api", "worker", "migrate"].contains(&name.as_str()))
    {
        let variables: BTreeSet<&str> = service.environment.keys().map(String::as_str).collect();
        assert_eq!(variables, expected, "{name}");
    }
    Ok(())
}

#[test]
fn ports_are_local_and_unique() -> Result<()> {
    let mut seen = BTreeSet::new();
    for (name, service) in compose()?.services {
        for port in service.ports {
            let rest = port.strip_prefix("127.0.0.1:").with_context(|| format!("{name}: {port}"))?.to_owned();
            assert!(seen.insert(rest), "{name}: {port} twice");
        }
    }
    // the last five are the parties, side by side as `sandbox parties` listens
    let expected =
        [8025, 8333, 8400, 8402, 8405, 8409, 8410, 8411, 8412, 8413, 8414, 8415].map(|port| format!("{port}:{port}"));
    assert_eq!(seen, BTreeSet::from(expected));
    Ok(())
}

#[test]
fn dockerfile_has_all_targets_and_sources() -> Result<()> {
    let text = fs::read_to_string(root().join(DOCKERFILE))?.replace("\\\n", " ");
    let ignored = fs::read_to_string(root().join(format!("{DOCKERFILE}.dockerignore")))?;
    let mut targets = BTreeSet::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["FROM", _, "AS", target] => assert!(targets.insert((*target).to_owned()), "{target} twice"),
            ["COPY", from, ..] if from.starts_with("--from=") => {
                assert!(targets.contains(&from["--from=".len()..]), "{line}");
            }
            ["COPY", sources @ .., _] => {
                for source in sources {
                    assert!(root().join(source).exists(), "{source} does not exist");
                    let top = source.split('/').next().unwrap_or_default();
                    assert!(ignored.lines().any(|kept| kept == format!("!{top}")), "{source} is ignored");
                }
            }
            _ => {}
        }
    }
    for (name, service) in compose()?.services {
        let Some(build) = service.build else { continue };
        assert_eq!((build.context.as_str(), build.dockerfile.as_str()), (".", DOCKERFILE), "{name}");
        assert!(targets.contains(&build.target), "{name} wants {}", build.target);
    }
    Ok(())
}

#[test]
fn settings_md_has_a_row_for_every_variable() -> Result<()> {
    let page = fs::read_to_string(root().join("docs/operations/settings.md"))?;
    for name in VARIABLES.into_iter().chain(OPTIONAL_VARIABLES) {
        assert!(page.contains(&format!("| `{name}` |")), "docs/operations/settings.md says nothing of {name}");
    }
    Ok(())
}
