//! The held-out photos as other cameras, lights, skins and framings would show them, of fixed seeds: the nearest thing to
//! photos of other origin that can be measured without any.
//!
//! None of this is what the training draws: the light is another model of light, the surroundings are other photos, the
//! noise follows the brightness. A version that reads these has not just learnt the training's own tricks.

use image::{GrayImage, Luma, Rgb, RgbImage, imageops};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::data::Sample;
use crate::scene::bilinear;

/// How a photo is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shift {
    /// Small in a portrait photo among other photos' skin.
    Far,
    /// A fifth to a third of the light, with the noise that comes with it.
    Dim,
    /// Another colour temperature, and coarse compression.
    Cast,
    /// Lamps mirrored on the wet tongue, and a veil over all.
    Glare,
    /// Bars of writing across.
    Watermark,
    /// Turned by 20 to 45 degrees.
    Turned,
    /// A dark skin.
    Skin,
    /// A thick yellow or brown coat.
    Coat,
    /// Another instrument: an oval opening in a plain surface, cold light, other contrast.
    Instrument,
    /// What a camera's software makes of it: vivid or pale, of hard or soft contrast, sharpened or smoothed.
    Processed,
    /// A tenth to a quarter of the tongue beyond the border.
    Cut,
}

impl Shift {
    /// Each of them.
    pub const ALL: [Self; 11] = [
        Self::Far,
        Self::Dim,
        Self::Cast,
        Self::Glare,
        Self::Watermark,
        Self::Turned,
        Self::Skin,
        Self::Coat,
        Self::Instrument,
        Self::Processed,
        Self::Cut,
    ];

    /// Its name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Far => "far",
            Self::Dim => "dim",
            Self::Cast => "cast",
            Self::Glare => "glare",
            Self::Watermark => "watermark",
            Self::Turned => "turned",
            Self::Skin => "skin",
            Self::Coat => "coat",
            Self::Instrument => "instrument",
            Self::Processed => "processed",
            Self::Cut => "cut",
        }
    }

    /// Whether the readers' scores still hold: the coat is the photo's own, and all of the tongue is to be seen.
    #[must_use]
    pub const fn keeps_scores(self) -> bool {
        !matches!(self, Self::Coat | Self::Cut)
    }
}

