//! `model bench`.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use image::ImageFormat;
use model::timing::{Forward, NUMBERS, Step};
use model::{Reader, synth};
use serde::Serialize;

use crate::weights::Weights;

/// Options of `model bench`.
#[derive(clap::Args)]
pub struct Bench {
    #[command(flatten)]
    weights: Weights,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Photos to read; with --forward or --step, passes or steps to time.
    #[arg(long, default_value_t = 60)]
    repeats: usize,
    /// Only pass the picture in this file through the segmentation network: 3 x 256 x 256 numbers of four bytes, little-endian.
    #[arg(long, value_name = "FILE", conflicts_with = "step")]
    forward: Option<PathBuf>,
    /// Where to write what that gives: 256 x 256 logits of the mask, and that of a tongue's presence.
    #[arg(long, value_name = "FILE", requires = "forward")]
    logits: Option<PathBuf>,
    /// Only take steps of training, of so many pictures of 256 x 256 pixels.
    #[arg(long, value_name = "BATCH")]
    step: Option<usize>,
}

#[derive(Serialize)]
struct Timing {
    stage: &'static str,
    min_ms: f64,
    p50_ms: f64,
    /// Every measurement, the shortest first.
    all_ms: Vec<f64>,
}

impl Timing {
    fn of(stage: &'static str, mut all_ms: Vec<f64>) -> Self {
        all_ms.sort_by(f64::total_cmp);
        Self { stage, min_ms: all_ms[0], p50_ms: all_ms[all_ms.len() / 2], all_ms }
    }
}

/// Side of the pictures that training steps take.
const SIDE: usize = 256;

/// Times each stage on one thread, on a drawn photo of 768 x 1024 pixels as JPEG, and each network by itself.
pub fn run(args: &Bench) -> Result<()> {
    if let Some(file) = &args.forward {
        return forward(args, file);
    }
    if let Some(batch) = args.step {
        let mut step = Step::new(batch, SIDE)?;
        return report(args, &[timed("step", args.repeats, || Ok(step.take().map(drop)?))?]);
    }
    let reader = Reader::new(&args.weights.load()?)?;
    let (photo, _) = synth::photo(1, &synth::Options::default());
    let mut bytes = Cursor::new(Vec::new());
    photo.write_to(&mut bytes, ImageFormat::Jpeg)?;
    let bytes = bytes.into_inner();
    let mut times: [Vec<f64>; 6] = std::array::from_fn(|_| Vec::new());
    for _ in 0..args.repeats.max(1) {
        let t = reader.read_bytes(&bytes, None)?.timings;
        let mut forward = [0.; 2];
        for (i, time) in forward.iter_mut().enumerate() {
            let start = Instant::now();
            reader.forward_once(i == 0)?;
            *time = start.elapsed().as_secs_f64() * 1000.;
        }
        let row = [t.decode_ms, t.segment_ms, t.score_ms, t.total_ms, forward[0], forward[1]];
        times.iter_mut().zip(row).for_each(|(all, ms)| all.push(ms));
    }
    let names = ["decode", "segment", "score", "total", "forward segment", "forward score"];
    let stages: Vec<Timing> = names.into_iter().zip(times).map(|(stage, all)| Timing::of(stage, all)).collect();
    report(args, &stages)
}

/// Passes the picture in a file through the segmentation network.
fn forward(args: &Bench, file: &Path) -> Result<()> {
    let bytes = fs::read(file).with_context(|| format!("{} cannot be read", file.display()))?;
    ensure!(bytes.len() == 4 * NUMBERS, "{} does not hold {NUMBERS} numbers of four bytes", file.display());
    let picture: Vec<f32> = bytes.as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect();
    let net = Forward::new(&args.weights.load()?)?;
    let logits = net.run(&picture)?;
    if let Some(file) = &args.logits {
        let bytes: Vec<u8> = logits.iter().flat_map(|v| v.to_le_bytes()).collect();
        fs::write(file, bytes).with_context(|| format!("{} cannot be written", file.display()))?;
    }
    report(args, &[timed("forward", args.repeats, || Ok(net.run(&picture).map(drop)?))?])
}

/// Times `work` after two runs that are not counted.
fn timed(stage: &'static str, repeats: usize, mut work: impl FnMut() -> Result<()>) -> Result<Timing> {
    let mut all = Vec::new();
    for i in 0..repeats.max(1) + 2 {
        let start = Instant::now();
        work()?;
        if i >= 2 {
            all.push(start.elapsed().as_secs_f64() * 1000.);
        }
    }
    Ok(Timing::of(stage, all))
}

fn report(args: &Bench, stages: &[Timing]) -> Result<()> {
    if args.json {
        println!("{}", serde_json::to_string(stages)?);
    } else {
        for Timing { stage, min_ms, p50_ms, .. } in stages {
            println!("{stage:16} min {min_ms:7.2} ms  p50 {p50_ms:7.2} ms");
        }
    }
    Ok(())
}
