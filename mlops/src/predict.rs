//! `model predict`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use model::{Analysis, FailureCode, Outcome, Reader};
use serde::Serialize;

use crate::overlay;
use crate::weights::Weights;

/// Options of `model predict`.
#[derive(clap::Args)]
pub struct Predict {
    /// Photos.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    weights: Weights,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
    /// Draw outline and grid over each photo, as <its name>.png in this folder.
    #[arg(long)]
    overlay: Option<PathBuf>,
}

#[derive(Serialize)]
struct Failure {
    code: FailureCode,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line<'a> {
    file: &'a str,
    width: u32,
    height: u32,
    splition: Option<BTreeMap<usize, [f32; 2]>>,
    scores: Option<[u8; 9]>,
    confidences: Option<[f32; 9]>,
    failure: Option<Failure>,
    model_version: &'a str,
}

/// Reads every file; one that fails does not stop the rest. Files that cannot be opened are told at the end, by an error.
pub fn run(args: &Predict) -> Result<()> {
    let reader = Reader::new(&args.weights.load()?)?;
    if let Some(dir) = &args.overlay {
        std::fs::create_dir_all(dir)?;
    }
    let (mut unread, mut drawn) = (0, BTreeSet::new());
    for file in &args.files {
        let bytes = match std::fs::read(file) {
            Ok(bytes) => bytes,
            Err(error) => {
                eprintln!("{}: cannot be opened: {error}", file.display());
                unread += 1;
                continue;
            }
        };
        let analysis = reader.read_bytes(&bytes, None)?;
        if args.json {
            println!("{}", serde_json::to_string(&line(file, &analysis))?);
        } else {
            println!("{}: {}", file.display(), words(&analysis));
        }
        if let (Some(dir), Ok(mut picture)) = (&args.overlay, model::decode::decode(&bytes)) {
            overlay::draw(&mut picture, &analysis.outcome);
            picture.save(dir.join(name_of(file, &mut drawn)))?;
        }
    }
    ensure!(unread == 0, "{unread} of {} files cannot be opened", args.files.len());
    Ok(())
}

/// A name for the drawing over a file that no other file's drawing has.
fn name_of(file: &Path, taken: &mut BTreeSet<String>) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let numbered = (2..).map(|n| format!("{name}-{n}.png"));
    let free = std::iter::once(format!("{name}.png")).chain(numbered).find(|name| !taken.contains(name));
    let free = free.unwrap_or_default();
    taken.insert(free.clone());
    free
}

fn line<'a>(file: &'a Path, analysis: &'a Analysis) -> Line<'a> {
    let (reading, failure) = match &analysis.outcome {
        Outcome::Reading(reading) => (Some(reading), None),
        Outcome::Failure(code) => (None, Some(Failure { code: *code })),
    };
    Line {
        file: file.to_str().unwrap_or_default(),
        width: analysis.width,
        height: analysis.height,
        splition: reading.map(|r| r.polygon.iter().copied().enumerate().collect()),
        scores: reading.map(|r| r.scores),
        confidences: reading.map(|r| r.confidences),
        failure,
        model_version: &analysis.model_version,
    }
}

fn words(analysis: &Analysis) -> String {
    match &analysis.outcome {
        Outcome::Failure(code) => code.as_str().to_owned(),
        Outcome::Reading(reading) => {
            let sum: u8 = reading.scores.iter().sum();
            format!("scores {:?}, index {:.0} %, grid {:?}", reading.scores, f32::from(sum) / 0.18, reading.grid)
        }
    }
}
