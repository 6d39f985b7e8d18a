//! Bytes to an upright picture.

use std::io::Cursor;

use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, RgbImage};

use crate::analysis::FailureCode;

/// Longest side that is decoded.
const MAX_SIDE: u32 = 12_000;
/// Most pixels that are decoded.
const MAX_PIXELS: u64 = 50_000_000;
/// Most memory that a decoder may take, in bytes.
const MAX_MEMORY: u64 = 400 << 20;

/// Decodes JPEG, PNG or WebP (the first frame of an animation), of any colour type, and turns it as its EXIF orientation
/// says.
///
/// # Errors
/// [`FailureCode::NotAnImage`] for anything else, cut short or broken; [`FailureCode::TooLarge`] beyond the limits, before
/// memory is taken.
pub fn decode(bytes: &[u8]) -> Result<RgbImage, FailureCode> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|_| FailureCode::NotAnImage)?;
    let jpeg = reader.format() == Some(ImageFormat::Jpeg);
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_MEMORY);
    reader.limits(limits);
    let failure = |error: image::ImageError| match error {
        image::ImageError::Limits(_) => FailureCode::TooLarge,
        _ => FailureCode::NotAnImage,
    };
    let mut decoder = reader.into_decoder().map_err(failure)?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    if width > MAX_SIDE || height > MAX_SIDE || pixels > MAX_PIXELS || decoder.total_bytes() > MAX_MEMORY {
        return Err(FailureCode::TooLarge);
    }
    if jpeg && !complete(bytes) {
        return Err(FailureCode::NotAnImage);
    }
    let orientation = decoder.orientation().map_err(failure)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(failure)?;
    picture.apply_orientation(orientation);
    Ok(match picture {
        DynamicImage::ImageRgb8(rgb) => rgb,
        other => other.into_rgb8(),
    })
}

/// Whether a JPEG reaches its end marker: the decoder fills what is missing with grey, and a half-sent photo would be scored
/// as if it were whole. The previews inside a header and whatever a phone adds behind the end do not count.
fn complete(jpeg: &[u8]) -> bool {
    const END: u8 = 0xD9;
    let is_marker = |pair: &[u8]| pair[0] == 0xFF && !matches!(pair[1], 0x00 | 0x01 | 0xD0..=0xD8 | 0xFF);
    let mut rest = jpeg;
    // a scan's data follow its header; no marker occurs in them but restarts
    while let Some(at) = rest.windows(2).position(is_marker) {
        if rest[at + 1] == END {
            return true;
        }
        let Some([high, low]) = rest.get(at + 2..).and_then(<[u8]>::first_chunk) else { return false };
        let length = usize::from(u16::from_be_bytes([*high, *low]));
        let Some(after) = rest.get(at + 2 + length..) else { return false };
        rest = after;
    }
    false
}
