//! A look at a part of a picture: which of its pixels are tongue, as the network says.

use image::{GrayImage, RgbImage};

use crate::light::Light;
use crate::net::turn;
use crate::outline::{dilated, heaviest_part};
use crate::quality::Thresholds;
use crate::sample::Frame;

/// Pixels around the tongue that its outline may move into, with background beyond.
const ROOM: u32 = 4;
/// Least share of a look that is a tongue.
const LEAST: f32 = 0.01;
/// Share of the first part's area that a second one must have.
const SECOND: f32 = 0.05;
/// What a pixel of the map at twice the size takes from the pixels about it, along each axis, from three before it: the
/// middle between two pixels of a map smoothed by 1 4 6 4 1, without which the outline follows the steps of the pixels.
/// The pixel's second half takes the same from the other side.
const HALF: [f32; 6] = [1. / 64., 7. / 64., 18. / 64., 22. / 64., 13. / 64., 3. / 64.];

/// A look at a part of a picture, with some tongue in it.
pub struct Look {
    /// The part.
    pub frame: Frame,
    /// Its pixels.
    pub picture: RgbImage,
    /// Of the parts that are more likely tongue than not, the one with the most evidence.
    pub mask: GrayImage,
    /// Bounds of the mask: left, top, right, bottom.
    pub bounds: [u32; 4],
    /// Probability that there is a tongue at all.
    pub presence: f32,
    /// The mean probability inside the mask.
    pub certainty: f32,
    /// Of each pixel: more than 0 for tongue.
    logits: Vec<f32>,
}

/// The probability that a logit stands for.
pub fn probability(logit: f32) -> f32 {
    1. / (1. + (-logit).exp())
}

/// Bounds of a mask's white pixels: left, top, right, bottom.
pub fn bounds(mask: &GrayImage) -> Option<[u32; 4]> {
    let rows = mask.as_raw().chunks_exact(mask.width().max(1) as usize).zip(0..);
    rows.fold(None, |found: Option<[u32; 4]>, (row, y)| {
        let white = |v: &u8| *v > 127;
        let (Some(left), Some(right)) = (row.iter().position(white), row.iter().rposition(white)) else { return found };
        let (left, right) = (left as u32, right as u32 + 1);
        let [l, t, r, _] = found.unwrap_or([left, y, right, y]);
        Some([l.min(left), t, r.max(right), y + 1])
    })
}

/// A map at twice its height, smoothed downwards.
fn doubled_down(map: &[f32], width: usize) -> Vec<f32> {
    let height = map.len() / width;
    let mut out = vec![0f32; 2 * map.len()];
    for (i, out) in out.chunks_exact_mut(width).enumerate() {
        for (tap, weight) in HALF.iter().enumerate() {
            let row = if i % 2 == 0 { i / 2 + tap } else { i / 2 + HALF.len() - tap };
            let row = row.saturating_sub(3).min(height - 1);
            out.iter_mut().zip(&map[row * width..]).for_each(|(out, v)| *out += weight * v);
        }
    }
    out
}

/// Rows become columns.
fn transposed(map: &[f32], width: usize) -> Vec<f32> {
    let mut out = Vec::new();
    turn(map, map.len() / width, &mut out);
    out
}

impl Look {
    /// What the network says of a part of a picture; nothing when no pixel of it is tongue.
    pub fn new(frame: Frame, picture: RgbImage, logits: Vec<f32>, presence: f32) -> Option<Self> {
        let white = logits.iter().map(|logit| if *logit > 0. { 255 } else { 0 }).collect();
        let mask = GrayImage::from_raw(picture.width(), picture.height(), white)?;
        let mask = heaviest_part(&mask, |at| logits[at]);
        let bounds = bounds(&mask)?;
        let inside = logits.iter().zip(mask.iter()).filter(|(_, m)| **m > 0);
        let (sum, n) = inside.fold((0., 0.), |(sum, n), (logit, _)| (sum + probability(*logit), n + 1.));
        Some(Self { frame, picture, mask, bounds, presence, certainty: sum / f32::max(n, 1.), logits })
    }

