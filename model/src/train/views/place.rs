//! Where a photo lies in a view, and how it is bent.

use std::f32::consts::PI;

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::scene::Field;

/// A place or a length in pixels.
pub type Point = (f32, f32);

/// Which of the reader's looks a view stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// The first: a whole photo, the tongue anywhere in it.
    Whole,
    /// The second: about the tongue, as exact as the first was.
    Close,
    /// A tongue that reaches beyond the view.
    Cut,
}

/// The tongue's box in its photo: centre and size.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    pub centre: Point,
    pub size: Point,
}

/// From pixels of a view to pixels of its photo: turned, mirrored, stretched, and bent a little.
pub struct Place {
    /// Rows of the matrix from the view to the photo.
    to: [Point; 2],
    origin: Point,
    centre: Point,
    /// Pixels of the view for a pixel of the photo.
    pub scale: f32,
    /// Turn in radians, clockwise.
    pub angle: f32,
    bend: Option<([Field; 2], f32)>,
    side: f32,
}

/// Margins of a view beyond the photo's border, filled by repeating its pixels: left, top, right, bottom.
pub type Bars = [f32; 4];

/// A letterboxed photo has bars on two opposite sides, a look past the border on one.
pub fn bars(rng: &mut ChaCha8Rng, look: Look, side: f32) -> Bars {
    let none = [0.; 4];
    let mut some = |most: f32| (rng.random_range(0.02..most) * side).round();
    match look {
        Look::Whole => {
            let bar = some(0.24);
            match rng.random_range(0..20) {
                0..9 => [bar, 0., bar, 0.],
                9..12 => [0., bar, 0., bar],
                _ => none,
            }
        }
        Look::Close | Look::Cut => {
            let bar = some(0.2);
            let mut all = none;
            if rng.random_bool(0.25) {
                all[rng.random_range(0..4)] = bar;
            }
            all
        }
    }
}

/// A turn: mostly small, sometimes up to 50 degrees.
fn turn(rng: &mut ChaCha8Rng) -> f32 {
    let most = if rng.random_bool(0.3) { 50. } else { 18. };
    rng.random_range(-most..most) * PI / 180.
}

impl Place {
    /// A random place for a tongue of `extent` in a view of `side` pixels.
    pub fn random(rng: &mut ChaCha8Rng, look: Look, extent: Extent, side: f32, bars: Bars) -> Self {
        let (w, h) = (side - bars[0] - bars[2], side - bars[1] - bars[3]);
        let length = extent.size.0.max(extent.size.1);
        let (share, of): (f32, f32) = match look {
            Look::Whole => (rng.random_range(0.15f32.ln()..0.92f32.ln()).exp(), w.min(h)),
            Look::Close => (rng.random_range(0.5..0.95), side),
            Look::Cut => (rng.random_range(0.5f32..1.5), side),
        };
        let scale = share * of / length;
        let mut centre = |from: f32, room: f32| {
            let free = match look {
                Look::Whole => ((room - share * of) / 2.).max(0.) + 0.04 * room,
                Look::Close => 0.12 * room,
                Look::Cut => 0.45 * room,
            };
            from + room / 2. + rng.random_range(-free..free)
        };
        let origin = (centre(bars[0], w), centre(bars[1], h));
        let angle = turn(rng);
        let (sin, cos) = angle.sin_cos();
        let stretch = rng.random_range(0.82f32..1.22).sqrt();
        let shear = if rng.random_bool(0.3) { rng.random_range(-0.12..0.12) } else { 0. };
        let (sx, sy) = (1. / (scale * stretch), stretch / scale);
        let flip = if rng.random_bool(0.5) { -1. } else { 1. };
        let to = [(flip * (cos + shear * sin) * sx, flip * (sin + shear * cos) * sx), (-sin * sy, cos * sy)];
        let bend = rng.random_bool(0.4).then(|| {
            let cells = rng.random_range(2..6);
            let strength = length * rng.random_range(0.02..0.16) / cells as f32;
            ([Field::random(rng, cells), Field::random(rng, cells)], strength)
        });
        Self { to, origin, centre: extent.centre, scale, angle, bend, side }
    }

    /// The place in the photo of a place in the view.
    pub fn photo(&self, x: f32, y: f32) -> Point {
        let (dx, dy) = (x - self.origin.0, y - self.origin.1);
        let [a, b] = self.to;
        let (mut u, mut v) = (self.centre.0 + a.0 * dx + a.1 * dy, self.centre.1 + b.0 * dx + b.1 * dy);
        if let Some(([right, down], strength)) = &self.bend {
            u += right.at(x / self.side, y / self.side) * strength;
            v += down.at(x / self.side, y / self.side) * strength;
        }
        (u, v)
    }

    /// The place in the view of a place in the photo, but for the bend.
    pub fn view(&self, u: f32, v: f32) -> Point {
        let (du, dv) = (u - self.centre.0, v - self.centre.1);
        let [a, b] = self.to;
        let det = a.0 * b.1 - a.1 * b.0;
        (self.origin.0 + (du * b.1 - dv * a.1) / det, self.origin.1 + (dv * a.0 - du * b.0) / det)
    }
}
