//! `model data synth`.

use std::path::PathBuf;

use anyhow::{Context, Result};
use image::{GrayImage, Luma, Rgb, RgbImage};
use model::{Grid, detection, outline};
use training::augment::{BatchShape, Sampler, TrainingExample};
use training::dataset::{Dataset, Photo};
use training::trainer::TrainConfig;

use super::overlay;

/// File with the labels of the views.
const VIEWS: &str = "views.csv";

/// Options of `model data synth`.
///
/// The views are those of the first steps of `model train` with the same data, configuration and seed and no held-out photos. OUT gets
/// one PNG per view with its outline and, if it is scored, its cells, and views.csv with the targets: the annotators' mean scores.
#[derive(clap::Args)]
pub struct Synth {
    /// Folder with photos.csv. The sealed part is not loaded.
    data: PathBuf,
    /// Folder for the views.
    #[arg(long)]
    out: PathBuf,
    /// Number of views; a step of training has 14.
    #[arg(long, default_value_t = 28)]
    count: usize,
    /// Random seed.
    #[arg(long)]
    seed: Option<u64>,
    /// TOML file with the configuration of the training.
    #[arg(long)]
    config: Option<PathBuf>,
}

/// Writes the views.
pub fn run(args: &Synth) -> Result<()> {
    let mut config = TrainConfig::read(args.config.as_deref())?;
    config.seed = args.seed.unwrap_or(config.seed);
    let data = Dataset::load_for_training(&args.data, &config.without)?;
    let photos: Vec<&Photo> = data.photos.iter().collect();
    let side = config.network.close_up_side;
    let sampler = Sampler::new(&photos, side, config.augmentation, config.seed);
    std::fs::create_dir_all(&args.out).with_context(|| format!("{} cannot be made", args.out.display()))?;
    let path = args.out.join(VIEWS);
    let mut table = csv::Writer::from_path(&path).with_context(|| format!("{} cannot be written", path.display()))?;
    let header = ["file", "view", "tongue"].map(str::to_owned).into_iter().chain((1..=9).map(|i| format!("c{i}")));
    table.write_record(header)?;
    let views = (0..).flat_map(|step| sampler.batch(config.batch, config.seed, step).into_iter().enumerate());
    for (i, (place, example)) in views.take(args.count).enumerate() {
        let view = view_name(config.batch, place);
        let file = format!("{i:04}-{view}.png");
        draw(&example, side as u32).save(args.out.join(&file))?;
        let tongue = u8::from(example.presence).to_string();
        table.write_record([file, view.to_owned(), tongue].into_iter().chain(mean_scores(&example)))?;
    }
    table.flush()?;
    println!("{} views are in {}", args.count, args.out.display());
    Ok(())
}

/// Returns the kind of the view at a place in its step.
fn view_name(batch: BatchShape, place: usize) -> &'static str {
    if place < batch.negatives {
        "negative"
    } else if place < batch.negatives + batch.wide {
        "wide"
    } else {
        "close-up"
    }
}

/// Returns the annotators' mean score of each cell; empty texts without scores.
fn mean_scores(example: &TrainingExample) -> [String; 9] {
    example.targets.map_or_else(Default::default, |cells| cells.map(|[any, thick]| format!("{:.2}", any + thick)))
}

fn draw(example: &TrainingExample, side: u32) -> RgbImage {
    let area = (side * side) as usize;
    let at = |x: u32, y: u32| (y * side + x) as usize;
    let mut picture = RgbImage::from_fn(side, side, |x, y| {
        Rgb(std::array::from_fn(|channel| (example.pixels[channel * area + at(x, y)] * 255.).round() as u8))
    });
    let mask = GrayImage::from_fn(side, side, |x, y| Luma([if example.mask[at(x, y)] > 0.5 { 255 } else { 0 }]));
    if let Some([left, top, right, bottom]) = detection::bounds(&mask).filter(|_| example.targets.is_some()) {
        let [left, top, right, bottom] = [left, top, right, bottom].map(|side| side as f32);
        let grid = Grid { left, top, width: right - left, height: bottom - top, angle: 0. };
        overlay::draw_grid(&mut picture, &grid);
    }
    if let Some(points) = outline::polygon(&mask) {
        overlay::draw_outline(&mut picture, &points);
    }
    picture
}
