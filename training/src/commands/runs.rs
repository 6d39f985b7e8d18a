//! `model runs`.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use model::evaluation::ALL_SOURCES;
use training::evaluate::{Predictions, summarize};
use training::report;
use training::runs::{PREDICTIONS, list};

/// Options of `model runs`.
#[derive(clap::Args)]
pub struct Runs {
    /// Folder whose subfolders are runs.
    dir: PathBuf,
    /// Show all figures of the runs, their photos taken together: of the runs that each hold one source out, for instance.
    #[arg(long)]
    pooled: bool,
}

/// Lists the runs, with the figures of those that held photos out.
pub fn run(args: &Runs) -> Result<()> {
    let runs = list(&args.dir)?;
    ensure!(!runs.is_empty(), "there is no finished run below {}", args.dir.display());
    let mut pooled: Option<Predictions> = None;
    println!(
        "{:16} {:20} {:>5} {:>6} {:14} {:>6} {:>6} {:>6} {:>6}",
        "run", "version", "seed", "steps", "held out", "IoU", "kappa", "error", "corr."
    );
    for (dir, record) in runs {
        let name = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let held_out = record.held_out.as_deref().unwrap_or("-");
        print!("{name:16} {:20} {:>5} {:>6} {held_out:14}", record.version, record.config.seed, record.config.steps);
        let file = dir.join(PREDICTIONS);
        if file.exists() {
            let predictions = Predictions::read(&file)?;
            if let Some(all) = summarize(&predictions).sources.get(ALL_SOURCES) {
                print!(" {:>6.3}", all.iou.value);
                if let Some(scores) = &all.scores {
                    let figures = [scores.kappa.value, scores.index_error.value, scores.index_correlation.value];
                    print!(" {:>6.3} {:>6.2} {:>6.3}", figures[0], figures[1], figures[2]);
                }
            }
            match &mut pooled {
                Some(pooled) => pooled.photos.extend(predictions.photos),
                None => pooled = Some(predictions),
            }
        }
        println!();
    }
    if let (true, Some(pooled)) = (args.pooled, pooled) {
        print!("\n{}", report::text(&summarize(&pooled)));
    }
    Ok(())
}
