//! `model compare`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use model::TonguePipeline;
use model::evaluation::{Metric, Protocol};
use training::dataset::{Dataset, Part, Photo};
use training::evaluate::{Comparison, Predictions, SeedPredictions, range};
use training::report::{Table, label};
use training::runs::{PREDICTIONS, RunRecord};

use super::weights::load_named;

/// Options of `model compare`.
#[derive(clap::Args)]
pub struct Compare {
    /// Baseline: a folder of weights, the name of a published version, `deployed` or `built-in`. Separate trainings that differ in the
    /// seed by commas.
    a: String,
    /// Candidate that is compared with A, in the same form.
    b: String,
    /// Folder with photos.csv.
    #[arg(long, required_unless_present = "stored")]
    data: Option<PathBuf>,
    /// Compare on all photos of the folder instead of the sealed part.
    #[arg(long)]
    all: bool,
    /// Compare the stored predictions of runs for the photos that they held out. Runs of one seed that held out different sources are
    /// combined.
    #[arg(long, conflicts_with_all = ["data", "all"])]
    stored: bool,
}

/// Prints the metrics of both sides and their differences with intervals.
pub fn run(args: &Compare) -> Result<()> {
    let (a, b) = match &args.data {
        Some(data) => {
            let data = Dataset::load(data, |row| args.all || row.part == Part::Sealed)?;
            let photos: Vec<&Photo> = data.photos.iter().collect();
            let measure = |names: &str| -> Result<SeedPredictions> {
                let measured =
                    (0..).zip(names.split(',')).map(|(i, name)| Ok((i, predict(name, &data.hash, &photos)?)));
                SeedPredictions::new(measured.collect::<Result<Vec<_>>>()?)
            };
            (measure(&args.a)?, measure(&args.b)?)
        }
        None => (read_stored(&args.a)?, read_stored(&args.b)?),
    };
    println!("A {}\nB {}\nmeans over seeds; B less A with 95 % intervals over groups", args.a, args.b);
    let mut table = Table::new(&["metric", "A", "seeds of A", "B", "seeds of B", "B less A", "verdict"]);
    for metric in Metric::ALL {
        if let Some(found) = a.compare(&b, metric)? {
            table.push(row(metric, &found));
        }
    }
    print!("{}", table.text());
    Ok(())
}

fn predict(name: &str, data_hash: &str, photos: &[&Photo]) -> Result<Predictions> {
    let pipeline = TonguePipeline::new(&load_named(name)?.bundle)?;
    Predictions::measure(&pipeline, Protocol::External, data_hash, photos)
}

fn read_stored(names: &str) -> Result<SeedPredictions> {
    let read = |name: &str| -> Result<(u64, Predictions)> {
        let dir = Path::new(name);
        let record = RunRecord::read(dir)?.with_context(|| format!("{name} is no finished run"))?;
        ensure!(dir.join(PREDICTIONS).exists(), "{name} held no photos out");
        Ok((record.config.seed, Predictions::read(&dir.join(PREDICTIONS))?))
    };
    SeedPredictions::new(names.split(',').map(read).collect::<Result<Vec<_>>>()?).with_context(|| names.to_owned())
}

fn row(metric: Metric, found: &Comparison) -> Vec<String> {
    let mean = |values: &[f64]| format!("{:.3}", model::metrics::mean(values.iter().copied()));
    let seeds = |values: &[f64]| {
        let [min, max] = range(values);
        if values.len() > 1 { format!("{min:.3} to {max:.3}") } else { "-".to_owned() }
    };
    let difference = found.difference;
    let verdict = match (difference.is_clear(), (difference.value < 0.) == metric.is_error()) {
        (false, _) => "no clear difference",
        (true, true) => "B is better",
        (true, false) => "B is worse",
    };
    vec![
        label(metric).0.to_owned(),
        mean(&found.a),
        seeds(&found.a),
        mean(&found.b),
        seeds(&found.b),
        format!("{difference:+.3}"),
        verdict.to_owned(),
    ]
}
