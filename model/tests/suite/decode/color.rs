//! Conversion of embedded color spaces to sRGB.

use image::codecs::jpeg::JpegEncoder;
use image::codecs::webp::WebPEncoder;
use image::{DynamicImage, ExtendedColorType, GrayImage, ImageBuffer, ImageEncoder, ImageFormat, Luma, Rgb, RgbImage};
use model::decode::decode;
use moxcms::{ColorProfile, Layout, TransformOptions, Xyzd};

use super::build::{icc_segments, png_with_chunks, with_chunks, with_segments};
use crate::photos::encode_picture;

/// A color that all wide color spaces show differently from sRGB.
const COLOR: [u8; 3] = [180, 90, 100];

fn flat(color: [u8; 3]) -> RgbImage {
    RgbImage::from_pixel(16, 16, Rgb(color))
}

fn jpeg(picture: impl Into<DynamicImage>) -> Vec<u8> {
    let (picture, mut bytes): (DynamicImage, _) = (picture.into(), Vec::new());
    let encoder = JpegEncoder::new_with_quality(&mut bytes, 100);
    encoder.write_image(picture.as_bytes(), picture.width(), picture.height(), picture.color().into()).unwrap();
    bytes
}

fn jpeg_with_icc(picture: impl Into<DynamicImage>, profile: &ColorProfile) -> Vec<u8> {
    with_segments(&jpeg(picture), &icc_segments(&profile.encode().unwrap(), 200))
}

fn assert_decodes_to(bytes: &[u8], expected: [u8; 3], tolerance: u8, name: &str) {
    let picture = decode(bytes).unwrap();
    let close = |p: &Rgb<u8>| p.0.iter().zip(expected).all(|(a, b)| a.abs_diff(b) <= tolerance);
    assert!(picture.pixels().all(close), "{name}: {:?}, not {expected:?}", picture.get_pixel(5, 5));
}

/// The linear light of an sRGB value, 0..1.
fn linear(value: f64) -> f64 {
    if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

/// The sRGB value of linear light, both 0..1.
fn encode(light: f64) -> f64 {
    if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1. / 2.4) - 0.055 }
}

fn level(light: f64) -> u8 {
    (encode(light.clamp(0., 1.)) * 255.).round() as u8
}

/// Converts by a published matrix from the linear light of a color space to that of sRGB.
fn by_matrix(matrix: [[f64; 3]; 3], curve: impl Fn(f64) -> f64) -> [u8; 3] {
    let light = COLOR.map(|v| curve(f64::from(v) / 255.));
    matrix.map(|row| level(row.iter().zip(light).map(|(a, b)| a * b).sum()))
}

fn display_p3() -> [u8; 3] {
    by_matrix([[1.2249, -0.2247, 0.], [-0.0420, 1.0419, 0.], [-0.0197, -0.0786, 1.0979]], linear)
}

#[test]
fn display_p3_jpeg_is_converted() {
    assert_decodes_to(&jpeg_with_icc(flat(COLOR), &ColorProfile::new_display_p3()), display_p3(), 2, "P3");
}

#[test]
fn adobe_rgb_jpeg_is_converted() {
    let matrix = [[1.3984, -0.3984, 0.], [0., 1., 0.], [0., -0.0429, 1.0429]];
    let expected = by_matrix(matrix, |v| v.powf(563. / 256.));
    assert_decodes_to(&jpeg_with_icc(flat(COLOR), &ColorProfile::new_adobe_rgb()), expected, 2, "Adobe RGB");
}

#[test]
fn prophoto_icc_is_converted() {
    let matrix = [[2.0341, -0.7274, -0.3067], [-0.2288, 1.2317, -0.0029], [-0.0086, -0.1533, 1.1619]];
    let expected = by_matrix(matrix, |v| v.powf(1.8));
    let icc = ColorProfile::new_pro_photo_rgb();
    assert_decodes_to(&jpeg_with_icc(flat(COLOR), &icc), expected, 2, "ProPhoto");
}

