//! Drawn photos of a tongue with known outline and coating, for tests and demonstrations without pictures of real
//! people.

use image::{GrayImage, Luma, Rgb, RgbImage};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The subject of a drawn photo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A face around the mouth.
    Face,
    /// A hand.
    Hand,
    /// A plain wall.
    Wall,
}

/// Options of a drawn photo.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// The subject of the photo.
    pub subject: Subject,
    /// Width of the photo.
    pub width: u32,
    /// Height of the photo.
    pub height: u32,
    /// Height of the tongue, as a share of the photo's height.
    pub size: f32,
    /// Center of the tongue, as shares of width and height.
    pub center: (f32, f32),
    /// Rotation of the tongue in degrees, clockwise.
    pub tilt: f32,
    /// Coating of each cell, row by row from the root.
    pub scores: [u8; 9],
    /// Whether a face's mouth is closed, so that there is no tongue.
    pub closed: bool,
    /// Brightness; 1 is a good exposure.
    pub light: f32,
}

impl Default for Options {
    fn default() -> Self {
        let scores = [1, 2, 1, 1, 1, 1, 0, 1, 0];
        Self {
            width: 768,
            height: 1024,
            size: 0.42,
            center: (0.5, 0.55),
            tilt: 0.,
            scores,
            subject: Subject::Face,
            closed: false,
            light: 1.,
        }
    }
}

