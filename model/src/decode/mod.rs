//! Decodes a photo to an upright sRGB picture.

mod color;
mod huffman;
mod jpeg;
mod png;
mod scan;

use std::borrow::Cow;
use std::io::Cursor;

use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, RgbImage};

use crate::result::FailureCode;

/// Maximum side in pixels.
const MAX_SIDE: u32 = 12_000;
/// Maximum number of pixels.
const MAX_PIXELS: u64 = 50_000_000;
/// Maximum memory of a decoder, in bytes.
const MAX_MEMORY: u64 = 400 << 20;

/// Decodes JPEG, PNG or WebP (the first frame of an animation) of any color type, converts it to sRGB and applies its
/// EXIF orientation.
///
/// # Errors
/// [`FailureCode::NotAnImage`] for other formats, truncated or damaged files and pictures with transparent pixels;
/// [`FailureCode::TooLarge`] if the picture exceeds the limits, before memory is allocated.
pub fn decode(bytes: &[u8]) -> Result<RgbImage, FailureCode> {
    let format = image::guess_format(bytes).map_err(|_| FailureCode::NotAnImage)?;
    let file = if format == ImageFormat::Jpeg { jpeg::primary_picture(bytes)? } else { Cow::Borrowed(bytes) };
    let mut reader = ImageReader::with_format(Cursor::new(file.as_ref()), format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| failure_code(&error))?;
    let (width, height) = decoder.dimensions();
    check_size(width, height)?;
    if decoder.total_bytes() > MAX_MEMORY {
        return Err(FailureCode::TooLarge);
    }
    let profile = match format {
        ImageFormat::Png => png::profile(bytes),
        // an unreadable profile does not make the photo unreadable
        _ => decoder.icc_profile().ok().flatten().and_then(|icc| color::parse_icc(&icc)),
    };
    let orientation = decoder.orientation().map_err(|error| failure_code(&error))?;
    let picture = DynamicImage::from_decoder(decoder).map_err(|error| failure_code(&error))?;
    if !is_opaque(&picture) {
        return Err(FailureCode::NotAnImage);
    }
    let mut picture = DynamicImage::ImageRgb8(match profile {
        Some(profile) => color::convert_to_srgb(picture, &profile),
        None => into_rgb8(picture),
    });
    picture.apply_orientation(orientation);
    Ok(into_rgb8(picture))
}

fn failure_code(error: &ImageError) -> FailureCode {
    match error {
        ImageError::Limits(_) => FailureCode::TooLarge,
        _ => FailureCode::NotAnImage,
    }
}

/// Returns [`FailureCode::TooLarge`] if sides or pixels exceed the limits.
fn check_size(width: u32, height: u32) -> Result<(), FailureCode> {
    let pixels = u64::from(width) * u64::from(height);
    let fits = width <= MAX_SIDE && height <= MAX_SIDE && pixels <= MAX_PIXELS;
    fits.then_some(()).ok_or(FailureCode::TooLarge)
}

/// Converts without a copy if possible.
fn into_rgb8(picture: DynamicImage) -> RgbImage {
    match picture {
        DynamicImage::ImageRgb8(rgb) => rgb,
        other => other.into_rgb8(),
    }
}

fn is_opaque(picture: &DynamicImage) -> bool {
    match picture {
        DynamicImage::ImageLumaA8(p) => p.pixels().all(|p| p.0[1] == u8::MAX),
        DynamicImage::ImageRgba8(p) => p.pixels().all(|p| p.0[3] == u8::MAX),
        DynamicImage::ImageLumaA16(p) => p.pixels().all(|p| p.0[1] == u16::MAX),
        DynamicImage::ImageRgba16(p) => p.pixels().all(|p| p.0[3] == u16::MAX),
        other => !other.color().has_alpha(),
    }
}
