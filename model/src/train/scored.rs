//! Scored photos as the scoring network learns from them: framed inexactly, by other cameras and in other lights.

use image::{GrayImage, Luma, RgbImage, imageops};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::views::{coat, retaken};
use crate::data::Sample;
use crate::describe::{Light, describe};
use crate::net::SCORE_SIDE;
use crate::reader::MARGIN;
use crate::sample::{Frame, resample};
use crate::scene::{View, draw};

/// Side of the looks that views are drawn as.
const LOOK: u32 = 288;

/// The mask's upright bounding box: left, top, width, height.
fn bounds(mask: &GrayImage) -> Option<[f32; 4]> {
    let (mut left, mut top, mut right, mut bottom) = (u32::MAX, u32::MAX, 0, 0);
    for (x, y, _) in mask.enumerate_pixels().filter(|(_, _, v)| v.0[0] > 127) {
        (left, top, right, bottom) = (left.min(x), top.min(y), right.max(x + 1), bottom.max(y + 1));
    }
    (right > left).then(|| [left as f32, top as f32, (right - left) as f32, (bottom - top) as f32])
}

/// The box of a sample's tongue; the whole photo when it has none.
fn box_of(mask: &GrayImage) -> [f32; 4] {
    bounds(mask).unwrap_or([0., 0., mask.width() as f32, mask.height() as f32])
}

/// What is told of the tongue that `mask` shows in `picture`, in a frame whose place and size are `off` by shares of the box:
/// across, down, in width, in height.
fn told(picture: &RgbImage, mask: &GrayImage, off: [f32; 4]) -> Vec<f32> {
    let [left, top, width, height] = box_of(mask);
    // what a closer look shows
    let margin = (MARGIN - 1.) / 2. * width.max(height);
    let low = |v: f32| (v - margin).max(0.) as u32;
    let (x, y) = (low(left), low(top));
    let high = |from: f32, length: f32, whole: u32| (from + length + margin).min(whole as f32) as u32;
    let size = (
        high(left, width, mask.width()).saturating_sub(x).max(1),
        high(top, height, mask.height()).saturating_sub(y).max(1),
    );
    let near = imageops::crop_imm(mask, x, y, size.0, size.1).to_image();
    let light = Light::of(&imageops::crop_imm(picture, x, y, size.0, size.1).to_image(), &near);
    let frame = Frame {
        left: left + (off[0] - off[2] / 2.) * width,
        top: top + (off[1] - off[3] / 2.) * height,
        width: width * (1. + off[2]),
        height: height * (1. + off[3]),
    };
    let side = SCORE_SIDE as u32;
    let place = |i: u32, from: f32, length: f32| from + (i as f32 + 0.5) / side as f32 * length;
    let framed = GrayImage::from_fn(side, side, |i, j| {
        let (u, v) = (place(i, frame.left, frame.width), place(j, frame.top, frame.height));
        let inside = u >= 0. && v >= 0. && u < mask.width() as f32 && v < mask.height() as f32;
        if inside { *mask.get_pixel(u as u32, v as u32) } else { Luma([0]) }
    });
    describe(&resample(picture, frame, (side, side)), &framed, &light)
}

/// Share of the views in which a coat is drawn over the tongue: thick ones are rare in photos, and those that cover all of it
/// rarer.
const COATED: f64 = 0.15;

/// Share of the draws that are the photo as it is: the only view whose colours are surely what the readers saw.
const PLAIN: f64 = 0.25;

/// 0 below `a`, 1 above `b`.
fn step(a: f32, b: f32, v: f32) -> f32 {
    ((v - a) / (b - a)).clamp(0., 1.)
}

/// What is to be said of a tongue, [2 * 9], once `coat` covers its pixels so thickly: 2 where it hides the tongue, and at least
/// 1 where it dims it.
fn under(target: &[f32], coat: &[f32], mask: &GrayImage) -> Vec<f32> {
    let [left, top, width, height] = box_of(mask);
    let mut sums = [(0f32, 0f32); 9];
    for ((x, y, _), share) in mask.enumerate_pixels().zip(coat).filter(|((_, _, v), _)| v.0[0] > 127) {
        let third = |v: u32, from: f32, length: f32| (((v as f32 + 0.5 - from) / length * 3.) as usize).min(2);
        let (sum, n) = &mut sums[third(y, top, height) * 3 + third(x, left, width)];
        (*sum, *n) = (*sum + share, *n + 1.);
    }
    let limits = [(0.2, 0.4), (0.45, 0.65)];
    let least = limits.into_iter().flat_map(|(a, b)| sums.map(|(sum, n)| step(a, b, sum / n.max(1.))));
    target.iter().zip(least).map(|(own, least)| own.max(least)).collect()
}

