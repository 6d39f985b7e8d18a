//! What is painted around and over a photo: faces, clutter, writing, wet spots, furrows, closed mouths.

use std::f32::consts::PI;

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::canvas::{Canvas, Over, Shape, colour};
use super::place::{Extent, Place, Point};
use crate::colour::Colour;

const SHADE: Colour = [60., 28., 26.];
const IVORY: Colour = [225., 215., 195.];

fn about(rng: &mut ChaCha8Rng, base: Colour, spread: f32) -> Colour {
    base.map(|v| (v + rng.random_range(-spread..spread)).clamp(0., 255.))
}

/// The rest of a face about its mouth, in the photo's proportions, with hair, collar and shirt.
pub fn face(canvas: &mut Canvas, rng: &mut ChaCha8Rng, place: &Place, (tongue, skin): (Extent, Colour)) {
    let (cx, cy) = tongue.centre;
    let unit = tongue.size.0 / 290.;
    let mut j = |spread: f32| rng.random_range(1. - spread..1. + spread) * unit;
    let at = |x: f32, y: f32| (cx + x, cy + y);
    let (eye_x, eye_y, nose) = (135. * j(0.2), -520. * j(0.15), -250. * j(0.12));
    let (width, chin) = (400. * j(0.15), 300. * j(0.3));
    let shirt = colour(rng);
    let stripes = if rng.random_bool(0.3) { rng.random_range(2f32..14.) } else { 0. };
    let mut shapes = vec![
        // shirt, neck, hair, head
        Shape {
            boxed: true,
            soft: 0.03,
            stripes,
            ..Shape::ellipse(at(0., chin + 1000. * unit), (1100. * unit, 760. * unit), shirt)
        },
        Shape::ellipse(at(0., chin + 120. * unit), (260. * unit, 330. * unit), skin.map(|c| c * 0.8)),
        Shape::ellipse(at(0., -560. * unit), (width * 1.2, 720. * unit), about(rng, [45., 35., 30.], 30.)),
        Shape { soft: 0.06, ..Shape::ellipse(at(0., -270. * unit), (width, 270. * unit + chin), skin) },
    ];
    for side in [-1., 1.] {
        let eye = at(side * eye_x, eye_y);
        shapes.push(Shape::ellipse((eye.0, eye.1 - 70. * unit), (75. * unit, 16. * unit), [60., 45., 40.]));
        shapes.push(Shape::ellipse(eye, (58. * unit, 24. * unit), IVORY));
        shapes.push(Shape::ellipse(eye, (23. * unit, 23. * unit), [45., 32., 26.]));
        shapes
            .push(Shape { soft: 0.8, ..Shape::ellipse(at(side * 38. * unit, nose), (26. * unit, 14. * unit), SHADE) });
    }
    let wing = skin.map(|c| c * 0.85);
    shapes.push(Shape {
        soft: 1.,
        alpha: 0.7,
        ..Shape::ellipse(at(0., nose - 30. * unit), (90. * unit, 70. * unit), wing)
    });
    for shape in shapes {
        canvas.paint(&shape.placed(place));
    }
}

/// Ellipses and boxes of any colour beside the photo.
pub fn clutter(canvas: &mut Canvas, rng: &mut ChaCha8Rng, over: Over) {
    let side = canvas.side as f32;
    for _ in 0..rng.random_range(1..8) {
        let size = rng.random_range(0.03f32..0.4) * side;
        let shape = Shape {
            centre: (rng.random_range(0.0..side), rng.random_range(0.0..side)),
            radii: (size, size * rng.random_range(0.15..1.)),
            angle: rng.random_range(0.0..PI),
            boxed: rng.random_bool(0.4),
            soft: rng.random_range(0.02f32..0.6),
            colour: colour(rng),
            alpha: rng.random_range(0.5..1.),
            stripes: if rng.random_bool(0.15) { rng.random_range(1f32..8.) } else { 0. },
            over,
        };
        canvas.paint(&shape);
    }
}

/// Lines of something like letters, in one colour, more or less transparent: a few, or all over the picture.
pub fn writing(canvas: &mut Canvas, rng: &mut ChaCha8Rng) {
    let side = canvas.side as f32;
    let size = rng.random_range(0.01f32..0.05) * side;
    let angle = if rng.random_bool(0.5) { rng.random_range(-0.8f32..0.8) } else { 0. };
    let ink = if rng.random_bool(0.7) { [f32::from(rng.random_range(0..2u8)) * 255.; 3] } else { colour(rng) };
    let alpha = rng.random_range(0.2..0.9);
    // from a pencil's thin strokes to letters that run together into a bar
    let letters = Letters { size, angle, ink, alpha, strokes: rng.random_range(2..8), gaps: rng.random_bool(0.5) };
    if rng.random_bool(0.7) {
        let (sin, cos) = angle.sin_cos();
        let pitch = size * rng.random_range(2.2f32..7.);
        let rows = (1.5 * side / pitch) as i32;
        for row in -rows / 2..=rows / 2 {
            let (across, along) = (row as f32 * pitch, -0.75 * side + rng.random_range(0f32..0.4) * side);
            let from = (side / 2. + along * cos - across * sin, side / 2. + along * sin + across * cos);
            letters.line(canvas, rng, from, (1.4 * side / (1.7 * size)) as u32);
        }
        return;
    }
    for _ in 0..rng.random_range(1..4) {
        let from = (rng.random_range(-0.1..0.8) * side, rng.random_range(0.02..0.98) * side);
        let n = rng.random_range(4..16);
        letters.line(canvas, rng, from, n);
    }
}

