//! The held-out photos as other cameras, lights, skins and framings would show them, of fixed seeds: the nearest thing to
//! photos of other origin that can be measured without any.
//!
//! None of this is what the training draws: the light is another model of light, the surroundings are other photos, the
//! noise follows the brightness. A version that reads these has not just learnt the training's own tricks.

mod framing;
mod look;
mod paint;

use image::{GrayImage, Rgb, RgbImage, imageops};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use self::paint::speckle;
use crate::data::Sample;

/// How a photo is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shift {
    /// Small in a portrait photo among other photos' skin.
    Far,
    /// A fifth to a third of the light, with the noise that comes with it.
    Dim,
    /// Another colour temperature, and coarse compression.
    Cast,
    /// Lamps mirrored on the wet tongue, and a veil over all.
    Glare,
    /// Bars of writing across.
    Watermark,
    /// Turned by 20 to 45 degrees.
    Turned,
    /// A dark skin.
    Skin,
    /// A thick yellow or brown coat.
    Coat,
    /// Another instrument: an oval opening in a plain surface, cold light, other contrast.
    Instrument,
    /// What a camera's software makes of it: vivid or pale, of hard or soft contrast, sharpened or smoothed.
    Processed,
    /// A tenth to a quarter of the tongue beyond the border.
    Cut,
}

impl Shift {
    /// Each of them.
    pub const ALL: [Self; 11] = [
        Self::Far,
        Self::Dim,
        Self::Cast,
        Self::Glare,
        Self::Watermark,
        Self::Turned,
        Self::Skin,
        Self::Coat,
        Self::Instrument,
        Self::Processed,
        Self::Cut,
    ];

    /// Its name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Far => "far",
            Self::Dim => "dim",
            Self::Cast => "cast",
            Self::Glare => "glare",
            Self::Watermark => "watermark",
            Self::Turned => "turned",
            Self::Skin => "skin",
            Self::Coat => "coat",
            Self::Instrument => "instrument",
            Self::Processed => "processed",
            Self::Cut => "cut",
        }
    }

    /// Whether the readers' scores still hold: the coat is the photo's own, and all of the tongue is to be seen.
    #[must_use]
    pub const fn keeps_scores(self) -> bool {
        !matches!(self, Self::Coat | Self::Cut)
    }
}

/// A held-out photo under a shift, and its mask: the same for the same place in the list.
#[must_use]
pub fn shifted(samples: &[&Sample], place: usize, shift: Shift) -> (RgbImage, GrayImage) {
    let sample = samples[place];
    let rng = &mut ChaCha8Rng::seed_from_u64(0x5417 + 1000 * shift as u64 + place as u64);
    let own = |picture: RgbImage| (picture, sample.mask.clone());
    match shift {
        Shift::Far => framing::far(sample, samples[(place + 1) % samples.len()], rng),
        Shift::Dim => own(look::dim(sample, rng)),
        Shift::Cast => own(look::cast(sample, rng)),
        Shift::Glare => own(look::glare(sample, rng)),
        Shift::Watermark => own(look::watermark(sample, rng)),
        Shift::Turned => framing::turned(sample, rng),
        Shift::Skin => own(look::skin(sample, rng)),
        Shift::Coat => own(look::coat(sample, rng)),
        Shift::Instrument => framing::instrument(sample, rng),
        Shift::Processed => own(look::processed(sample, rng)),
        Shift::Cut => framing::cut(sample, rng),
    }
}

/// A held-out photo without its tongue: each column of it drawn across from above to below, as a closed mouth's skin, or a
/// detail of its skin, enlarged.
#[must_use]
pub fn without_tongue(sample: &Sample, place: usize) -> RgbImage {
    let photo = sample.photo();
    let (w, h) = photo.dimensions();
    if place % 4 == 3 {
        // a corner beside the chin
        let side = w / 5;
        let left = if place % 8 == 3 { 0 } else { w - side };
        let corner = imageops::crop_imm(photo, left, h / 2, side, side).to_image();
        return imageops::resize(&corner, w, h, imageops::FilterType::CatmullRom);
    }
    let near = imageops::fast_blur(&sample.mask, 6.);
    let mut out = photo.clone();
    for x in 0..w {
        let rows: Vec<u32> = (0..h).filter(|y| near.get_pixel(x, *y).0[0] > 3).collect();
        let (Some(first), Some(last)) = (rows.first().copied(), rows.last().copied()) else { continue };
        let above = photo.get_pixel(x, first.saturating_sub(2)).0;
        let below = photo.get_pixel(x, (last + 2).min(h - 1)).0;
        for y in first..=last {
            let t = (y - first) as f32 / (last - first).max(1) as f32;
            let grain = speckle(place as u64, x, y) * 5.;
            let mixed = |c: usize| f32::from(above[c]) * (1. - t) + f32::from(below[c]) * t + grain;
            out.put_pixel(x, y, Rgb(std::array::from_fn(|c| mixed(c).clamp(0., 255.) as u8)));
        }
    }
    imageops::fast_blur(&out, 1.)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth;

    #[test]
    fn each_shift_repeats_and_keeps_a_tongue() {
        let drawn = synth::samples(3, 2);
        let samples: Vec<&Sample> = drawn.iter().collect();
        for shift in Shift::ALL {
            let (picture, mask) = shifted(&samples, 0, shift);
            assert_eq!(picture.dimensions(), mask.dimensions(), "{}", shift.name());
            assert!(mask.iter().filter(|v| **v > 127).count() > 2000, "{}", shift.name());
            assert!(picture != *samples[0].photo(), "{} changes nothing", shift.name());
            assert_eq!(shifted(&samples, 0, shift).0, picture, "{} differs", shift.name());
        }
    }

    #[test]
    fn a_photo_without_its_tongue_has_other_colours_there() {
        let drawn = synth::samples(3, 1);
        let empty = without_tongue(&drawn[0], 0);
        let (mut changed, mut n) = (0, 0);
        for (x, y, _) in drawn[0].mask.enumerate_pixels().filter(|(_, _, v)| v.0[0] > 127) {
            n += 1;
            changed += u32::from(empty.get_pixel(x, y) != drawn[0].photo().get_pixel(x, y));
        }
        assert!(changed * 10 > n * 9);
    }
}
