//! The color space of a PNG file (PNG, third edition, section 11.3.2).

use std::io::Cursor;

use moxcms::{
    Chromaticity, CicpColorPrimaries, CicpProfile, ColorPrimaries, ColorProfile, MatrixCoefficients,
    TransferCharacteristics, XyY, curve_from_gamma,
};
use png::{CodingIndependentCodePoints, Decoder, Limits, SourceChromaticities};

use super::color;

/// Encoding gamma of sRGB in gAMA chunks.
const SRGB_GAMMA: f32 = 0.45455;

/// Returns the profile to convert the pixels from: by cICP, iCCP, sRGB, or gAMA and cHRM, in this order. `None` for
/// sRGB and for invalid values.
pub(super) fn profile(bytes: &[u8]) -> Option<ColorProfile> {
    let limits = Limits { bytes: usize::try_from(super::MAX_MEMORY).ok()? };
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_ignore_text_chunk(true);
    let reader = decoder.read_info().ok()?;
    let info = reader.info();
    if let Some(points) = info.coding_independent_code_points
        && let Some(profile) = from_code_points(points)
    {
        return color::discard_srgb(profile);
    }
    if let Some(icc) = &info.icc_profile {
        return color::parse_icc(icc);
    }
    if info.srgb.is_some() {
        return None;
    }
    from_gamma(info.gama_chunk.map(png::ScaledFloat::into_value), info.chrm_chunk)
}

/// Returns `None` for anything but full-range RGB, and for HDR transfer functions, whose white differs from sRGB's.
fn from_code_points(points: CodingIndependentCodePoints) -> Option<ColorProfile> {
    const HDR: [u8; 2] = [16, 18];
    if points.matrix_coefficients != 0 || !points.is_video_full_range_image || HDR.contains(&points.transfer_function) {
        return None;
    }
    let profile = ColorProfile::new_from_cicp(CicpProfile {
        color_primaries: CicpColorPrimaries::try_from(points.color_primaries).ok()?,
        transfer_characteristics: TransferCharacteristics::try_from(points.transfer_function).ok()?,
        matrix_coefficients: MatrixCoefficients::Identity,
        full_range: true,
    });
    profile.is_matrix_shaper().then_some(profile)
}

fn from_gamma(gamma: Option<f32>, chromaticities: Option<SourceChromaticities>) -> Option<ColorProfile> {
    let mut profile = ColorProfile::new_srgb();
    profile.cicp = None;
    if let Some(chromaticities) = chromaticities {
        let [white, red, green, blue] =
            [chromaticities.white, chromaticities.red, chromaticities.green, chromaticities.blue]
                .map(|(x, y)| Chromaticity::new(x.into_value(), y.into_value()));
        let white = XyY { x: f64::from(white.x), y: f64::from(white.y), yb: 1. };
        profile.update_rgb_colorimetry(white, ColorPrimaries { red, green, blue });
    }
    // sRGB files contain this gamma for decoders without color management
    let srgb_curve = gamma.is_none_or(|gamma| (gamma - SRGB_GAMMA).abs() < 0.005);
    if srgb_curve && color::has_srgb_primaries(&profile) {
        return None;
    }
    if let Some(gamma) = gamma.filter(|gamma| (0.1..=10.).contains(gamma)) {
        let curve = curve_from_gamma(1. / gamma);
        profile.red_trc = Some(curve.clone());
        profile.green_trc = Some(curve.clone());
        profile.blue_trc = Some(curve);
    }
    color::discard_srgb(profile)
}
