//! A picture that is being composed, and the soft shapes painted onto it.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::place::Place;
use crate::colour::Colour;

/// Colours and coverage of a square view.
pub struct Canvas {
    pub side: usize,
    pub pixels: Vec<Colour>,
    /// How much of a pixel is the photo, 0..1.
    pub cover: Vec<f32>,
    /// Whether a pixel is tongue.
    pub mask: Vec<bool>,
}

/// What a shape may cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    /// Only what lies around the photo.
    Surroundings,
    /// Everything, as writing on the picture does.
    Everything,
    /// Only the tongue.
    Tongue,
}

/// An ellipse or a box with a soft edge.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    pub centre: (f32, f32),
    pub radii: (f32, f32),
    /// Turn in radians, clockwise.
    pub angle: f32,
    pub boxed: bool,
    /// Share of the radius over which the edge fades.
    pub soft: f32,
    pub colour: Colour,
    /// Opacity 0..1.
    pub alpha: f32,
    /// Stripes across the shape; 0 for none.
    pub stripes: f32,
    pub over: Over,
}

pub fn mix(a: Colour, b: Colour, t: f32) -> Colour {
    std::array::from_fn(|c| a[c] + (b[c] - a[c]) * t)
}

/// 0 at `a`, 1 at `b`, smooth between.
pub fn ramp(a: f32, b: f32, v: f32) -> f32 {
    let t = ((v - a) / (b - a)).clamp(0., 1.);
    t * t * (3. - 2. * t)
}

/// Any colour, skin, or the red of lips and tongues.
pub fn colour(rng: &mut ChaCha8Rng) -> Colour {
    let level = rng.random_range(0.35f32..1.15);
    let near = |rng: &mut ChaCha8Rng, base: Colour| base.map(|v| (v * level * rng.random_range(0.85..1.15)).min(255.));
    match rng.random_range(0..10) {
        0..3 => near(rng, [205., 160., 135.]),
        3..5 => near(rng, [200., 100., 100.]),
        5..7 => [rng.random_range(5f32..250.); 3],
        _ => std::array::from_fn(|_| rng.random_range(5f32..250.)),
    }
}

impl Shape {
    /// An opaque ellipse on the surroundings.
    pub fn ellipse(centre: (f32, f32), radii: (f32, f32), colour: Colour) -> Self {
        let over = Over::Surroundings;
        Self { centre, radii, angle: 0., boxed: false, soft: 0.15, colour, alpha: 1., stripes: 0., over }
    }

    /// The shape given in a photo's pixels, in pixels of the view.
    pub fn placed(self, place: &Place) -> Self {
        let centre = place.view(self.centre.0, self.centre.1);
        let radii = (self.radii.0 * place.scale, self.radii.1 * place.scale);
        Self { centre, radii, angle: self.angle + place.angle, ..self }
    }
}

impl Canvas {
    /// Paints a shape.
    pub fn paint(&mut self, shape: &Shape) {
        let reach = shape.radii.0.hypot(shape.radii.1);
        let side = self.side as f32;
        let span =
            |centre: f32| ((centre - reach).clamp(0., side) as usize, (centre + reach + 1.).clamp(0., side) as usize);
        let ((x0, x1), (y0, y1)) = (span(shape.centre.0), span(shape.centre.1));
        let (sin, cos) = shape.angle.sin_cos();
        for y in y0..y1 {
            for x in x0..x1 {
                let (dx, dy) = (x as f32 + 0.5 - shape.centre.0, y as f32 + 0.5 - shape.centre.1);
                let (u, v) = ((dx * cos + dy * sin) / shape.radii.0, (dy * cos - dx * sin) / shape.radii.1);
                let distance = if shape.boxed { u.abs().max(v.abs()) } else { u.hypot(v) };
                if distance >= 1. {
                    continue;
                }
                let at = y * self.side + x;
                let share = match shape.over {
                    Over::Surroundings => 1. - self.cover[at],
                    Over::Everything => 1.,
                    Over::Tongue => f32::from(u8::from(self.mask[at])),
                };
                let alpha = shape.alpha * share * ramp(1., 1. - shape.soft, distance);
                if alpha > 0. {
                    let band = if shape.stripes > 0. && (v * shape.stripes).rem_euclid(1.) < 0.5 { 0.6 } else { 1. };
                    self.pixels[at] = mix(self.pixels[at], shape.colour.map(|c| c * band), alpha);
                }
            }
        }
    }
}
