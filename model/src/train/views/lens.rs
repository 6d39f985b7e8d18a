//! Light, camera and file of a view: cast, exposure, curve, shadows, glare, noise, blur, compression, repeated borders.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{GrayImage, ImageFormat, Rgb, RgbImage, imageops};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::canvas::{Canvas, ramp};
use super::place::Bars;
use crate::colour::{Colour, LUMA, luma};
use crate::scene::Field;

/// What light and camera do to colours.
pub struct Lens {
    matrix: [Colour; 3],
    /// Tone curve of each channel.
    curves: [Vec<f32>; 3],
    slope: (f32, f32),
    uneven: Field,
    unevenness: f32,
    /// Direction, place, depth and softness of a shadow's edge.
    shadow: Option<[f32; 5]>,
    /// Centre, radius and strength of over-bright spots.
    glare: Vec<[f32; 4]>,
    noise: f32,
}

/// A symmetric factor: up to `spread` in the logarithm.
fn factor(rng: &mut ChaCha8Rng, spread: f32) -> f32 {
    rng.random_range(-spread..spread).exp()
}

/// Gains, saturation and hue as one matrix.
fn matrix(rng: &mut ChaCha8Rng, s: f32) -> [Colour; 3] {
    let level = rng.random_range(-1.1 * s..0.4 * s).exp();
    let gains: Colour = std::array::from_fn(|_| level * factor(rng, 0.4 * s));
    let saturation = rng.random_range(-0.9 * s..0.5 * s).exp();
    let hue = rng.random_range(-18f32..18.).to_radians() * s;
    // a turn about the grey axis, then a stretch away from it
    let (sin, cos) = hue.sin_cos();
    let root = sin / 3f32.sqrt();
    let third = (1. - cos) / 3.;
    let turn = [
        [cos + third, third - root, third + root],
        [third + root, cos + third, third - root],
        [third - root, third + root, cos + third],
    ];
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            // row i of (luma + saturation (identity - luma)) times column j of the turn
            let grey: f32 = (0..3).map(|k| LUMA[k] * turn[k][j]).sum();
            gains[i] * (grey * (1. - saturation) + saturation * turn[i][j])
        })
    })
}

impl Lens {
    /// Random light and camera; a quarter of them nearly plain.
    pub fn random(rng: &mut ChaCha8Rng) -> Self {
        let s = [0.2, 0.5, 0.5, 0.75, 1.][rng.random_range(0..5)];
        Self::of(rng, s)
    }

    /// Light and camera that differ from plain ones by `s`, 0..1.
    pub fn of(rng: &mut ChaCha8Rng, s: f32) -> Self {
        let matrix = matrix(rng, s);
        let gamma = factor(rng, 0.4 * s);
        let contrast = rng.random_range(-0.4 * s..0.5 * s);
        let haze = if rng.random_bool(0.3) { rng.random_range(0f32..0.2) * s } else { 0. };
        let curves = std::array::from_fn(|_| {
            let gamma = gamma * factor(rng, 0.08 * s);
            let curve = |v: f32| {
                let bent = v - contrast * (std::f32::consts::TAU * v).sin() / std::f32::consts::TAU;
                (haze + (1. - haze) * bent.max(0.).powf(gamma)) * 255.
            };
            (0..=256).map(|v| curve(v as f32 / 256.)).collect()
        });
        let mut slope = || s * rng.random_range(-0.5f32..0.5);
        let slope = (slope(), slope());
        let cells = rng.random_range(1..5);
        let shadow = rng.random_bool(0.25).then(|| {
            let angle = rng.random_range(0.0..std::f32::consts::TAU);
            let (depth, soft) = (rng.random_range(0.15f32..0.65), rng.random_range(0.02f32..0.25));
            [angle.cos(), angle.sin(), rng.random_range(-0.35f32..0.35), depth, soft]
        });
        let spots = if rng.random_bool(0.2) { rng.random_range(1..4) } else { 0 };
        let glare = (0..spots).map(|_| {
            let mut u = |a: f32, b: f32| rng.random_range(a..b);
            [u(0., 1.), u(0., 1.), u(0.03, 0.3), u(30., 220.)]
        });
        let glare = glare.collect();
        let noise = if rng.random_bool(0.6) { rng.random_range(0f32..1.).powi(2) * 16. } else { 1. };
        let (uneven, unevenness) = (Field::random(rng, cells), rng.random_range(0f32..0.25) * s);
        Self { matrix, curves, slope, uneven, unevenness, shadow, glare, noise }
    }

    fn light(&self, x: f32, y: f32) -> f32 {
        let even = 1. + self.slope.0 * (x - 0.5) + self.slope.1 * (y - 0.5);
        let even = even * (1. + self.unevenness * self.uneven.at(x, y));
        self.shadow.map_or(even, |[dx, dy, at, depth, soft]| {
            even * (1. - depth * ramp(at - soft, at + soft, (x - 0.5) * dx + (y - 0.5) * dy))
        })
    }

