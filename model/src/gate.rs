//! The gate: whether a photo is good enough to score, and if not, a reason that a patient can act on.

use image::{Rgb, RgbImage};
use serde::{Deserialize, Serialize};

use crate::detection::Detection;
use crate::result::FailureCode;

/// Limits of the gate; part of a version's `config.json`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thresholds {
    /// Minimum [`Detection::tongue_score`] of the close-up.
    pub min_tongue_score: f32,
    /// Minimum share of the close-up that is tongue.
    pub min_area: f32,
    /// Minimum mean luma of the tongue, 0..255.
    pub min_luma: f32,
    /// Maximum mean luma of the tongue.
    pub max_luma: f32,
    /// Maximum share of the tongue that is overexposed.
    pub max_overexposed: f32,
    /// Minimum variance of the Laplacian on the tongue, at a fixed scale.
    pub min_sharpness: f32,
    /// Minimum height of the tongue in pixels of the picture.
    pub min_height: f32,
    /// Maximum share of the outline along the picture's left, right or upper border.
    pub max_border_contact: f32,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self {
            min_tongue_score: 0.5,
            min_area: 0.1,
            min_luma: 30.,
            max_luma: 232.,
            max_overexposed: 0.4,
            min_sharpness: 4.,
            min_height: 64.,
            max_border_contact: 0.3,
        }
    }
}

impl Thresholds {
    /// Whether every limit is finite. With NaN the gate would refuse nothing, or everything.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        let limits = [
            self.min_tongue_score,
            self.min_area,
            self.min_luma,
            self.max_luma,
            self.max_overexposed,
            self.min_sharpness,
            self.min_height,
            self.max_border_contact,
        ];
        limits.iter().all(|limit| limit.is_finite())
    }
}

/// The measurements of a detected tongue that the gate uses.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PhotoQuality {
    /// Confidence that it is a tongue, 0..1.
    pub tongue_score: f32,
    /// The tongue's share of the close-up.
    pub area: f32,
    /// Mean luma of the tongue.
    pub luma: f32,
    /// Share of the tongue's pixels that are overexposed.
    pub overexposed: f32,
    /// Variance of the Laplacian on the tongue; a dark tongue's is scaled as if it were well lit.
    pub sharpness: f32,
    /// Height of the tongue in pixels.
    pub height: f32,
    /// Share of the outline along the picture's border.
    pub border_contact: f32,
}

/// Mean luma of a tongue above which its sharpness is not scaled.
const WELL_LIT_LUMA: f32 = 120.;
/// Mean luma of a photo below which a tongue may be invisible.
const MIN_PHOTO_LUMA: f64 = 40.;
/// Mean luma of a photo above which details are lost.
const MAX_PHOTO_LUMA: f64 = 242.;
/// Channel value from which a pixel counts as overexposed.
const OVEREXPOSED: u8 = 250;

/// Luma of a pixel (ITU-R BT.601), 0..255.
#[must_use]
pub fn luma(pixel: Rgb<u8>) -> f32 {
    let [r, g, b] = pixel.0.map(f32::from);
    0.299 * r + 0.587 * g + 0.114 * b
}

/// Returns the most likely reason why no tongue was found.
#[must_use]
pub fn explain_missing_tongue(picture: &RgbImage) -> FailureCode {
    // the sum of a large photo exceeds the precision of 32 bits
    let sum: f64 = picture.pixels().map(|p| f64::from(luma(*p))).sum();
    let mean = sum / (f64::from(picture.width()) * f64::from(picture.height())).max(1.);
    if mean < MIN_PHOTO_LUMA {
        FailureCode::TooDark
    } else if mean > MAX_PHOTO_LUMA {
        FailureCode::TooBright
    } else {
        FailureCode::NoTongue
    }
}

