//! Draws outlines and grids over a photo.

use image::{Rgb, RgbImage};
use imageproc::drawing::draw_line_segment_mut;
use model::{Grid, Outcome};

const OUTLINE: Rgb<u8> = Rgb([40, 255, 90]);
const CELLS: Rgb<u8> = Rgb([60, 160, 255]);

/// Draws a reading. A refused photo stays unchanged.
pub fn draw(picture: &mut RgbImage, outcome: &Outcome) {
    let Outcome::Reading(reading) = outcome else { return };
    draw_grid(picture, &reading.grid);
    draw_outline(picture, reading.outline.points());
}

/// Draws the nine cells.
pub fn draw_grid(picture: &mut RgbImage, grid: &Grid) {
    for i in 0..4u8 {
        let t = f32::from(i) / 3.;
        line(picture, corner(grid, t, 0.), corner(grid, t, 1.), CELLS);
        line(picture, corner(grid, 0., t), corner(grid, 1., t), CELLS);
    }
}

/// Draws a closed outline.
pub fn draw_outline(picture: &mut RgbImage, points: &[[f32; 2]]) {
    for (a, b) in points.iter().zip(points.iter().cycle().skip(1)) {
        line(picture, (a[0], a[1]), (b[0], b[1]), OUTLINE);
    }
}

fn line(picture: &mut RgbImage, a: (f32, f32), b: (f32, f32), color: Rgb<u8>) {
    draw_line_segment_mut(picture, a, b, color);
    draw_line_segment_mut(picture, (a.0 + 1., a.1), (b.0 + 1., b.1), color);
}

/// Returns the point at the shares `across` and `down` of the grid's width and height.
fn corner(grid: &Grid, across: f32, down: f32) -> (f32, f32) {
    let (sin, cos) = grid.angle.to_radians().sin_cos();
    let (u, v) = ((across - 0.5) * grid.width, (down - 0.5) * grid.height);
    let center = (grid.left + grid.width / 2., grid.top + grid.height / 2.);
    (center.0 + u * cos - v * sin, center.1 + u * sin + v * cos)
}
