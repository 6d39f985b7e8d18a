//! A tongue photographed again: by another camera, in another light, of a person with another skin. Its coat stays as it was, or
//! a thicker one is laid over it.

use image::{GrayImage, Rgb, RgbImage, imageops};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::canvas::{Canvas, mix};
use super::lens::{self, Lens};
use super::{COATS, props};
use crate::colour::{Colour, luma};
use crate::scene::Field;

/// How strongly light and camera differ: most are nearly plain, since the colour of a coat is what is to be learnt.
const STRENGTHS: [f32; 5] = [0.1, 0.2, 0.2, 0.35, 0.5];

/// Share of the photos that the camera's software changes visibly.
const PROCESSED: f64 = 0.5;

fn tint(rng: &mut ChaCha8Rng, (low, high): (f32, f32), spread: f32) -> Colour {
    let level = rng.random_range(low.ln()..high.ln());
    std::array::from_fn(|_| (level + rng.random_range(-spread..spread)).exp())
}

/// How thickly a coat covers each pixel of a square picture, 0..1: all of the tongue, or more of its root, in patches.
/// `from` and `height` are the tongue's, in rows.
pub fn coat(side: usize, (from, height): (f32, f32), rng: &mut ChaCha8Rng) -> Vec<f32> {
    let (strength, reach) = (rng.random_range(0.5f32..0.95), rng.random_range(0.4f32..2.2));
    let (patches, patchy) = (Field::random(rng, 6), rng.random_range(0f32..0.6));
    let share = |at: usize| {
        let (x, y) = ((at % side) as f32, (at / side) as f32);
        let patch = patchy * patches.at(x / side as f32, y / side as f32);
        strength * ((reach - (y - from) / height.max(1.) + patch) * 2.).clamp(0., 1.)
    };
    (0..side * side).map(share).collect()
}

/// The picture, square, taken again, its tongue under `coat` if there is one; the same for the same generator.
pub fn retaken(picture: &RgbImage, mask: &GrayImage, coat: Option<&[f32]>, rng: &mut ChaCha8Rng) -> RgbImage {
    let soft = imageops::fast_blur(mask, 2.);
    let tongue = tint(rng, (0.9, 1.1), 0.04);
    // melanin takes a share of each colour with each layer of it: a power of what comes back (Beer and Lambert)
    let melanin = rng.random_range(0.7f32..2.4);
    let skin: Colour = std::array::from_fn(|_| melanin * rng.random_range(0.85f32..1.15));
    let of_coat = COATS[rng.random_range(0..COATS.len())];
    // a coat hides the papillae
    let smooth = coat.map(|_| imageops::fast_blur(picture, 1.5));
    let coloured = |(at, Rgb(pixel)): (usize, &Rgb<u8>)| {
        let share = f32::from(soft.as_raw()[at]) / 255.;
        let of_skin = std::array::from_fn(|c| 255. * (f32::from(pixel[c]) / 255.).powf(skin[c]));
        let own = mix(of_skin, std::array::from_fn(|c| f32::from(pixel[c]) * tongue[c]), share);
        let (Some(coat), Some(smooth)) = (coat, &smooth) else { return own };
        let below = &smooth.as_raw()[3 * at..3 * at + 3];
        let luma = luma(std::array::from_fn(|c| f32::from(below[c]))) / 130.;
        mix(own, of_coat.map(|c| c * (0.35 + 0.65 * luma)), share * coat[at])
    };
    let mut canvas = Canvas {
        side: picture.width() as usize,
        pixels: picture.pixels().enumerate().map(coloured).collect(),
        cover: vec![1.; mask.len()],
        mask: mask.iter().map(|v| *v > 127).collect(),
    };
    if rng.random_bool(0.1) {
        props::writing(&mut canvas, rng);
    }
    let strength = STRENGTHS[rng.random_range(0..STRENGTHS.len())];
    let mut taken = Lens::of(rng, strength).expose(rng, &canvas);
    if rng.random_bool(PROCESSED) {
        taken = lens::processed(rng, &taken);
    }
    lens::soften(rng, taken)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::synth;

    #[test]
    fn a_tongue_taken_again_repeats_and_is_another_photo_of_the_same_size() {
        let drawn = synth::samples(4, 1);
        let sample = &drawn[0];
        let side = sample.photo().width().min(sample.photo().height());
        let part = |picture: &RgbImage| imageops::crop_imm(picture, 0, 0, side, side).to_image();
        let (picture, mask) = (part(sample.photo()), imageops::crop_imm(&sample.mask, 0, 0, side, side).to_image());
        let taken = |seed| retaken(&picture, &mask, None, &mut ChaCha8Rng::seed_from_u64(seed));
        for seed in 0..6 {
            let again = taken(seed);
            assert_eq!(again.dimensions(), picture.dimensions());
            assert!(again != picture && again == taken(seed));
        }
        assert!(taken(1) != taken(2));
        let rng = &mut ChaCha8Rng::seed_from_u64(1);
        let thick = coat(side as usize, (0., side as f32), rng);
        assert!(thick.iter().all(|share| (0f32..=0.95).contains(share)) && thick[0] > 0.);
        let rng = &mut ChaCha8Rng::seed_from_u64(1);
        assert!(retaken(&picture, &mask, Some(&thick), rng) != taken(1));
    }
}
