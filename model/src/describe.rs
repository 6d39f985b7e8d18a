//! What the scoring networks read of a tongue: numbers about the colour and grain of each of its nine cells, and its pixels.
//!
//! A few hundred scored photos hardly suffice to learn from pixels what a coat looks like. What is known of it goes into the
//! numbers: a coat is paler and less red than the tongue beneath, judged beside the whole tongue and the skin about it, and
//! hides its papillae. Colours are CIE L*a*b* (CIE 15:2004, D65), after the light was taken out.

use std::iter::zip;
use std::sync::LazyLock;

use image::{GrayImage, Rgb, RgbImage};

use crate::colour::{Colour, luma};
use crate::light::Light;
use crate::net::{CELLS, PIXEL_CHANNELS, PIXEL_SIDE, SCORE_SIDE};
use crate::plane::Plane;

/// Numbers of a cell.
pub const NUMBERS: usize = 104;
/// Numbers of a cell that tell only of itself.
const OWN: usize = 24;
/// Of these, the ones about grain, from the finest to the coarsest.
const GRAIN: usize = 9;
/// Halvings of the square whose grain is looked at.
const LEVELS: usize = 4;

/// Steps in 1 of the table of the camera's curve.
const STEPS: f32 = 2048.;

/// What a camera's curve, 2.2, makes of values from 0 to more than [`BRIGHTEST`]: between two of them it is straight to a
/// millionth.
static CURVE: LazyLock<Vec<f32>> = LazyLock::new(|| {
    let last = (BRIGHTEST / 255. * STEPS) as usize + 2;
    (0..=last).map(|i| (i as f32 / STEPS).powf(2.2)).collect()
});

/// The light that a value of a camera stands for.
fn linear(value: f32) -> f32 {
    let place = value.clamp(0., BRIGHTEST / 255.) * STEPS;
    let below = place as usize;
    let few = &CURVE[below..][..2];
    few[0] + (few[1] - few[0]) * (place - below as f32)
}

/// The cube root of a number of about 1, a few times quicker than the exact one: a guess by a third of the exponent, brought
/// nearer twice by Halley's method (W. Kahan, Computing a Real Cube Root, 1991).
fn cube_root(x: f32) -> f32 {
    let nearer = |y: f32| {
        let cube = y * y * y;
        y * (cube + 2. * x) / (2. * cube + x)
    };
    nearer(nearer(f32::from_bits((x.to_bits() / 3).wrapping_add(0x2a51_19f2))))
}

/// L*a*b* of the light that a colour stands for.
fn lab([r, g, b]: Colour) -> Colour {
    let part = |[of_r, of_g, of_b]: Colour, white: f32| cube_root(((of_r * r + of_g * g + of_b * b) / white).max(1e-4));
    let x = part([0.4124, 0.3576, 0.1805], 0.95);
    let y = part([0.2126, 0.7152, 0.0722], 1.);
    let z = part([0.0193, 0.1192, 0.9505], 1.089);
    [116. * y - 16., 500. * (x - y), 200. * (y - z)]
}

/// The values below which the shares `at` of all lie, in rising order.
fn quantiles<const N: usize>(values: &mut [f32], at: [f32; N]) -> [f32; N] {
    let last = values.len().saturating_sub(1);
    let mut from = 0;
    at.map(|share| {
        let place = ((last as f32 * share).round() as usize).clamp(from, last);
        let (_, value, _) = values[from..].select_nth_unstable_by(place - from, f32::total_cmp);
        from = place;
        *value
    })
}

/// The values of each channel of some places.
type Channels = [Vec<f32>; 3];

/// Mean and spread of each channel.
fn moments(colours: &Channels) -> (Colour, Colour) {
    let mean = colours.each_ref().map(|values| values.iter().sum::<f32>() / values.len().max(1) as f32);
    let spread = |c: usize| {
        let (values, mean) = (&colours[c], mean[c]);
        (values.iter().map(|v| (v - mean).powi(2)).sum::<f32>() / values.len().max(1) as f32).sqrt()
    };
    (mean, std::array::from_fn(spread))
}

/// Shares of each channel in `N` quantiles, channel by channel within each.
fn spread_of<const N: usize>(mut colours: Channels, at: [f32; N]) -> Vec<f32> {
    let channels = colours.each_mut().map(|values| quantiles(values, at));
    (0..N).flat_map(|i| channels.map(|channel| channel[i])).collect()
}

/// Brightest that a balanced channel is let through, where 255 was the camera's brightest.
pub const BRIGHTEST: f32 = 300.;

