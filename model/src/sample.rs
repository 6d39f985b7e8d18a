//! Squares of a picture at the size that a network takes.

use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};
use image::{Rgb, RgbImage};

/// A rectangle in pixels, which may reach beyond its picture.
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

/// The part of `picture` in `frame`, at `width` x `height` pixels; beyond the border the nearest pixels are repeated.
#[must_use]
pub fn resample(picture: &RgbImage, frame: Frame, (width, height): (u32, u32)) -> RgbImage {
    let (w, h) = (picture.width() as f32, picture.height() as f32);
    // the part that lies inside, in pixels of the picture and of the answer
    let (left, top) = (frame.left.clamp(0., w - 1.), frame.top.clamp(0., h - 1.));
    let right = (frame.left + frame.width).clamp(left + 1., w);
    let bottom = (frame.top + frame.height).clamp(top + 1., h);
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
    RgbImage::from_fn(width, height, |x, y| {
        let x = (i64::from(x) - dx).clamp(0, i64::from(inner.0) - 1) as u32;
        let y = (i64::from(y) - dy).clamp(0, i64::from(inner.1) - 1) as u32;
        *part.get_pixel(x, y)
    })
}

fn scaled(picture: &RgbImage, [left, top, width, height]: [f32; 4], (w, h): (u32, u32)) -> RgbImage {
    let mut out = Image::new(w, h, PixelType::U8x3);
    let options = ResizeOptions::new()
        .resize_alg(ResizeAlg::Convolution(FilterType::Bilinear))
        .crop(f64::from(left), f64::from(top), f64::from(width), f64::from(height));
    let source = ImageRef::new(picture.width(), picture.height(), picture.as_raw(), PixelType::U8x3);
    let done = source.map(|source| Resizer::new().resize(&source, &mut out, &options));
    debug_assert!(matches!(done, Ok(Ok(()))), "a crop inside a picture can be resized");
    RgbImage::from_raw(w, h, out.into_vec()).unwrap_or_else(|| RgbImage::new(w, h))
}

/// The box about `centre`, turned clockwise by `angle` radians, at `side` x `side` pixels.
#[must_use]
pub fn resample_turned(picture: &RgbImage, centre: (f32, f32), size: (f32, f32), angle: f32, side: u32) -> RgbImage {
    let (sin, cos) = angle.sin_cos();
    RgbImage::from_fn(side, side, |x, y| {
        // four places in each pixel, against aliasing
        let mut sum = [0u32; 3];
        for (ox, oy) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
            let u = ((x as f32 + ox) / side as f32 - 0.5) * size.0;
            let v = ((y as f32 + oy) / side as f32 - 0.5) * size.1;
            let px = (centre.0 + u * cos - v * sin).clamp(0., picture.width() as f32 - 1.) as u32;
            let py = (centre.1 + u * sin + v * cos).clamp(0., picture.height() as f32 - 1.) as u32;
            for (s, v) in sum.iter_mut().zip(picture.get_pixel(px, py).0) {
                *s += u32::from(v);
            }
        }
        Rgb(sum.map(|s| (s / 4) as u8))
    })
}
