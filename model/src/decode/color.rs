//! Converts the colors of a photo to sRGB.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;

use image::{DynamicImage, ImageBuffer, RgbImage};
use moxcms::{ColorProfile, DataColorSpace, Layout, RenderingIntent, TransformOptions};

/// Largest difference between the entries of two conversion matrices that count as equal.
const MATRIX_TOLERANCE: f64 = 0.005;

/// Largest difference of a usable profile's white point from D50: some old profiles contain their display's white
/// point.
const WHITE_TOLERANCE: f64 = 0.3;

static SRGB: LazyLock<ColorProfile> = LazyLock::new(ColorProfile::new_srgb);
/// Linear light of the 8-bit values of sRGB.
static SRGB_LINEAR: LazyLock<Vec<f32>> =
    LazyLock::new(|| SRGB.build_8bit_lin_table(&SRGB.red_trc).map(|table| table.to_vec()).unwrap_or_default());

/// Parses an ICC profile. `None` if it is broken or describes sRGB.
pub(super) fn parse_icc(icc: &[u8]) -> Option<ColorProfile> {
    let profile = catch_unwind(|| ColorProfile::new_from_slice(icc)).ok()?.ok()?;
    discard_srgb(profile)
}

/// Returns `None` if the profile describes sRGB or cannot be used.
pub(super) fn discard_srgb(profile: ColorProfile) -> Option<ColorProfile> {
    match profile.color_space {
        DataColorSpace::Gray => Some(profile),
        DataColorSpace::Rgb if has_lut(&profile) => Some(profile),
        DataColorSpace::Rgb if profile.is_matrix_shaper() && has_plausible_white(&profile) => {
            let curves = [&profile.red_trc, &profile.green_trc, &profile.blue_trc];
            let is_srgb = |curve| profile.build_8bit_lin_table(curve).is_ok_and(|table| is_srgb_curve(&table));
            let srgb = has_srgb_primaries(&profile) && curves.into_iter().all(is_srgb);
            (!srgb).then_some(profile)
        }
        _ => None,
    }
}

/// Whether the primaries and the white point are those of sRGB.
pub(super) fn has_srgb_primaries(profile: &ColorProfile) -> bool {
    let matrix = profile.transform_matrix(&SRGB).v;
    let identity = [[1., 0., 0.], [0., 1., 0.], [0., 0., 1.]];
    matrix.as_flattened().iter().zip(identity.as_flattened()).all(|(a, b)| (a - b).abs() < MATRIX_TOLERANCE)
}

/// Whether the primaries add up to about D50, the white point of the connection space.
fn has_plausible_white(profile: &ColorProfile) -> bool {
    const D50: [f64; 3] = [0.9642, 1., 0.8249];
    let sums = profile.colorant_matrix().v.map(|row| row.iter().sum::<f64>());
    // false for NaN
    sums.iter().zip(D50).all(|(sum, white)| (sum - white).abs() < WHITE_TOLERANCE)
}

fn has_lut(profile: &ColorProfile) -> bool {
    profile.lut_a_to_b_perceptual.is_some() || profile.lut_a_to_b_colorimetric.is_some()
}

/// Whether the curve differs from sRGB by at most one level for every 8-bit value.
fn is_srgb_curve(table: &[f32; 256]) -> bool {
    let srgb = &*SRGB_LINEAR;
    let last = srgb.len().saturating_sub(1);
    (0..srgb.len()).all(|i| table[i] >= srgb[i.saturating_sub(1)] && table[i] <= srgb[(i + 1).min(last)])
}

/// Converts from a profile. A picture that does not match the profile (a gray profile in a color picture, CMYK), or
/// that cannot be converted, is treated as sRGB.
pub(super) fn convert_to_srgb(picture: DynamicImage, profile: &ColorProfile) -> RgbImage {
    // the library may panic on malformed profiles
    let converted = catch_unwind(AssertUnwindSafe(|| convert(&picture, profile)));
    converted.ok().flatten().unwrap_or_else(|| super::into_rgb8(picture))
}

fn convert(picture: &DynamicImage, profile: &ColorProfile) -> Option<RgbImage> {
    let gray = profile.color_space == DataColorSpace::Gray;
    if gray && picture.color().has_color() {
        return None;
    }
    let layout = if gray { Layout::Gray } else { Layout::Rgb };
    let intent = if profile.lut_a_to_b_perceptual.is_none() && profile.lut_a_to_b_colorimetric.is_some() {
        RenderingIntent::RelativeColorimetric
    } else {
        RenderingIntent::Perceptual
    };
    let options = TransformOptions { rendering_intent: intent, ..TransformOptions::default() };
    let (width, height) = (picture.width(), picture.height());
    let samples = 3 * width as usize * height as usize;
    if picture.color().bytes_per_pixel() / picture.color().channel_count() == 1 {
        let transform = profile.create_transform_8bit(layout, &SRGB, Layout::Rgb, options).ok()?;
        let mut output = vec![0; samples];
        match picture {
            DynamicImage::ImageRgb8(rgb) if !gray => transform.transform(rgb, &mut output),
            _ if gray => transform.transform(&picture.to_luma8(), &mut output),
            _ => transform.transform(&picture.to_rgb8(), &mut output),
        }
        .ok()?;
        return RgbImage::from_raw(width, height, output);
    }
    // 8 bits are too few for the values before a curve
    let transform = profile.create_transform_16bit(layout, &SRGB, Layout::Rgb, options).ok()?;
    let mut output = vec![0; samples];
    let source = if gray { picture.to_luma16().into_raw() } else { picture.to_rgb16().into_raw() };
    transform.transform(&source, &mut output).ok()?;
    Some(DynamicImage::ImageRgb16(ImageBuffer::from_raw(width, height, output)?).into_rgb8())
}
