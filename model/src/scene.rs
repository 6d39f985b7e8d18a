//! Views of a labelled photo for training and evaluation: small, off-centre, rotated, re-lit, in a larger scene.
//!
//! Photos of a data set are framed tightly; a phone's photo shows a whole mouth and chin. A network that has only seen the
//! former fails on the latter.

use std::f32::consts::PI;

use image::{GrayImage, Luma, Rgb, RgbImage};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::data::Sample;

/// Where a photo lies in its view.
#[derive(Debug, Clone, Copy)]
pub struct View {
    /// Pixels of the view for a pixel of the photo.
    pub scale: f32,
    /// By how much more it is drawn out sideways; 1 keeps the photo's proportions.
    pub stretch: f32,
    /// Turn in radians, clockwise.
    pub angle: f32,
    /// Centre of the photo in the view.
    pub centre: (f32, f32),
    /// Mirrored left to right.
    pub flip: bool,
    /// The tongue is covered by skin: a view with none.
    pub erase: bool,
}

impl View {
    /// A random view of a photo of `photo` pixels a side in a picture of `w` x `h`; `size` bounds the photo's share of the
    /// shorter side.
    pub fn random(rng: &mut ChaCha8Rng, photo: f32, (w, h): (f32, f32), size: (f32, f32)) -> Self {
        let share = (rng.random_range(size.0.ln()..size.1.ln())).exp();
        let side = share * w.min(h);
        // the tongue lies about the photo's middle: keep that inside the view
        let mut offset = |length: f32| {
            let free = ((length - side * 0.7) / 2.).max(length * 0.04);
            length / 2. + rng.random_range(-free..free)
        };
        let centre = (offset(w), offset(h));
        let angle = rng.random_range(-25f32..25.) * PI / 180.;
        Self {
            scale: side / photo,
            stretch: rng.random_range(0.92..1.09),
            angle,
            centre,
            flip: rng.random_bool(0.5),
            erase: false,
        }
    }

    /// The place in the photo of a place in the view.
    fn to_photo(self, x: f32, y: f32, (w, h): (f32, f32)) -> (f32, f32) {
        let (dx, dy) = ((x - self.centre.0) / (self.scale * self.stretch), (y - self.centre.1) / self.scale);
        let (sin, cos) = self.angle.sin_cos();
        let (u, v) = (dx * cos + dy * sin, dy * cos - dx * sin);
        ((if self.flip { -u } else { u }) + w / 2., v + h / 2.)
    }
}

/// Smooth noise: random numbers on a coarse grid, interpolated.
pub(crate) struct Field {
    cells: usize,
    values: Vec<f32>,
}

impl Field {
    pub(crate) fn random(rng: &mut ChaCha8Rng, cells: usize) -> Self {
        Self { cells, values: (0..(cells + 1) * (cells + 1)).map(|_| rng.random_range(-1f32..1.)).collect() }
    }

    /// The value at `x`, `y` in 0..1.
    pub(crate) fn at(&self, x: f32, y: f32) -> f32 {
        let n = self.cells as f32;
        let (x, y) = ((x * n).clamp(0., n - 1e-3), (y * n).clamp(0., n - 1e-3));
        let (i, j) = (x as usize, y as usize);
        let (fx, fy) = (x - i as f32, y - j as f32);
        let row = self.cells + 1;
        let v = |i: usize, j: usize| self.values[j * row + i];
        (v(i, j) * (1. - fx) + v(i + 1, j) * fx) * (1. - fy) + (v(i, j + 1) * (1. - fx) + v(i + 1, j + 1) * fx) * fy
    }
}

/// What lies around a photo: its colours continued, then another colour with soft and fine structure.
pub(crate) struct Surroundings {
    colour: [f32; 3],
    soft: [Field; 3],
    strength: f32,
    fine: Field,
    fine_strength: f32,
    /// Share of the view's width over which the photo's colours fade.
    pub(crate) reach: f32,
}

impl Surroundings {
    pub(crate) fn random(rng: &mut ChaCha8Rng, near: [f32; 3]) -> Self {
        let like_skin = rng.random_bool(0.6);
        let colour = near.map(|c| {
            if like_skin { (c * rng.random_range(0.75..1.25)).min(250.) } else { rng.random_range(5f32..250.) }
        });
        let cells = rng.random_range(2..7);
        let soft = std::array::from_fn(|_| Field::random(rng, cells));
        let fine_cells = rng.random_range(12..60);
        let fine = Field::random(rng, fine_cells);
        Self {
            colour,
            soft,
            strength: rng.random_range(4f32..45.),
            fine,
            fine_strength: rng.random_range(0f32..18.),
            reach: rng.random_range(0.05f32..0.8),
        }
    }

    /// One colour, nearly even.
    pub(crate) fn plain(&mut self, colour: [f32; 3]) {
        self.colour = colour;
        self.strength *= 0.2;
        self.fine_strength *= 0.2;
    }

    pub(crate) fn at(&self, x: f32, y: f32, channel: usize) -> f32 {
        self.colour[channel] + self.soft[channel].at(x, y) * self.strength + self.fine.at(x, y) * self.fine_strength
    }
}

/// Light and sensor of a view.
struct Light {
    gain: [f32; 3],
    /// Gamma, tabulated.
    curve: Vec<f32>,
    slope: (f32, f32),
    noise: f32,
}

