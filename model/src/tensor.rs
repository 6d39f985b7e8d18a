//! Pictures as the networks take them.

use image::{GrayImage, Rgb, RgbImage};

/// Planar numbers -1..1, red first.
#[must_use]
pub fn planar(picture: &RgbImage) -> Vec<f32> {
    let n = (picture.width() * picture.height()) as usize;
    let mut out = vec![0f32; 3 * n];
    for (i, pixel) in picture.as_raw().as_chunks::<3>().0.iter().enumerate() {
        for (c, v) in pixel.iter().enumerate() {
            out[c * n + i] = f32::from(*v) / 127.5 - 1.;
        }
    }
    out
}

/// Least spread that a channel is taken to have: an even wall stays even.
const LEAST_SPREAD: f32 = 0.05;

/// Planar numbers, red first, each channel with mean 0 and spread 1: what a camera's exposure and white balance multiply
/// is gone.
#[must_use]
pub fn levelled(picture: &RgbImage) -> Vec<f32> {
    let mut out = planar(picture);
    let n = (out.len() / 3).max(1);
    for plane in out.chunks_exact_mut(n) {
        let mean = plane.iter().sum::<f32>() / n as f32;
        let spread = (plane.iter().map(|v| (v - mean).powi(2)).sum::<f32>() / n as f32).sqrt().max(LEAST_SPREAD);
        for v in plane {
            *v = (*v - mean) / spread;
        }
    }
    out
}

/// What each channel of a photo is multiplied by, so that tongue and skin about it have a known mean: light and white
/// balance of the camera are then out of the scores' way, and a coat that covers the whole tongue still differs from the
/// skin. `mask` is the tongue, with its surroundings in the picture.
#[must_use]
pub fn balance(picture: &RgbImage, mask: &GrayImage) -> [f32; 3] {
    let luma = |p: &Rgb<u8>| 0.3 * f32::from(p.0[0]) + 0.59 * f32::from(p.0[1]) + 0.11 * f32::from(p.0[2]);
    let mean = |wanted: &dyn Fn(&Rgb<u8>, u8) -> bool| {
        let (mut sum, mut n) = ([0f64; 3], 0f64);
        for (pixel, _) in picture.pixels().zip(mask.iter()).filter(|(pixel, mask)| wanted(pixel, **mask)) {
            sum.iter_mut().zip(pixel.0).for_each(|(sum, v)| *sum += f64::from(v));
            n += 1.;
        }
        (n > 0.).then(|| sum.map(|s| (s / n) as f32))
    };
    let Some(tongue) = mean(&|_, mask| mask > 127) else { return [1.; 3] };
    let least = DARK_BESIDE * luma(&Rgb(tongue.map(|v| v as u8)));
    // what is far darker than the tongue is the mouth's inside, hair, or an instrument
    let skin = mean(&|pixel, mask| mask <= 127 && luma(pixel) > least).unwrap_or(tongue);
    std::array::from_fn(|c| (BALANCED[c] / f32::midpoint(tongue[c], skin[c]).max(1.)).clamp(0.2, 12.))
}

/// Share of the tongue's brightness below which its surroundings are no skin.
const DARK_BESIDE: f32 = 0.45;
/// Mean colour of tongue and skin once they are balanced.
const BALANCED: [f32; 3] = [170., 125., 120.];

/// Planar numbers of a square and its mask: colour multiplied by `gain`, 0 outside the tongue, then the mask itself 0..1.
#[must_use]
pub fn planar_masked(picture: &RgbImage, mask: &GrayImage, gain: [f32; 3]) -> Vec<f32> {
    let n = mask.as_raw().len();
    let mut out = vec![0f32; 4 * n];
    for (i, (pixel, mask)) in picture.pixels().zip(mask.iter()).enumerate() {
        let share = f32::from(*mask) / 255.;
        for (c, v) in pixel.0.iter().enumerate() {
            out[c * n + i] = ((f32::from(*v) * gain[c]).min(300.) / 127.5 - 1.) * share;
        }
        out[3 * n + i] = share;
    }
    out
}

#[cfg(test)]
mod tests {
    use image::Luma;

    use super::*;
    use crate::synth;

    /// The same photo by a camera of other gains, darker.
    fn cast(photo: &RgbImage) -> RgbImage {
        let gain = [0.8, 0.6, 0.45];
        RgbImage::from_fn(photo.width(), photo.height(), |x, y| {
            let pixel = photo.get_pixel(x, y).0;
            Rgb(std::array::from_fn(|c| (f32::from(pixel[c]) * gain[c]) as u8))
        })
    }

    #[test]
    fn a_cast_does_not_change_levelled_numbers() {
        let (photo, _) = synth::photo(2, &synth::Options { width: 96, height: 96, ..synth::Options::default() });
        let (plain, cast) = (levelled(&photo), levelled(&cast(&photo)));
        let raw = planar(&photo);
        assert!(plain.iter().zip(&cast).all(|(a, b)| (a - b).abs() < 0.1));
        assert!(plain.iter().zip(&raw).any(|(a, b)| (a - b).abs() > 0.5));
        let wall = RgbImage::from_pixel(8, 8, Rgb([90, 120, 60]));
        assert!(levelled(&wall).iter().all(|v| v.abs() < 1e-3), "an even wall stays even");
    }

    #[test]
    fn a_balanced_tongue_has_the_same_colours_under_a_cast() {
        let (photo, mask) = synth::photo(2, &synth::Options { width: 96, height: 96, ..synth::Options::default() });
        let cast = cast(&photo);
        let numbers = |photo: &RgbImage| planar_masked(photo, &mask, balance(photo, &mask));
        let (plain, cast) = (numbers(&photo), numbers(&cast));
        assert!(plain.iter().zip(&cast).all(|(a, b)| (a - b).abs() < 0.08));
        let none = GrayImage::from_pixel(96, 96, Luma([0]));
        assert!(balance(&photo, &none).iter().all(|v| (v - 1.).abs() < 1e-6));
    }
}
