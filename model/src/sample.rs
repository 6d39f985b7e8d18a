//! Squares of a picture at the size that a network takes.

use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};
use image::{GrayImage, Luma, Rgb, RgbImage};

use crate::scene::bilinear;

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

impl Frame {
    /// A square about the middle of a box (left, top, width, height), `times` its longer side.
    #[must_use]
    pub fn about([left, top, width, height]: [f32; 4], times: f32) -> Self {
        let side = times * width.max(height);
        Self { left: left + (width - side) / 2., top: top + (height - side) / 2., width: side, height: side }
    }
}

/// The part of `mask` in `frame`, at `side` x `side` pixels, each as the nearest one; beyond the border there is nothing.
#[must_use]
pub fn resample_mask(mask: &GrayImage, frame: Frame, side: u32) -> GrayImage {
    let place = |i: u32, from: f32, length: f32| from + (i as f32 + 0.5) / side as f32 * length;
    GrayImage::from_fn(side, side, |i, j| {
        let (u, v) = (place(i, frame.left, frame.width), place(j, frame.top, frame.height));
        let inside = u >= 0. && v >= 0. && u < mask.width() as f32 && v < mask.height() as f32;
        if inside { *mask.get_pixel(u as u32, v as u32) } else { Luma([0]) }
    })
}

/// The part of `picture` in `frame`, at `width` x `height` pixels; beyond the border the nearest pixels are repeated.
#[must_use]
pub fn resample(picture: &RgbImage, frame: Frame, (width, height): (u32, u32)) -> RgbImage {
    let (w, h) = (picture.width() as f32, picture.height() as f32);
    // the part that lies inside, in pixels of the picture and of the answer
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
    // a part that ends before the frame begins leaves its border's pixels only
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

/// To a 64th of a pixel, so that sums and differences are exact and no part reaches beyond its picture by a rounding.
fn exact(v: f32) -> f32 {
    (v * 64.).round() / 64.
}

fn scaled(picture: &RgbImage, [left, top, width, height]: [f32; 4], (w, h): (u32, u32)) -> RgbImage {
    let mut out = Image::new(w, h, PixelType::U8x3);
    // a rounded width may reach past the border by its last digit, which the resizer refuses
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

/// The box about `centre`, turned clockwise by `angle` radians, at `side` x `side` pixels; through the same filter as an upright
/// one, because what is seen of the grain depends on it.
#[must_use]
pub fn resample_turned(picture: &RgbImage, centre: (f32, f32), size: (f32, f32), angle: f32, side: u32) -> RgbImage {
    let (sin, cos) = angle.sin_cos();
    let (width, height) = (size.0 * cos.abs() + size.1 * sin.abs(), size.0 * sin.abs() + size.1 * cos.abs());
    let upright = Frame { left: centre.0 - width / 2., top: centre.1 - height / 2., width, height };
    let density = side as f32 / size.0.min(size.1);
    // a box may be as narrow as it likes, a picture in memory may not
    let pixels = |length: f32| ((length * density).ceil() as u32).clamp(1, 4 * side);
    let near = resample(picture, upright, (pixels(width), pixels(height)));
    let (sx, sy) = (near.width() as f32 / width, near.height() as f32 / height);
    RgbImage::from_fn(side, side, |x, y| {
        let u = ((x as f32 + 0.5) / side as f32 - 0.5) * size.0;
        let v = ((y as f32 + 0.5) / side as f32 - 0.5) * size.1;
        let (px, py) = (u * cos - v * sin + width / 2., u * sin + v * cos + height / 2.);
        Rgb(bilinear(&near, px * sx, py * sy).map(|v| (v + 0.5) as u8))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn gradient(w: u32, h: u32) -> RgbImage {
        RgbImage::from_fn(w, h, |x, y| Rgb([(x * 255 / w) as u8, (y * 255 / h) as u8, 77]))
    }

    #[test]
    fn a_frame_of_the_whole_picture_is_the_picture() {
        let picture = gradient(64, 48);
        let frame = Frame { left: 0., top: 0., width: 64., height: 48. };
        assert_eq!(resample(&picture, frame, (64, 48)), picture);
    }

    #[test]
    fn beyond_the_border_its_pixels_are_repeated() {
        let picture = gradient(32, 32);
        let frame = Frame { left: -32., top: 0., width: 64., height: 32. };
        let wide = resample(&picture, frame, (64, 32));
        for y in 0..32 {
            assert_eq!(wide.get_pixel(0, y), picture.get_pixel(0, y));
            assert_eq!(wide.get_pixel(63, y), picture.get_pixel(31, y));
        }
        let frame = Frame { left: -10., top: -20., width: 64., height: 64. };
        let around = resample(&picture, frame, (64, 64));
        for (x, y, pixel) in around.enumerate_pixels() {
            let near = |v: u32, before: u32| v.saturating_sub(before).min(31);
            assert_eq!(pixel, picture.get_pixel(near(x, 10), near(y, 20)), "{x}, {y}");
        }
    }

    #[test]
    fn a_turn_of_nothing_is_the_same_box() {
        let picture = gradient(100, 100);
        let frame = Frame { left: 20., top: 30., width: 50., height: 50. };
        let straight = resample(&picture, frame, (50, 50));
        let turned = resample_turned(&picture, (45., 55.), (50., 50.), 0., 50);
        for (a, b) in straight.iter().zip(turned.iter()) {
            assert!(a.abs_diff(*b) <= 3);
        }
    }

    #[test]
    fn a_large_box_is_cut_out_without_aliasing() {
        // stripes finer than the answer's pixels are grey in it, however it is turned
        let picture = RgbImage::from_fn(400, 400, |x, _| Rgb([if x % 2 == 0 { 255 } else { 0 }; 3]));
        let turned = resample_turned(&picture, (200., 200.), (240., 240.), 0.6, 40);
        assert!(turned.iter().all(|v| v.abs_diff(127) < 12));
    }

    #[test]
    fn a_quarter_turn_brings_the_right_side_down() {
        // the box is turned clockwise: its own "right" points down in the picture
        let picture = gradient(100, 100);
        let turned = resample_turned(&picture, (50., 50.), (80., 80.), std::f32::consts::FRAC_PI_2, 40);
        let (left, right) = (turned.get_pixel(0, 20), turned.get_pixel(39, 20));
        assert!(right.0[1] > left.0[1] + 150, "green grows downwards in the picture: {left:?} {right:?}");
    }

    proptest! {
        /// A black answer would mean that the resizer refused the crop.
        #[test]
        fn any_frame_gives_pixels_of_the_picture(
            (w, h) in (1u32..90, 1u32..90),
            (left, top) in (-120f32..120., -120f32..120.),
            (width, height) in (0.5f32..300., 0.5f32..300.),
        ) {
            let picture = RgbImage::from_pixel(w, h, Rgb([90, 120, 60]));
            let out = resample(&picture, Frame { left, top, width, height }, (24, 20));
            prop_assert_eq!(out.dimensions(), (24, 20));
            prop_assert!(out.pixels().all(|p| p.0 == [90, 120, 60]));
        }
    }
}