/// How letters look.
struct Letters {
    size: f32,
    angle: f32,
    ink: Colour,
    alpha: f32,
    /// A letter has fewer.
    strokes: u8,
    /// Words are apart.
    gaps: bool,
}

impl Letters {
    /// Writes `n` letters, each a few strokes.
    fn line(&self, canvas: &mut Canvas, rng: &mut ChaCha8Rng, (x, y): Point, n: u32) {
        let (sin, cos) = self.angle.sin_cos();
        for letter in (0..n).filter(|letter| !self.gaps || letter % 9 < 7) {
            let along = letter as f32 * 1.7 * self.size;
            for _ in 0..rng.random_range(1..self.strokes) {
                let (dx, dy) = (rng.random_range(-0.5f32..0.5) * self.size, rng.random_range(-0.5f32..0.5) * self.size);
                let stroke = Shape {
                    centre: (x + (along + dx) * cos - dy * sin, y + (along + dx) * sin + dy * cos),
                    radii: (self.size * rng.random_range(0.3..0.9), self.size * rng.random_range(0.1f32..0.3)),
                    angle: self.angle + PI / 4. * f32::from(rng.random_range(0..4u8)),
                    boxed: true,
                    soft: 0.3,
                    colour: self.ink,
                    alpha: self.alpha,
                    stripes: 0.,
                    over: Over::Everything,
                };
                canvas.paint(&stroke);
            }
        }
    }
}

/// A place on the tongue, if the photo has one, in its pixels.
fn on(rng: &mut ChaCha8Rng, tongue: Extent, reach: f32) -> Point {
    let mut along = |length: f32| rng.random_range(-reach..reach) * length / 2.;
    (tongue.centre.0 + along(tongue.size.0), tongue.centre.1 + along(tongue.size.1))
}

/// Wet spots that throw the light back.
pub fn wet(canvas: &mut Canvas, rng: &mut ChaCha8Rng, place: &Place, tongue: Extent) {
    let alpha = rng.random_range(0.3..1.);
    for _ in 0..rng.random_range(3..16) {
        let size = tongue.size.0 * rng.random_range(0.005..0.05);
        let shape = Shape {
            soft: 0.8,
            alpha,
            angle: rng.random_range(0.0..PI),
            over: Over::Everything,
            ..Shape::ellipse(on(rng, tongue, 1.), (size * rng.random_range(1f32..3.), size), [252.; 3])
        };
        canvas.paint(&shape.placed(place));
    }
}

/// Furrows: dark lines that wander over the tongue.
pub fn furrows(canvas: &mut Canvas, rng: &mut ChaCha8Rng, place: &Place, tongue: Extent) {
    let dark = about(rng, [110., 45., 50.], 30.);
    let alpha = rng.random_range(0.3..0.8);
    for _ in 0..rng.random_range(1..5) {
        let (mut x, mut y) = on(rng, tongue, 0.7);
        let mut heading = PI / 2. + rng.random_range(-1f32..1.);
        let width = tongue.size.0 * rng.random_range(0.008..0.03);
        for _ in 0..rng.random_range(6..20) {
            let shape = Shape {
                soft: 0.9,
                alpha,
                angle: heading,
                over: Over::Tongue,
                ..Shape::ellipse((x, y), (width * 2.5, width), dark)
            };
            canvas.paint(&shape.placed(place));
            heading += rng.random_range(-0.4..0.4);
            x += heading.cos() * width * 2.;
            y += heading.sin() * width * 2.;
        }
    }
}

/// A mouth without a tongue: closed lips, or open lips with teeth and the dark behind them.
pub fn mouth(canvas: &mut Canvas, rng: &mut ChaCha8Rng, place: &Place, tongue: Extent) {
    let over = Over::Everything;
    let width = tongue.size.0 * rng.random_range(0.45..0.75);
    let (cx, cy) = (tongue.centre.0, tongue.centre.1 - tongue.size.1 * rng.random_range(0f32..0.45));
    let lip = about(rng, [180., 95., 95.], 35.);
    let open = rng.random_bool(0.45);
    let height = width * if open { rng.random_range(0.35..0.8) } else { rng.random_range(0.12..0.3) };
    let soft = rng.random_range(0.1..0.5);
    let mut shapes = vec![Shape { soft, over, ..Shape::ellipse((cx, cy), (width, height), lip) }];
    if open {
        let within = height * rng.random_range(0.5..0.75);
        shapes.push(Shape { over, ..Shape::ellipse((cx, cy), (width * 0.8, within), about(rng, SHADE, 25.)) });
        if rng.random_bool(0.7) {
            let tooth = width * rng.random_range(0.1..0.16);
            for i in -3i8..=3 {
                let x = cx + f32::from(i) * tooth * 1.05;
                let y = cy - within * 0.7 + f32::from(i.abs()) * tooth * 0.12;
                let ivory = about(rng, IVORY, 15.);
                shapes.push(Shape { over, boxed: true, ..Shape::ellipse((x, y), (tooth / 2., tooth * 0.65), ivory) });
            }
        }
    } else {
        let line = Shape::ellipse((cx, cy), (width * 0.92, height * rng.random_range(0.06..0.15)), SHADE);
        shapes.push(Shape { over, soft: 0.7, ..line });
    }
    for shape in shapes {
        canvas.paint(&shape.placed(place));
    }
}
