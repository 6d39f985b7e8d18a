//! Samples the views of a training step.

use std::collections::BTreeMap;

use image::{GrayImage, Luma, Rgb, RgbImage};
use model::synth::{self, Subject};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::color::{PhotometricJitter, jitter, normal};
use super::geometry::{Placement, View, warp};
use crate::dataset::{Part, Photo, PhotoRow};

/// Number of views of each kind per step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatchShape {
    /// Views without a tongue.
    pub negatives: usize,
    /// Views of a tongue at any position and size, as in the overview.
    pub wide: usize,
    /// Close-ups of scored tongues.
    pub close: usize,
}

/// A view with its targets.
pub struct TrainingExample {
    /// Colors 0..1, `[3, side, side]`.
    pub pixels: Vec<f32>,
    /// 1 on the tongue, 0 elsewhere, `[side, side]`.
    pub mask: Vec<f32>,
    /// Whether it contains a tongue.
    pub presence: bool,
    /// For each cell the share of annotators above 0 and above 1; only for close-ups.
    pub targets: Option<[[f32; 2]; 9]>,
}

/// Share of synthetic photos among the views, because every version's self-test uses one.
const SYNTHETIC_SHARE: f64 = 0.04;
/// Number of synthetic photos of each kind.
const SYNTHETIC_COUNT: u64 = 24;
/// Number of photos whose tongue is painted over, used as scenes without a tongue.
const BACKGROUNDS: usize = 60;
/// Share of photos without a tongue among the negative views, if there are any; the rest are painted over.
const EMPTY_PHOTO_SHARE: f64 = 0.7;
/// Minimum number of mask pixels for a tongue to count as present in a view.
const MIN_PRESENT_PIXELS: f32 = 60.;
/// Minimum and maximum size of a wide view relative to the tongue.
const WIDE_SCALE: (f32, f32) = (1.05, 4.5);
/// Spread of a close-up's position and size, relative to the tongue's.
const CLOSE_SPREAD: f32 = 0.08;
/// Strength of the photometric jitter for wide views and for scenes.
const WIDE_STRENGTH: f32 = 1.4;
const SCENE_STRENGTH: f32 = 1.5;

/// Samples views from photos, each source equally often.
pub struct Sampler<'a> {
    side: usize,
    strength: f32,
    /// Photos with a mask, by source.
    outlined: Vec<Vec<&'a Photo>>,
    /// Photos with a mask and scores, by source.
    scored: Vec<Vec<&'a Photo>>,
    /// Photos without a tongue, by source.
    empty: Vec<Vec<&'a Photo>>,
    backgrounds: Vec<Photo>,
    synthetic: Vec<Photo>,
    synthetic_empty: Vec<Photo>,
}

