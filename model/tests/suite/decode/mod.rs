//! Decoding of every format that phones send, and the refusal of everything else.

mod build;
mod color;
mod jpeg;
mod transparency;

use image::{DynamicImage, GrayImage, ImageBuffer, ImageFormat, Luma, Rgb, RgbImage};
use model::FailureCode::{NotAnImage, TooLarge};
use model::decode::decode;
use proptest::prelude::*;

use self::build::{inks_jpeg, png_chunk};
use crate::photos::{encode_oriented, encode_picture};

const RED: Rgb<u8> = Rgb([220, 30, 30]);
const GREEN: Rgb<u8> = Rgb([30, 200, 40]);
const BLUE: Rgb<u8> = Rgb([40, 50, 210]);
const WHITE: Rgb<u8> = Rgb([240, 240, 240]);

/// Four quarters: red, green, blue, white, row by row.
fn quarters() -> RgbImage {
    RgbImage::from_fn(64, 48, |x, y| match (x < 32, y < 24) {
        (true, true) => RED,
        (false, true) => GREEN,
        (true, false) => BLUE,
        (false, false) => WHITE,
    })
}

/// The colors in the middle of each quarter, as letters.
fn letters(picture: &RgbImage) -> String {
    let (w, h) = picture.dimensions();
    let near = |p: &Rgb<u8>, q: Rgb<u8>| p.0.iter().zip(q.0).all(|(a, b)| a.abs_diff(b) < 24);
    [(1, 1), (3, 1), (1, 3), (3, 3)]
        .into_iter()
        .map(|(i, j)| {
            let p = picture.get_pixel(w * i / 4, h * j / 4);
            let names = [(RED, 'R'), (GREEN, 'G'), (BLUE, 'B'), (WHITE, 'W')];
            names.into_iter().find(|(color, _)| near(p, *color)).map_or('?', |(_, name)| name)
        })
        .collect()
}

#[test]
fn exif_orientation_is_applied() {
    let upright = ["RGBW", "GRWB", "WBGR", "BWRG", "RBGW", "BRWG", "WGBR", "GWRB"];
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        for (orientation, expected) in (1u8..).zip(upright) {
            let picture = decode(&encode_oriented(&quarters(), orientation, format)).unwrap();
            assert_eq!(letters(&picture), expected, "orientation {orientation} of {format:?}");
            assert_eq!(picture.width() > picture.height(), orientation < 5);
        }
    }
}

#[test]
fn unknown_exif_orientation_is_ignored() {
    for orientation in [0, 9, 255] {
        assert_eq!(letters(&decode(&encode_oriented(&quarters(), orientation, ImageFormat::Jpeg)).unwrap()), "RGBW");
    }
}

#[test]
fn color_types_decode_to_rgb8() {
    let deep = ImageBuffer::from_fn(64, 48, |x, y| Rgb(quarters().get_pixel(x, y).0.map(|v| u16::from(v) * 257)));
    assert_eq!(decode(&encode_picture(DynamicImage::ImageRgb16(deep), ImageFormat::Png)).unwrap(), quarters());
    for format in [ImageFormat::Png, ImageFormat::WebP] {
        assert_eq!(decode(&encode_picture(quarters(), format)).unwrap(), quarters());
    }
    let gray = GrayImage::from_pixel(20, 10, Luma([99]));
    for format in [ImageFormat::Png, ImageFormat::Jpeg] {
        let picture = decode(&encode_picture(gray.clone(), format)).unwrap();
        assert!(picture.pixels().all(|p| p.0.iter().all(|v| v.abs_diff(99) < 2)), "{format:?}");
    }
    let deep_gray = ImageBuffer::from_pixel(9, 9, Luma([257u16 * 12]));
    let picture = decode(&encode_picture(DynamicImage::ImageLuma16(deep_gray), ImageFormat::Png)).unwrap();
    assert!(picture.pixels().all(|p| p.0 == [12; 3]));
}

#[test]
fn cmyk_and_ycck_jpeg_decode_to_rgb() {
    // stored inverted: 255 is no ink
    let cases = [
        ([255, 0, 0, 255], [255, 0, 0]),
        ([0, 255, 0, 255], [0, 255, 0]),
        ([0, 0, 255, 128], [0, 0, 128]),
        ([200, 120, 90, 255], [200, 120, 90]),
        ([255, 255, 255, 0], [0, 0, 0]),
    ];
    for (inks, expected) in cases {
        for ycck in [false, true] {
            let picture = decode(&inks_jpeg(inks, ycck)).unwrap();
            assert_eq!(picture.dimensions(), (8, 8));
            let close = |p: &Rgb<u8>| p.0.iter().zip(expected).all(|(a, b)| a.abs_diff(b) < 4);
            assert!(picture.pixels().all(close), "{inks:?} {ycck} {:?}", picture.get_pixel(3, 3));
        }
    }
}

