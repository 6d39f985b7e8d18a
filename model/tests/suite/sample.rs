//! Resampling: a frame shows the pixels of its picture, and beyond the border the nearest ones.

use image::{Rgb, RgbImage};
use model::sample::{Frame, resample};
use proptest::prelude::*;

fn gradient(w: u32, h: u32) -> RgbImage {
    RgbImage::from_fn(w, h, |x, y| Rgb([(x * 255 / w) as u8, (y * 255 / h) as u8, 77]))
}

#[test]
fn frame_of_whole_picture_is_picture() {
    let picture = gradient(64, 48);
    let frame = Frame { left: 0., top: 0., width: 64., height: 48. };
    assert_eq!(resample(&picture, frame, (64, 48)), picture);
}

#[test]
fn pixels_beyond_border_are_repeated() {
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

proptest! {
    /// A black result would mean that the resizer rejected the crop.
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
