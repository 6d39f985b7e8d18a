//! Views of labelled photos to train the segmentation on: other framings, faces, skins, coats, lights and cameras than the
//! photos' own, and mouths without a tongue.
//!
//! The photos come from one camera and are framed tightly; what is to be read comes from any. What the photos lack is
//! composed from them and drawn: wrong in detail, but it takes away every hint that does not hold elsewhere.

mod canvas;
mod lens;
mod place;
mod props;
mod retake;
mod stock;

use image::{GrayImage, Luma, RgbImage};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use self::canvas::{Canvas, Over, colour, mix, ramp};
use self::lens::Lens;
use self::place::{Extent, Look, Place};
pub use self::retake::{coat, retaken};
pub use self::stock::Stock;
use crate::colour::{Colour, luma};
use crate::scene::{Field, Surroundings, bilinear};

/// Share of views without a tongue, beside photos that show none.
const EMPTY: f64 = 0.12;

/// Colours of coats: white, yellow, brown, nearly black, cream.
const COATS: [Colour; 5] =
    [[235., 228., 215.], [205., 175., 95.], [150., 110., 70.], [80., 65., 55.], [225., 200., 150.]];

/// What is changed on tongue and skin.
struct Surface {
    tongue: Colour,
    skin: Colour,
    coat: Option<Coat>,
}

/// A coat: thick at the root, in patches.
struct Coat {
    colour: Colour,
    patches: Field,
    strength: f32,
    from: f32,
}

impl Surface {
    fn random(rng: &mut ChaCha8Rng) -> Self {
        let plain = [1.; 3];
        let tint = |rng: &mut ChaCha8Rng, level: (f32, f32), spread: f32| {
            let level = rng.random_range(level.0..level.1);
            std::array::from_fn(|_| level * rng.random_range(-spread..spread).exp())
        };
        let tongue = if rng.random_bool(0.4) { tint(rng, (0.75, 1.25), 0.18) } else { plain };
        let skin = if rng.random_bool(0.45) { tint(rng, (0.3, 1.25), 0.12) } else { plain };
        let coat = rng.random_bool(0.35).then(|| Coat {
            colour: COATS[rng.random_range(0..COATS.len())],
            patches: Field::random(rng, 6),
            strength: rng.random_range(0.3..0.95),
            from: rng.random_range(0.3f32..1.3),
        });
        Self { tongue, skin, coat }
    }

    /// The colour at a place of the photo that is tongue by `share`.
    fn at(&self, colour: Colour, share: f32, (u, v): (f32, f32), tongue: Extent) -> Colour {
        let gain = mix(self.skin, self.tongue, share);
        let colour = std::array::from_fn(|c| colour[c] * gain[c]);
        let Some(coat) = self.coat.as_ref().filter(|_| share > 0.) else { return colour };
        let x = (u - tongue.centre.0) / tongue.size.0 + 0.5;
        let y = (v - tongue.centre.1) / tongue.size.1 + 0.5;
        let thick = (coat.from - y + 0.6 * coat.patches.at(x, y)).clamp(0., 0.5) * 2.;
        let edge = ramp(0.52, 0.36, (x - 0.5).abs());
        let luma = luma(colour) / 130.;
        mix(colour, coat.colour.map(|c| c * (0.35 + 0.65 * luma)), share * thick * edge * coat.strength)
    }
}

/// How the photo ends and what lies beyond.
struct Frame {
    around: Surroundings,
    /// The surroundings follow the photo's own border colours at first.
    continued: bool,
    feather: f32,
    /// An opening about the tongue, by its half width and height; what lies outside is the surroundings.
    opening: Option<(f32, f32)>,
}

impl Frame {
    fn random(rng: &mut ChaCha8Rng, stock: &Stock<'_>, scale: f32) -> Self {
        let mut around = Surroundings::random(rng, stock.skin);
        let opening = rng.random_bool(0.1);
        let plain = opening || rng.random_bool(0.12);
        if plain {
            around.plain(if rng.random_bool(0.6) { [rng.random_range(0f32..70.); 3] } else { colour(rng) });
        }
        let (w, h) = stock.extent().size;
        let mut half = |length: f32| length * rng.random_range(0.58..1.1);
        let opening = opening.then(|| (half(w), half(h)));
        let feather = if plain { rng.random_range(0.5f32..3.) } else { (rng.random_range(2f32..26.) * scale).max(1.5) };
        Self { around, continued: !plain, feather, opening }
    }
}

/// What a view is composed of.
struct Scene<'a> {
    stock: &'a Stock<'a>,
    place: Place,
    frame: Frame,
    surface: Surface,
    /// The tongue is covered by what lies around it.
    empty: bool,
}

