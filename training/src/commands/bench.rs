//! `model bench`.

use std::io::Cursor;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use candle_core::{DType, Device, Tensor};
use image::ImageFormat;
use model::{TonguePipeline, synth};
use serde::Serialize;
use training::timing::TrainingStep;

use super::weights::WeightsArgs;

/// Options of `model bench`.
#[derive(clap::Args)]
pub struct Bench {
    #[command(flatten)]
    weights: WeightsArgs,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Number of photos to read; with --forward or --step, number of passes or steps to measure.
    #[arg(long, default_value_t = 60)]
    repeats: usize,
    /// Only run the network on the view in this file: 3 x side x side float32 numbers, little-endian.
    #[arg(long, value_name = "FILE", conflicts_with = "step")]
    forward: Option<PathBuf>,
    /// Write the output of --forward to this file: the logits of the mask and of a tongue's presence.
    #[arg(long, value_name = "FILE", requires = "forward")]
    logits: Option<PathBuf>,
    /// Only measure training steps with this many views.
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
    fn new(stage: &'static str, mut all_ms: Vec<f64>) -> Self {
        all_ms.sort_by(f64::total_cmp);
        Self { stage, min_ms: all_ms[0], p50_ms: all_ms[all_ms.len() / 2], all_ms }
    }
}

/// Times each stage on one thread, with a drawn photo of 768 x 1024 pixels as JPEG, and the network alone.
pub fn run(args: &Bench) -> Result<()> {
    if let Some(batch) = args.step {
        let mut step = TrainingStep::new(batch)?;
        return report(args, &[time("step", args.repeats, || Ok(step.take().map(drop)?))?]);
    }
    let pipeline = TonguePipeline::new(&args.weights.load()?)?;
    let side = pipeline.config().network.close_up_side;
    if let Some(file) = &args.forward {
        return forward(args, file, &pipeline, side);
    }
    let (photo, _) = synth::photo(1, &synth::Options::default());
    let mut bytes = Cursor::new(Vec::new());
    photo.write_to(&mut bytes, ImageFormat::Jpeg)?;
    let bytes = bytes.into_inner();
    let view = Tensor::zeros((1, 3, side, side), DType::F32, &Device::Cpu)?;
    let mut times: [Vec<f64>; 5] = std::array::from_fn(|_| Vec::new());
    for _ in 0..args.repeats.max(1) {
        let t = pipeline.read_bytes(&bytes, None)?.timings;
        let start = Instant::now();
        pipeline.network().forward(&view, false)?;
        let forward = start.elapsed().as_secs_f64() * 1000.;
        let row = [t.decode_ms, t.segment_ms, t.score_ms, t.total_ms, forward];
        times.iter_mut().zip(row).for_each(|(all, ms)| all.push(ms));
    }
    let names = ["decode", "segment", "score", "total", "forward"];
    report(args, &names.into_iter().zip(times).map(|(stage, all)| Timing::new(stage, all)).collect::<Vec<_>>())
}

/// Runs the network on the view in a file.
fn forward(args: &Bench, file: &PathBuf, pipeline: &TonguePipeline, side: usize) -> Result<()> {
    let bytes = std::fs::read(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let numbers = 3 * side * side;
    ensure!(bytes.len() == 4 * numbers, "{} does not hold {numbers} numbers of four bytes", file.display());
    let values: Vec<f32> = bytes.as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect();
    let view = Tensor::from_vec(values, (1, 3, side, side), &Device::Cpu)?;
    if let Some(file) = &args.logits {
        let found = pipeline.network().forward(&view, false)?;
        let mut logits = found.mask.flatten_all()?.to_vec1::<f32>()?;
        logits.extend(found.presence.to_vec1::<f32>()?);
        let bytes: Vec<u8> = logits.iter().flat_map(|v| v.to_le_bytes()).collect();
        std::fs::write(file, bytes).with_context(|| format!("{} cannot be written", file.display()))?;
    }
    report(args, &[time("forward", args.repeats, || Ok(pipeline.network().forward(&view, false).map(drop)?))?])
}

/// Times `work` after two warm-up runs.
fn time(stage: &'static str, repeats: usize, mut work: impl FnMut() -> Result<()>) -> Result<Timing> {
    let mut all = Vec::new();
    for i in 0..repeats.max(1) + 2 {
        let start = Instant::now();
        work()?;
        if i >= 2 {
            all.push(start.elapsed().as_secs_f64() * 1000.);
        }
    }
    Ok(Timing::new(stage, all))
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
