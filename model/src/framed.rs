//! The square of a photo in which a tongue is scored.

use image::{GrayImage, RgbImage};

use crate::analysis::Grid;
use crate::net::SCORE_SIDE;
use crate::outline::fill;
use crate::sample::{Frame, resample, resample_turned};

/// What the grid frames, upright and [`SCORE_SIDE`] a side, and the tongue in it.
pub fn framed(picture: &RgbImage, outline: &[[f32; 2]], grid: Grid) -> (RgbImage, GrayImage) {
    let side = SCORE_SIDE as u32;
    let (cx, cy) = (grid.left + grid.width / 2., grid.top + grid.height / 2.);
    let angle = grid.angle.to_radians();
    let square = if grid.angle == 0. {
        let frame = Frame { left: grid.left, top: grid.top, width: grid.width, height: grid.height };
        resample(picture, frame, (side, side))
    } else {
        resample_turned(picture, (cx, cy), (grid.width, grid.height), angle, side)
    };
    let (sin, cos) = angle.sin_cos();
    let place = |p: &[f32; 2]| {
        let (dx, dy) = (p[0] - cx, p[1] - cy);
        let (u, v) = (dx * cos + dy * sin, dy * cos - dx * sin);
        [(u / grid.width + 0.5) * side as f32, (v / grid.height + 0.5) * side as f32]
    };
    let points: Vec<[f32; 2]> = outline.iter().map(place).collect();
    (square, fill(&points, side, side))
}