/// A number that looks random and depends on a place only.
fn speckle(seed: u64, x: u32, y: u32) -> f32 {
    let mut h =
        seed ^ u64::from(x).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(y).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    h = (h ^ (h >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    h = (h ^ (h >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    // the sum of four sixteenths of the bits is near enough to normal
    (0..4).map(|i| (h >> (16 * i) & 0xFFFF) as f32 / 65535. - 0.5).sum::<f32>() * 1.73
}

/// Changes each pixel by `f`, which is told its place, whether it is tongue, and its colour 0..1.
fn recoloured(photo: &RgbImage, mask: &GrayImage, f: impl Fn(u32, u32, f32, [f32; 3]) -> [f32; 3]) -> RgbImage {
    let soft = imageops::fast_blur(mask, 2.);
    RgbImage::from_fn(photo.width(), photo.height(), |x, y| {
        let colour = photo.get_pixel(x, y).0.map(|v| f32::from(v) / 255.);
        let changed = f(x, y, f32::from(soft.get_pixel(x, y).0[0]) / 255., colour);
        Rgb(changed.map(|v| (v * 255. + 0.5).clamp(0., 255.) as u8))
    })
}

/// The photo turned by `angle` about its middle, then moved and scaled into a picture of `w` x `h`; `beyond` gives what lies
/// outside.
fn placed(
    sample: &Sample,
    (w, h): (u32, u32),
    (angle, scale, centre): (f32, f32, (f32, f32)),
    beyond: impl Fn(u32, u32, f32, f32) -> [f32; 3],
) -> (RgbImage, GrayImage) {
    let photo = sample.photo();
    let (pw, ph) = (photo.width() as f32, photo.height() as f32);
    let (sin, cos) = angle.sin_cos();
    let mut mask = GrayImage::new(w, h);
    let picture = RgbImage::from_fn(w, h, |x, y| {
        let (dx, dy) = ((x as f32 + 0.5 - centre.0) / scale, (y as f32 + 0.5 - centre.1) / scale);
        let (u, v) = (dx * cos + dy * sin + pw / 2., dy * cos - dx * sin + ph / 2.);
        let inside = u >= 0. && v >= 0. && u < pw && v < ph;
        if inside && sample.mask.get_pixel(u as u32, v as u32).0[0] > 127 {
            mask.put_pixel(x, y, Luma([255]));
        }
        // the photo fades into its surroundings over its outer twentieth
        let edge = (u.min(v).min(pw - u).min(ph - v) / (0.05 * pw)).clamp(0., 1.);
        let own = if edge > 0. { bilinear(photo, u, v) } else { [0.; 3] };
        let other = if edge < 1. { beyond(x, y, u, v) } else { [0.; 3] };
        Rgb(std::array::from_fn(|c| (own[c] * edge + other[c] * (1. - edge)) as u8))
    });
    (picture, mask)
}

/// Small in a portrait photo: around it the photo's own smallest level, mirrored at its borders and blurred by distance.
fn far(sample: &Sample, other: &Sample, rng: &mut ChaCha8Rng) -> (RgbImage, GrayImage) {
    let (w, h) = (900u32, 1200u32);
    let scale = rng.random_range(0.55f32..1.1);
    let centre = (w as f32 * rng.random_range(0.35..0.65), h as f32 * rng.random_range(0.35..0.7));
    let angle = rng.random_range(-0.3f32..0.3);
    let wall = rng.random_range(40f32..200.);
    let chin = &other.levels[1];
    let chin_colour = *chin.get_pixel(chin.width() / 10, chin.height() * 3 / 4);
    placed(sample, (w, h), (angle, scale, centre), |x, y, u, v| {
        let away = ((u - 200.).abs().max((v - 200.).abs()) - 180.).max(0.) / 200.;
        let grain = speckle(7, x / 3, y / 3) * 9.;
        let clamped = bilinear(&sample.levels[2], u / 4., v / 4.);
        let skin = chin_colour.0.map(f32::from);
        std::array::from_fn(|c| {
            let skin = clamped[c] + (skin[c] - clamped[c]) * away.min(1.);
            let there = ((away - 1.2) / 0.2).clamp(0., 1.);
            (skin * (1. - there) + (wall + 30. * (c as f32 - 1.)) * there + grain).clamp(0., 255.)
        })
    })
}

/// Light that is scarce: counted photons, a raised black, a cheap camera's smoothing.
fn dim(sample: &Sample, rng: &mut ChaCha8Rng) -> RgbImage {
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

fn cast(sample: &Sample, rng: &mut ChaCha8Rng) -> RgbImage {
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

fn glare(sample: &Sample, rng: &mut ChaCha8Rng) -> RgbImage {
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

fn watermark(sample: &Sample, rng: &mut ChaCha8Rng) -> RgbImage {
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

fn turned(sample: &Sample, rng: &mut ChaCha8Rng) -> (RgbImage, GrayImage) {
    let angle = rng.random_range(20f32..45.).to_radians() * if rng.random_bool(0.5) { 1. } else { -1. };
    placed(sample, (640, 640), (angle, 1.05, (320., 320.)), |_, _, u, v| bilinear(&sample.levels[2], u / 4., v / 4.))
}

fn skin(sample: &Sample, rng: &mut ChaCha8Rng) -> RgbImage {
    let power = rng.random_range(1.7f32..2.6);
    recoloured(sample.photo(), &sample.mask, |_, _, tongue, colour| {
        std::array::from_fn(|c| {
            let dark = colour[c].powf(power) * [1.05, 0.95, 0.9][c];
            dark * (1. - tongue) + colour[c] * tongue
        })
    })
}

fn coat(sample: &Sample, rng: &mut ChaCha8Rng) -> RgbImage {
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

fn instrument(sample: &Sample, rng: &mut ChaCha8Rng) -> (RgbImage, GrayImage) {
    let surface = [[8., 8., 9.], [30., 34., 62.], [120., 122., 125.], [225., 226., 228.]][rng.random_range(0..4)];
    let (w, h) = (720u32, 960u32);
    let scale = rng.random_range(1.1f32..1.6);
    let centre = (w as f32 / 2., h as f32 * rng.random_range(0.45..0.55));
    let (picture, mut mask) =
        placed(sample, (w, h), (0., scale, centre), |_, _, u, v| bilinear(&sample.levels[2], u / 4., v / 4.));
    let steep = rng.random_range(0.7f32..1.4);
    let reach = (scale * 215., scale * 260.);
    let picture = RgbImage::from_fn(w, h, |x, y| {
        let (dx, dy) = ((x as f32 - centre.0) / reach.0, (y as f32 - centre.1) / reach.1);
        let far = (dx * dx + dy * dy).sqrt();
        let fall = 1.1 - 0.35 * far;
        let own = picture.get_pixel(x, y).0.map(|v| f32::from(v) / 255.);
        let cold = [0.88, 1.02, 1.12];
        let grain = speckle(3, x, y) * 2.;
        Rgb(std::array::from_fn(|c| {
            let inside = own[c].powf(steep) * cold[c] * fall * 255.;
            let edge = ((1. - far) * 60.).clamp(0., 1.);
            (inside * edge + surface[c] * (1. - edge) + grain).clamp(0., 255.) as u8
        }))
    });
    for (x, y, v) in mask.enumerate_pixels_mut() {
        let (dx, dy) = ((x as f32 - centre.0) / reach.0, (y as f32 - centre.1) / reach.1);
        if dx.hypot(dy) > 1. {
            *v = Luma([0]);
        }
    }
    (picture, mask)
}

/// Colours stretched from or towards their middle (the lightness of HSL), brightness from or towards the photo's mean.
fn processed(sample: &Sample, rng: &mut ChaCha8Rng) -> RgbImage {
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

/// A part of the photo whose border runs through the tongue, at its left, right or lower side.
fn cut(sample: &Sample, rng: &mut ChaCha8Rng) -> (RgbImage, GrayImage) {
    let (w, h) = sample.photo().dimensions();
    let columns: Vec<u32> =
        sample.mask.enumerate_pixels().filter(|(_, _, v)| v.0[0] > 127).map(|(x, _, _)| x).collect();
    let (low, high) = (columns.iter().min().copied().unwrap_or(0), columns.iter().max().copied().unwrap_or(w - 1));
    let by = ((high - low) as f32 * rng.random_range(0.1..0.25)) as u32;
    let (left, right) = if rng.random_bool(0.5) { (low + by, w) } else { (0, high - by) };
    let part = |picture: &RgbImage| imageops::crop_imm(picture, left, 0, right - left, h).to_image();
    (part(sample.photo()), imageops::crop_imm(&sample.mask, left, 0, right - left, h).to_image())
}

/// A held-out photo under a shift, and its mask: the same for the same place in the list.
#[must_use]
pub fn shifted(samples: &[&Sample], place: usize, shift: Shift) -> (RgbImage, GrayImage) {
    let sample = samples[place];
    let rng = &mut ChaCha8Rng::seed_from_u64(0x5417 + 1000 * shift as u64 + place as u64);
    let own = |picture: RgbImage| (picture, sample.mask.clone());
    match shift {
        Shift::Far => far(sample, samples[(place + 1) % samples.len()], rng),
        Shift::Dim => own(dim(sample, rng)),
        Shift::Cast => own(cast(sample, rng)),
        Shift::Glare => own(glare(sample, rng)),
        Shift::Watermark => own(watermark(sample, rng)),
        Shift::Turned => turned(sample, rng),
        Shift::Skin => own(skin(sample, rng)),
        Shift::Coat => own(coat(sample, rng)),
        Shift::Instrument => instrument(sample, rng),
        Shift::Processed => own(processed(sample, rng)),
        Shift::Cut => cut(sample, rng),
    }
}

/// A held-out photo without its tongue: each column of it drawn across from above to below, as a closed mouth's skin, or a
/// detail of its skin, enlarged.
#[must_use]
pub fn without_tongue(sample: &Sample, place: usize) -> RgbImage {
    let photo = sample.photo();
    let (w, h) = photo.dimensions();
    if place % 4 == 3 {
        // a corner beside the chin
        let side = w / 5;
        let left = if place % 8 == 3 { 0 } else { w - side };
        let corner = imageops::crop_imm(photo, left, h / 2, side, side).to_image();
        return imageops::resize(&corner, w, h, imageops::FilterType::CatmullRom);
    }
    let near = imageops::fast_blur(&sample.mask, 6.);
    let mut out = photo.clone();
    for x in 0..w {
        let rows: Vec<u32> = (0..h).filter(|y| near.get_pixel(x, *y).0[0] > 3).collect();
        let (Some(first), Some(last)) = (rows.first().copied(), rows.last().copied()) else { continue };
        let above = photo.get_pixel(x, first.saturating_sub(2)).0;
        let below = photo.get_pixel(x, (last + 2).min(h - 1)).0;
        for y in first..=last {
            let t = (y - first) as f32 / (last - first).max(1) as f32;
            let grain = speckle(place as u64, x, y) * 5.;
            let mixed = |c: usize| f32::from(above[c]) * (1. - t) + f32::from(below[c]) * t + grain;
            out.put_pixel(x, y, Rgb(std::array::from_fn(|c| mixed(c).clamp(0., 255.) as u8)));
        }
    }
    imageops::fast_blur(&out, 1.)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth;

    #[test]
    fn each_shift_repeats_and_keeps_a_tongue() {
        let drawn = synth::samples(3, 2);
        let samples: Vec<&Sample> = drawn.iter().collect();
        for shift in Shift::ALL {
            let (picture, mask) = shifted(&samples, 0, shift);
            assert_eq!(picture.dimensions(), mask.dimensions(), "{}", shift.name());
            assert!(mask.iter().filter(|v| **v > 127).count() > 2000, "{}", shift.name());
            assert!(picture != *samples[0].photo(), "{} changes nothing", shift.name());
            assert_eq!(shifted(&samples, 0, shift).0, picture, "{} differs", shift.name());
        }
    }

    #[test]
    fn a_photo_without_its_tongue_has_other_colours_there() {
        let drawn = synth::samples(3, 1);
        let empty = without_tongue(&drawn[0], 0);
        let (mut changed, mut n) = (0, 0);
        for (x, y, _) in drawn[0].mask.enumerate_pixels().filter(|(_, _, v)| v.0[0] > 127) {
            n += 1;
            changed += u32::from(empty.get_pixel(x, y) != drawn[0].photo().get_pixel(x, y));
        }
        assert!(changed * 10 > n * 9);
    }
}
