//! `model data`.

use std::path::PathBuf;

use anyhow::{Result, bail, ensure};
use model::data::{Dataset, FOLDS, Folder, Part, ReaderPair, Stats, check, stats, write_split};
use model::synth;

/// Commands about labelled photos.
#[derive(clap::Subcommand)]
pub enum Data {
    /// Look through a folder and name every file and line that is wrong.
    ///
    /// A folder holds images/<id>.jpg, masks/<id>.png of the same size (white is tongue, black is not), and, where there are
    /// scores, scores.csv with the columns id,a1..a9,b1..b9: nine scores 0, 1 or 2 of each reader, row by row from the
    /// root of the tongue, left to right as seen in the photo. Exits with 1 when something cannot be trained with.
    Check {
        /// The folder.
        data: PathBuf,
    },
    /// Fix which photos are for training and which are kept for the test, as DATA/split.csv.
    ///
    /// A fifth of the groups is kept for the test; each group also gets a fold. Both follow from the SHA-256 of the group's
    /// name, so that photos that are added later change nothing. Rows that are in the list stay as they are. Without a list
    /// every photo is a group of its own.
    Split {
        /// The folder.
        data: PathBuf,
        /// A photo's group is its id up to the last of these: photos of one person are never torn apart.
        #[arg(long, value_name = "SEPARATOR")]
        group_until: Option<String>,
        /// Folds of the cross-validation.
        #[arg(long, default_value_t = FOLDS)]
        folds: u8,
    },
    /// Count: sizes, balance of the classes, agreement of the readers.
    Stats {
        /// The folder.
        data: PathBuf,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Draw photos whose outline and scores are known, as a new folder.
    ///
    /// They try out commands without a photo of a person, and join the real ones in training by themselves.
    Synth {
        /// The folder; it must not hold photos yet.
        out: PathBuf,
        /// Tongues.
        #[arg(long, default_value_t = 50)]
        count: usize,
        /// Photos without a tongue: closed mouths, hands, walls.
        #[arg(long, default_value_t = 0)]
        empty: usize,
        /// The same seed draws the same photos.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

/// Runs one of them.
pub fn run(command: &Data) -> Result<()> {
    match command {
        Data::Check { data } => {
            let problems = check(data)?;
            for problem in &problems {
                println!("{} {problem}", if problem.fatal { "error" } else { "note " });
            }
            let fatal = problems.iter().filter(|problem| problem.fatal).count();
            if fatal > 0 {
                bail!("{fatal} of {} findings must be put right before training", problems.len());
            }
            println!("{}: sound, {} notes", data.display(), problems.len());
        }
        Data::Split { data, group_until, folds } => {
            ensure!(group_until.as_deref() != Some(""), "--group-until needs a character");
            let group = |id: &str| match group_until {
                Some(end) => id.rsplit_once(end.as_str()).map_or(id, |(group, _)| group).to_owned(),
                None => id.to_owned(),
            };
            let rows = write_split(data, *folds, group)?;
            let test = rows.values().filter(|row| row.part == Part::Test).count();
            println!(
                "{} photos for training, {test} for the test: {}",
                rows.len() - test,
                data.join("split.csv").display()
            );
        }
        Data::Stats { data, json } => {
            let stats = stats(&Dataset::open(data)?);
            if *json {
                println!("{}", serde_json::to_string_pretty(&stats)?);
            } else {
                print(&stats);
            }
        }
        Data::Synth { out, count, empty, seed } => {
            let mut folder = Folder::create(out)?;
            for sample in synth::samples(*seed, *count).iter().chain(&synth::empty_samples(*seed, *empty)) {
                let kind = if sample.readers.is_empty() { "empty" } else { "tongue" };
                let id = sample.id.replace("drawn", kind);
                folder.add(&id, (sample.photo(), &sample.mask), &sample.readers, None)?;
            }
            folder.finish()?;
            println!("{count} tongues and {empty} photos without one: {}", out.display());
        }
    }
    Ok(())
}

fn print(stats: &Stats) {
    println!("{} photos, {} held out; folds {:?}; {} scored", stats.photos, stats.held_out, stats.folds, stats.scored);
    println!("{:22} {:>8} {:>8} {:>8}", "", "least", "middle", "most");
    for (name, [least, middle, most]) in [("width, pixels", stats.width), ("height, pixels", stats.height)] {
        println!("{name:22} {least:8.0} {middle:8.0} {most:8.0}");
    }
    let [least, middle, most] = stats.tongue.map(|share| share * 100.);
    println!("{:22} {least:8.1} {middle:8.1} {most:8.1}", "tongue, % of the photo");
    println!("\n{:22} {:>8} {:>8} {:>8}", "cells with score", "0", "1", "2");
    for (reader, counts) in stats.classes.iter().enumerate() {
        line(&format!("reader {}", reader + 1), *counts);
    }
    for (cell, counts) in stats.cells.iter().enumerate() {
        let (row, column) = (["root", "middle", "tip"][cell / 3], ["left", "centre", "right"][cell % 3]);
        line(&format!("{row} {column}"), *counts);
    }
    for ReaderPair { readers: [a, b], photos, exact, kappa, index_error } in &stats.agreement {
        println!(
            "\nreaders {a} and {b}, {photos} photos: kappa {kappa:.3}, exact {:.0} %, index {index_error:.1} points apart",
            exact * 100.
        );
    }
}

fn line(name: &str, counts: [usize; 3]) {
    let all = counts.iter().sum::<usize>().max(1) as f64;
    let [zero, one, two] = counts.map(|n| format!("{n} {:3.0}%", n as f64 / all * 100.));
    println!("{name:22} {zero:>8} {one:>8} {two:>8}");
}
