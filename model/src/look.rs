//! A look at a part of a picture: which of its pixels are tongue, as the network says.

use image::{GrayImage, Luma, RgbImage};

use crate::outline::{dilated, largest_part};
use crate::sample::Frame;

/// Pixels around the tongue that its outline may move into, with background beyond.
const ROOM: u32 = 4;
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
    /// The largest part that is more likely tongue than not.
    pub mask: GrayImage,
    /// Bounds of the mask: left, top, right, bottom.
    pub bounds: [u32; 4],
    /// Probability that there is a tongue at all.
    pub presence: f32,
    /// Of each pixel: more than 0 for tongue.
    logits: Vec<f32>,
}

/// The probability that a logit stands for.
pub fn probability(logit: f32) -> f32 {
    1. / (1. + (-logit).exp())
}

/// Bounds of a mask's white pixels: left, top, right, bottom.
fn bounds(mask: &GrayImage) -> Option<[u32; 4]> {
    let rows = mask.as_raw().chunks_exact(mask.width().max(1) as usize).zip(0..);
    rows.fold(None, |found: Option<[u32; 4]>, (row, y)| {
        let white = |v: &u8| *v > 0;
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
    (0..width).flat_map(|x| map[x..].iter().step_by(width).copied()).collect()
}

impl Look {
    /// What the network says of a part of a picture; nothing when no pixel of it is tongue.
    pub fn new(frame: Frame, picture: RgbImage, logits: Vec<f32>, presence: f32) -> Option<Self> {
        let white = logits.iter().map(|logit| if *logit > 0. { 255 } else { 0 }).collect();
        let mask = largest_part(&GrayImage::from_raw(picture.width(), picture.height(), white)?);
        let bounds = bounds(&mask)?;
        Some(Self { frame, picture, mask, bounds, presence, logits })
    }

    /// The mask's share of the look.
    pub fn area(&self) -> f32 {
        self.mask.iter().filter(|v| **v > 0).count() as f32 / self.mask.len() as f32
    }

    /// The mean probability inside the mask.
    pub fn certainty(&self) -> f32 {
        let inside = self.logits.iter().zip(self.mask.iter()).filter(|(_, m)| **m > 0);
        let (sum, n) = inside.fold((0., 0.), |(sum, n), (logit, _)| (sum + probability(*logit), n + 1.));
        sum / f32::max(n, 1.)
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
        for (y, row) in fine.chunks_exact(2 * width).enumerate() {
            for (x, p) in row.iter().enumerate() {
                if *p > 0.5 && near.as_raw()[y / 2 * width + x / 2] > 0 {
                    mask.put_pixel(x as u32, y as u32, Luma([255]));
                }
            }
        }
        (mask, [left * 2, top * 2])
    }
}