/// A view of the photo by another camera, in another light, of a person with another skin, perhaps under a thicker coat: its
/// numbers, and what is to be said of it.
fn viewed(sample: &Sample, target: &[f32], rng: &mut ChaCha8Rng) -> Told {
    let (w, h) = sample.photo().dimensions();
    let [left, top, width, height] = box_of(&sample.mask);
    let angle = rng.random_range(-0.15f32..0.15);
    let side = LOOK as f32;
    let scale = side / (MARGIN * width.max(height));
    // the tongue's middle comes to the look's
    let (x, y) = (left + width / 2. - w as f32 / 2., top + height / 2. - h as f32 / 2.);
    let (sin, cos) = angle.sin_cos();
    let centre = (side / 2. - (x * cos - y * sin) * scale, side / 2. - (x * sin + y * cos) * scale);
    let view = View { scale, stretch: 1., angle, centre, flip: false, erase: false };
    let (picture, mask) = draw(sample, view, (LOOK, LOOK), 0., rng);
    let [_, top, _, height] = box_of(&mask);
    let coat = rng.random_bool(COATED).then(|| coat(LOOK as usize, (top, height), rng));
    let picture = retaken(&picture, &mask, coat.as_deref(), rng);
    let numbers = told(&picture, &mask, std::array::from_fn(|_| rng.random_range(-0.03f32..0.03)));
    Told { numbers, target: coat.map_or_else(|| target.to_vec(), |coat| under(target, &coat, &mask)) }
}

/// One view of a photo.
struct Told {
    /// [`crate::describe::NUMBERS`] x 9.
    numbers: Vec<f32>,
    /// "score > 0" and "score > 1" in each cell [2 * 9]: the readers' mean, or more under a coat.
    target: Vec<f32>,
}

/// A scored photo, with the numbers of several views of it.
pub struct Scored {
    /// The photo as it is, then as other cameras would show it.
    views: Vec<Told>,
}

impl Scored {
    /// Describes the photo as it is and in `more` views, the same for the same `seed`.
    pub fn new(sample: &Sample, more: usize, seed: u64) -> Self {
        let readers = sample.readers.len() as f32;
        let mean = |above: u8, cell: usize| sample.readers.iter().filter(|r| r[cell] > above).count() as f32 / readers;
        let target: Vec<f32> = (0..2u8).flat_map(|above| (0..9).map(move |cell| mean(above, cell))).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let plain = Told { numbers: told(sample.photo(), &sample.mask, [0.; 4]), target: target.clone() };
        let more = (0..more).map(|_| viewed(sample, &target, &mut rng));
        Self { views: std::iter::once(plain).chain(more).collect() }
    }

    /// The photo as it is.
    pub fn plain(&self) -> &[f32] {
        &self.views[0].numbers
    }

    /// Numbers and what is to be said of them, of any view; every other time of the mirrored tongue.
    pub fn draw(&self, rng: &mut ChaCha8Rng) -> (Vec<f32>, Vec<f32>) {
        let plain = rng.random_bool(PLAIN);
        let view = &self.views[if plain { 0 } else { rng.random_range(0..self.views.len()) }];
        let flip = rng.random_bool(0.5);
        let turned = |values: &[f32]| -> Vec<f32> {
            let from = |i: usize| if flip { i / 3 * 3 + 2 - i % 3 } else { i };
            (0..values.len()).map(|i| values[from(i)]).collect()
        };
        (turned(&view.numbers), turned(&view.target))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth;

    #[test]
    fn a_thick_coat_is_to_be_scored_two_where_it_lies() {
        let mask = GrayImage::from_pixel(30, 30, Luma([255]));
        // thick in the upper third, thin in the middle one, none below
        let coat: Vec<f32> = (0..900).map(|at| [0.8, 0.42, 0.][at / 300]).collect();
        let said = under(&[0.; 18], &coat, &mask);
        assert_eq!(said[..9], [1., 1., 1., 1., 1., 1., 0., 0., 0.]);
        assert_eq!(said[9..], [1., 1., 1., 0., 0., 0., 0., 0., 0.]);
        // what readers saw stays
        assert_eq!(under(&[0.5; 18], &[0.; 900], &mask), [0.5; 18]);
    }

    #[test]
    fn views_repeat_and_differ() {
        let drawn = synth::samples(6, 1);
        let [a, b] = [1, 1].map(|seed| Scored::new(&drawn[0], 3, seed));
        assert_eq!(a.views.len(), 4);
        for (a, b) in a.views.iter().zip(&b.views) {
            assert_eq!((&a.numbers, &a.target), (&b.numbers, &b.target));
        }
        assert!(a.views[1].numbers != a.views[2].numbers && a.views[0].numbers != a.views[1].numbers);
    }
}
