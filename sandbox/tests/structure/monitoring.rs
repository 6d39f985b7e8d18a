//! The alert rules, their tests and the dashboard: what they ask for is what the programs record, and every alert is tested
//! and explained.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use serde_json::Value;

use crate::source::{paths, root};

/// Recorded by Prometheus itself, or by a library under the names that Prometheus expects.
const FOREIGN: [&str; 5] = [
    "up",
    "process_resident_memory_bytes",
    "process_cpu_seconds_total",
    "process_open_fds",
    "process_start_time_seconds",
];

/// What begins like a metric of ours and is none.
const DATABASE_ROLES: [&str; 2] = ["hyeobom_app", "hyeobom_system"];

#[derive(Deserialize)]
struct Rules {
    groups: Vec<Group>,
}

#[derive(Deserialize)]
struct Group {
    rules: Vec<Rule>,
}

#[derive(Deserialize)]
struct Rule {
    alert: String,
    expr: String,
}

fn rules() -> Result<Vec<Rule>> {
    let text = fs::read_to_string(root().join("deploy/monitoring/alerts.yml"))?;
    let rules: Rules = serde_norway::from_str(&text)?;
    Ok(rules.groups.into_iter().flat_map(|group| group.rules).collect())
}

/// The words of a text that begin like a metric of ours.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| (word.starts_with("hyeobom_") || word.starts_with("process_")) && !word.ends_with('_'))
}

/// The names in `Metric::counter("…")` and the like.
fn recorded() -> Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for path in paths()?
        .into_iter()
        .filter(|path| path.contains("/src/") && Path::new(path).extension().is_some_and(|end| end == "rs"))
    {
        // a deleted file is listed until it is removed from the index
        let Ok(text) = fs::read_to_string(root().join(&path)) else { continue };
        for kind in ["counter", "gauge", "histogram"] {
            for rest in text.split(&format!("Metric::{kind}(")).skip(1) {
                let name = rest.trim_start().strip_prefix('"').and_then(|rest| rest.split('"').next());
                let Some(name) = name.filter(|name| name.starts_with("hyeobom_")) else { continue };
                names.insert(name.to_owned());
                if kind == "histogram" {
                    names.extend(["bucket", "count", "sum"].map(|part| format!("{name}_{part}")));
                }
            }
        }
    }
    ensure!(names.len() > 30, "the metrics were not found: {names:?}");
    Ok(names)
}

fn assert_recorded(what: &str, text: &str) -> Result<()> {
    let recorded = recorded()?;
    let known = |name: &str| recorded.contains(name) || FOREIGN.contains(&name) || DATABASE_ROLES.contains(&name);
    let unknown: BTreeSet<&str> = words(text).filter(|name| !known(name)).collect();
    assert!(unknown.is_empty(), "{what} asks for metrics that nobody records: {unknown:?}");
    Ok(())
}

#[test]
fn alerts_ask_for_recorded_metrics() -> Result<()> {
    for rule in rules()? {
        assert_recorded(&rule.alert, &rule.expr)?;
    }
    Ok(())
}

#[test]
fn dashboard_asks_for_recorded_metrics() -> Result<()> {
    let text = fs::read_to_string(root().join("deploy/monitoring/dashboard.json"))?;
    let dashboard: Value = serde_json::from_str(&text)?;
    let panels = dashboard["panels"].as_array().context("panels")?;
    let targets: Vec<&Value> = panels.iter().filter_map(|panel| panel["targets"].as_array()).flatten().collect();
    ensure!(targets.len() > 20, "the dashboard is empty");
    for target in targets {
        assert_recorded("the dashboard", target["expr"].as_str().context("an expression")?)?;
    }
    let shown: BTreeSet<&str> = words(&text).collect();
    for rule in rules()? {
        // what alarms can be looked at, except for the two about tampering and templates, whose place is the log
        let hidden = ["hyeobom_model_refusals_total", "hyeobom_alimtalk_rejected_total", "hyeobom_jobs_unreadable"];
        for name in words(&rule.expr).filter(|name| !hidden.contains(name) && !name.contains("access_log")) {
            let is_detail = name.starts_with("hyeobom_agreement_");
            assert!(shown.contains(name) || is_detail, "{}: the dashboard does not show {name}", rule.alert);
        }
    }
    Ok(())
}

#[test]
fn monitor_md_explains_every_alert() -> Result<()> {
    let page = fs::read_to_string(root().join("docs/operations/monitor.md"))?;
    let explained: BTreeSet<&str> =
        page.lines().filter_map(|line| line.strip_prefix("| **")?.split_once("** |")).map(|(name, _)| name).collect();
    let rules = rules()?;
    let named: BTreeSet<&str> = rules.iter().map(|rule| rule.alert.as_str()).collect();
    assert_eq!(explained, named);
    assert_recorded("docs/operations/monitor.md", &page)
}

#[test]
fn alerts_fire_as_their_tests_say() -> Result<()> {
    let folder = root().join("deploy/monitoring");
    let tests = ["alerts.test.yml", "drift.test.yml"];
    for arguments in [["check", "config", "prometheus.yml"].as_slice(), &["test", "rules", tests[0], tests[1]]] {
        let output = Command::new("promtool").args(arguments).current_dir(&folder).output();
        let output = output.context("promtool: ./task test installs it (Debian package prometheus)")?;
        let text = [output.stdout, output.stderr].concat();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&text));
    }
    // each fires in one of them
    let text = tests.map(|file| fs::read_to_string(folder.join(file)).unwrap_or_default()).concat();
    for rule in rules()? {
        let name = format!("alertname: {}\n", rule.alert);
        let fires = text.split(&name).skip(1).any(|rest| rest.trim_start().starts_with("exp_alerts:\n"));
        assert!(fires, "no test makes {} fire", rule.alert);
    }
    Ok(())
}
