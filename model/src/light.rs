//! The light that a tongue was photographed in, and what takes it out.

use std::iter::zip;

use image::{GrayImage, RgbImage};

use crate::colour::{Colour, luma};

/// Mean colours of a tongue and of the skin about it, 0..255: what the light is known by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Light {
    /// Of the tongue.
    pub tongue: Colour,
    /// Of what lies about it.
    pub skin: Colour,
}

/// Share of the tongue's brightness below which its surroundings are no skin.
const DARK_BESIDE: f32 = 0.3;
/// Mean colour of a tongue once it is balanced.
const BALANCED: Colour = [165., 112., 115.];

/// The mean of some pixels; nothing when there are none.
fn mean(pixels: impl Iterator<Item = [u8; 3]>) -> Option<Colour> {
    let (sum, n) = pixels.fold(([0u64; 3], 0u64), |(mut sum, n), pixel| {
        zip(&mut sum, pixel).for_each(|(sum, v)| *sum += u64::from(v));
        (sum, n + 1)
    });
    (n > 0).then(|| sum.map(|sum| (sum as f64 / n as f64) as f32))
}

impl Light {
    /// The light of a look at a tongue; `mask` is the tongue, with its surroundings in the picture.
    #[must_use]
    pub fn of(picture: &RgbImage, mask: &GrayImage) -> Self {
        let pixels = || zip(picture.as_raw().as_chunks::<3>().0, mask.iter());
        let Some(tongue) = mean(pixels().filter(|(_, mask)| **mask > 127).map(|(pixel, _)| *pixel)) else {
            return Self { tongue: BALANCED, skin: BALANCED };
        };
        let least = DARK_BESIDE * luma(tongue);
        // what is far darker than the tongue is the mouth's inside, hair, or an instrument
        let around = pixels().filter(|(pixel, mask)| **mask <= 127 && luma(pixel.map(f32::from)) > least);
        Self { tongue, skin: mean(around.map(|(pixel, _)| *pixel)).unwrap_or(tongue) }
    }

    /// Saturation of the tongue's mean colour: 0 for grey, 1 where a channel is missing. Of our photos none is below 0.11,
    /// whatever light they are shown in.
    #[must_use]
    pub fn saturation(&self) -> f32 {
        let most = self.tongue.into_iter().fold(1., f32::max);
        (most - self.tongue.into_iter().fold(most, f32::min)) / most
    }

    /// What each channel is multiplied by, so that the tongue comes to a known mean: light, exposure and white balance of the
    /// camera are then out of the scores' way, and so is how dark the skin is. A coat that covers the whole tongue is known by
    /// what the skin looks like beside it.
    #[must_use]
    pub fn gain(&self) -> Colour {
        std::array::from_fn(|c| (BALANCED[c] / self.tongue[c].max(1.)).clamp(0.2, 12.))
    }
}
