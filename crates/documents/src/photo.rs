//! Photos on a page, with lines over them.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder as _, ImageReader, Limits};
use krilla::color::rgb::Color;
use krilla::geom::{PathBuilder, Rect, Size, Transform};
use krilla::image::Image;
use krilla::paint::{FillRule, Stroke};
use krilla::tagging::{ContentTag, Identifier};

use crate::WriteError;
use crate::canvas::{Area, Canvas};

/// The longest side that is decoded.
const MAX_SIDE: u32 = 12_000;
/// The maximum memory of a decoder, in bytes.
const MAX_MEMORY: u64 = 200 << 20;
/// The longest side on a page, in pixels: 250 dots per inch on half a page.
const MAX_PRINTED_SIDE: u32 = 900;
const JPEG_QUALITY: u8 = 85;

/// The square part of a photo that is shown, in pixels of the upright photo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhotoPart {
    /// The pixels to its left.
    pub left: u32,
    /// The pixels above it.
    pub top: u32,
    /// Its width and height.
    pub side: u32,
}

/// The error of a file that is not a readable JPEG, PNG or WebP photo.
#[derive(Debug, thiserror::Error)]
#[error("the photo cannot be decoded")]
pub struct InvalidPhoto;

/// A photo prepared for print: upright, cropped to the shown part, and scaled down. No other data of the file, such as
/// its location or camera, gets into a document.
#[derive(Clone, Debug)]
pub struct Photo {
    jpeg: Vec<u8>,
    width: u32,
    height: u32,
    /// The upper left corner of the shown part, in pixels of the upright photo.
    origin: [f32; 2],
    /// Printed pixels per pixel of the upright photo.
    scale: f32,
}

impl Photo {
    /// Decodes a photo and crops it to `part`, if there is one.
    ///
    /// # Errors
    /// [`InvalidPhoto`] for another format, a damaged file, or one beyond the limits.
    pub fn decode(file: &[u8], part: Option<PhotoPart>) -> Result<Self, InvalidPhoto> {
        let mut picture = decode_upright(file)?;
        if let Some(PhotoPart { left, top, side }) = part {
            if left >= picture.width() || top >= picture.height() {
                return Err(InvalidPhoto);
            }
            picture = picture.crop_imm(left, top, side, side);
        }
        let longest = picture.width().max(picture.height());
        #[expect(clippy::cast_precision_loss, reason = "at most twelve thousand")]
        let scale = (MAX_PRINTED_SIDE as f32 / longest as f32).min(1.0);
        if longest > MAX_PRINTED_SIDE {
            picture = picture.resize(MAX_PRINTED_SIDE, MAX_PRINTED_SIDE, FilterType::Triangle);
        }
        let mut jpeg = Vec::new();
        let printed = picture.to_rgb8();
        JpegEncoder::new_with_quality(&mut jpeg, JPEG_QUALITY).encode_image(&printed).map_err(|_| InvalidPhoto)?;
        #[expect(clippy::cast_precision_loss, reason = "at most twelve thousand")]
        let origin = part.map_or([0.0, 0.0], |part| [part.left as f32, part.top as f32]);
        Ok(Self { jpeg, width: printed.width(), height: printed.height(), origin, scale })
    }
}

fn decode_upright(file: &[u8]) -> Result<DynamicImage, InvalidPhoto> {
    let mut reader = ImageReader::new(Cursor::new(file)).with_guessed_format().map_err(|_| InvalidPhoto)?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|_| InvalidPhoto)?;
    if decoder.total_bytes() > MAX_MEMORY {
        return Err(InvalidPhoto);
    }
    let orientation = decoder.orientation().map_err(|_| InvalidPhoto)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|_| InvalidPhoto)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

/// A line over a photo, in pixels of the upright photo.
#[derive(Clone, Debug)]
pub(crate) struct PhotoLine {
    pub(crate) points: Vec<[f32; 2]>,
    pub(crate) is_closed: bool,
    /// The width, in points.
    pub(crate) width: f32,
}

