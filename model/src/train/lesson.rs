//! Photos as the scoring networks learn from them: framed inexactly, by other cameras and in other lights.

use image::{GrayImage, RgbImage};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::views::{coat, retaken};
use crate::data::Sample;
use crate::describe::{Told, describe};
use crate::light::Light;
use crate::look::bounds;
use crate::net::{SCORE_SIDE, SEGMENT_SIDE, across};
use crate::reader::MARGIN;
use crate::sample::{Frame, resample, resample_mask};
use crate::scene::{View, draw};

/// Side of the looks that views are drawn as.
const LOOK: u32 = 288;

/// The upright box of a tongue: left, top, width, height; the whole photo when it has none.
pub fn box_of(mask: &GrayImage) -> [f32; 4] {
    let [left, top, right, bottom] = bounds(mask).unwrap_or([0, 0, mask.width(), mask.height()]).map(|v| v as f32);
    [left, top, right - left, bottom - top]
}

/// A look at a sample's tongue from as near as the reader looks, the tongue turned clockwise by `radians`, `side` pixels a side.
pub fn closer(sample: &Sample, radians: f32, side: u32, flip: bool) -> View {
    let (w, h) = sample.photo().dimensions();
    let [left, top, width, height] = box_of(&sample.mask);
    let scale = side as f32 / (MARGIN * width.max(height));
    // the tongue's middle comes to the look's
    let (x, y) = (left + width / 2. - w as f32 / 2., top + height / 2. - h as f32 / 2.);
    let x = if flip { -x } else { x };
    let (sin, cos) = radians.sin_cos();
    let middle = side as f32 / 2.;
    let centre = (middle - (x * cos - y * sin) * scale, middle - (x * sin + y * cos) * scale);
    View { scale, stretch: 1., angle: radians, centre, flip, erase: false }
}

/// What is told of the tongue that `mask` shows in `picture`, in a frame whose place and size are `off` by shares of the box:
/// across, down, in width, in height. Looked at as the reader does, from as near.
fn told(picture: &RgbImage, mask: &GrayImage, off: [f32; 4]) -> Told {
    let [left, top, width, height] = box_of(mask);
    let near = Frame::about([left, top, width, height], MARGIN);
    let side = SEGMENT_SIDE as u32;
    let light = Light::of(&resample(picture, near, (side, side)), &resample_mask(mask, near, side));
    let frame = Frame {
        left: left + (off[0] - off[2] / 2.) * width,
        top: top + (off[1] - off[3] / 2.) * height,
        width: width * (1. + off[2]),
        height: height * (1. + off[3]),
    };
    let side = SCORE_SIDE as u32;
    describe(&resample(picture, frame, (side, side)), &resample_mask(mask, frame, side), &light)
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

/// What is at least to be said of a tongue, whatever it looked like, once `coat` covers its pixels so thickly: 2 where it hides the
/// tongue, and 1 where it dims it.
fn least(coat: &[f32], mask: &GrayImage) -> Target {
    let [left, top, width, height] = box_of(mask);
    let mut sums = [(0f32, 0f32); 9];
    for ((x, y, _), share) in mask.enumerate_pixels().zip(coat).filter(|((_, _, v), _)| v.0[0] > 127) {
        let third = |v: u32, from: f32, length: f32| (((v as f32 + 0.5 - from) / length * 3.) as usize).min(2);
        let (sum, n) = &mut sums[third(y, top, height) * 3 + third(x, left, width)];
        (*sum, *n) = (*sum + share, *n + 1.);
    }
    let limits = [(0.2, 0.4), (0.45, 0.65)];
    std::array::from_fn(|i| {
        let ((a, b), (sum, n)) = (limits[i / 9], sums[i % 9]);
        step(a, b, sum / n.max(1.))
    })
}

/// One view of a photo.
struct Viewed {
    told: Told,
    /// What a coat that was drawn makes of it at least.
    least: Target,
}

/// A view of the photo by another camera, in another light, of a person with another skin, perhaps under a thicker coat.
fn viewed(sample: &Sample, rng: &mut ChaCha8Rng) -> Viewed {
    let view = closer(sample, rng.random_range(-0.15f32..0.15), LOOK, false);
    let (picture, mask) = draw(sample, view, (LOOK, LOOK), 0., rng);
    let [_, top, _, height] = box_of(&mask);
    let coat = rng.random_bool(COATED).then(|| coat(LOOK as usize, (top, height), rng));
    let picture = retaken(&picture, &mask, coat.as_deref(), rng);
    let told = told(&picture, &mask, std::array::from_fn(|_| rng.random_range(-0.03f32..0.03)));
    Viewed { told, least: coat.map_or([0.; 18], |coat| least(&coat, &mask)) }
}

/// What several views of a photo tell.
pub struct Views {
    /// The photo as it is, then as other cameras would show it.
    views: Vec<Viewed>,
}

impl Views {
    /// Describes the photo as it is and in `more` views, the same for the same `seed`.
    pub fn new(sample: &Sample, more: usize, seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let plain = Viewed { told: told(sample.photo(), &sample.mask, [0.; 4]), least: [0.; 18] };
        let more = (0..more).map(|_| viewed(sample, &mut rng));
        Self { views: std::iter::once(plain).chain(more).collect() }
    }

    /// What each view tells.
    pub fn told(&self) -> impl Iterator<Item = &Told> {
        self.views.iter().map(|view| &view.told)
    }
}

/// What the photos tell, each in `more` views beside the photo as it is.
pub fn described(samples: &[&Sample], more: usize, seed: u64) -> Vec<Views> {
    let one = |(i, sample): (usize, &&Sample)| Views::new(sample, more, seed ^ (i as u64).wrapping_mul(0x9E37_79B9));
    samples.par_iter().enumerate().map(one).collect()
}

/// "Score > 0" and "score > 1" in each cell, as probabilities.
pub type Target = [f32; 2 * 9];

/// A photo, and what is to be said of it.
#[derive(Clone, Copy)]
pub struct Lesson<'a> {
    /// The photo.
    pub sample: &'a Sample,
    views: &'a Views,
    target: Target,
}