/// The chunk that holds the pixels of a still WebP.
fn webp_chunk(color: Rgb<u8>) -> Vec<u8> {
    encode_picture(RgbImage::from_pixel(16, 16, color), ImageFormat::WebP)[12..].to_vec()
}

#[test]
fn animated_webp_decodes_first_frame() {
    fn chunk(name: [u8; 4], body: &[u8]) -> Vec<u8> {
        [&name[..], &(body.len() as u32).to_le_bytes(), body].concat()
    }
    let frame = |color| {
        chunk(*b"ANMF", &[&[0, 0, 0, 0, 0, 0, 15, 0, 0, 15, 0, 0, 50, 0, 0, 2][..], &webp_chunk(color)].concat())
    };
    let body = [
        b"WEBP".to_vec(),
        chunk(*b"VP8X", &[2, 0, 0, 0, 15, 0, 0, 15, 0, 0]),
        chunk(*b"ANIM", &[0; 6]),
        frame(RED),
        frame(BLUE),
    ]
    .concat();
    let picture = decode(&chunk(*b"RIFF", &body)).unwrap();
    assert!(picture.pixels().all(|p| *p == RED));
}

#[test]
fn truncated_file_is_refused() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let whole = encode_picture(crate::photos::good_photo(), format);
        assert!(decode(&whole).is_ok());
        for tenth in 0..10 {
            let part = &whole[..whole.len() * tenth / 10];
            assert_eq!(decode(part).unwrap_err(), NotAnImage, "{tenth} tenths of {format:?}");
        }
    }
}

#[test]
fn other_formats_are_refused() {
    let cases: [(&str, &[u8]); 8] = [
        ("nothing", b""),
        ("zeros", &[0; 4096]),
        ("GIF", b"GIF89a\x01\0\x01\0\x80\0\0\xFF\xFF\xFF\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;"),
        ("HEIC", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\0"),
        ("SVG", b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"),
        ("PDF", b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF"),
        ("HTML", b"<!doctype html><title>photo.jpg</title>"),
        ("only a beginning", b"\xFF\xD8\xFF"),
    ];
    for (name, bytes) in cases {
        assert_eq!(decode(bytes).unwrap_err(), NotAnImage, "{name}");
    }
}

/// A PNG with a size and no pixels.
fn png_header(width: u32, height: u32) -> Vec<u8> {
    let ihdr = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 2, 0, 0, 0]].concat();
    [&b"\x89PNG\r\n\x1A\n"[..], &png_chunk(*b"IHDR", &ihdr), &png_chunk(*b"IDAT", &[])].concat()
}

#[test]
fn oversized_header_is_refused() {
    for (width, height) in [(50_000, 50_000), (30_000, 30_000), (12_001, 1), (1, 12_001), (10_000, 10_000)] {
        assert_eq!(decode(&png_header(width, height)).unwrap_err(), TooLarge, "{width} x {height}");
    }
    assert_eq!(decode(&png_header(100, 100)).unwrap_err(), NotAnImage, "an allowed size, but no pixels");
    let mut jpeg = encode_picture(quarters(), ImageFormat::Jpeg);
    let size = jpeg.windows(2).position(|pair| pair == [0xFF, 0xC0]).unwrap() + 5;
    jpeg[size..size + 4].copy_from_slice(&[0xFF; 4]);
    assert_eq!(decode(&jpeg).unwrap_err(), TooLarge, "a JPEG of 65535 pixels a side");
}

#[test]
fn extreme_sizes_decode() {
    for (w, h) in [(1, 1), (12_000, 1), (1, 12_000), (3, 4000)] {
        let picture = decode(&encode_picture(RgbImage::new(w, h), ImageFormat::Png)).unwrap();
        assert_eq!(picture.dimensions(), (w, h));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Damage inside a file gives any answer; it must not end the thread.
    #[test]
    fn damaged_bytes_never_panic(
        kind in 0usize..3,
        flips in prop::collection::vec((0.0f64..1., any::<u8>()), 1..12),
    ) {
        let format = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP][kind];
        let mut bytes = encode_oriented(&quarters(), 6, format);
        for (place, value) in flips {
            let at = (place * bytes.len() as f64) as usize;
            bytes[at] = value;
        }
        let _ = decode(&bytes);
    }
}
