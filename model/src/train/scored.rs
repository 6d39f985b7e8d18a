//! Scored photos as the scoring network learns from them: framed inexactly, by other cameras and in other lights.

use image::{GrayImage, RgbImage, imageops};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::data::Sample;
use crate::describe::{Light, describe};
use crate::net::SCORE_SIDE;
use crate::scene::{View, draw};

/// How much the light of a view is changed, beside what the balance undoes.
const LIGHT: f32 = 0.3;

/// The mask's upright bounding box: left, top, width, height.
fn bounds(mask: &GrayImage) -> Option<[f32; 4]> {
    let (mut left, mut top, mut right, mut bottom) = (u32::MAX, u32::MAX, 0, 0);
    for (x, y, _) in mask.enumerate_pixels().filter(|(_, _, v)| v.0[0] > 127) {
        (left, top, right, bottom) = (left.min(x), top.min(y), right.max(x + 1), bottom.max(y + 1));
    }
    (right > left).then(|| [left as f32, top as f32, (right - left) as f32, (bottom - top) as f32])
}

/// A scored photo, with the numbers of several views of it.
pub struct Scored {
    /// The photo as it is, then as other cameras would show it in other lights, each [`crate::describe::NUMBERS`] x 9.
    views: Vec<Vec<f32>>,
    /// Both readers' mean of "score > 0" and "score > 1" in each cell [2 * 9].
    target: Vec<f32>,
}

impl Scored {
    /// Describes the photo as it is and in `more` views, the same for the same `seed`.
    pub fn new(sample: &Sample, more: usize, seed: u64) -> Self {
        let framed = Framed::new(sample);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let views = std::iter::once(framed.plain()).chain((0..more).map(|_| framed.view(&mut rng))).collect();
        let readers = sample.readers.len() as f32;
        let mean = |above: u8, cell: usize| sample.readers.iter().filter(|r| r[cell] > above).count() as f32 / readers;
        let target = (0..2u8).flat_map(|above| (0..9).map(move |cell| mean(above, cell))).collect();
        Self { views, target }
    }

    /// The photo as it is.
    pub fn plain(&self) -> &[f32] {
        &self.views[0]
    }

    /// Numbers and what is to be said of them, of any view; every other time of the mirrored tongue.
    pub fn draw(&self, rng: &mut ChaCha8Rng) -> (Vec<f32>, Vec<f32>) {
        let view = &self.views[rng.random_range(0..self.views.len())];
        let flip = rng.random_bool(0.5);
        let turned = |values: &[f32]| -> Vec<f32> {
            let from = |i: usize| if flip { i / 3 * 3 + 2 - i % 3 } else { i };
            (0..values.len()).map(|i| values[from(i)]).collect()
        };
        (turned(view), turned(&self.target))
    }
}

/// A scored photo, with what its views have in common.
struct Framed<'a> {
    sample: &'a Sample,
    /// The tongue's box: left, top, width, height.
    bounds: [f32; 4],
    light: Light,
}

impl<'a> Framed<'a> {
    /// Finds its box and its light.
    fn new(sample: &'a Sample) -> Self {
        let (w, h) = sample.photo().dimensions();
        let bounds = bounds(&sample.mask).unwrap_or([0., 0., w as f32, h as f32]);
        let [left, top, width, height] = bounds;
        // what a closer look shows: the box and a fifth of it on each side
        let margin = 0.2 * width.max(height);
        let low = |v: f32| (v - margin).max(0.) as u32;
        let (x, y) = (low(left), low(top));
        let high = |from: f32, length: f32, whole: u32| (from + length + margin).min(whole as f32) as u32;
        let size = (high(left, width, w).saturating_sub(x).max(1), high(top, height, h).saturating_sub(y).max(1));
        let part = imageops::crop_imm(sample.photo(), x, y, size.0, size.1).to_image();
        let light = Light::of(&part, &imageops::crop_imm(&sample.mask, x, y, size.0, size.1).to_image());
        Self { sample, bounds, light }
    }

    /// The photo as it is.
    fn plain(&self) -> Vec<f32> {
        let (picture, mask) = self.drawn(&mut ChaCha8Rng::seed_from_u64(0), true);
        describe(&picture, &mask, &self.light)
    }

    /// The tongue's square and its mask, not exactly framed unless `still`.
    fn drawn(&self, rng: &mut ChaCha8Rng, still: bool) -> (RgbImage, GrayImage) {
        let (w, h) = self.sample.photo().dimensions();
        let [left, top, width, height] = self.bounds;
        let mut jitter = |spread: f32| if still { 0. } else { rng.random_range(-spread..spread) };
        let (x, y) = (left + width / 2. - w as f32 / 2., top + height / 2. - h as f32 / 2.);
        let (width, height) = (width * (1. + jitter(0.05)), height * (1. + jitter(0.05)));
        let middle = (x + width * jitter(0.03), y + height * jitter(0.03));
        let angle = jitter(0.1);
        let side = SCORE_SIDE as f32;
        let (scale, stretch) = (side / height, height / width);
        // the frame's middle comes to the view's
        let (sin, cos) = angle.sin_cos();
        let (u, v) = middle;
        let (x, y) = (u * cos - v * sin, u * sin + v * cos);
        let centre = (side / 2. - x * scale * stretch, side / 2. - y * scale);
        let view = View { scale, stretch, angle, centre, flip: false, erase: false };
        let side = SCORE_SIDE as u32;
        draw(self.sample, view, (side, side), if still { 0. } else { LIGHT }, rng)
    }

    /// The photo by another camera, in another light.
    fn view(&self, rng: &mut ChaCha8Rng) -> Vec<f32> {
        let (picture, mask) = self.drawn(rng, false);
        // no balance is exact: the light of the tongue differs from the skin's, and skins differ
        let mut tint = |level: f32, spread: f32| -> [f32; 3] {
            let level = rng.random_range(-level..level);
            std::array::from_fn(|_| (level + rng.random_range(-spread..spread)).exp())
        };
        let (both, skin) = (tint(0.08, 0.04), tint(0.1, 0.06));
        let light = Light {
            tongue: std::array::from_fn(|c| self.light.tongue[c] * both[c]),
            skin: std::array::from_fn(|c| self.light.skin[c] * both[c] * skin[c]),
        };
        let picture = match rng.random_range(0..10) {
            0..4 => imageops::fast_blur(&picture, rng.random_range(0.3..1.3)),
            4..6 => imageops::unsharpen(&picture, 1., 0),
            _ => picture,
        };
        let picture = saturated(picture, rng.random_range(-0.15f32..0.15).exp());
        describe(&picture, &mask, &light)
    }
}

/// Colours `by` times as far from grey.
fn saturated(mut picture: RgbImage, by: f32) -> RgbImage {
    for pixel in picture.pixels_mut() {
        let grey =
            (0.3 * f32::from(pixel.0[0]) + 0.59 * f32::from(pixel.0[1]) + 0.11 * f32::from(pixel.0[2])) * (1. - by);
        pixel.0 = pixel.0.map(|v| (grey + f32::from(v) * by).clamp(0., 255.) as u8);
    }
    picture
}
