//! Detection of the tongue in one view of a photo: its mask and the confidence in it.

use candle_core::{Device, Result, Tensor};
use image::{GrayImage, RgbImage};

use crate::network::{CELLS, CellWeights, Features, TongueNet, normalize_pixel};
use crate::outline::{bounds_where, dilate, heaviest_component};
use crate::sample::{Frame, resample};

/// Pixels around the tongue that its outline may extend into, with background beyond.
const OUTLINE_MARGIN: u32 = 4;
/// Factor from the mask head's map to the view.
const MASK_STRIDE: usize = 4;
/// Interpolation taps of [`smooth_double_rows`]: the midpoint between two pixels of a map smoothed by 1 4 6 4 1.
/// Without smoothing the outline follows the steps of the pixels. A pixel's second half uses the same taps mirrored.
const HALF_PIXEL_TAPS: [f32; 6] = [1. / 64., 7. / 64., 18. / 64., 22. / 64., 13. / 64., 3. / 64.];

/// Returns the probability of a logit.
#[must_use]
pub fn sigmoid(logit: f32) -> f32 {
    1. / (1. + (-logit).exp())
}

/// Converts a view's pixels to the network's input, `[1, 3, side, side]`.
///
/// # Errors
/// Fails only when the tensor cannot be made.
pub fn to_tensor(view: &RgbImage) -> Result<Tensor> {
    let (w, h) = (view.width() as usize, view.height() as usize);
    let table: Vec<f32> = (0..=255u8).map(|v| normalize_pixel(f32::from(v) / 255.)).collect();
    let mut data = vec![0f32; 3 * w * h];
    for (c, plane) in data.chunks_exact_mut(w * h).enumerate() {
        for (value, pixel) in plane.iter_mut().zip(view.as_raw().as_chunks::<3>().0) {
            *value = table[usize::from(pixel[c])];
        }
    }
    Tensor::from_vec(data, (1, 3, h, w), &Device::Cpu)
}

/// Returns the bounds of a mask's white pixels: left, top, right, bottom, the last two exclusive; none for an empty
/// mask.
#[must_use]
pub fn bounds(mask: &GrayImage) -> Option<[u32; 4]> {
    let found = bounds_where(mask.as_raw(), mask.width() as usize, |v| *v > 127);
    found.map(|bounds| bounds.map(|v| v as u32))
}

/// A detected tongue in a view.
pub struct Detection {
    /// The part of the picture that the view shows.
    pub frame: Frame,
    /// The view's pixels.
    pub view: RgbImage,
    /// The connected component with the most evidence, among pixels that are more likely tongue than not.
    pub mask: GrayImage,
    /// Bounds of the mask: left, top, right, bottom.
    pub bounds: [u32; 4],
    /// Probability that a tongue is in the view.
    pub presence: f32,
    /// Mean probability of the mask's pixels.
    pub mean_foreground_prob: f32,
    /// Logit of each pixel being tongue.
    logits: Vec<f32>,
    /// Feature maps that the cells are scored from.
    levels: Vec<Tensor>,
}

impl Detection {
    /// Runs the network on a part of a picture; none when no pixel is tongue.
    ///
    /// # Errors
    /// Fails only when the network cannot run.
    pub fn run(network: &TongueNet, picture: &RgbImage, frame: Frame, side: u32) -> Result<Option<Self>> {
        let view = resample(picture, frame, (side, side));
        let Features { mask, presence, levels } = network.forward(&to_tensor(&view)?, false)?;
        let logits = cpu_nn::upsample_bilinear(&mask, MASK_STRIDE)?.flatten_all()?.to_vec1()?;
        let presence = sigmoid(presence.to_vec1::<f32>()?[0]);
        let found = Self::from_logits(frame, view, logits, presence);
        Ok(found.map(|found| Self { levels, ..found }))
    }

    /// Builds the detection from the logits of a view's pixels; none when no pixel is tongue. It has no feature maps,
    /// so its cells cannot be scored.
    #[must_use]
    pub fn from_logits(frame: Frame, view: RgbImage, logits: Vec<f32>, presence: f32) -> Option<Self> {
        let white = logits.iter().map(|logit| if *logit > 0. { 255 } else { 0 }).collect();
        let mask = GrayImage::from_raw(view.width(), view.height(), white)?;
        let mask = heaviest_component(&mask, |at| logits[at]);
        let bounds = bounds(&mask)?;
        let inside = logits.iter().zip(mask.iter()).filter(|(_, m)| **m > 0);
        let (sum, n) = inside.fold((0., 0.), |(sum, n), (logit, _)| (sum + sigmoid(*logit), n + 1.));
        let mean_foreground_prob = sum / f32::max(n, 1.);
        Some(Self { frame, view, mask, bounds, presence, mean_foreground_prob, logits, levels: Vec::new() })
    }