#[test]
fn webp_icc_is_converted() {
    let mut bytes = Vec::new();
    let mut encoder = WebPEncoder::new_lossless(&mut bytes);
    encoder.set_icc_profile(ColorProfile::new_display_p3().encode().unwrap()).unwrap();
    encoder.write_image(&flat(COLOR), 16, 16, ExtendedColorType::Rgb8).unwrap();
    assert_decodes_to(&bytes, display_p3(), 1, "WebP");
}

#[test]
fn srgb_icc_leaves_pixels_unchanged() {
    let photo = crate::photos::good_photo();
    let plain = jpeg(photo.clone());
    let tagged = jpeg_with_icc(photo, &ColorProfile::new_srgb());
    assert_eq!(decode(&tagged).unwrap(), decode(&plain).unwrap());
}

#[test]
fn gray_icc_is_converted() {
    let profile = ColorProfile::new_gray_with_gamma(1.);
    let gray = GrayImage::from_pixel(16, 16, Luma([64]));
    assert_decodes_to(&jpeg_with_icc(gray, &profile), [level(64. / 255.); 3], 2, "linear gray");
}

#[test]
fn mismatched_icc_is_ignored() {
    let gray = GrayImage::from_pixel(16, 16, Luma([64]));
    let linear_gray = ColorProfile::new_gray_with_gamma(1.);
    assert_decodes_to(&jpeg_with_icc(flat(COLOR), &linear_gray), COLOR, 2, "gray profile of a color photo");
    assert_decodes_to(
        &jpeg_with_icc(gray, &ColorProfile::new_display_p3()),
        [64; 3],
        2,
        "color profile of a gray photo",
    );
}

#[test]
fn broken_icc_is_ignored() {
    let whole = ColorProfile::new_display_p3().encode().unwrap();
    let mut no_color = ColorProfile::new_display_p3();
    no_color.red_colorant = Xyzd::new(0.001, 0.001, 0.001);
    let mut missing_part = icc_segments(&whole, 200);
    missing_part.pop();
    let cases = [
        ("garbage", icc_segments(&[7; 300], 200)),
        ("cut", icc_segments(&whole[..whole.len() / 2], 200)),
        ("a part is missing", missing_part),
        ("no white", icc_segments(&no_color.encode().unwrap(), 200)),
        ("empty", vec![(0xE2, b"ICC_PROFILE\0\x01\x01".to_vec())]),
    ];
    for (name, segments) in cases {
        assert_decodes_to(&with_segments(&jpeg(flat(COLOR)), &segments), COLOR, 2, name);
    }
    let png = png_with_chunks(&flat(COLOR), &[(*b"iCCP", b"p3\0\0not deflated")]);
    assert_decodes_to(&png, COLOR, 0, "PNG");
}

#[test]
fn damaged_icc_never_panics() {
    let lut = include_bytes!("../files/lut.icc").to_vec();
    for whole in [ColorProfile::new_display_p3().encode().unwrap(), lut] {
        for at in (0..whole.len()).step_by(5) {
            let mut icc = whole.clone();
            icc[at] ^= 0x5A;
            let file = with_segments(&jpeg(flat(COLOR)), &icc_segments(&icc, 60_000));
            assert!(decode(&file).is_ok(), "byte {at}");
        }
    }
}

#[test]
fn lut_icc_is_converted() {
    // the table exchanges red and blue
    let icc = include_bytes!("../files/lut.icc");
    let file = with_segments(&jpeg(flat(COLOR)), &icc_segments(icc, 60_000));
    let [r, g, b] = COLOR;
    assert_decodes_to(&file, [b, g, r], 5, "LUT");
}