    /// The same look at the part with the next most evidence; nothing when there is none worth a look.
    pub fn second_part(&self) -> Option<Self> {
        let others =
            self.logits.iter().zip(self.mask.iter()).map(|(v, seen)| if *seen > 0 { -1. } else { *v }).collect();
        let other = Self::new(self.frame, self.picture.clone(), others, self.presence)?;
        (other.area() > SECOND * self.area()).then_some(other)
    }

    /// How sure it is that what it sees is a tongue, 0..1.
    pub fn sureness(&self) -> f32 {
        self.presence * self.certainty
    }

    /// Whether what it sees passes for a tongue.
    pub fn is_tongue(&self, limits: &Thresholds) -> bool {
        self.presence >= limits.presence
            && self.certainty >= limits.certainty
            && self.sureness() >= limits.sureness
            && self.area() >= LEAST
            && Light::of(&self.picture, &self.mask).saturation() >= limits.colour
    }

    /// The mask's share of the look.
    pub fn area(&self) -> f32 {
        self.mask.iter().filter(|v| **v > 0).count() as f32 / self.mask.len() as f32
    }

    /// The longer side of the mask's bounds, as a share of the look.
    pub fn fill(&self) -> f32 {
        let [left, top, right, bottom] = self.bounds;
        (right - left).max(bottom - top) as f32 / self.mask.width().max(1) as f32
    }

    /// A square about the mask, `margin` times its longer side, in pixels of the picture.
    pub fn around(&self, margin: f32) -> Frame {
        let [l, t, r, b] = self.bounds.map(|v| v as f32);
        let scale = self.frame.width / self.mask.width().max(1) as f32;
        let side = (self.fill() * self.frame.width * margin).max(32.);
        let left = self.frame.left + f32::midpoint(l, r) * scale - side / 2.;
        let top = self.frame.top + f32::midpoint(t, b) * scale - side / 2.;
        Frame { left, top, width: side, height: side }
    }

    /// Intersection over union of this mask with another look's.
    pub fn agreement(&self, other: &Self) -> f32 {
        let side = other.mask.width().max(1) as f32;
        let (own, others) = (self.frame.width / self.mask.width().max(1) as f32, other.frame.width / side);
        let place = |v: u32, from: f32, to: f32| ((v as f32 + 0.5) * own + from - to) / others;
        let (mut both, mut mine) = (0f32, 0f32);
        let [left, top, right, bottom] = self.bounds;
        let columns: Vec<f32> = (left..right).map(|x| place(x, self.frame.left, other.frame.left)).collect();
        for y in top..bottom {
            let v = place(y, self.frame.top, other.frame.top);
            let row = &self.mask.as_raw()[(y * self.mask.width() + left) as usize..];
            for (u, _) in columns.iter().zip(row).filter(|(_, seen)| **seen > 0) {
                mine += 1.;
                let inside = *u >= 0. && v >= 0. && *u < side && v < side;
                if inside && other.mask.get_pixel(*u as u32, v as u32).0[0] > 0 {
                    both += 1.;
                }
            }
        }
        let scale = (others / own).powi(2);
        let theirs = other.mask.iter().filter(|v| **v > 0).count() as f32 * scale;
        both / (mine + theirs - both).max(1.)
    }