/// What is told of a tongue.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    /// [`NUMBERS`] x 3 x 3, one number's cells side by side.
    pub numbers: Vec<f32>,
    /// [`PIXEL_CHANNELS`] x [`PIXEL_SIDE`] x [`PIXEL_SIDE`]: the balanced colours, 255 for [`BRIGHTEST`], then the mask.
    pub pixels: Vec<u8>,
}

impl Told {
    /// Of a square that shows nothing.
    #[must_use]
    pub fn nothing() -> Self {
        Self { numbers: vec![0.; NUMBERS * CELLS * CELLS], pixels: vec![0; PIXEL_CHANNELS * PIXEL_SIDE * PIXEL_SIDE] }
    }
}

/// A tongue's square, its colours balanced, at several sizes.
struct Square {
    /// Whether a place is tongue, from the full size to the smallest.
    tongue: Vec<Plane<bool>>,
    /// L*, a*, b*, at half the size.
    colours: [Plane<f32>; 3],
    /// Grain: of the brightness at full size, then of L* and a* at each halving.
    grain: Vec<Vec<Vec<f32>>>,
    /// See [`Told::pixels`].
    pixels: Vec<u8>,
}

/// Colours of 0..[`BRIGHTEST`] / 255 and shares of a mask as bytes, one channel after the other.
fn bytes(colours: &[Plane<f32>; 3], mask: &Plane<f32>) -> Vec<u8> {
    // not `round`: where the processor is not known, that is a call for each
    let byte = |v: f32| (v * 255. + 0.5) as u8;
    let channels = colours.iter().flat_map(|channel| channel.values.iter().map(|v| byte(v * 255. / BRIGHTEST)));
    channels.chain(mask.values.iter().map(|v| byte(*v))).collect()
}

impl Square {
    fn new(crop: &RgbImage, mask: &GrayImage, gain: Colour) -> Self {
        let side = crop.width() as usize;
        let balanced = [0, 1, 2].map(|c| {
            let table: [f32; 256] = std::array::from_fn(|v| (v as f32 * gain[c]).min(BRIGHTEST) / 255.);
            Plane::new(side, crop.pixels().map(|Rgb(pixel)| table[usize::from(pixel[c])]))
        });
        let [r, g, b] = balanced.each_ref().map(|channel| &channel.values);
        let brightness = Plane::new(side, zip(r, zip(g, b)).map(|(r, (g, b))| 100. * luma([*r, *g, *b])));
        let mut colours = balanced.each_ref().map(Plane::half);
        let mut share = Plane::new(side, mask.iter().map(|v| f32::from(*v) / 255.));
        let pixels = bytes(&colours, &share.half());
        let [l, a, b] = colours.each_mut().map(|channel| {
            channel.values.iter_mut().for_each(|v| *v = linear(*v));
            &mut channel.values
        });
        zip(l, zip(a, b)).for_each(|(l, (a, b))| [*l, *a, *b] = lab([*l, *a, *b]));
        let is_tongue = |share: &Plane<f32>| share.map(|v| *v > 0.5);
        let mut square =
            Self { tongue: vec![is_tongue(&share)], grain: vec![vec![brightness.grain()]], colours, pixels };
        let mut level = [0, 1].map(|c| square.colours[c].map(|v| *v));
        for _ in 0..LEVELS {
            share = share.half();
            square.tongue.push(is_tongue(&share));
            square.grain.push(level.each_ref().map(Plane::grain).to_vec());
            level = level.each_ref().map(Plane::half);
        }
        square
    }

    /// What is tongue of a cell at a level; all of it where there is hardly any.
    fn places(&self, level: usize, cell: usize, least: usize) -> Vec<usize> {
        let tongue = &self.tongue[level];
        let inside: Vec<usize> = tongue.cell(cell).flatten().filter(|at| tongue.values[*at]).collect();
        if inside.len() < least { tongue.cell(cell).flatten().collect() } else { inside }
    }

    /// The colours of some places.
    fn at(&self, places: &[usize]) -> Channels {
        self.colours.each_ref().map(|channel| places.iter().map(|at| channel.values[*at]).collect())
    }

    /// Mean, spread and three quantiles of the colours, and the grain.
    fn cell(&self, cell: usize) -> [f32; OWN] {
        let colours = self.at(&self.places(1, cell, 20));
        let (mean, spread) = moments(&colours);
        let grain = self.grain.iter().enumerate().flat_map(|(level, grain)| {
            let places = self.places(level, cell, if level > 1 { 4 } else { 20 });
            let mean = move |grain: &Vec<f32>| {
                let mean = places.iter().map(|at| grain[*at]).sum::<f32>() / places.len().max(1) as f32;
                (mean + 0.1).ln()
            };
            grain.iter().map(mean)
        });
        let quantiles = spread_of(colours, [0.1, 0.5, 0.9]);
        let mut numbers = mean.into_iter().chain(spread).chain(quantiles).chain(grain);
        std::array::from_fn(|_| numbers.next().unwrap_or_default())
    }
}