#[test]
fn png_linear_gamma_is_converted() {
    let expected = COLOR.map(|v| level(f64::from(v) / 255.));
    let gamma = 100_000u32.to_be_bytes();
    assert_decodes_to(&png_with_chunks(&flat(COLOR), &[(*b"gAMA", &gamma)]), expected, 2, "8 bits");
    let deep = ImageBuffer::from_pixel(16, 16, Rgb(COLOR.map(|v| u16::from(v) * 257)));
    let deep = encode_picture(DynamicImage::ImageRgb16(deep), ImageFormat::Png);
    assert_decodes_to(&with_chunks(&deep, &[(*b"gAMA", &gamma)]), expected, 1, "16 bits");
}

#[test]
fn png_dark_linear_16_bit_keeps_precision() {
    // between two levels of linear 8 bits
    let deep = ImageBuffer::from_pixel(16, 16, Rgb([400u16; 3]));
    let deep = encode_picture(DynamicImage::ImageRgb16(deep), ImageFormat::Png);
    let expected = [level(400. / 65_535.); 3];
    assert_decodes_to(&with_chunks(&deep, &[(*b"gAMA", &100_000u32.to_be_bytes())]), expected, 1, "dark");
}

#[test]
fn png_srgb_gamma_leaves_pixels_unchanged() {
    let gamma = 45_455u32.to_be_bytes();
    let primaries = chromaticities([31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000]);
    for chunks in [
        &[(*b"gAMA", &gamma[..])][..],
        &[(*b"gAMA", &gamma), (*b"cHRM", &primaries)],
        &[(*b"sRGB", &[0])],
        // sRGB has precedence
        &[(*b"sRGB", &[0]), (*b"gAMA", &100_000u32.to_be_bytes())],
        // values that make no sense
        &[(*b"gAMA", &[0; 4])],
        &[(*b"cHRM", &[0; 32])],
    ] {
        assert_decodes_to(&png_with_chunks(&flat(COLOR), chunks), COLOR, 0, &format!("{chunks:?}"));
    }
}

fn chromaticities(values: [u32; 8]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_be_bytes()).collect()
}

#[test]
fn png_chromaticities_are_converted() {
    let p3 = chromaticities([31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000]);
    assert_decodes_to(&png_with_chunks(&flat(COLOR), &[(*b"cHRM", &p3)]), display_p3(), 2, "cHRM");
}

#[test]
fn png_cicp_display_p3_is_converted() {
    // primaries of P3, transfer function of sRGB, RGB, full range; has precedence over sRGB
    let chunks: [([u8; 4], &[u8]); 2] = [(*b"cICP", &[12, 13, 0, 1]), (*b"sRGB", &[0])];
    assert_decodes_to(&png_with_chunks(&flat(COLOR), &chunks), display_p3(), 2, "cICP");
}

#[test]
fn png_unusable_cicp_is_ignored() {
    // sRGB itself, PQ, narrow range, unspecified, reserved
    for points in [[1, 13, 0, 1], [12, 16, 0, 1], [12, 13, 0, 0], [2, 2, 0, 1], [77, 99, 0, 1]] {
        let bytes = png_with_chunks(&flat(COLOR), &[(*b"cICP", &points)]);
        assert_decodes_to(&bytes, COLOR, 0, &format!("{points:?}"));
    }
}

#[test]
fn conversion_matches_library_on_gradient() {
    let gradient = RgbImage::from_fn(64, 64, |x, y| Rgb([(x * 4) as u8, (y * 4) as u8, (x * 2 + y * 2) as u8]));
    let chunks: [([u8; 4], &[u8]); 1] = [(*b"cICP", &[12, 13, 0, 1])];
    let picture = decode(&png_with_chunks(&gradient, &chunks)).unwrap();
    let (p3, srgb) = (ColorProfile::new_display_p3(), ColorProfile::new_srgb());
    let transform = p3.create_transform_8bit(Layout::Rgb, &srgb, Layout::Rgb, TransformOptions::default()).unwrap();
    let mut expected = vec![0; gradient.len()];
    transform.transform(&gradient, &mut expected).unwrap();
    assert!(picture.as_raw().iter().zip(expected).all(|(a, b)| a.abs_diff(b) <= 1));
}
