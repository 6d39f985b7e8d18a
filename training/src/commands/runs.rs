//! `model runs`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use model::evaluation::{ALL_SOURCES, Evaluation};
use model::release::{Bundle, Manifest};
use serde_json::{Value, json};
use training::evaluate::{Predictions, summarize};
use training::report::{self, Table, left_out_table};
use training::runs::{LeaveOneOut, Run, RunRecord, leave_one_out, list};

/// Options of `model runs`.
#[derive(clap::Args)]
pub struct Runs {
    /// Folder with one subfolder per run.
    dir: PathBuf,
    /// Show all metrics over the combined photos of the runs, for example of runs that each hold out one source.
    #[arg(long, conflicts_with = "json")]
    pooled: bool,
    /// Record the metrics of the runs that each hold out a source in the manifest of this folder of weights, which must be trained
    /// with the same configuration.
    #[arg(long, value_name = "WEIGHTS", conflicts_with = "json")]
    record: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Lists the runs with the metrics of those that held photos out, and summarizes the seeds of those that held a source
/// out.
pub fn run(args: &Runs) -> Result<()> {
    let runs = list(&args.dir)?;
    ensure!(!runs.is_empty(), "there is no finished run below {}", args.dir.display());
    let evaluations: Vec<Option<Evaluation>> = runs.iter().map(|run| run.predictions.as_ref().map(summarize)).collect();
    if !args.json {
        print!("{}", run_table(&runs, &evaluations).text());
    }
    let groups = leave_one_out(&runs)?;
    if args.json {
        let json =
            |(run, evaluation): (&Run, _)| json!({ "run": run.name, "record": run.record, "evaluation": evaluation });
        let runs: Vec<Value> = runs.iter().zip(&evaluations).map(json).collect();
        println!("{}", json!({ "runs": runs, "leave_one_source_out": groups }));
    } else {
        for group in &groups {
            println!("\nleave one source out: {}", group.runs.join(", "));
            print!("{}", left_out_table(&group.sources).text());
        }
    }
    if args.pooled {
        let mut all = runs.into_iter().filter_map(|run| run.predictions);
        if let Some(first) = all.next() {
            let photos = first.photos.iter().cloned().chain(all.flat_map(|more| more.photos)).collect();
            let pooled = Predictions { photos, ..first };
            print!("\n{}{}", report::text(&summarize(&pooled)), report::details(&pooled));
        }
    }
    if let Some(dir) = &args.record {
        record(dir, groups)?;
        println!("recorded in {}", dir.display());
    }
    Ok(())
}

fn run_table(runs: &[Run], evaluations: &[Option<Evaluation>]) -> Table {
    let columns =
        ["run", "version", "seed", "steps", "held out", "IoU", "boundary F", "kappa", "index error", "correlation"];
    let mut table = Table::new(&columns);
    for (Run { name, record, .. }, evaluation) in runs.iter().zip(evaluations) {
        let config = &record.config;
        let held_out = record.held_out.as_deref().unwrap_or("-");
        let mut row = vec![name.clone(), record.version.clone(), config.seed.to_string(), config.steps.to_string()];
        row.push(held_out.to_owned());
        if let Some(all) = evaluation.as_ref().and_then(|evaluation| evaluation.sources.get(ALL_SOURCES)) {
            row.extend([all.iou.value, all.boundary_f].map(|figure| format!("{figure:.3}")));
            if let Some(scores) = &all.scores {
                row.push(format!("{:.3}", scores.kappa.value));
                row.push(format!("{:.2}", scores.index_error.value));
                row.push(format!("{:.3}", scores.index_correlation.value));
            }
        }
        table.push(row);
    }
    table
}

/// Writes the metrics of the runs that were trained like a folder's weights into the folder's manifest.
fn record(dir: &Path, groups: Vec<LeaveOneOut>) -> Result<()> {
    let bundle = Bundle::open(dir).with_context(|| dir.display().to_string())?;
    let Some(evaluation) = bundle.manifest.evaluation.clone() else {
        bail!("{} was not measured yet: `model eval --record` comes first", dir.display());
    };
    let version = RunRecord::read(dir)?;
    let fits = |group: &LeaveOneOut| version.as_ref().is_none_or(|version| version.is_same_training(&group.record));
    let mut groups: Vec<LeaveOneOut> = groups.into_iter().filter(fits).collect();
    let Some(group) = groups.pop() else {
        bail!("no run held a source out that was trained like {}", dir.display());
    };
    ensure!(
        groups.is_empty(),
        "the runs are of several trainings: put those that {} is like into one folder",
        dir.display()
    );
    let evaluation = Evaluation { leave_one_source_out: group.sources, ..evaluation };
    Manifest { evaluation: Some(evaluation), ..bundle.manifest }.write(dir)
}