/// Draws a photo in the center of a box, scaled to fit, with lines that are clipped to it.
pub(crate) fn draw_photo(
    canvas: &mut Canvas<'_>,
    area: Area,
    photo: &Photo,
    lines: &[PhotoLine],
) -> Result<Identifier, WriteError> {
    let image = Image::from_jpeg(photo.jpeg.clone().into(), false).map_err(WriteError)?;
    #[expect(clippy::cast_precision_loss, reason = "at most nine hundred")]
    let [width, height] = [photo.width, photo.height].map(|side| side as f32);
    let scale = (area.width / width).min(area.height / height);
    let (left, top) = (area.x + (area.width - width * scale) / 2.0, area.y + (area.height - height * scale) / 2.0);
    let size =
        Size::from_wh(width * scale, height * scale).ok_or_else(|| WriteError("a photo without a size".into()))?;
    let id = canvas.surface.start_tagged(ContentTag::Other);
    canvas.surface.push_transform(&Transform::from_translate(left, top));
    canvas.surface.draw_image(image, size);
    let mut frame = PathBuilder::new();
    if let Some(rect) = Rect::from_xywh(0.0, 0.0, size.width(), size.height()) {
        frame.push_rect(rect);
    }
    if let Some(frame) = frame.finish() {
        canvas.surface.push_clip_path(&frame, &FillRule::default());
        let place = |[x, y]: [f32; 2]| {
            [(x - photo.origin[0]) * photo.scale * scale, (y - photo.origin[1]) * photo.scale * scale]
        };
        for line in lines {
            // light on dark, so that the line is visible on any tongue and in any print
            draw_line(canvas, line, Color::new(0x12, 0x46, 0x3a), line.width + 1.2, place);
            draw_line(canvas, line, Color::white(), line.width, place);
        }
        canvas.surface.pop();
    }
    canvas.surface.pop();
    canvas.surface.end_tagged();
    Ok(id)
}

fn draw_line(
    canvas: &mut Canvas<'_>,
    line: &PhotoLine,
    color: Color,
    width: f32,
    place: impl Fn([f32; 2]) -> [f32; 2],
) {
    let mut path = PathBuilder::new();
    for (index, point) in line.points.iter().enumerate() {
        let [x, y] = place(*point);
        if index == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    if line.is_closed {
        path.close();
    }
    if let Some(path) = path.finish() {
        canvas.surface.set_fill(None);
        canvas.surface.set_stroke(Some(Stroke { paint: color.into(), width, ..Stroke::default() }));
        canvas.surface.draw_path(&path);
    }
}

#[cfg(test)]
mod tests {
    use image::{ImageFormat, Rgb, RgbImage};

    use super::*;

    fn file(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        let picture = RgbImage::from_pixel(width, height, Rgb([200, 120, 120]));
        picture.write_to(&mut bytes, format).expect("a photo");
        bytes.into_inner()
    }

    #[test]
    fn photo_is_cut_and_scaled() {
        for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
            let photo = Photo::decode(&file(1_800, 1_200, format), None).expect("a photo");
            assert_eq!((photo.width, photo.height), (900, 600));
            assert!((photo.scale - 0.5).abs() < 1e-6 && photo.jpeg.len() < 100_000);
        }
        let part = PhotoPart { left: 100, top: 50, side: 300 };
        let photo = Photo::decode(&file(500, 400, ImageFormat::Jpeg), Some(part)).expect("a photo");
        assert_eq!((photo.width, photo.height, photo.origin), (300, 300, [100.0, 50.0]));
    }

    #[test]
    fn unreadable_photo_is_refused() {
        let good = file(100, 100, ImageFormat::Png);
        assert!(Photo::decode(&good[..good.len() / 2], None).is_err());
        assert!(Photo::decode(b"GIF89a", None).is_err());
        assert!(Photo::decode(&[], None).is_err());
        let outside = PhotoPart { left: 100, top: 0, side: 10 };
        assert!(Photo::decode(&good, Some(outside)).is_err());
    }
}