impl PhotoQuality {
    /// Measures a tongue in its close-up; `outline` and `picture` are in pixels of the photo.
    #[must_use]
    pub fn measure(close_up: &Detection, outline: &[[f32; 2]], picture: &RgbImage) -> Self {
        let (w, h) = (close_up.mask.width() as usize, close_up.mask.height() as usize);
        let lumas: Vec<f32> = close_up.view.pixels().map(|pixel| luma(*pixel)).collect();
        let pixels = close_up.view.as_raw().as_chunks::<3>().0;
        let inside = |at: usize| close_up.mask.as_raw()[at] > 0;
        let (mut n, mut sum, mut overexposed) = (0f32, 0f32, 0f32);
        let (mut m, mut first, mut second) = (0f32, 0f32, 0f32);
        for y in 2..h - 2 {
            for at in (y * w + 2..y * w + w - 2).filter(|at| inside(*at)) {
                let v = lumas[at];
                n += 1.;
                sum += v;
                overexposed += f32::from(u8::from(pixels[at].iter().all(|c| *c > OVEREXPOSED)));
                // the border is sharp in any photo
                if inside(at - 2) && inside(at + 2) && inside(at - 2 * w) && inside(at + 2 * w) {
                    let laplacian = lumas[at - 1] + lumas[at + 1] + lumas[at - w] + lumas[at + w] - 4. * v;
                    m += 1.;
                    first += laplacian;
                    second += laplacian * laplacian;
                }
            }
        }
        let mean = first / m.max(1.);
        // all differences are smaller in the dark
        let darkness = WELL_LIT_LUMA / (sum / n.max(1.)).max(1.);
        let ys = outline.iter().map(|p| p[1]);
        Self {
            tongue_score: close_up.tongue_score(),
            area: close_up.area(),
            luma: sum / n.max(1.),
            overexposed: overexposed / n.max(1.),
            // rounding may make the variance of a uniform area negative
            sharpness: (second / m.max(1.) - mean * mean).max(0.) * darkness.max(1.).powi(2),
            height: ys.clone().fold(f32::MIN, f32::max) - ys.fold(f32::MAX, f32::min),
            border_contact: border_contact(outline, picture),
        }
    }

    /// Whether the photo may be scored.
    ///
    /// # Errors
    /// The first reason why not, the most helpful one first. When no tongue is visible, the reason is derived from
    /// `picture`.
    pub fn check(&self, limits: &Thresholds, picture: &RgbImage) -> Result<(), FailureCode> {
        // NaN does not count as a tongue
        let is_tongue = self.tongue_score >= limits.min_tongue_score && self.area >= limits.min_area;
        if !is_tongue {
            return Err(explain_missing_tongue(picture));
        }
        let too_bright = self.luma > limits.max_luma || self.overexposed > limits.max_overexposed;
        let reasons = [
            (self.luma < limits.min_luma, FailureCode::TooDark),
            (too_bright, FailureCode::TooBright),
            (self.height < limits.min_height, FailureCode::TooSmall),
            (self.border_contact > limits.max_border_contact, FailureCode::CutOff),
            (self.sharpness < limits.min_sharpness, FailureCode::Blurred),
        ];
        reasons.into_iter().find(|(applies, _)| *applies).map_or(Ok(()), |(_, reason)| Err(reason))
    }
}

/// Returns the share of an outline along the picture's left, right or upper border. A tongue may touch the lower
/// border.
fn border_contact(outline: &[[f32; 2]], picture: &RgbImage) -> f32 {
    let near = 0.006 * picture.width().max(picture.height()) as f32 + 1.;
    let right = picture.width() as f32 - near;
    let (mut along, mut whole) = (0., 0.);
    for (a, b) in outline.iter().zip(outline.iter().cycle().skip(1)) {
        let length = (a[0] - b[0]).hypot(a[1] - b[1]);
        whole += length;
        let both = |test: &dyn Fn(&[f32; 2]) -> bool| test(a) && test(b);
        if both(&|p| p[0] < near) || both(&|p| p[0] > right) || both(&|p| p[1] < near) {
            along += length;
        }
    }
    along / f32::max(whole, 1.)
}
