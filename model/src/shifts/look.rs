//! Shifts of what a photo looks like: its light, its skin, its camera.

use image::{RgbImage, imageops};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::paint::{recoloured, speckle};
use crate::data::Sample;

/// Light that is scarce: counted photons, a raised black, a cheap camera's smoothing.
pub fn dim(sample: &Sample, rng: &mut ChaCha8Rng) -> RgbImage {
    let level = rng.random_range(0.2f32..0.36);
    let seed = rng.random::<u64>();
    let noisy = recoloured(sample.photo(), &sample.mask, |x, y, _, colour| {
        std::array::from_fn(|c| {
            let linear = colour[c].powf(2.2) * level * [1.1, 0.95, 0.75][c];
            let noise = speckle(seed ^ c as u64, x, y) * (0.0012 + 0.0011 * linear).sqrt();
            (linear + noise).max(0.).powf(1. / 2.2)
        })
    });
    imageops::fast_blur(&noisy, 0.8)
}

pub fn cast(sample: &Sample, rng: &mut ChaCha8Rng) -> RgbImage {
    let warmth: f32 = if rng.random_bool(0.5) { rng.random_range(1.25..1.6) } else { rng.random_range(0.62..0.8) };
    let green = rng.random_range(0.85f32..1.15);
    let recoloured = recoloured(sample.photo(), &sample.mask, |_, _, _, colour| {
        let linear = colour.map(|v| v.powf(2.2));
        let mixed = [linear[0] * warmth + 0.05 * linear[1], linear[1] * green, linear[2] / warmth + 0.05 * linear[1]];
        let most = mixed.iter().copied().fold(1f32, f32::max);
        mixed.map(|v| (v / most).powf(1. / 2.2))
    });
    let mut bytes = Vec::new();
    let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, rng.random_range(18..35));
    let decoded = recoloured
        .write_with_encoder(encoder)
        .and_then(|()| image::load_from_memory_with_format(&bytes, image::ImageFormat::Jpeg));
    decoded.map_or(recoloured, |picture| picture.to_rgb8())
}

pub fn glare(sample: &Sample, rng: &mut ChaCha8Rng) -> RgbImage {
    let lamps: Vec<[f32; 3]> = (0..rng.random_range(2..7))
        .map(|_| [rng.random_range(100f32..300.), rng.random_range(110f32..320.), rng.random_range(4f32..22.)])
        .collect();
    let veil = rng.random_range(0.05f32..0.25);
    recoloured(sample.photo(), &sample.mask, |x, y, _, colour| {
        let lamp = lamps.iter().map(|[cx, cy, r]| {
            let (dx, dy) = ((x as f32 - cx) / (r * 2.), (y as f32 - cy) / r);
            (1.4 - (dx * dx + dy * dy).sqrt()).clamp(0., 1.)
        });
        let lamp = lamp.fold(0f32, f32::max);
        colour.map(|v| (v * (1. - veil) + veil) * (1. - lamp) + lamp)
    })
}

pub fn watermark(sample: &Sample, rng: &mut ChaCha8Rng) -> RgbImage {
    let (slope, pitch, seed) = (rng.random_range(-0.9f32..0.9), rng.random_range(50f32..120.), rng.random::<u64>());
    let alpha = rng.random_range(0.25f32..0.6);
    let ink = if rng.random_bool(0.6) { 1. } else { 0. };
    recoloured(sample.photo(), &sample.mask, |x, y, _, colour| {
        let along = x as f32 + slope * y as f32;
        let across = y as f32 - slope * x as f32;
        let within = across.rem_euclid(pitch) < 14.;
        // letters: cells of a row that are inked or not
        let letter = speckle(seed, (along / 5. + 1000.) as u32, ((across + 2000.) / 4.6) as u32) > 0.;
        if within && letter { colour.map(|v| v * (1. - alpha) + ink * alpha) } else { colour }
    })
}

pub fn skin(sample: &Sample, rng: &mut ChaCha8Rng) -> RgbImage {
    let power = rng.random_range(1.7f32..2.6);
    recoloured(sample.photo(), &sample.mask, |_, _, tongue, colour| {
        std::array::from_fn(|c| {
            let dark = colour[c].powf(power) * [1.05, 0.95, 0.9][c];
            dark * (1. - tongue) + colour[c] * tongue
        })
    })
}

pub fn coat(sample: &Sample, rng: &mut ChaCha8Rng) -> RgbImage {
    let colour_of_coat = [[0.85, 0.76, 0.42], [0.62, 0.47, 0.3], [0.9, 0.9, 0.86]][rng.random_range(0..3)];
    let thickness = rng.random_range(0.5f32..0.85);
    let height = sample.photo().height() as f32;
    recoloured(sample.photo(), &sample.mask, |x, y, tongue, colour| {
        let patch = 0.75 + 0.25 * ((x as f32 / 31.).sin() + (y as f32 / 23.).cos());
        let root = 1.25 - y as f32 / height;
        let share = (tongue * tongue * thickness * patch * root).clamp(0., 0.9);
        let luma = (colour[0] + colour[1] + colour[2]) / 3. / 0.5;
        std::array::from_fn(|c| colour[c] * (1. - share) + colour_of_coat[c] * luma.clamp(0.4, 1.1) * share)
    })
}

/// Colours stretched from or towards their middle (the lightness of HSL), brightness from or towards the photo's mean.
pub fn processed(sample: &Sample, rng: &mut ChaCha8Rng) -> RgbImage {
    let photo = sample.photo();
    let mut either = |low: std::ops::Range<f32>, high: std::ops::Range<f32>| {
        if rng.random_bool(0.5) { rng.random_range(low) } else { rng.random_range(high) }
    };
    let (chroma, contrast) = (either(0.6..0.8, 1.2..1.5), either(0.7..0.85, 1.15..1.35));
    let mean = photo.iter().map(|v| f32::from(*v)).sum::<f32>() / photo.len() as f32 / 255.;
    let changed = recoloured(photo, &sample.mask, |_, _, _, colour| {
        let most = colour.into_iter().fold(0f32, f32::max);
        let middle = f32::midpoint(most, colour.into_iter().fold(1f32, f32::min));
        colour.map(|v| mean + (middle + (v - middle) * chroma - mean) * contrast)
    });
    if rng.random_bool(0.5) { imageops::unsharpen(&changed, 1.5, 0) } else { imageops::fast_blur(&changed, 0.8) }
}
