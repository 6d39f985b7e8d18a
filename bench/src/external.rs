//! Measurements by other programs: psql, redis-cli, wrk, the `model` command, the web build.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;

use crate::patient::Patient;
use crate::product::Product;
use crate::report::{Metric, Report};

/// Returns the database's current time.
///
/// # Errors
/// psql fails.
pub fn database_time() -> Result<String> {
    Ok(query("select now()")?.trim().to_owned())
}

/// Returns the milliseconds from enqueuing to start of the photo jobs since `since`.
///
/// # Errors
/// psql fails.
pub fn job_waits(since: &str) -> Result<Vec<f64>> {
    let rows = query(&format!(
        "select extract(epoch from started_at - created_at) * 1000 from jobs
         where queue = 'inference' and attempts = 1 and started_at is not null and created_at >= '{since}'"
    ))?;
    rows.lines().map(|row| row.trim().parse().context("a number of milliseconds")).collect()
}

/// Executes statements.
///
/// # Errors
/// psql fails.
pub fn execute(statements: &str) -> Result<()> {
    query(statements).map(drop)
}

/// Runs a statement and returns the output of psql.
///
/// # Errors
/// psql fails.
pub fn query(statement: &str) -> Result<String> {
    // the shell reads the URL from the environment, which keeps it out of the arguments
    let output = Command::new("sh").args(["-c", "exec psql \"$DATABASE_URL\" -XtAqc \"$0\"", statement]).output()?;
    ensure!(output.status.success(), "psql: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}

/// Terminates every client connection of PostgreSQL.
///
/// # Errors
/// psql fails.
pub fn cut_connections() -> Result<()> {
    execute(
        "select count(pg_terminate_backend(pid)) from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()",
    )
}

/// Deletes all data in Redis.
///
/// # Errors
/// redis-cli fails.
pub fn empty_redis() -> Result<()> {
    let output = Command::new("sh").args(["-c", "exec redis-cli -u \"$REDIS_URL\" flushall"]).output()?;
    let reply = String::from_utf8_lossy(&output.stdout);
    ensure!(reply.trim() == "OK", "redis-cli: {reply}{}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

/// Measures the throughput of `GET /patients/me` with wrk.
///
/// # Errors
/// A response is not 200.
pub fn measure_requests(product: &Product, patient: &Patient, quick: bool, report: &mut Report) -> Result<()> {
    let name = "GET /patients/me";
    let url = format!("{}/api/v1/patients/me", product.api);
    // wrk replaces its own header only under this spelling; the api refuses a second host
    let (host, token) = (format!("Host: {}", patient.host), format!("authorization: Bearer {}", patient.token));
    let time = if quick { "2s" } else { "15s" };
    let output =
        Command::new("wrk").args(["-t2", "-c32", "--latency", "-d", time, "-H", &host, "-H", &token, &url]).output();
    let Ok(output) = output else {
        report.add_missing(name, "wrk is not installed");
        return Ok(());
    };
    let text = String::from_utf8(output.stdout)?;
    ensure!(!text.contains("Non-2xx"), "wrk saw errors:\n{text}");
    let field = |label: &str| text.lines().find_map(|line| line.trim().strip_prefix(label)).map(str::trim);
    let rate: f64 = field("Requests/sec:").with_context(|| format!("the output of wrk:\n{text}"))?.parse()?;
    let slow = parse_ms(field("99%").context("no 99th percentile")?)?;
    report.add(name, rate, Metric::new("1/s", ">= 20,000"), "wrk -t2 -c32, everything on the same cores");
    report.add(&format!("{name} p99"), slow, Metric::new("ms", "<= 6"), "as above");
    Ok(())
}

/// Parses `1.23ms`, `950.00us` or `1.10s` as milliseconds.
fn parse_ms(text: &str) -> Result<f64> {
    for (unit, factor) in [("us", 0.001), ("ms", 1.), ("s", 1000.)] {
        if let Some(number) = text.strip_suffix(unit).and_then(|number| number.parse::<f64>().ok()) {
            return Ok(number * factor);
        }
    }
    bail!("{text} is no time")
}

/// Runs a program and returns the JSON at the end of its output.
///
/// # Errors
/// The program fails or prints no JSON.
pub fn run_for_json(command: &mut Command) -> Result<Value> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().with_context(|| name.clone())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    // Node.js prints its version last, after the error
    let error = errors.lines().find(|line| line.contains("Error")).or_else(|| errors.lines().last());
    ensure!(output.status.success(), "{name} ended {}: {}", output.status, error.unwrap_or_default());
    if let Ok(whole) = serde_json::from_str(&text) {
        return Ok(whole);
    }
    serde_json::from_str(text.lines().last().unwrap_or_default()).with_context(|| format!("{name} printed no JSON"))
}

/// Returns the path of a program in this program's directory.
pub fn sibling_program(name: &str) -> PathBuf {
    let own = std::env::current_exe().unwrap_or_default();
    own.parent().map_or_else(|| PathBuf::from(name), |dir| dir.join(name))
}

/// Adds every number of a JSON object, named by its path.
pub fn add_all(report: &mut Report, name: &str, value: &Value, note: &str) {
    match value {
        Value::Number(number) => report.add(name, number.as_f64().unwrap_or_default(), Metric::new("", ""), note),
        Value::Object(fields) => {
            for (key, inner) in fields {
                add_all(report, &format!("{name} {key}"), inner, note);
            }
        }
        _ => {}
    }
}

/// Measures one photo on one core by stage, with the `model` command.
pub fn measure_network(report: &mut Report) {
    let mut model = Command::new(sibling_program("model"));
    model.args(["bench", "--json"]).env("RAYON_NUM_THREADS", "1").env("CANDLE_NUM_THREADS", "1");
    let stages = match run_for_json(&mut model) {
        Ok(stages) => stages,
        Err(error) => return report.add_missing("photo by stage", &format!("{error:#}")),
    };
    for stage in stages.as_array().into_iter().flatten() {
        let name = stage["stage"].as_str().unwrap_or_default();
        let target = if name == "total" { "<= 25" } else { "" };
        let note = format!("on one core; minimum {:.1} ms", stage["min_ms"].as_f64().unwrap_or_default());
        report.add(
            &format!("photo: {name} p50"),
            stage["p50_ms"].as_f64().unwrap_or_default(),
            Metric::new("ms", target),
            &note,
        );
    }
}

/// Measures the gzipped JavaScript of each first screen.
pub fn measure_pages(report: &mut Report) {
    match run_for_json(Command::new("node").args(["web/scripts/budget.mjs", "--json"])) {
        Ok(value) => {
            for row in value["firstLoadJs"].as_array().into_iter().flatten() {
                let name = format!("JavaScript of {}", row["path"].as_str().unwrap_or_default());
                report.add(&name, row["gzKb"].as_f64().unwrap_or_default(), Metric::new("KB gzip", ""), "");
            }
        }
        Err(error) => report.add_missing("JavaScript of the first screens", &format!("{error:#}")),
    }
}

/// Measures the load time of a clinic's scoring view on a slow connection with an empty browser cache.
pub fn measure_scoring_view(photo: &Path, quick: bool, report: &mut Report) {
    let name = "scoring view on slow 4G, to an answered press";
    let mut browser = Command::new("node");
    browser.args(["web/test/bench/scoring-view.mjs", if quick { "1" } else { "7" }]).env("HYEOBOM_PHOTO", photo);
    match run_for_json(&mut browser) {
        Ok(value) => {
            let note = format!(
                "median of {}; largest {:.0} ms; 150 ms, 1.6 Mbit/s",
                value["times"],
                value["largest"].as_f64().unwrap_or_default()
            );
            report.add(name, value["p50"].as_f64().unwrap_or_default(), Metric::new("ms", "<= 2,500"), &note);
        }
        Err(error) => report.add_missing(name, &format!("{error:#}")),
    }
}

/// Measures Lighthouse's medians of four patient screens, and the slowest response to a press.
pub fn measure_lighthouse(photo: &Path, quick: bool, report: &mut Report) {
    let mut browser = Command::new("node");
    browser.args(["bench/lighthouse/measure.mjs", if quick { "1" } else { "5" }]).env("HYEOBOM_PHOTO", photo);
    match run_for_json(&mut browser) {
        Ok(value) => add_all(report, "Lighthouse", &value, ""),
        Err(error) => report.add_missing("Lighthouse", &format!("{error:#}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_wrk_are_parsed() -> Result<()> {
        for (text, expected) in [("950.00us", 0.95), ("1.50ms", 1.5), ("1.10s", 1100.)] {
            assert!((parse_ms(text)? - expected).abs() < 1e-9, "{text}");
        }
        assert!(parse_ms("fast").is_err());
        Ok(())
    }
}
