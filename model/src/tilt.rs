//! How far a tongue is turned in its picture: a head held aslant, a phone held aslant.
//!
//! The long axis of its outline would not do: most tongues are nearly as wide as they are long. A small network looks at the tongue
//! and its rim.

use image::{GrayImage, RgbImage};

use crate::net::{TILT_CHANNELS, TILT_SIDE};
use crate::sample::{Frame, resample, resample_mask};

/// Side of the square that is looked at, in lengths of the tongue's longer side.
pub const REACH: f32 = 1.1;
/// Turns below this many degrees are read upright, as the scored photos were.
const LEAST: f32 = 15.;
/// Degrees that a grid is turned by at most.
const MOST: f32 = 45.;
/// Least spread that a channel is taken to have.
const LEAST_SPREAD: f32 = 4.;

/// What the network is told of the tongue in `near`: the colours, each channel with mean 0 and spread 1, and the mask. Only the
/// disc counts that fits into the square: it shows the same of a tongue however far that is turned, where the corners would tell of
/// the photo's borders.
#[must_use]
pub fn seen(picture: &RgbImage, mask: &GrayImage, near: Frame) -> Vec<f32> {
    let side = TILT_SIDE as u32;
    let (picture, mask) = (resample(picture, near, (side, side)), resample_mask(mask, near, side));
    let middle = (TILT_SIDE as f32 - 1.) / 2.;
    let disc: Vec<usize> = (0..TILT_SIDE * TILT_SIDE)
        .filter(|at| {
            let (x, y) = ((at % TILT_SIDE) as f32 - middle, (at / TILT_SIDE) as f32 - middle);
            x.hypot(y) < middle
        })
        .collect();
    let mut out = vec![0f32; TILT_CHANNELS * TILT_SIDE * TILT_SIDE];
    let (planes, last) = out.split_at_mut(3 * TILT_SIDE * TILT_SIDE);
    for (channel, plane) in planes.chunks_exact_mut(TILT_SIDE * TILT_SIDE).enumerate() {
        let value = |at: usize| f32::from(picture.as_raw()[3 * at + channel]);
        let n = disc.len() as f32;
        let mean = disc.iter().map(|at| value(*at)).sum::<f32>() / n;
        let square = disc.iter().map(|at| (value(*at) - mean).powi(2)).sum::<f32>() / n;
        let spread = square.sqrt().max(LEAST_SPREAD);
        for at in &disc {
            plane[*at] = (value(*at) - mean) / spread;
        }
    }
    for at in &disc {
        last[*at] = f32::from(mask.as_raw()[*at]) / 255. - 0.5;
    }
    out
}

/// The degrees that a grid is turned by over a tongue that is turned by `radians`: none when it is nearly upright.
#[must_use]
pub fn of_grid(radians: f32) -> f32 {
    let degrees = radians.to_degrees();
    if degrees.abs() < LEAST { 0. } else { (degrees.clamp(-MOST, MOST) * 10.).round() / 10. }
}

#[cfg(test)]
mod tests {
    use image::{Luma, Rgb};

    use super::*;

    #[test]
    fn corners_and_light_are_not_seen() {
        let mask = GrayImage::from_fn(96, 96, |x, y| Luma([if (20..76).contains(&x) && y > 30 { 255 } else { 0 }]));
        let near = Frame { left: 16., top: 16., width: 64., height: 64. };
        let plain = RgbImage::from_fn(96, 96, |x, y| Rgb([(x + y) as u8, x as u8, 100]));
        let numbers = seen(&plain, &mask, near);
        let corner = RgbImage::from_fn(96, 96, |x, y| if x + y < 45 { Rgb([255; 3]) } else { *plain.get_pixel(x, y) });
        assert_eq!(seen(&corner, &mask, near), numbers);
        let dim = RgbImage::from_fn(96, 96, |x, y| Rgb(plain.get_pixel(x, y).0.map(|v| v / 2)));
        let apart = seen(&dim, &mask, near).iter().zip(&numbers).map(|(a, b)| (a - b).abs()).fold(0., f32::max);
        assert!(apart < 0.1, "{apart}");
        let seen_of_mask = &numbers[3 * TILT_SIDE * TILT_SIDE..];
        assert!([0., 0.5, -0.5].iter().all(|v| seen_of_mask.contains(v)));
    }

    #[test]
    fn a_grid_is_turned_only_over_a_tongue_that_clearly_is() {
        let turned = [(0f32, 0f32), (14.9, 0.), (15.04, 15.), (-30., -30.), (60., 45.), (-80., -45.)];
        for (tongue, grid) in turned {
            assert!((of_grid(tongue.to_radians()) - grid).abs() < 1e-3, "{tongue}: {}", of_grid(tongue.to_radians()));
        }
    }
}
