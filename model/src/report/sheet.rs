//! The worst photos side by side: where the outline went wrong is seen at a glance.

use image::imageops::{self, FilterType};
use image::{GrayImage, Rgb, RgbImage};
use imageproc::drawing::draw_line_segment_mut;

/// Side of a tile in pixels.
const TILE: u32 = 256;
/// Between the tiles.
const GAP: u32 = 6;
const COLUMNS: u32 = 5;
/// Found and true.
const FOUND: Rgb<u8> = Rgb([40, 255, 90]);
const TRUE: Rgb<u8> = Rgb([255, 60, 200]);

/// One tile: the view, the true mask, the outline that was found.
pub struct Tile {
    /// The view.
    pub picture: RgbImage,
    /// White is tongue.
    pub mask: GrayImage,
    /// In pixels of the view; empty when no tongue was found.
    pub outline: Vec<[f32; 2]>,
}

fn tile(tile: &Tile) -> RgbImage {
    let (w, h) = tile.picture.dimensions();
    let scale = TILE as f32 / w.max(h) as f32;
    let (tw, th) = (((w as f32 * scale) as u32).max(1), ((h as f32 * scale) as u32).max(1));
    let mut out = imageops::resize(&tile.picture, tw, th, FilterType::Triangle);
    let truth = imageops::resize(&tile.mask, tw, th, FilterType::Triangle);
    let white = |x: u32, y: u32| truth.get_pixel(x.min(tw - 1), y.min(th - 1)).0[0] > 127;
    for (x, y, pixel) in out.enumerate_pixels_mut() {
        if white(x, y) != white(x + 1, y) || white(x, y) != white(x, y + 1) {
            *pixel = TRUE;
        }
    }
    let corners = tile.outline.iter().map(|p| (p[0] * scale, p[1] * scale));
    for (a, b) in corners.clone().zip(corners.cycle().skip(1)) {
        draw_line_segment_mut(&mut out, a, b, FOUND);
    }
    out
}

/// Draws tiles row by row, five in a row: the true outline in pink, the one that was found in green.
#[must_use]
pub fn sheet(tiles: &[Tile]) -> RgbImage {
    let rows = (tiles.len() as u32).div_ceil(COLUMNS).max(1);
    let side = TILE + GAP;
    let mut out = RgbImage::from_pixel(COLUMNS * side + GAP, rows * side + GAP, Rgb([24, 24, 24]));
    for (place, one) in (0u32..).zip(tiles) {
        let (x, y) = (GAP + place % COLUMNS * side, GAP + place / COLUMNS * side);
        imageops::replace(&mut out, &tile(one), i64::from(x), i64::from(y));
    }
    out
}

#[cfg(test)]
mod tests {
    use image::Luma;

    use super::*;

    #[test]
    fn a_sheet_shows_both_outlines_of_each_tile() {
        let make = || Tile {
            picture: RgbImage::from_pixel(512, 256, Rgb([90, 90, 90])),
            mask: GrayImage::from_fn(512, 256, |x, _| Luma([if x < 200 { 255 } else { 0 }])),
            outline: vec![[20., 20.], [300., 20.], [300., 200.], [20., 200.]],
        };
        let sheet = sheet(&[make(), make(), make(), make(), make(), make()]);
        assert_eq!(sheet.dimensions(), (5 * 262 + 6, 2 * 262 + 6));
        let count = |colour: Rgb<u8>| sheet.pixels().filter(|p| **p == colour).count();
        // the upright edge of the mask, 128 pixels a tile, but for where the outline crosses it
        assert!((700..=768).contains(&count(TRUE)), "{}", count(TRUE));
        assert!(count(FOUND) > 6 * 300);
    }
}
