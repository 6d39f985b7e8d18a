//! Bytes to an upright picture: every kind of photo that a phone sends, and everything that is none.

use image::{DynamicImage, GrayImage, ImageBuffer, ImageFormat, Luma, Rgb, RgbImage, Rgba, RgbaImage};
use model::FailureCode::{NotAnImage, TooLarge};
use model::decode::decode;
use proptest::prelude::*;

use crate::photos::{encoded, oriented};

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

/// The colours in the middle of each quarter, as letters.
fn letters(picture: &RgbImage) -> String {
    let (w, h) = picture.dimensions();
    let near = |p: &Rgb<u8>, q: Rgb<u8>| p.0.iter().zip(q.0).all(|(a, b)| a.abs_diff(b) < 24);
    [(1, 1), (3, 1), (1, 3), (3, 3)]
        .into_iter()
        .map(|(i, j)| {
            let p = picture.get_pixel(w * i / 4, h * j / 4);
            let names = [(RED, 'R'), (GREEN, 'G'), (BLUE, 'B'), (WHITE, 'W')];
            names.into_iter().find(|(colour, _)| near(p, *colour)).map_or('?', |(_, name)| name)
        })
        .collect()
}

#[test]
fn every_orientation_comes_out_upright() {
    let upright = ["RGBW", "GRWB", "WBGR", "BWRG", "RBGW", "BRWG", "WGBR", "GWRB"];
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        for (orientation, expected) in (1u8..).zip(upright) {
            let picture = decode(&oriented(&quarters(), orientation, format)).unwrap();
            assert_eq!(letters(&picture), expected, "orientation {orientation} of {format:?}");
            assert_eq!(picture.width() > picture.height(), orientation < 5);
        }
    }
}

#[test]
fn an_orientation_that_does_not_exist_is_ignored() {
    for orientation in [0, 9, 255] {
        assert_eq!(letters(&decode(&oriented(&quarters(), orientation, ImageFormat::Jpeg)).unwrap()), "RGBW");
    }
}

#[test]
fn every_colour_type_becomes_eight_bit_colour() {
    let deep = ImageBuffer::from_fn(64, 48, |x, y| Rgb(quarters().get_pixel(x, y).0.map(|v| u16::from(v) * 257)));
    assert_eq!(decode(&encoded(DynamicImage::ImageRgb16(deep), ImageFormat::Png)).unwrap(), quarters());
    let clear = RgbaImage::from_fn(64, 48, |x, y| {
        let [r, g, b] = quarters().get_pixel(x, y).0;
        Rgba([r, g, b, 128])
    });
    for format in [ImageFormat::Png, ImageFormat::WebP] {
        assert_eq!(decode(&encoded(clear.clone(), format)).unwrap(), quarters(), "alpha is left out");
        assert_eq!(decode(&encoded(quarters(), format)).unwrap(), quarters());
    }
    let grey = GrayImage::from_pixel(20, 10, Luma([99]));
    for format in [ImageFormat::Png, ImageFormat::Jpeg] {
        let picture = decode(&encoded(grey.clone(), format)).unwrap();
        assert!(picture.pixels().all(|p| p.0.iter().all(|v| v.abs_diff(99) < 2)), "{format:?}");
    }
    let deep_grey = ImageBuffer::from_pixel(9, 9, Luma([257u16 * 12]));
    let picture = decode(&encoded(DynamicImage::ImageLuma16(deep_grey), ImageFormat::Png)).unwrap();
    assert!(picture.pixels().all(|p| p.0 == [12; 3]));
}

/// A JPEG of 8 x 8 pixels whose four inks are flat: each block holds only its mean.
fn cmyk() -> Vec<u8> {
    fn segment(bytes: &mut Vec<u8>, marker: u8, body: &[u8]) {
        bytes.extend([0xFF, marker]);
        bytes.extend((body.len() as u16 + 2).to_be_bytes());
        bytes.extend(body);
    }
    let mut bytes = vec![0xFF, 0xD8];
    // Adobe's marker: inks are stored inverted, without a transform
    segment(&mut bytes, 0xEE, b"Adobe\0\x64\0\0\0\0\0");
    segment(&mut bytes, 0xDB, &[&[0][..], &[8; 64]].concat());
    let components: Vec<u8> = (1..=4).flat_map(|id| [id, 0x11, 0]).collect();
    segment(&mut bytes, 0xC0, &[&[8, 0, 8, 0, 8, 4][..], &components].concat());
    // differences of the mean: three codes of two bits, for none, seven and eight bits to follow
    let counts = |first: u8, second: u8| [vec![first, second], vec![0; 14]].concat();
    segment(&mut bytes, 0xC4, &[&[0x00][..], &counts(0, 3), &[0, 7, 8]].concat());
    // one code of one bit: end of block
    segment(&mut bytes, 0xC4, &[&[0x10][..], &counts(1, 0), &[0]].concat());
    let scan: Vec<u8> = (1..=4).flat_map(|id| [id, 0]).collect();
    segment(&mut bytes, 0xDA, &[&[4][..], &scan, &[0, 63, 0]].concat());
    // cyan and black unused, magenta and yellow full
    let (unused, full) = ("0111111110", "10011111110");
    let bits = [unused, full, full, unused].concat();
    for byte in bits.as_bytes().chunks(8) {
        let padded = (0..8).fold(0u8, |all, i| all << 1 | u8::from(byte.get(i).is_none_or(|bit| *bit == b'1')));
        bytes.push(padded);
        if padded == 0xFF {
            bytes.push(0);
        }
    }
    bytes.extend([0xFF, 0xD9]);
    bytes
}