    /// The photo that is taken of a canvas.
    pub fn expose(&self, rng: &mut ChaCha8Rng, canvas: &Canvas) -> RgbImage {
        let side = canvas.side as f32;
        RgbImage::from_fn(canvas.side as u32, canvas.side as u32, |px, py| {
            let colour = canvas.pixels[py as usize * canvas.side + px as usize];
            let (x, y) = (px as f32 / side, py as f32 / side);
            let light = self.light(x, y);
            let flare: f32 = self
                .glare
                .iter()
                .map(|[cx, cy, radius, strength]| {
                    let d = ((x - cx).powi(2) + (y - cy).powi(2)) / (radius * radius);
                    if d < 1. { strength * (1. - d).powi(2) } else { 0. }
                })
                .sum();
            // the sum of four bits' fields of one draw is near enough to a normal number
            let bits = rng.random::<u64>();
            Rgb(std::array::from_fn(|c| {
                let m = &self.matrix[c];
                let v = (m[0] * colour[0] + m[1] * colour[1] + m[2] * colour[2]) * light + flare;
                let v = v.clamp(0., 255.);
                let (low, high) = (self.curves[c][v as usize], self.curves[c][v as usize + 1]);
                let noise = (0..4).map(|i| (bits >> (c * 20 + i * 5) & 31) as f32 - 15.5).sum::<f32>() / 18.;
                (low + (high - low) * v.fract() + noise * self.noise + 0.5).clamp(0., 255.) as u8
            }))
        })
    }
}

/// What a camera's software makes of a photo: more or less colour and contrast, and sharper edges.
pub fn processed(rng: &mut ChaCha8Rng, picture: &RgbImage) -> RgbImage {
    let (saturation, contrast) = (factor(rng, 0.5), factor(rng, 0.35));
    let sharpness = if rng.random_bool(0.4) { rng.random_range(0f32..1.5) } else { 0. };
    let blurred = imageops::fast_blur(picture, rng.random_range(0.7..2.));
    let mean = picture.iter().map(|v| f32::from(*v)).sum::<f32>() / picture.len() as f32;
    RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
        let blurred = blurred.get_pixel(x, y).0.map(f32::from);
        let own = picture.get_pixel(x, y).0.map(f32::from);
        let sharp: Colour = std::array::from_fn(|c| own[c] + sharpness * (own[c] - blurred[c]));
        let grey = luma(sharp);
        Rgb(sharp.map(|v| (mean + (grey + (v - grey) * saturation - mean) * contrast + 0.5).clamp(0., 255.) as u8))
    })
}

/// Blur of the lens or of a small photo made large, and compression.
pub fn soften(rng: &mut ChaCha8Rng, picture: RgbImage) -> RgbImage {
    let (w, h) = picture.dimensions();
    let blurred = match rng.random_range(0..20) {
        0..4 => imageops::fast_blur(&picture, rng.random_range(0.6..2.)),
        4..7 => {
            let small = rng.random_range(0.35f32..0.8);
            let (sw, sh) = ((w as f32 * small) as u32, (h as f32 * small) as u32);
            let small = imageops::resize(&picture, sw.max(1), sh.max(1), imageops::FilterType::Triangle);
            imageops::resize(&small, w, h, imageops::FilterType::Triangle)
        }
        _ => picture,
    };
    if rng.random_bool(0.2) { compressed(&blurred, rng.random_range(12..70)).unwrap_or(blurred) } else { blurred }
}

fn compressed(picture: &RgbImage, quality: u8) -> image::ImageResult<RgbImage> {
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(picture)?;
    Ok(image::load(Cursor::new(bytes), ImageFormat::Jpeg)?.to_rgb8())
}

/// Repeats the pixels at a photo's border beyond it, as the reader's looks do.
pub fn repeat_border(picture: &mut RgbImage, mask: &mut GrayImage, bars: Bars) {
    let side = picture.width();
    let [left, top, right, bottom] = bars.map(|v| v as u32);
    if left + top + right + bottom == 0 {
        return;
    }
    let (before, mask_before) = (picture.clone(), mask.clone());
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        let (from_x, from_y) = (x.clamp(left, side - 1 - right), y.clamp(top, side - 1 - bottom));
        if (x, y) != (from_x, from_y) {
            *pixel = *before.get_pixel(from_x, from_y);
            mask.put_pixel(x, y, *mask_before.get_pixel(from_x, from_y));
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn software_changes_colour_contrast_and_edges_but_not_how_bright_a_photo_is() {
        let photo = RgbImage::from_fn(64, 64, |x, y| {
            let stripe = if (x / 4 + y / 16) % 2 == 0 { 20 } else { 0 };
            Rgb([130 + stripe, 100 + stripe, 90 + stripe])
        });
        let mean = |picture: &RgbImage| picture.iter().map(|v| f32::from(*v)).sum::<f32>() / picture.len() as f32;
        let colour = |picture: &RgbImage| {
            picture.pixels().map(|p| f32::from(p.0[0]) - f32::from(p.0[2])).sum::<f32>() / picture.len() as f32
        };
        let range = |picture: &RgbImage| picture.iter().max().zip(picture.iter().min()).map(|(a, b)| a - b).unwrap();
        let taken: Vec<RgbImage> =
            (0..12).map(|seed| processed(&mut ChaCha8Rng::seed_from_u64(seed), &photo)).collect();
        assert!(taken.iter().all(|taken| (mean(taken) - mean(&photo)).abs() < 2.));
        assert!(taken.iter().any(|taken| colour(taken) < 0.8 * colour(&photo)), "paler");
        assert!(taken.iter().any(|taken| colour(taken) > 1.2 * colour(&photo)), "more vivid");
        assert!(taken.iter().any(|taken| range(taken) < range(&photo)), "softer");
        assert!(taken.iter().any(|taken| range(taken) > range(&photo) + 20), "harder");
        assert!(taken[0] == processed(&mut ChaCha8Rng::seed_from_u64(0), &photo));
    }
}
