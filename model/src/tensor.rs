//! Pictures as the networks take them.

use image::RgbImage;

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

#[cfg(test)]
mod tests {
    use image::Rgb;

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
}