impl Light {
    fn random(rng: &mut ChaCha8Rng, strength: f32) -> Self {
        let level = 1. + strength * rng.random_range(-0.35f32..0.25);
        let gain = std::array::from_fn(|_| level * (1. + strength * rng.random_range(-0.12f32..0.12)));
        let mut slope = || strength * rng.random_range(-0.3f32..0.3);
        let slope = (slope(), slope());
        let gamma = 1. + strength * rng.random_range(-0.2f32..0.2);
        Self {
            gain,
            curve: (0..256).map(|v| (v as f32 / 255.).powf(gamma) * 255.).collect(),
            slope,
            noise: rng.random_range(0f32..9.) * strength,
        }
    }

    fn apply(&self, rng: &mut ChaCha8Rng, colour: [f32; 3], x: f32, y: f32) -> [u8; 3] {
        let light = 1. + self.slope.0 * (x - 0.5) + self.slope.1 * (y - 0.5);
        // the sum of five bits' fields of one draw is near enough to a normal number, and drawn once a pixel
        let bits = rng.random::<u64>();
        std::array::from_fn(|c| {
            let v = (colour[c] * self.gain[c] * light).clamp(0., 255.);
            let curved = self.curve[v as usize];
            let noise = (0..4).map(|i| (bits >> (c * 20 + i * 5) & 31) as f32 - 15.5).sum::<f32>() / 18.;
            (curved + v.fract() + noise * self.noise).clamp(0., 255.) as u8
        })
    }
}

/// A place between pixels, inside the picture.
pub(crate) fn bilinear(picture: &RgbImage, u: f32, v: f32) -> [f32; 3] {
    let (w, h) = picture.dimensions();
    let (u, v) = ((u - 0.5).clamp(0., w as f32 - 1.001), (v - 0.5).clamp(0., h as f32 - 1.001));
    let (i, j) = (u as u32, v as u32);
    let (fx, fy) = (u - i as f32, v - j as f32);
    let p = |i: u32, j: u32| picture.get_pixel(i.min(w - 1), j.min(h - 1)).0;
    let (a, b, c, d) = (p(i, j), p(i + 1, j), p(i, j + 1), p(i + 1, j + 1));
    std::array::from_fn(|k| {
        (f32::from(a[k]) * (1. - fx) + f32::from(b[k]) * fx) * (1. - fy)
            + (f32::from(c[k]) * (1. - fx) + f32::from(d[k]) * fx) * fy
    })
}

/// Mean colour along the photo's border: skin.
fn border_colour(photo: &RgbImage) -> [f32; 3] {
    let (w, h) = photo.dimensions();
    let mut sum = [0f32; 3];
    let mut n = 0f32;
    let edge = (0..h).flat_map(|y| [(0, y), (w - 1, y)]).chain((0..w).map(|x| (x, h - 1)));
    for (x, y) in edge.step_by(7) {
        for (s, v) in sum.iter_mut().zip(photo.get_pixel(x, y).0) {
            *s += f32::from(v);
        }
        n += 1.;
    }
    sum.map(|s| s / n)
}

/// Draws a view of `w` x `h` pixels and its mask; `light` 0 leaves the colours as they are, 1 changes them strongly.
#[must_use]
pub fn draw(
    sample: &Sample,
    view: View,
    (w, h): (u32, u32),
    light: f32,
    rng: &mut ChaCha8Rng,
) -> (RgbImage, GrayImage) {
    let level = match view.scale {
        s if s < 0.3 => 2,
        s if s < 0.6 => 1,
        _ => 0,
    };
    let photo = &sample.levels[level];
    let size = (sample.photo().width() as f32, sample.photo().height() as f32);
    let ratio = photo.width() as f32 / size.0;
    let near = border_colour(photo);
    let around = Surroundings::random(rng, near);
    let skin = Surroundings::random(rng, near);
    let light = Light::random(rng, light);
    let feather = rng.random_range(2f32..14.);
    let blurred = &sample.levels[2];
    let mut picture = RgbImage::new(w, h);
    let mut mask = GrayImage::new(w, h);
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        let (u, v) = view.to_photo(x as f32 + 0.5, y as f32 + 0.5, size);
        // distance to the photo's border in pixels of the view, negative outside
        let inside = u.min(v).min(size.0 - u).min(size.1 - v) * view.scale;
        let (px, py) = (x as f32 / w as f32, y as f32 / h as f32);
        let tongue = inside > 0. && sample.mask.get_pixel(u as u32, v as u32).0[0] > 127;
        let mut colour = bilinear(photo, u * ratio, v * ratio);
        if tongue && view.erase {
            colour = std::array::from_fn(|c| skin.at(px, py, c));
        }
        if inside < feather {
            let a = (inside / feather).clamp(0., 1.);
            let far = (-inside / (around.reach * w as f32)).clamp(0., 1.);
            let continued = bilinear(blurred, u / 4., v / 4.);
            for c in 0..3 {
                let outside = continued[c] * (1. - far) + around.at(px, py, c) * far;
                colour[c] = colour[c] * a + outside * (1. - a);
            }
        }
        *pixel = Rgb(light.apply(rng, colour, px, py));
        if tongue && !view.erase {
            mask.put_pixel(x, y, Luma([255]));
        }
    }
    (picture, mask)
}
