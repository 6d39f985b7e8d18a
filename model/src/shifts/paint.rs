//! What all shifts are made of: grain, changes of colour, and a photo placed in another.

use image::{GrayImage, Luma, Rgb, RgbImage, imageops};

use crate::data::Sample;
use crate::scene::bilinear;

/// A number that looks random and depends on a place only.
pub fn speckle(seed: u64, x: u32, y: u32) -> f32 {
    let mut h =
        seed ^ u64::from(x).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(y).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    h = (h ^ (h >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    h = (h ^ (h >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    // the sum of four sixteenths of the bits is near enough to normal
    (0..4).map(|i| (h >> (16 * i) & 0xFFFF) as f32 / 65535. - 0.5).sum::<f32>() * 1.73
}

/// Changes each pixel by `f`, which is told its place, whether it is tongue, and its colour 0..1.
pub fn recoloured(photo: &RgbImage, mask: &GrayImage, f: impl Fn(u32, u32, f32, [f32; 3]) -> [f32; 3]) -> RgbImage {
    let soft = imageops::fast_blur(mask, 2.);
    RgbImage::from_fn(photo.width(), photo.height(), |x, y| {
        let colour = photo.get_pixel(x, y).0.map(|v| f32::from(v) / 255.);
        let changed = f(x, y, f32::from(soft.get_pixel(x, y).0[0]) / 255., colour);
        Rgb(changed.map(|v| (v * 255. + 0.5).clamp(0., 255.) as u8))
    })
}

/// The photo turned by `angle` about its middle, then moved and scaled into a picture of `w` x `h`; `beyond` gives what lies
/// outside.
pub fn placed(
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
