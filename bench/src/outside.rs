//! What other programs measure: the database, wrk, the network's own command, the queues, the web build.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;

use crate::patient::Patient;
use crate::product::Product;
use crate::report::Report;

/// The database's present time.
///
/// # Errors
/// When psql cannot ask.
pub fn database_time() -> Result<String> {
    Ok(ask("select now()")?.trim().to_owned())
}

/// The milliseconds from enqueuing to starting of the photo jobs made since `since`.
///
/// # Errors
/// When psql cannot ask.
pub fn job_waits(since: &str) -> Result<Vec<f64>> {
    let rows = ask(&format!(
        "select extract(epoch from started_at - created_at) * 1000 from jobs
         where queue = 'inference' and attempts = 1 and started_at is not null and created_at >= '{since}'"
    ))?;
    rows.lines().map(|row| row.trim().parse().context("a number of milliseconds")).collect()
}

/// Writes rows that are measured among.
///
/// # Errors
/// When psql cannot.
pub fn fill(statements: &str) -> Result<()> {
    ask(statements).map(drop)
}

fn ask(statement: &str) -> Result<String> {
    // the address is the product's own variable, which sandbox dev hands on; the shell keeps it out of our arguments
    let output = Command::new("sh").args(["-c", "exec psql \"$DATABASE_URL\" -XtAqc \"$0\"", statement]).output()?;
    ensure!(output.status.success(), "psql: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}

/// Requests a second on `GET /patients/me`, with wrk.
///
/// # Errors
/// When wrk is there and an answer was not 200.
pub fn requests(product: &Product, patient: &Patient, quick: bool, report: &mut Report) -> Result<()> {
    let name = "GET /patients/me";
    let url = format!("{}/api/v1/patients/me", product.api);
    let (host, token) = (format!("host: {}", patient.host), format!("authorization: Bearer {}", patient.token));
    let time = if quick { "2s" } else { "15s" };
    let output =
        Command::new("wrk").args(["-t2", "-c32", "--latency", "-d", time, "-H", &host, "-H", &token, &url]).output();
    let Ok(output) = output else {
        report.miss(name, "wrk is not installed");
        return Ok(());
    };
    let text = String::from_utf8(output.stdout)?;
    ensure!(!text.contains("Non-2xx"), "wrk saw errors:\n{text}");
    let field = |label: &str| text.lines().find_map(|line| line.trim().strip_prefix(label)).map(str::trim);
    let rate: f64 = field("Requests/sec:").with_context(|| format!("wrk said:\n{text}"))?.parse()?;
    let slow = milliseconds(field("99%").context("no 99th percentile")?)?;
    report.add(name, rate, ("1/s", ">= 20,000"), "wrk -t2 -c32, everything on the same cores");
    report.add(&format!("{name} p99"), slow, ("ms", "<= 6"), "as above");
    Ok(())
}

/// `1.23ms`, `950.00us` or `1.10s` in milliseconds.
fn milliseconds(text: &str) -> Result<f64> {
    for (unit, factor) in [("us", 0.001), ("ms", 1.), ("s", 1000.)] {
        if let Some(number) = text.strip_suffix(unit).and_then(|number| number.parse::<f64>().ok()) {
            return Ok(number * factor);
        }
    }
    bail!("{text} is no time")
}

/// Runs a program and returns the JSON that it prints last.
fn printed_json(command: &mut Command) -> Result<Value> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().with_context(|| name.clone())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let said = || String::from_utf8_lossy(&output.stderr).lines().last().unwrap_or_default().to_owned();
    ensure!(output.status.success(), "{name} ended {}: {}", output.status, said());
    if let Ok(whole) = serde_json::from_str(&text) {
        return Ok(whole);
    }
    serde_json::from_str(text.lines().last().unwrap_or_default()).with_context(|| format!("{name} printed no JSON"))
}

fn beside(name: &str) -> PathBuf {
    let own = std::env::current_exe().unwrap_or_default();
    own.parent().map_or_else(|| PathBuf::from(name), |dir| dir.join(name))
}

/// Adds every number of a JSON object, with its path as its name.
fn add_all(report: &mut Report, name: &str, value: &Value, unit: &'static str) {
    match value {
        Value::Number(number) => report.add(name, number.as_f64().unwrap_or_default(), (unit, ""), ""),
        Value::Object(fields) => {
            for (key, inner) in fields {
                add_all(report, &format!("{name} {key}"), inner, unit);
            }
        }
        _ => {}
    }
}

/// One photo through the network on one core, by stage: the `model` command measures.
pub fn network(report: &mut Report) {
    let mut model = Command::new(beside("model"));
    model.args(["bench", "--json"]).env("RAYON_NUM_THREADS", "1").env("CANDLE_NUM_THREADS", "1");
    let stages = match printed_json(&mut model) {
        Ok(stages) => stages,
        Err(error) => return report.miss("photo by stage", &format!("{error:#}")),
    };
    for stage in stages.as_array().into_iter().flatten() {
        let name = stage["stage"].as_str().unwrap_or_default();
        let target = if name == "total" { "<= 25" } else { "" };
        let least = format!("on one core; least {:.1} ms", stage["min_ms"].as_f64().unwrap_or_default());
        report.add(&format!("photo: {name} p50"), stage["p50_ms"].as_f64().unwrap_or_default(), ("ms", target), &least);
    }
}

/// What measures our queue: on servers of its own, which it wants for itself.
const OUR_QUEUE: &str = r#"
    "$0/api" migrate >&2
    "$0/fixtures" load >&2
    exec "$0/examples/noop_throughput" --database-url "$DATABASE_URL" --redis-url "$REDIS_URL""#;

/// Empty jobs a second: ours, and `BullMQ` on the product's Redis.
pub fn queues(quick: bool, report: &mut Report) {
    let programs = beside("");
    let mut sandbox = Command::new(beside("sandbox"));
    sandbox.args(["exec", "--", "bash", "-euc", OUR_QUEUE]).arg(programs);
    // with the product's own addresses at hand it would start nothing
    sandbox.env_remove("DATABASE_URL").env_remove("REDIS_URL").env_remove("S3_ENDPOINT");
    match printed_json(&mut sandbox) {
        Ok(value) => add_all(report, "our queue", &value, ""),
        Err(error) => report.miss("our queue, empty jobs", &format!("{error:#}")),
    }
    let count = if quick { "2000" } else { "20000" };
    match printed_json(Command::new("node").args(["bench/bullmq/measure.mjs", count])) {
        Ok(value) => add_all(report, "BullMQ", &value, ""),
        Err(error) => report.miss("BullMQ, empty jobs", &format!("{error:#}")),
    }
}

/// The JavaScript of each first screen, gzipped.
pub fn pages(report: &mut Report) {
    match printed_json(Command::new("node").args(["web/scripts/budget.mjs", "--json"])) {
        Ok(value) => {
            for row in value["firstLoadJs"].as_array().into_iter().flatten() {
                let name = format!("JavaScript of {}", row["path"].as_str().unwrap_or_default());
                report.add(&name, row["gzKb"].as_f64().unwrap_or_default(), ("KB gzip", ""), "");
            }
        }
        Err(error) => report.miss("JavaScript of the first screens", &format!("{error:#}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrks_times_are_read_in_every_unit() -> Result<()> {
        for (text, expected) in [("950.00us", 0.95), ("1.50ms", 1.5), ("1.10s", 1100.)] {
            assert!((milliseconds(text)? - expected).abs() < 1e-9, "{text}");
        }
        assert!(milliseconds("fast").is_err());
        Ok(())
    }
}