/// Returns smooth, deterministic noise in -1..1 at a position.
fn noise(seed: u64, x: f32, y: f32) -> f32 {
    let (i, j) = (floor(x), floor(y));
    let (fx, fy) = (x - i, y - j);
    let (fx, fy) = (fx * fx * (3. - 2. * fx), fy * fy * (3. - 2. * fy));
    let v = |dx: f32, dy: f32| {
        let mut h = seed ^ ((i + dx) as i64 as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        h ^= ((j + dy) as i64 as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        h = (h ^ (h >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        ((h ^ (h >> 32)) & 0xFFFF) as f32 / 32767.5 - 1.
    };
    (v(0., 0.) * (1. - fx) + v(1., 0.) * fx) * (1. - fy) + (v(0., 1.) * (1. - fx) + v(1., 1.) * fx) * fy
}

/// As `f32::floor`, which calls the C library when code is compiled for any x86-64 processor.
fn floor(x: f32) -> f32 {
    let whole = x as i32 as f32;
    if whole > x { whole - 1. } else { whole }
}

fn mix(a: [f32; 3], b: [f32; 3], t: f32) -> [f32; 3] {
    std::array::from_fn(|c| a[c] * (1. - t) + b[c] * t)
}

/// 0 below `a`, 1 above `b`, smooth between.
fn ramp(a: f32, b: f32, v: f32) -> f32 {
    let t = ((v - a) / (b - a)).clamp(0., 1.);
    t * t * (3. - 2. * t)
}

/// A distance from the tongue at which nothing of it is seen, not even its shadow.
const FAR: f32 = 1.3;

struct Face {
    seed: u64,
    skin: [f32; 3],
    flesh: [f32; 3],
    coat: [f32; 3],
    wobble: f32,
    room: [f32; 3],
}

impl Face {
    fn new(seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let tone = rng.random_range(0.85f32..1.08);
        let skin = [222. * tone, 178. * tone, 152. * tone].map(|v| v.min(245.));
        let warm = rng.random_range(-10f32..10.);
        Self {
            seed,
            skin,
            flesh: [196. + warm, 112. - warm * 0.4, 112. + warm * 0.3],
            coat: [222., 205. + warm * 0.3, 188.],
            wobble: rng.random_range(0.01..0.03),
            room: std::array::from_fn(|_| rng.random_range(40f32..225.)),
        }
    }

    /// Returns the distance from the center line of a tongue in its own frame: below 1 is inside. `v` runs from -1 at
    /// the root to 1 at the tip. Anything above [`FAR`] is the same distance.
    fn shape(&self, u: f32, v: f32) -> f32 {
        // narrow at the root, widest at a third, round at the tip
        let width = 0.8 - 0.12 * v - 0.1 * v * v;
        if v.abs() > FAR || u.abs() > FAR * width {
            return FAR;
        }
        let wobble = 1. + self.wobble * noise(self.seed, u * 3. + 9., v * 3.);
        ((u / width).abs().powf(2.4) + v.abs().powf(2.8)).powf(1. / 2.5) / wobble
    }

    /// Returns the color of the tongue's surface.
    fn surface(&self, u: f32, v: f32, scores: &[u8; 9]) -> [f32; 3] {
        let grain = noise(self.seed ^ 1, u * 26., v * 34.) * 0.6 + noise(self.seed ^ 2, u * 60., v * 80.) * 0.4;
        let blotch = noise(self.seed ^ 3, u * 4., v * 4.);
        // the furrow along the middle
        let furrow = (-(u / 0.05).powi(2)).exp() * ramp(1., 0.2, v.abs()) * 18.;
        let flesh: [f32; 3] = std::array::from_fn(|c| self.flesh[c] + grain * 13. + blotch * 7. - furrow);
        let place = |t: f32| ((t + 1.) * 1.5).clamp(0., 2.99);
        let (x, y) = (place(u / 0.8), place(v));
        let near = |i: usize, t: f32| (1. - (t - 0.5 - i as f32).abs()).max(0.).powi(2);
        let (mut sum, mut weight) = (0., 1e-6);
        for (cell, score) in scores.iter().enumerate() {
            let w = near(cell / 3, y) * near(cell % 3, x);
            sum += w * [0.02, 0.34, 0.86][usize::from(*score)];
            weight += w;
        }
        let patch = 1. + 0.25 * blotch + 0.2 * grain;
        mix(
            flesh,
            self.coat.map(|c| c + grain * 9.),
            (sum / weight * patch).clamp(0., 0.95) * ramp(1.02, 0.86, self.shape(u, v)),
        )
    }
}

/// Draws a photo and the mask of its tongue, deterministically for a seed and options.
#[must_use]
pub fn photo(seed: u64, options: &Options) -> (RgbImage, GrayImage) {
    let face = Face::new(seed);
    let (w, h) = (options.width as f32, options.height as f32);
    let (cx, cy) = (options.center.0 * w, options.center.1 * h);
    let half = options.size * h / 2.;
    let (sin, cos) = options.tilt.to_radians().sin_cos();
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 0xA5);
    let mut mask = GrayImage::new(options.width, options.height);
    let picture = RgbImage::from_fn(options.width, options.height, |x, y| {
        let (dx, dy) = ((x as f32 + 0.5 - cx) / half, (y as f32 + 0.5 - cy) / half);
        let (u, v) = (dx * cos + dy * sin, dy * cos - dx * sin);
        let soft = noise(seed ^ 4, dx * 1.3, dy * 1.3);
        let mut color: [f32; 3] =
            std::array::from_fn(|c| face.skin[c] + soft * 9. + noise(seed ^ 5, dx * 30., dy * 30.) * 3.);
        if options.subject != Subject::Face {
            let grain = noise(seed ^ 6, dx * 40., dy * 40.) * 2. + soft * 6.;
            let room = face.room.map(|c| c + grain);
            color =
                if options.subject == Subject::Wall { room } else { mix(room, color, ramp(1.02, 0.97, hand(u, v))) };
            return expose(color, (x as f32 / w, y as f32 / h), options.light, &mut rng);
        }
        let closed = options.closed;
        // the open mouth above and around the root, and the lips around it
        let mouth = if closed {
            ((u / 0.95).powi(2) + ((v + 0.6) / 0.13).powi(2)).sqrt()
        } else {
            ((u / 0.98).powi(2) + ((v + 0.55) / 0.72).powi(2)).sqrt()
        };
        color = mix(color, [186., 104., 100.], ramp(1.28, 1.16, mouth));
        if closed {
            let line = (-((v + 0.6) / 0.02).powi(2)).exp() * ramp(0.95, 0.8, u.abs());
            color = color.map(|c| c * (1. - 0.5 * line));
        } else {
            color = mix(color, [74., 30., 32.], ramp(1.03, 0.93, mouth));
            let inside = face.shape(u, v);
            // the shadow of the tongue on lip and chin
            color = mix(color, color.map(|c| c * 0.78), ramp(1.14, 1., inside));
            let shade = 1. - 0.16 * ramp(0.6, 1., inside);
            // most of the photo is not tongue
            if inside < 1.01 {
                color = mix(color, face.surface(u, v, &options.scores).map(|c| c * shade), ramp(1.01, 0.99, inside));
            }
            if inside < 1. {
                mask.put_pixel(x, y, Luma([255]));
            }
        }
        expose(color, (x as f32 / w, y as f32 / h), options.light, &mut rng)
    });
    (picture, mask)
}

/// Applies light from the upper left, and sensor noise.
fn expose(color: [f32; 3], (x, y): (f32, f32), light: f32, rng: &mut ChaCha8Rng) -> Rgb<u8> {
    let light = light * (1.02 - 0.1 * (x - 0.4).abs() - 0.08 * (y - 0.4));
    Rgb(color.map(|c| (c * light + rng.random_range(-4f32..4.)).clamp(0., 255.) as u8))
}

/// Returns a distance that is below 1 on a palm with four fingers.
fn hand(u: f32, v: f32) -> f32 {
    let palm = (u.abs().powi(3) + ((v - 0.5) / 0.9).abs().powi(3)).cbrt();
    let fingers = (0..4u8).map(|i| {
        let middle = (f32::from(i) - 1.5) * 0.5 * (1. - 0.18 * v);
        if (-1.7..0.5).contains(&v) { ((u - middle) / 0.2).abs() } else { 2. }
    });
    fingers.fold(palm, f32::min)
}

/// Draws random options: another tongue, of another size, elsewhere.
pub fn random_options(rng: &mut ChaCha8Rng, subject: Subject, closed: bool) -> Options {
    let base = rng.random_range(0..3u8);
    Options {
        subject,
        closed,
        width: 400,
        height: 400,
        size: rng.random_range(0.5..0.75),
        center: (rng.random_range(0.45..0.55), rng.random_range(0.5..0.58)),
        tilt: rng.random_range(-6f32..6.),
        scores: std::array::from_fn(|_| if rng.random_bool(0.6) { base } else { rng.random_range(0..3) }),
        light: rng.random_range(0.85..1.05),
    }
}
