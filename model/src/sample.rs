//! Resampling of a part of a picture to the network's input size.

use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};
use image::RgbImage;

/// A rectangle in pixels, which may extend beyond its picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// First column.
    pub left: f32,
    /// First row.
    pub top: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

/// Returns the part of `picture` in `frame`, at `width` x `height` pixels. Beyond the border the nearest pixels are
/// repeated.
#[must_use]
pub fn resample(picture: &RgbImage, frame: Frame, (width, height): (u32, u32)) -> RgbImage {
    let (w, h) = (picture.width() as f32, picture.height() as f32);
    // the part inside of the picture, in pixels of the picture and of the result
    let (left, top) = (exact(frame.left).clamp(0., w - 1.), exact(frame.top).clamp(0., h - 1.));
    let right = exact(frame.left + frame.width).clamp(left + 1., w);
    let bottom = exact(frame.top + frame.height).clamp(top + 1., h);
    let (sx, sy) = (width as f32 / frame.width, height as f32 / frame.height);
    let inner = (
        (((right - left) * sx).round() as u32).clamp(1, width),
        (((bottom - top) * sy).round() as u32).clamp(1, height),
    );
    let part = scaled(picture, [left, top, right - left, bottom - top], inner);
    if inner == (width, height) {
        return part;
    }
    let (dx, dy) = (((left - frame.left) * sx).round() as i64, ((top - frame.top) * sy).round() as i64);
    // a part that ends before the frame starts only contributes its border's pixels
    let before = dx.clamp(0, i64::from(width)) as usize;
    let first = (-dx).clamp(0, i64::from(inner.0) - 1) as usize;
    let mut out = RgbImage::new(width, height);
    for (y, to) in (0i64..).zip(out.chunks_exact_mut(3 * width as usize)) {
        let y = (y - dy).clamp(0, i64::from(inner.1) - 1) as usize;
        let row = part.as_raw()[3 * y * inner.0 as usize..][..3 * inner.0 as usize].as_chunks::<3>().0;
        let (left, rest) = to.as_chunks_mut::<3>().0.split_at_mut(before);
        left.fill(row[0]);
        let inside = (row.len() - first).min(rest.len());
        rest[..inside].copy_from_slice(&row[first..][..inside]);
        rest[inside..].fill(row[row.len() - 1]);
    }
    out
}

/// Rounds to a 64th of a pixel, so that sums and differences are exact and rounding never moves a part beyond its
/// picture.
fn exact(v: f32) -> f32 {
    (v * 64.).round() / 64.
}

fn scaled(picture: &RgbImage, [left, top, width, height]: [f32; 4], (w, h): (u32, u32)) -> RgbImage {
    let mut out = Image::new(w, h, PixelType::U8x3);
    // a rounded width may exceed the border in its last digit, which the resizer rejects
    let within = |from: f32, length: f32, whole: u32| f64::from(length).min(f64::from(whole) - f64::from(from));
    let (width, height) = (within(left, width, picture.width()), within(top, height, picture.height()));
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Bilinear)).crop(
        f64::from(left),
        f64::from(top),
        width,
        height,
    );
    let source = ImageRef::new(picture.width(), picture.height(), picture.as_raw(), PixelType::U8x3);
    let done = source.map(|source| Resizer::new().resize(&source, &mut out, &options));
    debug_assert!(matches!(done, Ok(Ok(()))), "a crop inside a picture can be resized");
    RgbImage::from_raw(w, h, out.into_vec()).unwrap_or_else(|| RgbImage::new(w, h))
}
