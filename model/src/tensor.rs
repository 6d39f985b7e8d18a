//! Pictures as the networks take them.

use image::RgbImage;

use crate::net::BLOCK;

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
const LEAST_SPREAD: f64 = 0.05;

/// What each value of each channel becomes, so that the channel has mean 0 and spread 1: what a camera's exposure and white
/// balance multiply is gone.
fn levels(pixels: &[[u8; 3]]) -> [[f32; 256]; 3] {
    let mut counts = [[0u32; 256]; 3];
    for pixel in pixels {
        for (counts, v) in counts.iter_mut().zip(pixel) {
            counts[usize::from(*v)] += 1;
        }
    }
    counts.map(|counts| {
        // each of the 256 values once, instead of each pixel
        let n = pixels.len().max(1) as f64;
        let value = |v: usize| v as f64 / 127.5 - 1.;
        let mean_of = |f: &dyn Fn(f64) -> f64| {
            counts.iter().enumerate().map(|(v, count)| f64::from(*count) * f(value(v))).sum::<f64>() / n
        };
        let mean = mean_of(&|v| v);
        let spread = mean_of(&|v| (v - mean).powi(2)).sqrt().max(LEAST_SPREAD);
        std::array::from_fn(|v| ((value(v) - mean) / spread) as f32)
    })
}

/// Planar numbers, red first, each channel with mean 0 and spread 1.
#[must_use]
pub fn levelled(picture: &RgbImage) -> Vec<f32> {
    let pixels = picture.as_raw().as_chunks::<3>().0;
    let levels = levels(pixels);
    let mut out = Vec::with_capacity(3 * pixels.len());
    for (c, levels) in levels.iter().enumerate() {
        out.extend(pixels.iter().map(|pixel| levels[usize::from(pixel[c])]));
    }
    out
}

/// The same, the numbers of a block of [`BLOCK`] x [`BLOCK`] pixels side by side, channel after channel, as the segmentation network
/// reads them. Pixels that fill no block are left out.
#[must_use]
pub fn levelled_blocks(picture: &RgbImage) -> Vec<f32> {
    let pixels = picture.as_raw().as_chunks::<3>().0;
    let levels = levels(pixels);
    let mut out = Vec::with_capacity(3 * pixels.len());
    for rows in pixels.chunks_exact(BLOCK * picture.width() as usize) {
        let mut rows = rows.chunks_exact(picture.width() as usize);
        let rows: [&[[[u8; 3]; BLOCK]]; BLOCK] =
            std::array::from_fn(|_| rows.next().map(|row| row.as_chunks().0).unwrap_or_default());
        for block in 0..picture.width() as usize / BLOCK {
            for (c, levels) in levels.iter().enumerate() {
                for row in rows {
                    out.extend_from_slice(&row[block].map(|pixel| levels[usize::from(pixel[c])]));
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use candle_core::{Device, Tensor};
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
    fn blocks_hold_the_same_numbers_as_the_network_makes_of_planes() {
        let (photo, _) = synth::photo(2, &synth::Options { width: 96, height: 64, ..synth::Options::default() });
        let planar = Tensor::from_vec(levelled(&photo), (1, 3, 64, 96), &Device::Cpu).unwrap();
        // [1, 3, 16, 4, 24, 4] -> [1, 16, 24, 3, 4, 4]
        let blocks = planar.reshape(&[1, 3, 16, 4, 24, 4]).unwrap().permute(&[0, 2, 4, 1, 3, 5][..]).unwrap();
        assert_eq!(levelled_blocks(&photo), blocks.flatten_all().unwrap().to_vec1::<f32>().unwrap());
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
