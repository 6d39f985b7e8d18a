//! `model predict`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use model::{Analysis, Outcome, TonguePipeline};
use serde::Serialize;

use super::overlay;
use super::weights::WeightsArgs;

/// Options of `model predict`.
#[derive(clap::Args)]
pub struct Predict {
    /// Photos, or folders of photos.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    weights: WeightsArgs,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
    /// Draw outline and grid over each photo, as NAME.png in this folder.
    #[arg(long)]
    overlay: Option<PathBuf>,
}

#[derive(Serialize)]
struct Failure {
    code: &'static str,
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

/// Reads every file. A failure does not stop the others; the files that could not be opened are counted in an error at
/// the end.
pub fn run(args: &Predict) -> Result<()> {
    let pipeline = TonguePipeline::new(&args.weights.load()?)?;
    let files = expand(&args.files)?;
    if let Some(dir) = &args.overlay {
        std::fs::create_dir_all(dir)?;
    }
    let (mut unread, mut taken) = (0, BTreeSet::new());
    for file in &files {
        let bytes = match std::fs::read(file) {
            Ok(bytes) => bytes,
            Err(error) => {
                eprintln!("{}: cannot be opened: {error}", file.display());
                unread += 1;
                continue;
            }
        };
        let analysis = pipeline.read_bytes(&bytes, None)?;
        if args.json {
            println!("{}", serde_json::to_string(&line(file, &analysis))?);
        } else {
            println!("{}: {}", file.display(), describe(&analysis));
        }
        if let (Some(dir), Ok(mut picture)) = (&args.overlay, model::decode::decode(&bytes)) {
            overlay::draw(&mut picture, &analysis.outcome);
            picture.save(dir.join(unique_name(file, &mut taken)))?;
        }
    }
    ensure!(unread == 0, "{unread} of {} files cannot be opened", files.len());
    Ok(())
}

/// Expands folders into their files, sorted by name.
fn expand(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let mut inside: Vec<PathBuf> = std::fs::read_dir(path)?
                .filter_map(|entry| Some(entry.ok()?.path()))
                .filter(|path| path.is_file())
                .collect();
            inside.sort();
            files.extend(inside);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// Returns a name for the file's drawing that no other drawing has.
fn unique_name(file: &Path, taken: &mut BTreeSet<String>) -> String {
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
        Outcome::Failure(code) => (None, Some(Failure { code: code.as_str() })),
    };
    Line {
        file: file.to_str().unwrap_or_default(),
        width: analysis.width,
        height: analysis.height,
        splition: reading.map(|r| r.outline.points().iter().copied().enumerate().collect()),
        scores: reading.map(|r| r.scores.numbers()),
        confidences: reading.map(|r| r.confidences.get()),
        failure,
        model_version: &analysis.model_version,
    }
}

fn describe(analysis: &Analysis) -> String {
    match &analysis.outcome {
        Outcome::Failure(code) => code.as_str().to_owned(),
        Outcome::Reading(reading) => {
            let scores = reading.scores.numbers();
            let index = model::metrics::index(&scores);
            let rows: Vec<String> = scores.chunks(3).map(|row| format!("{} {} {}", row[0], row[1], row[2])).collect();
            let least = reading.confidences.get().into_iter().fold(1f32, f32::min);
            format!("TCI {index:.0} %, root to tip {}, least confidence {:.0} %", rows.join(" | "), least * 100.)
        }
    }
}