impl<'a> Lesson<'a> {
    /// To be said is what the readers said, in the mean.
    pub fn new(sample: &'a Sample, views: &'a Views) -> Self {
        let mean = |above: usize, cell: usize| {
            let said = sample.readers.iter().filter(|reader| usize::from(reader[cell]) > above).count();
            said as f32 / sample.readers.len() as f32
        };
        Self { sample, views, target: std::array::from_fn(|i| mean(i / 9, i % 9)) }
    }

    /// What the photo tells as it is.
    pub fn plain(&self) -> &'a Told {
        &self.views.views[0].told
    }

    /// What any view tells, whether it is to be mirrored, as it is every other time, and what is then to be said of it.
    pub fn draw(&self, rng: &mut ChaCha8Rng) -> ((&'a Told, bool), Target) {
        let views = &self.views.views;
        let view = &views[if rng.random_bool(PLAIN) { 0 } else { rng.random_range(0..views.len()) }];
        let flip = rng.random_bool(0.5);
        let target = std::array::from_fn(|i| {
            let from = if flip { across(i) } else { i };
            self.target[from].max(view.least[from])
        });
        ((&view.told, flip), target)
    }
}

#[cfg(test)]
mod tests {
    use image::Luma;

    use super::*;
    use crate::synth;

    #[test]
    fn a_thick_coat_is_to_be_scored_two_where_it_lies() {
        let mask = GrayImage::from_pixel(30, 30, Luma([255]));
        // thick in the upper third, thin in the middle one, none below
        let coat: Vec<f32> = (0..900).map(|at| [0.8, 0.42, 0.][at / 300]).collect();
        let said = least(&coat, &mask);
        assert_eq!(said[..9], [1., 1., 1., 1., 1., 1., 0., 0., 0.]);
        assert_eq!(said[9..], [1., 1., 1., 0., 0., 0., 0., 0., 0.]);
    }

    #[test]
    fn under_a_coat_no_less_is_to_be_said_than_without_it() {
        let drawn = synth::samples(6, 1);
        let mut views = Views::new(&drawn[0], 0, 1);
        views.views[0].least = std::array::from_fn(|i| if i == 0 { 0.9 } else { 0.2 });
        let lesson = Lesson { target: [0.5; 18], ..Lesson::new(&drawn[0], &views) };
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let drawn = [(); 8].map(|()| lesson.draw(&mut rng));
        for ((_, flip), said) in &drawn {
            // the corner under the coat is where the mirror puts it; what was seen of the others stays
            let corners = if *flip { [0.5, 0.9] } else { [0.9, 0.5] };
            assert_eq!(([said[0], said[2]], &said[3..]), (corners, &[0.5; 15][..]));
        }
        let flipped = drawn.iter().filter(|((_, flip), _)| *flip).count();
        assert!((1..8).contains(&flipped), "{flipped} of 8 are mirrored");
    }

    #[test]
    fn views_repeat_and_differ() {
        let drawn = synth::samples(6, 1);
        let [a, b] = [1, 1].map(|seed| Views::new(&drawn[0], 3, seed));
        assert_eq!(a.views.len(), 4);
        for (a, b) in a.views.iter().zip(&b.views) {
            assert_eq!((&a.told, &a.least), (&b.told, &b.least));
        }
        assert!(a.views[1].told != a.views[2].told && a.views[0].told != a.views[1].told);
    }

    #[test]
    fn what_readers_said_is_their_mean() {
        let drawn = synth::samples(6, 1);
        let views = Views::new(&drawn[0], 0, 1);
        let readers = vec![[0, 1, 2, 2, 0, 0, 0, 0, 0], [0, 2, 2, 1, 0, 0, 0, 0, 0]];
        let sample = Sample::new("a".into(), drawn[0].photo().clone(), drawn[0].mask.clone(), readers);
        let lesson = Lesson::new(&sample, &views);
        assert_eq!(lesson.target[..4], [0., 1., 1., 1.]);
        assert_eq!(lesson.target[9..13], [0., 0.5, 1., 0.5]);
    }
}