/// Colours come to about -3..3 in the numbers, as grain does by itself.
const SCALE: f32 = 0.1;
/// What is taken from L*, a*, b* where they are not differences.
const MIDDLE: Colour = [60., 20., 12.];

/// What there is to tell of a tongue in the square of its frame and that square's mask, both [`SCORE_SIDE`] a side.
#[must_use]
pub fn describe(crop: &RgbImage, mask: &GrayImage, light: &Light) -> Told {
    debug_assert_eq!(crop.width() as usize, SCORE_SIDE);
    let gain = light.gain();
    let square = Square::new(crop, mask, gain);
    let skin = lab(std::array::from_fn(|c| linear(light.skin[c] * gain[c] / 255.)));
    Told { numbers: numbers(&square, skin), pixels: square.pixels }
}

/// The numbers of a square beside skin of this L*a*b*.
fn numbers(square: &Square, skin: Colour) -> Vec<f32> {
    let cells: [[f32; OWN]; 9] = std::array::from_fn(|cell| square.cell(cell));
    let mean: [f32; OWN] = std::array::from_fn(|i| cells.iter().map(|cell| cell[i]).sum::<f32>() / 9.);
    let places: Vec<usize> = zip(0.., &square.tongue[1].values).filter(|(_, is)| **is).map(|(at, _)| at).collect();
    let all = if places.is_empty() { MIDDLE.map(|v| vec![v]) } else { square.at(&places) };
    let (whole, spread) = moments(&all);
    let quantiles = spread_of(all, [0.05, 0.25, 0.5, 0.75, 0.95]);
    let place =
        |values: &[f32]| values.iter().enumerate().map(|(i, v)| (v - MIDDLE[i % 3]) * SCALE).collect::<Vec<_>>();
    let scale = |values: &[f32]| values.iter().map(|v| v * SCALE).collect::<Vec<_>>();
    let from = |values: &[f32], other: Colour| {
        values.iter().enumerate().map(|(i, v)| (v - other[i % 3]) * SCALE).collect::<Vec<_>>()
    };
    let mut out = vec![0f32; NUMBERS * 9];
    for (i, own) in cells.iter().enumerate() {
        let (row, column) = (i / CELLS, i % CELLS);
        let colour_of = |cell: usize| [place(&cells[cell][..3]), scale(&cells[cell][3..6])].concat();
        let numbers = [
            colour_of(i),
            place(&own[6..15]),
            own[15..].to_vec(),
            from(&own[..3], whole),
            from(&own[..3], skin),
            from(&own[6..15], whole),
            [place(&mean[..3]), scale(&mean[3..6])].concat(),
            // the cell across, the row's middle, the cells below and above
            colour_of(row * CELLS + 2 - column),
            colour_of(row * CELLS + 1),
            colour_of((row + 1).min(2) * CELLS + column),
            colour_of(row.saturating_sub(1) * CELLS + column),
            place(&whole),
            scale(&spread),
            place(&quantiles),
            place(&skin),
            mean[OWN - GRAIN..].to_vec(),
            vec![row as f32 - 1., if column == 1 { -0.5 } else { 0.5 }],
        ]
        .concat();
        for (n, value) in numbers.into_iter().enumerate() {
            out[n * 9 + i] = value;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth;

    /// A drawn tongue in its square.
    fn tongue(gain: Colour) -> (RgbImage, GrayImage, Light) {
        let side = SCORE_SIDE as u32;
        let (photo, mask) = synth::photo(2, &synth::Options { width: side, height: side, ..synth::Options::default() });
        let photo = RgbImage::from_fn(side, side, |x, y| {
            let pixel = photo.get_pixel(x, y).0;
            Rgb(std::array::from_fn(|c| (f32::from(pixel[c]) * gain[c]) as u8))
        });
        let light = Light::of(&photo, &mask);
        (photo, mask, light)
    }

    fn told((photo, mask, light): &(RgbImage, GrayImage, Light)) -> Vec<f32> {
        describe(photo, mask, light).numbers
    }

    #[test]
    fn a_cast_does_not_change_what_is_said_of_colours() {
        let (plain, cast) = (tongue([1.; 3]), tongue([0.8, 0.6, 0.45]));
        let (a, b) = (told(&plain), told(&cast));
        let mean = a.iter().zip(&b).map(|(a, b)| (a - b).abs()).sum::<f32>() / a.len() as f32;
        assert!(mean < 0.05, "{mean}");
        let raw = describe(&cast.0, &cast.1, &plain.2).numbers;
        assert!(a.iter().zip(&raw).any(|(a, b)| (a - b).abs() > 0.5), "in the wrong light they do change");
    }

    #[test]
    fn the_curve_is_a_power_between_the_steps_of_its_table_too() {
        for i in 0..=12_000 {
            let value = i as f32 / 10_000.;
            let (said, wanted) = (linear(value), value.min(BRIGHTEST / 255.).powf(2.2));
            assert!((said - wanted).abs() < 1e-6, "{value}: {said}, not {wanted}");
        }
        assert_eq!(linear(-1.).to_bits(), 0f32.to_bits());
    }

    #[test]
    fn the_cube_root_is_one() {
        for i in 1..=20_000 {
            let x = i as f32 / 10_000.;
            let (said, wanted) = (f64::from(cube_root(x)), f64::from(x).cbrt());
            assert!((said / wanted - 1.).abs() < 3e-7, "{x}: {said}, not {wanted}");
        }
    }

    #[test]
    fn a_mirrored_tongue_is_told_as_the_mirrored_cells() {
        let (photo, mask, light) = tongue([1.; 3]);
        let mirrored = (image::imageops::flip_horizontal(&photo), image::imageops::flip_horizontal(&mask), light);
        let (a, b) = (told(&(photo, mask, light)), told(&mirrored));
        for (i, a) in a.iter().enumerate() {
            let cell = i % 9;
            let other = b[i - cell + cell / 3 * 3 + 2 - cell % 3];
            assert!((a - other).abs() < 1e-3, "{i}: {a} {other}");
        }
    }

    #[test]
    fn a_paler_cell_is_told_to_be_paler_and_a_smoother_one_smoother() {
        let (photo, mask, light) = tongue([1.; 3]);
        let plain = told(&(photo.clone(), mask.clone(), light));
        let mut coated = photo;
        // the cell and more than a coarse pixel about it: an edge would be grain
        for (_, _, pixel) in
            coated.enumerate_pixels_mut().filter(|(x, y, _)| [x, y].iter().all(|v| (36..156).contains(*v)))
        {
            *pixel = Rgb([215, 205, 190]);
        }
        let coated = told(&(coated, mask, light));
        let of = |numbers: &[f32], number: usize| numbers[number * 9 + 4];
        assert!(of(&coated, 0) > of(&plain, 0), "lightness");
        assert!(of(&coated, 1) < of(&plain, 1), "redness");
        assert!((15..OWN).all(|grain| of(&coated, grain) < of(&plain, grain)), "grain");
    }

    #[test]
    fn a_square_without_a_tongue_is_told_in_numbers_all_the_same() {
        let side = SCORE_SIDE as u32;
        let (wall, none) = (RgbImage::from_pixel(side, side, Rgb([90, 120, 60])), GrayImage::new(side, side));
        let light = Light::of(&wall, &none);
        let told = describe(&wall, &none, &light);
        assert_eq!(told.numbers.len(), NUMBERS * 9);
        assert!(told.numbers.iter().all(|v| v.is_finite()));
        let nothing = Told::nothing();
        assert_eq!((told.numbers.len(), told.pixels.len()), (nothing.numbers.len(), nothing.pixels.len()));
    }

    #[test]
    fn pixels_are_shown_in_balanced_colours_with_the_mask() {
        let side = SCORE_SIDE as u32;
        // pink on the left, twice as bright as the balance on the right, where the mask ends
        let crop = RgbImage::from_fn(side, side, |x, _| if x < 96 { Rgb([100, 60, 50]) } else { Rgb([200, 255, 255]) });
        let mask = GrayImage::from_fn(side, side, |x, _| image::Luma([if x < 96 { 255 } else { 0 }]));
        let light = Light { tongue: [82.5, 112., 57.5], skin: [0.; 3] };
        let pixels = describe(&crop, &mask, &light).pixels;
        let at = |channel: usize, x: usize| pixels[(channel * PIXEL_SIDE + 48) * PIXEL_SIDE + x];
        // 100 * 2, 60, 50 * 2, each times 255 / 300
        assert_eq!([0, 1, 2, 3].map(|channel| at(channel, 10)), [170, 51, 85, 255]);
        assert_eq!([0, 1, 2, 3].map(|channel| at(channel, 80)), [255, 217, 255, 0]);
    }

    #[test]
    fn quantiles_are_those_of_the_sorted_values() {
        let mut values: Vec<f32> = (0..=100).rev().map(|v| v as f32).collect();
        assert_eq!(quantiles(&mut values, [0.05, 0.5, 0.95]).map(f32::to_bits), [5f32, 50., 95.].map(f32::to_bits));
        assert_eq!(quantiles(&mut [3.], [0.1, 0.9]).map(f32::to_bits), [3f32, 3.].map(f32::to_bits));
    }
}
