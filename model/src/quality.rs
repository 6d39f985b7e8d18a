//! Whether a photo is good enough to score, and if not, why: reasons that a patient can act on.

use image::{GrayImage, Rgb, RgbImage};
use serde::{Deserialize, Serialize};

use crate::analysis::FailureCode;
use crate::colour;

/// Limits of the gate, tuned on the training photos; part of the manifest, where older ones lack some.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(default)]
pub struct Thresholds {
    /// Least probability that a tongue is there.
    pub presence: f32,
    /// Least mean probability inside the mask.
    pub certainty: f32,
    /// Least product of both: photos of other things often have little of each.
    pub sureness: f32,
    /// Greatest distance from the tongues that were learnt from ([`crate::net::Likeness`]) of a doubtful look.
    pub unlike: f32,
    /// Least saturation of the tongue's mean colour, 0..1: nothing grey is a tongue.
    pub colour: f32,
    /// Least mean luma of the tongue, 0..255.
    pub dark: f32,
    /// Greatest mean luma of the tongue.
    pub bright: f32,
    /// Greatest share of the tongue that is burnt out.
    pub burnt: f32,
    /// Least variance of the Laplacian on the tongue at a fixed scale.
    pub sharpness: f32,
    /// Least height of the tongue in pixels of the picture.
    pub height: f32,
    /// Greatest share of the outline that runs along the picture's left, right or upper border.
    pub cut: f32,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self {
            presence: 0.8,
            certainty: 0.8,
            sureness: 0.88,
            unlike: 31.,
            colour: 0.06,
            dark: 36.,
            bright: 225.,
            burnt: 0.25,
            sharpness: 4.,
            height: 72.,
            cut: 0.1,
        }
    }
}

impl Thresholds {
    /// Limits that refuse nothing: to measure outlines by themselves.
    #[must_use]
    pub fn open() -> Self {
        let none = f32::NEG_INFINITY;
        let any = f32::INFINITY;
        Self {
            presence: none,
            certainty: none,
            sureness: none,
            unlike: any,
            colour: none,
            dark: none,
            bright: any,
            burnt: any,
            sharpness: none,
            height: none,
            cut: any,
        }
    }
}

/// Measures of a photo.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Measures {
    /// Mean luma of the tongue.
    pub luma: f32,
    /// Share of the tongue's pixels that are burnt out.
    pub burnt: f32,
    /// Variance of the Laplacian on the tongue, of a dark one as if it were well lit.
    pub sharpness: f32,
    /// Height of the tongue in pixels.
    pub height: f32,
    /// Share of the outline along the picture's border.
    pub cut: f32,
}

impl Measures {
    /// The first reason not to score, the most helpful one first.
    #[must_use]
    pub fn failure(&self, limits: &Thresholds) -> Option<FailureCode> {
        let reasons = [
            (self.luma < limits.dark, FailureCode::TooDark),
            (self.luma > limits.bright || self.burnt > limits.burnt, FailureCode::TooBright),
            (self.height < limits.height, FailureCode::TooSmall),
            (self.cut > limits.cut, FailureCode::CutOff),
            (self.sharpness < limits.sharpness, FailureCode::Blurred),
        ];
        reasons.into_iter().find(|(is, _)| *is).map(|(_, failure)| failure)
    }
}

fn luma(pixel: Rgb<u8>) -> f32 {
    colour::luma(pixel.0.map(f32::from))
}

/// Mean luma of a tongue from which its sharpness is taken as it is.
const WELL_LIT: f32 = 120.;
/// Mean luma of a photo below which a tongue may well be there unseen.
const DARK_ROOM: f64 = 40.;
/// Mean luma above which nothing can be told apart.
const WHITE_OUT: f64 = 242.;

/// The likeliest reason that no tongue was found.
#[must_use]
pub fn nothing_found(picture: &RgbImage) -> FailureCode {
    // a large photo's sum would outgrow the digits of 32 bits
    let sum: f64 = picture.pixels().map(|p| f64::from(luma(*p))).sum();
    let mean = sum / (f64::from(picture.width()) * f64::from(picture.height())).max(1.);
    if mean < DARK_ROOM {
        FailureCode::TooDark
    } else if mean > WHITE_OUT {
        FailureCode::TooBright
    } else {
        FailureCode::NoTongue
    }
}

/// A found tongue that is to be judged.
pub struct Gate<'a> {
    /// The look at it, at a fixed scale.
    pub look: &'a RgbImage,
    /// Its pixels in the look.
    pub mask: &'a GrayImage,
    /// Its outline in the picture.
    pub outline: &'a [[f32; 2]],
}

impl Gate<'_> {
    /// What the judgement rests on.
    #[must_use]
    pub fn measure(&self, picture: &RgbImage) -> Measures {
        let (w, h) = (self.mask.width() as usize, self.mask.height() as usize);
        let lumas: Vec<f32> = self.look.pixels().map(|pixel| luma(*pixel)).collect();
        let pixels = self.look.as_raw().as_chunks::<3>().0;
        let inside = |at: usize| self.mask.as_raw()[at] > 0;
        let (mut n, mut sum, mut burnt) = (0f32, 0f32, 0f32);
        let (mut m, mut first, mut second) = (0f32, 0f32, 0f32);
        for y in 2..h - 2 {
            for at in (y * w + 2..y * w + w - 2).filter(|at| inside(*at)) {
                let v = lumas[at];
                n += 1.;
                sum += v;
                burnt += f32::from(u8::from(pixels[at].iter().all(|c| *c > 250)));
                // the border itself is sharp in any photo
                if inside(at - 2) && inside(at + 2) && inside(at - 2 * w) && inside(at + 2 * w) {
                    let laplacian = lumas[at - 1] + lumas[at + 1] + lumas[at - w] + lumas[at + w] - 4. * v;
                    m += 1.;
                    first += laplacian;
                    second += laplacian * laplacian;
                }
            }
        }
        let mean = first / m.max(1.);
        // in the dark all differences are smaller
        let darkness = WELL_LIT / (sum / n.max(1.)).max(1.);
        Measures {
            luma: sum / n.max(1.),
            burnt: burnt / n.max(1.),
            // rounding may leave less than nothing of what has no edges
            sharpness: (second / m.max(1.) - mean * mean).max(0.) * darkness.max(1.).powi(2),
            height: self.height(),
            cut: self.cut(picture),
        }
    }

    fn height(&self) -> f32 {
        let ys = self.outline.iter().map(|p| p[1]);
        ys.clone().fold(f32::MIN, f32::max) - ys.fold(f32::MAX, f32::min)
    }

    /// Share of the outline along the left, right or upper border: a tongue may well reach the lower one.
    fn cut(&self, picture: &RgbImage) -> f32 {
        let near = 0.006 * picture.width().max(picture.height()) as f32 + 1.;
        let right = picture.width() as f32 - near;
        let (mut along, mut whole) = (0., 0.);
        for (a, b) in self.outline.iter().zip(self.outline.iter().cycle().skip(1)) {
            let length = (a[0] - b[0]).hypot(a[1] - b[1]);
            whole += length;
            let both = |test: &dyn Fn(&[f32; 2]) -> bool| test(a) && test(b);
            if both(&|p| p[0] < near) || both(&|p| p[0] > right) || both(&|p| p[1] < near) {
                along += length;
            }
        }
        along / f32::max(whole, 1.)
    }
}
