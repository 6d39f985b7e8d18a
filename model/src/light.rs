//! The light that a tongue was photographed in, and what takes it out.

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

impl Light {
    /// The light of a look at a tongue; `mask` is the tongue, with its surroundings in the picture.
    #[must_use]
    pub fn of(picture: &RgbImage, mask: &GrayImage) -> Self {
        let mean = |wanted: &dyn Fn(Colour, u8) -> bool| {
            let (mut sum, mut n) = ([0f64; 3], 0f64);
            let colours = picture.pixels().map(|pixel| pixel.0.map(f32::from)).zip(mask.iter());
            for (colour, _) in colours.filter(|(colour, mask)| wanted(*colour, **mask)) {
                sum.iter_mut().zip(colour).for_each(|(sum, v)| *sum += f64::from(v));
                n += 1.;
            }
            (n > 0.).then(|| sum.map(|s| (s / n) as f32))
        };
        let Some(tongue) = mean(&|_, mask| mask > 127) else { return Self { tongue: BALANCED, skin: BALANCED } };
        let least = DARK_BESIDE * luma(tongue);
        // what is far darker than the tongue is the mouth's inside, hair, or an instrument
        let skin = mean(&|colour, mask| mask <= 127 && luma(colour) > least).unwrap_or(tongue);
        Self { tongue, skin }
    }

    /// What each channel is multiplied by, so that the tongue comes to a known mean: light, exposure and white balance of the
    /// camera are then out of the scores' way, and so is how dark the skin is. A coat that covers the whole tongue is known by
    /// what the skin looks like beside it.
    #[must_use]
    pub fn gain(&self) -> Colour {
        std::array::from_fn(|c| (BALANCED[c] / self.tongue[c].max(1.)).clamp(0.2, 12.))
    }
}
