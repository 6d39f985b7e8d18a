//! Photometric augmentation: exposure, white balance, gamma, lighting, saturation, contrast, blur and noise as of other
//! cameras.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// Spread of each effect at strength 1: standard deviations of natural logarithms, or probabilities.
#[derive(Debug, Clone, Copy)]
pub struct PhotometricJitter {
    /// Factor on every effect.
    pub strength: f32,
}

const DISPLAY_GAMMA: f32 = 2.2;
const GAMMA_SPREAD: f32 = 0.18;
const CHANNEL_GAIN_SPREAD: f32 = 0.16;
const EXPOSURE_SPREAD: f32 = 0.25;
const GRADIENT_PROBABILITY: f32 = 0.3;
const GRADIENT_SPREAD: f32 = 0.35;
const SATURATION_SPREAD: f32 = 0.22;
const CONTRAST_SPREAD: f32 = 0.15;
const BLUR_PROBABILITY: f64 = 0.3;
const NOISE_PROBABILITY: f64 = 0.3;
/// Number of entries of a channel's lookup table.
const CURVE_STEPS: usize = 1024;

/// Returns an approximately normal random number with mean 0 and standard deviation `spread`.
pub fn normal(rng: &mut ChaCha8Rng, spread: f32) -> f32 {
    // the sum of twelve uniform numbers (Irwin-Hall distribution) has variance 1
    ((0..12).map(|_| rng.random::<f32>()).sum::<f32>() - 6.) * spread
}

fn log_normal(rng: &mut ChaCha8Rng, spread: f32) -> f32 {
    normal(rng, spread).exp()
}

/// Jitters a view's colors `[3, side, side]`, 0..1, in place.
pub fn jitter(pixels: &mut [f32], side: usize, amount: PhotometricJitter, rng: &mut ChaCha8Rng) {
    let a = amount.strength;
    relight(pixels, side, a, rng);
    tone(pixels, side, a, rng);
    if rng.random_bool(BLUR_PROBABILITY) {
        let factor = rng.random_range(2..4usize);
        blur(pixels, side, factor);
    }
    if rng.random_bool(NOISE_PROBABILITY) {
        let sigma = rng.random_range(0.005..0.04f32);
        for value in pixels.iter_mut() {
            // four bytes of one draw are precise enough for noise
            let bytes = rng.random::<u32>().to_le_bytes();
            let sum: u32 = bytes.iter().map(|b| u32::from(*b)).sum();
            *value += (sum as f32 - 510.) / 147.8 * sigma;
        }
    }
    for value in pixels {
        *value = value.clamp(0., 1.);
    }
}

/// Changes exposure, white balance, gamma and the light's gradient, in linear light.
fn relight(pixels: &mut [f32], side: usize, strength: f32, rng: &mut ChaCha8Rng) {
    let gamma = DISPLAY_GAMMA * log_normal(rng, GAMMA_SPREAD * strength);
    let exposure = log_normal(rng, EXPOSURE_SPREAD * strength);
    let gains: [f32; 3] = std::array::from_fn(|_| exposure * log_normal(rng, CHANNEL_GAIN_SPREAD * strength));
    let (mut across, mut down) = (0., 0.);
    if rng.random_bool(f64::from((GRADIENT_PROBABILITY * strength).min(1.))) {
        (across, down) = (normal(rng, GRADIENT_SPREAD), normal(rng, GRADIENT_SPREAD));
    }
    let falloff = |slope: f32| -> Vec<f32> {
        (0..side).map(|i| (slope * ((i as f32 + 0.5) / side as f32 * 2. - 1.) / DISPLAY_GAMMA).exp()).collect()
    };
    let (columns, rows) = (falloff(across), falloff(down));
    for (plane, gain) in pixels.chunks_exact_mut(side * side).zip(gains) {
        let curve: Vec<f32> = (0..=CURVE_STEPS)
            .map(|i| ((i as f32 / CURVE_STEPS as f32).powf(gamma) * gain).powf(1. / DISPLAY_GAMMA))
            .collect();
        for (row, light) in plane.chunks_exact_mut(side).zip(&rows) {
            for (value, column) in row.iter_mut().zip(&columns) {
                let step = (value.clamp(0., 1.) * CURVE_STEPS as f32 + 0.5) as usize;
                *value = (curve[step] * light * column).min(1.1);
            }
        }
    }
}

/// Changes saturation and contrast.
fn tone(pixels: &mut [f32], side: usize, strength: f32, rng: &mut ChaCha8Rng) {
    let saturation = log_normal(rng, SATURATION_SPREAD * strength);
    let contrast = log_normal(rng, CONTRAST_SPREAD * strength);
    let area = side * side;
    for at in 0..area {
        let gray = (pixels[at] + pixels[area + at] + pixels[2 * area + at]) / 3.;
        for c in 0..3 {
            let value = gray + (pixels[c * area + at] - gray) * saturation;
            pixels[c * area + at] = 0.5 + (value - 0.5) * contrast;
        }
    }
}

/// Averages blocks of `factor` pixels and interpolates between them, like the blur of a small or unfocused photo.
fn blur(pixels: &mut [f32], side: usize, factor: usize) {
    let small = side / factor;
    let mut averaged = vec![0f32; small * small];
    for plane in pixels.chunks_exact_mut(side * side) {
        for (i, value) in averaged.iter_mut().enumerate() {
            let (x, y) = (i % small * factor, i / small * factor);
            let block = (0..factor).flat_map(|dy| (0..factor).map(move |dx| (y + dy) * side + x + dx));
            *value = block.map(|at| plane[at]).sum::<f32>() / (factor * factor) as f32;
        }
        for y in 0..side {
            let fy = ((y as f32 + 0.5) / factor as f32 - 0.5).clamp(0., (small - 1) as f32);
            let (y0, ay) = (fy as usize, fy.fract());
            let y1 = (y0 + 1).min(small - 1);
            for x in 0..side {
                let fx = ((x as f32 + 0.5) / factor as f32 - 0.5).clamp(0., (small - 1) as f32);
                let (x0, ax) = (fx as usize, fx.fract());
                let x1 = (x0 + 1).min(small - 1);
                let mix = |row: usize| averaged[row * small + x0] * (1. - ax) + averaged[row * small + x1] * ax;
                plane[y * side + x] = mix(y0) * (1. - ay) + mix(y1) * ay;
            }
        }
    }
}