#[test]
fn printing_inks_become_colour() {
    let picture = decode(&cmyk()).unwrap();
    assert_eq!(picture.dimensions(), (8, 8));
    assert!(picture.pixels().all(|p| p.0[0] > 250 && p.0[1] < 5 && p.0[2] < 5), "{:?}", picture.get_pixel(3, 3));
}

/// The chunk that holds the pixels of a still WebP.
fn webp_chunk(colour: Rgb<u8>) -> Vec<u8> {
    encoded(RgbImage::from_pixel(16, 16, colour), ImageFormat::WebP)[12..].to_vec()
}

#[test]
fn of_an_animation_the_first_frame_counts() {
    fn chunk(name: [u8; 4], body: &[u8]) -> Vec<u8> {
        [&name[..], &(body.len() as u32).to_le_bytes(), body].concat()
    }
    let frame = |colour| {
        chunk(*b"ANMF", &[&[0, 0, 0, 0, 0, 0, 15, 0, 0, 15, 0, 0, 50, 0, 0, 2][..], &webp_chunk(colour)].concat())
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
fn a_photo_that_is_cut_short_is_none() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let whole = encoded(crate::photos::good(), format);
        assert!(decode(&whole).is_ok());
        for tenth in 0..10 {
            let part = &whole[..whole.len() * tenth / 10];
            assert_eq!(decode(part).unwrap_err(), NotAnImage, "{tenth} tenths of {format:?}");
        }
    }
    let jpeg = encoded(quarters(), ImageFormat::Jpeg);
    assert_eq!(decode(&jpeg[..jpeg.len() - 2]).unwrap_err(), NotAnImage, "without its end");
}

#[test]
fn what_phones_add_behind_the_end_is_no_harm() {
    let mut jpeg = encoded(quarters(), ImageFormat::Jpeg);
    jpeg.extend([0; 300]);
    jpeg.extend(b"a moving picture");
    assert_eq!(letters(&decode(&jpeg).unwrap()), "RGBW");
}

#[test]
fn the_end_of_a_preview_is_not_the_end_of_the_photo() {
    let jpeg = encoded(quarters(), ImageFormat::Jpeg);
    let preview = encoded(RgbImage::new(8, 8), ImageFormat::Jpeg);
    let length = (preview.len() as u16 + 2).to_be_bytes();
    let with_preview = [&jpeg[..2], &[0xFF, 0xE5], &length, &preview, &jpeg[2..]].concat();
    assert_eq!(letters(&decode(&with_preview).unwrap()), "RGBW");
    assert_eq!(decode(&with_preview[..with_preview.len() - 40]).unwrap_err(), NotAnImage);
}

#[test]
fn what_is_no_photo_is_none() {
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

/// A PNG's head that claims a size, and no pixels.
fn png_head(width: u32, height: u32) -> Vec<u8> {
    let mut body = b"IHDR".to_vec();
    body.extend(width.to_be_bytes());
    body.extend(height.to_be_bytes());
    body.extend([8, 2, 0, 0, 0]);
    let crc = !body.iter().fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 })
    });
    let data = b"\0\0\0\0IDAT\x35\xAF\x06\x1E";
    [&b"\x89PNG\r\n\x1A\n\0\0\0\x0D"[..], &body, &crc.to_be_bytes(), data].concat()
}

#[test]
fn a_size_beyond_the_limits_is_refused_by_the_head_alone() {
    for (width, height) in [(50_000, 50_000), (30_000, 30_000), (12_001, 1), (1, 12_001), (10_000, 10_000)] {
        assert_eq!(decode(&png_head(width, height)).unwrap_err(), TooLarge, "{width} x {height}");
    }
    assert_eq!(decode(&png_head(100, 100)).unwrap_err(), NotAnImage, "an allowed size, but no pixels");
    let mut jpeg = encoded(quarters(), ImageFormat::Jpeg);
    let size = jpeg.windows(2).position(|pair| pair == [0xFF, 0xC0]).unwrap() + 5;
    jpeg[size..size + 4].copy_from_slice(&[0xFF; 4]);
    assert_eq!(decode(&jpeg).unwrap_err(), TooLarge, "a JPEG of 65535 pixels a side");
}

#[test]
fn the_smallest_and_the_longest_decode() {
    for (w, h) in [(1, 1), (12_000, 1), (1, 12_000), (3, 4000)] {
        let picture = decode(&encoded(RgbImage::new(w, h), ImageFormat::Png)).unwrap();
        assert_eq!(picture.dimensions(), (w, h));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Damage inside a file gives an answer, whichever; it must not end the thread.
    #[test]
    fn damage_never_panics(
        kind in 0usize..3,
        flips in prop::collection::vec((0.0f64..1., any::<u8>()), 1..12),
    ) {
        let format = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP][kind];
        let mut bytes = oriented(&quarters(), 6, format);
        for (place, value) in flips {
            let at = (place * bytes.len() as f64) as usize;
            bytes[at] = value;
        }
        let _ = decode(&bytes);
    }
}