impl<'a> Sampler<'a> {
    /// Creates a sampler of square views of `side` pixels; `strength` applies to the photometric jitter of close-ups.
    #[must_use]
    pub fn new(photos: &[&'a Photo], side: usize, strength: f32, seed: u64) -> Self {
        let by_source = |keep: &dyn Fn(&Photo) -> bool| -> Vec<Vec<&'a Photo>> {
            let mut sources: Vec<&str> = photos.iter().map(|photo| photo.row.source.as_str()).collect();
            sources.sort_unstable();
            sources.dedup();
            let photos_of =
                |source: &&str| photos.iter().copied().filter(|p| p.row.source == **source && keep(p)).collect();
            sources.iter().map(photos_of).filter(|photos: &Vec<&Photo>| !photos.is_empty()).collect()
        };
        let outlined = by_source(&|photo| photo.mask.is_some());
        let all: Vec<&Photo> = outlined.iter().flatten().copied().collect();
        let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 0xBAC6);
        let count = if all.is_empty() { 0 } else { BACKGROUNDS };
        let chosen: Vec<&Photo> = (0..count).map(|_| all[rng.random_range(0..all.len())]).collect();
        let draw_photos =
            |empty: bool| (0..SYNTHETIC_COUNT).map(|i| draw(seed.wrapping_mul(1009) + i, empty)).collect();
        Self {
            side,
            strength,
            scored: by_source(&|photo| photo.mask.is_some() && !photo.scores.is_empty()),
            empty: by_source(&|photo| photo.mask.is_none()),
            backgrounds: chosen.into_par_iter().filter_map(paint_over_tongue).collect(),
            outlined,
            synthetic: draw_photos(false),
            synthetic_empty: draw_photos(true),
        }
    }

    /// Samples the views of a step: negatives, wide views, close-ups. Deterministic for a seed and step.
    #[must_use]
    pub fn batch(&self, shape: BatchShape, seed: u64, step: usize) -> Vec<TrainingExample> {
        let n = shape.negatives + shape.wide + shape.close;
        (0..n)
            .into_par_iter()
            .map(|i| {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                rng.set_stream((step * n + i) as u64);
                if i < shape.negatives {
                    self.negative(&mut rng)
                } else if i < shape.negatives + shape.wide {
                    self.wide(&mut rng)
                } else {
                    self.close_up(&mut rng)
                }
            })
            .collect()
    }

    fn pick<'p>(&'p self, pool: &'p [Vec<&'p Photo>], rng: &mut ChaCha8Rng) -> &'p Photo {
        if pool.is_empty() || rng.random_bool(SYNTHETIC_SHARE) {
            return &self.synthetic[rng.random_range(0..self.synthetic.len())];
        }
        let source = &pool[rng.random_range(0..pool.len())];
        source[rng.random_range(0..source.len())]
    }

    /// Samples a scene without a tongue, at a random position and size.
    fn scene(&self, rng: &mut ChaCha8Rng) -> View {
        let photo = if rng.random_bool(0.15) || self.backgrounds.is_empty() {
            &self.synthetic_empty[rng.random_range(0..self.synthetic_empty.len())]
        } else {
            &self.backgrounds[rng.random_range(0..self.backgrounds.len())]
        };
        self.random_view(photo, (0.4, 1.), (0.3, 0.7), rng)
    }

    fn random_view(&self, photo: &Photo, size: (f32, f32), place: (f32, f32), rng: &mut ChaCha8Rng) -> View {
        let (w, h) = (photo.image().width() as f32, photo.image().height() as f32);
        let placement = Placement {
            center: [w * rng.random_range(place.0..place.1), h * rng.random_range(place.0..place.1)],
            half: w.min(h) / 2. * rng.random_range(size.0..size.1),
            angle: normal(rng, 0.4),
            mirrored: rng.random(),
        };
        let mut view = warp(photo, placement, self.side);
        jitter(&mut view.pixels, self.side, PhotometricJitter { strength: SCENE_STRENGTH }, rng);
        view
    }

    fn negative(&self, rng: &mut ChaCha8Rng) -> TrainingExample {
        let view = if !self.empty.is_empty() && rng.random_bool(EMPTY_PHOTO_SHARE) {
            let source = &self.empty[rng.random_range(0..self.empty.len())];
            let photo = source[rng.random_range(0..source.len())];
            self.random_view(photo, (0.3, 1.6), (0.25, 0.75), rng)
        } else {
            self.scene(rng)
        };
        let mask = vec![0.; self.side * self.side];
        TrainingExample { pixels: view.pixels, mask, presence: false, targets: None }
    }

    fn wide(&self, rng: &mut ChaCha8Rng) -> TrainingExample {
        let photo = self.pick(&self.outlined, rng);
        let [cx, cy, w, h] = tongue_box(photo);
        let scale = (rng.random_range(WIDE_SCALE.0.ln()..WIDE_SCALE.1.ln())).exp();
        let tongue = w.max(h) / 2.;
        let half = tongue * scale;
        let room = (half - tongue).max(0.) * 1.05;
        let mut shift = || room * rng.random_range(-1f32..1.);
        let center = [cx + shift(), cy + shift()];
        let placement = Placement { center, half, angle: normal(rng, 0.35), mirrored: rng.random() };
        let mut view = warp(photo, placement, self.side);
        if scale > 1.6 && rng.random_bool(0.7) {
            // beyond the photo's border, pixels of another scene instead of repeated ones, which the network would
            // learn to expect
            let scene = self.scene(rng);
            let area = self.side * self.side;
            for (at, (value, other)) in view.pixels.iter_mut().zip(&scene.pixels).enumerate() {
                let inside = view.inside[at % area];
                *value = *value * inside + other * (1. - inside);
            }
        }
        jitter(&mut view.pixels, self.side, PhotometricJitter { strength: WIDE_STRENGTH * self.strength }, rng);
        let presence = view.mask.iter().sum::<f32>() > MIN_PRESENT_PIXELS;
        TrainingExample { pixels: view.pixels, mask: view.mask, presence, targets: None }
    }

    fn close_up(&self, rng: &mut ChaCha8Rng) -> TrainingExample {
        let photo = self.pick(&self.scored, rng);
        let [cx, cy, w, h] = tongue_box(photo);
        let half = w.max(h) / 2. * model::pipeline::CLOSE_UP_MARGIN * normal(rng, CLOSE_SPREAD).exp();
        let center = [cx + normal(rng, CLOSE_SPREAD * w / 2.), cy + normal(rng, CLOSE_SPREAD * h / 2.)];
        let placement = Placement { center, half, angle: normal(rng, 0.12), mirrored: rng.random() };
        let mut view = warp(photo, placement, self.side);
        jitter(&mut view.pixels, self.side, PhotometricJitter { strength: self.strength }, rng);
        let targets = photo.targets().map(|targets| if placement.mirrored { mirror_cells(targets) } else { targets });
        TrainingExample { pixels: view.pixels, mask: view.mask, presence: true, targets }
    }
}

