//! Pictures as the networks take them.

use image::{GrayImage, RgbImage};

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

/// Planar numbers of a square and its mask: colour 0 outside the tongue, then the mask itself 0..1.
#[must_use]
pub fn planar_masked(picture: &RgbImage, mask: &GrayImage) -> Vec<f32> {
    let mut out = planar(picture);
    let n = mask.as_raw().len();
    let mask: Vec<f32> = mask.as_raw().iter().map(|v| f32::from(*v) / 255.).collect();
    for plane in out.chunks_exact_mut(n) {
        for (v, m) in plane.iter_mut().zip(&mask) {
            *v *= m;
        }
    }
    out.extend(mask);
    out
}
