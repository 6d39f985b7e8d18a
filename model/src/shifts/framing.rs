//! Shifts of where the tongue lies and what is about it.

use image::{GrayImage, Luma, Rgb, RgbImage, imageops};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::paint::{placed, speckle};
use crate::data::Sample;
use crate::scene::bilinear;

/// Small in a portrait photo: around it the photo's own smallest level, mirrored at its borders and blurred by distance.
pub fn far(sample: &Sample, other: &Sample, rng: &mut ChaCha8Rng) -> (RgbImage, GrayImage) {
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

pub fn turned(sample: &Sample, rng: &mut ChaCha8Rng) -> (RgbImage, GrayImage) {
    let angle = rng.random_range(20f32..45.).to_radians() * if rng.random_bool(0.5) { 1. } else { -1. };
    placed(sample, (640, 640), (angle, 1.05, (320., 320.)), |_, _, u, v| bilinear(&sample.levels[2], u / 4., v / 4.))
}

pub fn instrument(sample: &Sample, rng: &mut ChaCha8Rng) -> (RgbImage, GrayImage) {
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

/// A part of the photo whose border runs through the tongue, at its left, right or lower side.
pub fn cut(sample: &Sample, rng: &mut ChaCha8Rng) -> (RgbImage, GrayImage) {
    let (w, h) = sample.photo().dimensions();
    let columns: Vec<u32> =
        sample.mask.enumerate_pixels().filter(|(_, _, v)| v.0[0] > 127).map(|(x, _, _)| x).collect();
    let (low, high) = (columns.iter().min().copied().unwrap_or(0), columns.iter().max().copied().unwrap_or(w - 1));
    let by = ((high - low) as f32 * rng.random_range(0.1..0.25)) as u32;
    let (left, right) = if rng.random_bool(0.5) { (low + by, w) } else { (0, high - by) };
    let part = |picture: &RgbImage| imageops::crop_imm(picture, left, 0, right - left, h).to_image();
    (part(sample.photo()), imageops::crop_imm(&sample.mask, left, 0, right - left, h).to_image())
}