/// A value of a grey picture at a place between its pixels, 0..1.
fn grey(picture: &GrayImage, u: f32, v: f32) -> f32 {
    let (w, h) = picture.dimensions();
    let (u, v) = ((u - 0.5).clamp(0., w as f32 - 1.001), (v - 0.5).clamp(0., h as f32 - 1.001));
    let (i, j) = (u as u32, v as u32);
    let (fx, fy) = (u - i as f32, v - j as f32);
    let at = |i: u32, j: u32| f32::from(picture.get_pixel(i.min(w - 1), j.min(h - 1)).0[0]);
    ((at(i, j) * (1. - fx) + at(i + 1, j) * fx) * (1. - fy) + (at(i, j + 1) * (1. - fx) + at(i + 1, j + 1) * fx) * fy)
        / 255.
}

impl Scene<'_> {
    /// Colour of the photo at one of its places.
    fn photo(&self, level: usize, (u, v): (f32, f32), (w, h): (f32, f32)) -> Colour {
        let sample = self.stock.sample;
        let ratio = |picture: &RgbImage| (picture.width() as f32 / w, picture.height() as f32 / h);
        let at = |picture: &RgbImage| {
            let (x, y) = ratio(picture);
            bilinear(picture, u * x, v * y)
        };
        let soft = grey(&self.stock.soft, u * 0.5, v * 0.5);
        let colour = at(&sample.levels[level]);
        if !self.empty {
            return self.surface.at(colour, soft, (u, v), self.stock.extent());
        }
        // detail of the skin beside keeps the filling from looking smooth
        let fill = at(&self.stock.without);
        let filled = if soft > 0.02 { mix(colour, fill, (soft * 3.).min(1.)) } else { colour };
        self.surface.at(filled, 0., (u, v), self.stock.extent())
    }

    fn canvas(&self, side: usize) -> Canvas {
        let photo = self.stock.sample.photo();
        let size = (photo.width() as f32, photo.height() as f32);
        let level = match self.place.scale {
            s if s < 0.3 => 2,
            s if s < 0.6 => 1,
            _ => 0,
        };
        let centre = self.stock.extent().centre;
        let mut canvas = Canvas {
            side,
            pixels: vec![[0.; 3]; side * side],
            cover: vec![1.; side * side],
            mask: vec![false; side * side],
        };
        for at in 0..side * side {
            let (x, y) = ((at % side) as f32 + 0.5, (at / side) as f32 + 0.5);
            let (u, v) = self.place.photo(x, y);
            // distance to where the photo ends in pixels of the view, negative outside
            let mut inside = u.min(v).min(size.0 - u).min(size.1 - v) * self.place.scale;
            if let Some((a, b)) = self.frame.opening {
                let (a, b) = ((u - centre.0) / a, (v - centre.1) / b);
                let round = (a.powi(4) + b.powi(4)).sqrt().sqrt();
                inside = inside.min((1. - round) * self.frame.opening.map_or(1., |o| o.0.min(o.1)) * self.place.scale);
            }
            let cover = (inside / self.frame.feather).clamp(0., 1.);
            let mut pixel = if cover > 0. || self.frame.continued { self.photo(level, (u, v), size) } else { [0.; 3] };
            if cover < 1. {
                let far = if self.frame.continued {
                    (-inside / (self.frame.around.reach * side as f32)).clamp(0., 1.)
                } else {
                    1.
                };
                let (px, py) = (x / side as f32, y / side as f32);
                let beyond = std::array::from_fn(|c| self.frame.around.at(px, py, c));
                let beyond = if far < 1. {
                    let edge = bilinear(&self.stock.without, u / 4., v / 4.);
                    mix(std::array::from_fn(|c| edge[c] * self.surface.skin[c]), beyond, far)
                } else {
                    beyond
                };
                pixel = mix(beyond, pixel, cover);
            }
            canvas.pixels[at] = pixel;
            canvas.cover[at] = cover;
            canvas.mask[at] = !self.empty && inside > 0. && {
                let (u, v) = (u as u32, v as u32);
                u < photo.width() && v < photo.height() && self.stock.sample.mask.get_pixel(u, v).0[0] > 127
            };
        }
        canvas
    }

    /// Paints what else is to be seen.
    fn decorate(&self, canvas: &mut Canvas, rng: &mut ChaCha8Rng, look: Look) {
        let extent = self.stock.extent();
        let skin = std::array::from_fn(|c| (self.stock.skin[c] * self.surface.skin[c]).min(255.));
        if self.frame.opening.is_none() && rng.random_bool(if look == Look::Whole { 0.5 } else { 0.15 }) {
            props::face(canvas, rng, &self.place, (extent, skin));
        }
        if rng.random_bool(0.3) {
            props::clutter(canvas, rng, Over::Surroundings);
        }
        if self.empty && rng.random_bool(0.75) {
            props::mouth(canvas, rng, &self.place, extent);
        } else if !self.empty && self.stock.tongue.is_some() {
            if rng.random_bool(0.3) {
                props::wet(canvas, rng, &self.place, extent);
            }
            if rng.random_bool(0.15) {
                props::furrows(canvas, rng, &self.place, extent);
            }
        } else if self.stock.tongue.is_none() && rng.random_bool(0.4) {
            // food, cloth, toys: anything but a face
            props::clutter(canvas, rng, Over::Everything);
        }
        if rng.random_bool(0.33) {
            props::writing(canvas, rng);
        }
    }
}