    /// The mask at twice the size, its border smooth and placed between pixels: the part about the tongue, and where that
    /// begins.
    pub fn fine_mask(&self) -> (GrayImage, [u32; 2]) {
        let [left, top, right, bottom] = self.bounds;
        let (left, top) = (left.saturating_sub(ROOM), top.saturating_sub(ROOM));
        let (right, bottom) = ((right + ROOM).min(self.mask.width()), (bottom + ROOM).min(self.mask.height()));
        let (width, height) = ((right - left) as usize, (bottom - top) as usize);
        let rows = self.logits.chunks_exact(self.mask.width() as usize).skip(top as usize).take(height);
        let map: Vec<f32> = rows.flat_map(|row| &row[left as usize..right as usize]).map(|l| probability(*l)).collect();
        let tall = transposed(&doubled_down(&map, width), width);
        let fine = transposed(&doubled_down(&tall, 2 * height), 2 * height);
        // what does not touch the largest part is another part
        let near = dilated(&image::imageops::crop_imm(&self.mask, left, top, right - left, bottom - top).to_image());
        let mut mask = GrayImage::new(near.width() * 2, near.height() * 2);
        let rows = mask.chunks_exact_mut(2 * width).zip(fine.chunks_exact(2 * width));
        for (y, (row, fine)) in rows.enumerate() {
            let near = &near.as_raw()[y / 2 * width..][..width];
            let twos = row.as_chunks_mut::<2>().0.iter_mut().zip(fine.as_chunks::<2>().0);
            for ((to, fine), near) in twos.zip(near) {
                *to = fine.map(|p| if p > 0.5 && *near > 0 { 255 } else { 0 });
            }
        }
        (mask, [left * 2, top * 2])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A look of 64 pixels at a frame, with a disc about `centre` of the picture.
    fn look(frame: Frame, centre: f32, radius: f32) -> Look {
        look_of(64, frame, centre, radius)
    }

    /// The same of so many pixels a side.
    fn look_of(side: u32, frame: Frame, centre: f32, radius: f32) -> Look {
        let scale = frame.width / side as f32;
        let logits = (0..side * side)
            .map(|i| {
                let (x, y) = ((i % side) as f32 + 0.5, (i / side) as f32 + 0.5);
                let (x, y) = (frame.left + x * scale, frame.top + y * scale);
                if (x - centre).hypot(y - centre) < radius { 4. } else { -4. }
            })
            .collect();
        Look::new(frame, RgbImage::new(side, side), logits, 1.).unwrap()
    }

    #[test]
    fn looks_of_different_scale_agree_on_one_tongue() {
        let whole = Frame { left: 0., top: 0., width: 400., height: 400. };
        let first = look(whole, 200., 60.);
        let near = first.around(1.4);
        assert!((near.width - 168.).abs() < 12. && (near.left + near.width / 2. - 200.).abs() < 4.);
        assert!((first.fill() - 0.3).abs() < 0.03);
        assert!(look(near, 200., 60.).agreement(&first) > 0.9);
        assert!(look(near, 200., 30.).agreement(&first) < 0.35, "half as wide");
        assert!(look(near, 240., 60.).agreement(&first) < 0.6, "elsewhere");
        let coarse = look_of(48, whole, 200., 60.);
        assert!(look(near, 200., 60.).agreement(&coarse) > 0.9 && coarse.agreement(&first) > 0.9, "of fewer pixels");
    }

    #[test]
    fn a_part_that_the_outline_goes_around_is_not_in_the_fine_mask() {
        let frame = Frame { left: 0., top: 0., width: 64., height: 64. };
        // a hook about a spot that does not touch it
        let hook = |x: usize, y: usize| (10..50).contains(&x) && (10..50).contains(&y) && (x < 20 || y < 20);
        let spot = |x: usize, y: usize| (35..45).contains(&x) && (35..45).contains(&y);
        let at = |i: usize| if hook(i % 64, i / 64) || spot(i % 64, i / 64) { 4. } else { -4. };
        let look = Look::new(frame, RgbImage::new(64, 64), (0..64 * 64).map(at).collect(), 1.).unwrap();
        let (fine, [left, top]) = look.fine_mask();
        let white = |x: u32, y: u32| fine.get_pixel(2 * x - left, 2 * y - top).0[0] > 0;
        assert!(white(15, 40) && white(40, 15) && !white(40, 40) && !white(28, 28));
    }

    #[test]
    fn the_part_with_less_evidence_comes_second() {
        let frame = Frame { left: 0., top: 0., width: 64., height: 64. };
        // a large part that is hardly tongue, and a small one that is
        let at = |i: usize| {
            if i % 64 < 30 {
                0.1
            } else if i % 64 > 50 && i / 64 < 20 {
                3.
            } else {
                -2.
            }
        };
        let look = Look::new(frame, RgbImage::new(64, 64), (0..64 * 64).map(at).collect(), 1.).unwrap();
        assert_eq!(look.bounds, [51, 0, 64, 20]);
        let second = look.second_part().unwrap();
        assert_eq!(second.bounds, [0, 0, 30, 64]);
        assert!(second.second_part().is_none());
        assert!(look.sureness() > 0.9 && second.sureness() < 0.6);
    }
}
