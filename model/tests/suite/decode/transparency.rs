//! Pictures with an alpha channel.

use image::{DynamicImage, GrayAlphaImage, ImageBuffer, ImageFormat, LumaA, Rgba, RgbaImage};
use model::FailureCode::NotAnImage;
use model::decode::decode;

use super::build::with_chunks;
use super::{letters, quarters};
use crate::photos::encode_picture;

/// Four quarters, and one pixel of another alpha.
fn with_alpha(alpha: u8) -> RgbaImage {
    let mut picture = DynamicImage::ImageRgb8(quarters()).into_rgba8();
    picture.get_pixel_mut(40, 30).0[3] = alpha;
    picture
}

#[test]
fn transparent_png_and_webp_are_refused() {
    for format in [ImageFormat::Png, ImageFormat::WebP] {
        for alpha in [0, 128, 254] {
            assert_eq!(
                decode(&encode_picture(with_alpha(alpha), format)).err(),
                Some(NotAnImage),
                "{format:?} {alpha}"
            );
        }
    }
}

#[test]
fn opaque_alpha_is_accepted() {
    for format in [ImageFormat::Png, ImageFormat::WebP] {
        assert_eq!(decode(&encode_picture(with_alpha(255), format)).unwrap(), quarters(), "{format:?}");
    }
}

#[test]
fn transparent_gray_and_16_bit_are_refused() {
    let gray = |alpha| GrayAlphaImage::from_fn(9, 9, |x, y| LumaA([80, if x + y == 8 { alpha } else { 255 }]));
    let deep = |alpha| ImageBuffer::from_fn(9, 9, |x, _| Rgba([900u16, 900, 900, if x == 8 { alpha } else { 65_535 }]));
    let gray = |alpha| encode_picture(gray(alpha), ImageFormat::Png);
    let deep = |alpha| encode_picture(DynamicImage::ImageRgba16(deep(alpha)), ImageFormat::Png);
    assert!(decode(&gray(255)).is_ok() && decode(&deep(65_535)).is_ok());
    assert_eq!(decode(&gray(254)).err(), Some(NotAnImage));
    assert_eq!(decode(&deep(65_534)).err(), Some(NotAnImage));
}

#[test]
fn png_transparent_color_is_refused_if_used() {
    let png = encode_picture(quarters(), ImageFormat::Png);
    let used = with_chunks(&png, &[(*b"tRNS", &[0, 220, 0, 30, 0, 30])]);
    let unused = with_chunks(&png, &[(*b"tRNS", &[0, 1, 0, 2, 0, 3])]);
    assert_eq!(decode(&used).err(), Some(NotAnImage));
    assert_eq!(letters(&decode(&unused).unwrap()), "RGBW");
}