/// Mirrors the cells horizontally.
fn mirror_cells(cells: [[f32; 2]; 9]) -> [[f32; 2]; 9] {
    std::array::from_fn(|cell| cells[cell / 3 * 3 + 2 - cell % 3])
}

/// Returns center, width and height of a photo's tongue in pixels; of the whole photo if it has none.
#[must_use]
pub fn tongue_box(photo: &Photo) -> [f32; 4] {
    let (w, h) = (photo.image().width(), photo.image().height());
    let bounds = photo.mask.as_ref().and_then(model::detection::bounds).unwrap_or([0, 0, w, h]);
    let [l, t, r, b] = bounds.map(|v| v as f32);
    [f32::midpoint(l, r), f32::midpoint(t, b), r - l, b - t]
}

/// Fills the tongue's bounding box with the median color of its surroundings.
fn paint_over_tongue(photo: &Photo) -> Option<Photo> {
    let mask = photo.mask.as_ref()?;
    let [left, top, right, bottom] = model::detection::bounds(mask)?;
    let mut channels: [Vec<u8>; 3] = Default::default();
    for (pixel, on) in photo.image().pixels().zip(mask.iter()) {
        if *on == 0 {
            channels.iter_mut().zip(pixel.0).for_each(|(values, v)| values.push(v));
        }
    }
    let median = channels.map(|mut values| {
        let middle = values.len() / 2;
        if values.is_empty() { 0 } else { *values.select_nth_unstable(middle).1 }
    });
    let mut image: RgbImage = photo.image().clone();
    for y in top..bottom {
        for x in left..right {
            image.put_pixel(x, y, Rgb(median));
        }
    }
    Some(Photo::new(photo.row.clone(), image, None, BTreeMap::new()))
}

/// Returns a synthetic photo, with or without a tongue.
#[must_use]
pub fn draw(seed: u64, empty: bool) -> Photo {
    let subject = match seed % 4 {
        _ if !empty => Subject::Face,
        1 => Subject::Hand,
        3 => Subject::Wall,
        _ => Subject::Face,
    };
    let options = synth::random_options(&mut ChaCha8Rng::seed_from_u64(!seed), subject, empty);
    let (image, mask) = synth::photo(seed, &options);
    let row = PhotoRow {
        photo: format!("drawn-{seed}"),
        image: std::path::PathBuf::new(),
        mask: None,
        sha256: String::new(),
        source: "drawn".into(),
        licence: "none".into(),
        instrument: "none".into(),
        group: format!("drawn-{seed}"),
        part: Part::Train,
    };
    let scores = [("drawn".to_owned(), options.scores)];
    let mask = (!empty).then_some(mask).filter(|mask: &GrayImage| mask.pixels().any(|p| *p != Luma([0])));
    let scores = if mask.is_some() { scores.into_iter().collect() } else { BTreeMap::new() };
    Photo::new(row, image, mask, scores)
}
