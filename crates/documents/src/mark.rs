//! A clinic's seal or a doctor's signature: the ink of a scanned picture, drawn as areas of one color. It is sharp in
//! print, and no other data of the picture gets into a document.

use std::io::Cursor;

use krilla::color::rgb::Color;
use png::{ColorType, Decoder, Limits, Transformations};

/// The largest file.
pub const MAX_MARK_BYTES: usize = 256 * 1024;
/// The longest side in pixels.
const MAX_SIDE: u32 = 1_000;
/// The shortest side in pixels.
const MIN_SIDE: u32 = 32;
/// Pixels up to this brightness on white paper are ink.
const MAX_INK_BRIGHTNESS: u32 = 200;
/// At least one in this many pixels must be ink.
const MIN_INK_SHARE: usize = 500;
/// The highest percentage of ink pixels: paper is mostly white.
const MAX_INK_PERCENT: usize = 70;

/// A picture that is not a seal or a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidMark {
    /// It is not a PNG, or damaged.
    #[error("not a PNG picture")]
    NotAPng,
    /// The file or a side is too large.
    #[error("the picture is too large")]
    TooLarge,
    /// A side is too short for printing.
    #[error("the picture is too small")]
    TooSmall,
    /// It shows no ink on light paper.
    #[error("no ink on light paper")]
    NoInk,
}

/// A row of ink pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) x: u32,
    pub(crate) y: u32,
    pub(crate) length: u32,
}

/// A seal or a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) runs: Vec<Run>,
    red: u8,
    green: u8,
    blue: u8,
}

/// The seal and the signature of a signed document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    /// The clinic's seal.
    pub seal: Mark,
    /// The doctor's signature.
    pub signature: Mark,
}

impl Mark {
    /// Reads the ink of a PNG.
    ///
    /// # Errors
    /// [`InvalidMark`] for a picture that is not a seal or a signature.
    pub fn from_png(file: &[u8]) -> Result<Self, InvalidMark> {
        if file.len() > MAX_MARK_BYTES {
            return Err(InvalidMark::TooLarge);
        }
        let mut decoder = Decoder::new_with_limits(Cursor::new(file), Limits { bytes: 16 * 1024 * 1024 });
        decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
        let mut reader = decoder.read_info().map_err(|_| InvalidMark::NotAPng)?;
        let (width, height) = (reader.info().width, reader.info().height);
        if width.max(height) > MAX_SIDE {
            return Err(InvalidMark::TooLarge);
        }
        if width.min(height) < MIN_SIDE {
            return Err(InvalidMark::TooSmall);
        }
        let mut pixels = vec![0; reader.output_buffer_size().ok_or(InvalidMark::TooLarge)?];
        let frame = reader.next_frame(&mut pixels).map_err(|_| InvalidMark::NotAPng)?;
        let samples = match frame.color_type {
            ColorType::Grayscale => 1,
            ColorType::GrayscaleAlpha => 2,
            ColorType::Rgb => 3,
            ColorType::Rgba => 4,
            ColorType::Indexed => return Err(InvalidMark::NotAPng),
        };
        Self::from_pixels(width, height, pixels.chunks_exact(samples).map(on_white))
    }

    fn from_pixels(width: u32, height: u32, pixels: impl Iterator<Item = [u8; 3]>) -> Result<Self, InvalidMark> {
        let (mut runs, mut sum, mut ink) = (Vec::<Run>::new(), [0_u64; 3], 0_usize);
        for (index, pixel) in (0_u32..).zip(pixels) {
            if brightness(pixel) > MAX_INK_BRIGHTNESS {
                continue;
            }
            let (x, y) = (index % width, index / width);
            ink += 1;
            for (total, sample) in sum.iter_mut().zip(pixel) {
                *total += u64::from(sample);
            }
            match runs.last_mut() {
                Some(run) if run.y == y && run.x + run.length == x => run.length += 1,
                _ => runs.push(Run { x, y, length: 1 }),
            }
        }
        let all = width as usize * height as usize;
        if ink * MIN_INK_SHARE < all || ink * 100 > all * MAX_INK_PERCENT {
            return Err(InvalidMark::NoInk);
        }
        let [red, green, blue] = sum.map(|total| u8::try_from(total / ink as u64).unwrap_or(u8::MAX));
        Ok(Self { width, height, runs, red, green, blue })
    }

    pub(crate) fn color(&self) -> Color {
        Color::new(self.red, self.green, self.blue)
    }
}

/// Returns the color of a pixel on white paper.
fn on_white(samples: &[u8]) -> [u8; 3] {
    let (color, alpha) = match *samples {
        [gray] => ([gray; 3], u8::MAX),
        [gray, alpha] => ([gray; 3], alpha),
        [red, green, blue] => ([red, green, blue], u8::MAX),
        [red, green, blue, alpha] => ([red, green, blue], alpha),
        _ => ([u8::MAX; 3], 0),
    };
    let (alpha, white) = (u32::from(alpha), u32::from(u8::MAX));
    color.map(|sample| {
        let blended = (u32::from(sample) * alpha + white * (white - alpha)) / white;
        u8::try_from(blended).unwrap_or(u8::MAX)
    })
}

/// Returns the brightness of a color, 0 to 255 (Rec. 601).
fn brightness([red, green, blue]: [u8; 3]) -> u32 {
    (299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue)) / 1_000
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a picture of 40 x 40 pixels with a red square of 20 x 20.
    fn square(color: [u8; 4], paper: [u8; 4]) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, 40, 40);
        encoder.set_color(ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().expect("a header");
        let is_inside = |index: u32| (10..30).contains(&(index % 40)) && (10..30).contains(&(index / 40));
        let pixels: Vec<u8> = (0..1_600).flat_map(|index| if is_inside(index) { color } else { paper }).collect();
        writer.write_image_data(&pixels).expect("pixels");
        writer.finish().expect("a file");
        file
    }

    #[test]
    fn mark_keeps_the_ink_only() {
        for paper in [[255, 255, 255, 255], [0, 0, 0, 0], [230, 230, 230, 255]] {
            let mark = Mark::from_png(&square([200, 20, 30, 255], paper)).expect("a mark");
            assert_eq!(mark.runs.len(), 20, "{paper:?}");
            assert_eq!(mark.runs[0], Run { x: 10, y: 10, length: 20 });
            assert_eq!((mark.red, mark.green, mark.blue), (200, 20, 30));
        }
    }

    #[test]
    fn picture_without_a_mark_is_refused() {
        let blank = square([255, 255, 255, 255], [255, 255, 255, 255]);
        assert_eq!(Mark::from_png(&blank), Err(InvalidMark::NoInk));
        let night = square([0, 0, 0, 255], [10, 10, 10, 255]);
        assert_eq!(Mark::from_png(&night), Err(InvalidMark::NoInk));
        assert_eq!(Mark::from_png(b"GIF89a"), Err(InvalidMark::NotAPng));
        let good = square([0, 0, 0, 255], [0, 0, 0, 0]);
        assert_eq!(Mark::from_png(&good[..good.len() / 2]), Err(InvalidMark::NotAPng));
        assert_eq!(Mark::from_png(&vec![0; MAX_MARK_BYTES + 1]), Err(InvalidMark::TooLarge));
    }
}