/// Draws a view of `side` pixels and its mask; the same for the same generator.
pub fn draw(stock: &[Stock<'_>], side: usize, rng: &mut ChaCha8Rng) -> (RgbImage, GrayImage) {
    let stock = &stock[rng.random_range(0..stock.len())];
    let look = match rng.random_range(0..100) {
        0..44 => Look::Whole,
        44..90 => Look::Close,
        _ => Look::Cut,
    };
    let bars = place::bars(rng, look, side as f32);
    let place = Place::random(rng, look, stock.extent(), side as f32, bars);
    let scene = Scene {
        frame: Frame::random(rng, stock, place.scale),
        place,
        surface: Surface::random(rng),
        empty: stock.tongue.is_some() && rng.random_bool(EMPTY),
        stock,
    };
    let mut canvas = scene.canvas(side);
    scene.decorate(&mut canvas, rng, look);
    let picture = Lens::random(rng).expose(rng, &canvas);
    let mut picture = lens::soften(rng, picture);
    let mut mask = GrayImage::from_fn(side as u32, side as u32, |x, y| {
        Luma([if canvas.mask[y as usize * side + x as usize] { 255 } else { 0 }])
    });
    lens::repeat_border(&mut picture, &mut mask, bars);
    (picture, mask)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::data::Sample;
    use crate::synth;

    fn white(mask: &GrayImage) -> usize {
        mask.iter().filter(|v| **v > 127).count()
    }

    #[test]
    fn views_repeat_and_show_tongues_of_every_size_and_mouths_without() {
        let drawn = synth::samples(5, 3);
        let stock: Vec<Stock<'_>> = drawn.iter().map(Stock::new).collect();
        let view = |seed| draw(&stock, 96, &mut ChaCha8Rng::seed_from_u64(seed));
        let (picture, mask) = view(1);
        assert_eq!((picture.dimensions(), mask.dimensions()), ((96, 96), (96, 96)));
        assert_eq!(view(1), (picture, mask));
        let shares: Vec<f32> = (0..60).map(|seed| white(&view(seed).1) as f32 / (96. * 96.)).collect();
        let count = |from: f32, to: f32| shares.iter().filter(|v| (from..to).contains(*v)).count();
        assert!(count(0., 1e-6) >= 2, "mouths without a tongue");
        assert!(count(1e-6, 0.1) >= 5 && count(0.1, 0.4) >= 10 && count(0.4, 1.) >= 5, "{shares:?}");
    }

    #[test]
    fn a_place_in_the_photo_comes_back_to_the_view() {
        let extent = Extent { centre: (200., 220.), size: (260., 300.) };
        for seed in 0..20 {
            let rng = &mut ChaCha8Rng::seed_from_u64(seed);
            let place = Place::random(rng, Look::Close, extent, 256., [0.; 4]);
            let (u, v) = place.photo(90., 140.);
            let (x, y) = place.view(u, v);
            // but for the bend, of a few pixels
            assert!((x - 90.).hypot(y - 140.) < 16., "{x} {y}");
        }
    }

    #[test]
    fn without_its_tongue_a_photo_is_filled_from_around_it() {
        let (picture, mask) = (RgbImage::from_pixel(80, 80, image::Rgb([200, 150, 120])), GrayImage::new(80, 80));
        let mut sample = Sample::new("a".into(), picture, mask, vec![]);
        for (x, y) in (20..60).flat_map(|x| (20..60).map(move |y| (x, y))) {
            sample.mask.put_pixel(x, y, Luma([255]));
            sample.levels[0].put_pixel(x, y, image::Rgb([90, 0, 250]));
        }
        let sample = Sample::new("a".into(), sample.levels[0].clone(), sample.mask, vec![]);
        let stock = Stock::new(&sample);
        for pixel in stock.without.pixels() {
            assert!(pixel.0.iter().zip([200u8, 150, 120]).all(|(a, b)| a.abs_diff(b) < 12), "{pixel:?}");
        }
        let extent = stock.extent();
        assert_eq!((extent.centre, extent.size), ((40., 40.), (40., 40.)));
    }
}
