//! `model bench`.

use std::io::Cursor;
use std::time::Instant;

use anyhow::Result;
use image::ImageFormat;
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
    /// Photos to read.
    #[arg(long, default_value_t = 60)]
    repeats: usize,
}

#[derive(Serialize)]
struct Timing {
    stage: &'static str,
    min_ms: f64,
    p50_ms: f64,
}

/// Times each stage on one thread, on a drawn photo of 768 x 1024 pixels as JPEG, and each network by itself.
pub fn run(args: &Bench) -> Result<()> {
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
    let stages: Vec<Timing> = names
        .into_iter()
        .zip(&mut times)
        .map(|(stage, all)| {
            all.sort_by(f64::total_cmp);
            Timing { stage, min_ms: all[0], p50_ms: all[all.len() / 2] }
        })
        .collect();
    if args.json {
        println!("{}", serde_json::to_string(&stages)?);
    } else {
        for Timing { stage, min_ms, p50_ms } in &stages {
            println!("{stage:16} min {min_ms:7.2} ms  p50 {p50_ms:7.2} ms");
        }
    }
    Ok(())
}