    /// Returns the ordinal logits of the nine cells, "more than none" and "more than thin", and the tongue's mean
    /// features.
    ///
    /// # Errors
    /// Fails only when the network cannot run.
    pub fn score(&self, network: &TongueNet) -> Result<([[f32; 2]; CELLS], Vec<f32>)> {
        let side = self.view.width() as usize;
        let mask: Vec<f32> =
            self.logits.iter().zip(self.mask.iter()).map(|(v, m)| if *m > 0 { sigmoid(*v) } else { 0. }).collect();
        let sides: Vec<usize> = self.levels.iter().map(|level| level.dim(2)).collect::<Result<_>>()?;
        let cells = CellWeights::new(&[mask], side, &sides, &Device::Cpu)?;
        let logits = network.score(&self.levels, &cells, None)?.squeeze(0)?.to_vec2::<f32>()?;
        let mut out = [[0f32; 2]; CELLS];
        out.iter_mut().zip(&logits).for_each(|(out, logits)| out.copy_from_slice(logits));
        Ok((out, cells.pool_tongue(&self.levels)?.flatten_all()?.to_vec1()?))
    }

    /// Confidence that the mask is a tongue, 0..1.
    #[must_use]
    pub fn tongue_score(&self) -> f32 {
        self.presence * self.mean_foreground_prob
    }

    /// The mask's share of the view.
    #[must_use]
    pub fn area(&self) -> f32 {
        self.mask.iter().filter(|v| **v > 0).count() as f32 / self.mask.len() as f32
    }

    /// Returns a square around the mask, `margin` times its longer side, in pixels of the picture.
    #[must_use]
    pub fn close_up(&self, margin: f32) -> Frame {
        let [l, t, r, b] = self.bounds.map(|v| v as f32);
        let scale = self.frame.width / self.mask.width().max(1) as f32;
        let side = ((r - l).max(b - t) * scale * margin).max(32.);
        let left = self.frame.left + f32::midpoint(l, r) * scale - side / 2.;
        let top = self.frame.top + f32::midpoint(t, b) * scale - side / 2.;
        Frame { left, top, width: side, height: side }
    }

    /// Returns the mask's surroundings at twice the size, with a smooth border at subpixel precision, and the position
    /// of their top left corner.
    #[must_use]
    pub fn fine_mask(&self) -> (GrayImage, [u32; 2]) {
        let [left, top, right, bottom] = self.bounds;
        let (left, top) = (left.saturating_sub(OUTLINE_MARGIN), top.saturating_sub(OUTLINE_MARGIN));
        let right = (right + OUTLINE_MARGIN).min(self.mask.width());
        let bottom = (bottom + OUTLINE_MARGIN).min(self.mask.height());
        let (width, height) = ((right - left) as usize, (bottom - top) as usize);
        let rows = self.logits.chunks_exact(self.mask.width() as usize).skip(top as usize).take(height);
        let map: Vec<f32> = rows.flat_map(|row| &row[left as usize..right as usize]).map(|l| sigmoid(*l)).collect();
        let tall = transpose(&smooth_double_rows(&map, width), width);
        let fine = transpose(&smooth_double_rows(&tall, 2 * height), 2 * height);
        // pixels that do not touch the mask belong to another component
        let near = dilate(&image::imageops::crop_imm(&self.mask, left, top, right - left, bottom - top).to_image());
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

/// Doubles a map's height and smooths it vertically.
fn smooth_double_rows(map: &[f32], width: usize) -> Vec<f32> {
    let height = map.len() / width;
    let mut out = vec![0f32; 2 * map.len()];
    for (i, out) in out.chunks_exact_mut(width).enumerate() {
        for (tap, weight) in HALF_PIXEL_TAPS.iter().enumerate() {
            let row = if i % 2 == 0 { i / 2 + tap } else { i / 2 + HALF_PIXEL_TAPS.len() - tap };
            let row = row.saturating_sub(3).min(height - 1);
            out.iter_mut().zip(&map[row * width..]).for_each(|(out, v)| *out += weight * v);
        }
    }
    out
}

fn transpose(map: &[f32], width: usize) -> Vec<f32> {
    let height = map.len() / width;
    let mut out = vec![0f32; map.len()];
    for (x, column) in out.chunks_exact_mut(height).enumerate() {
        column.iter_mut().zip(map[x..].iter().step_by(width)).for_each(|(to, v)| *to = *v);
    }
    out
}
