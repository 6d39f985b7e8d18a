//! Polygons as masks.

use image::{GrayImage, Luma};

/// Returns the pixels inside of a polygon.
#[must_use]
pub fn fill(points: &[[f32; 2]], width: u32, height: u32) -> GrayImage {
    let mut mask = GrayImage::new(width, height);
    for y in 0..height {
        let line = y as f32 + 0.5;
        let mut cuts: Vec<f32> = points
            .iter()
            .zip(points.iter().cycle().skip(1))
            .filter(|(a, b)| (a[1] <= line) != (b[1] <= line))
            .map(|(a, b)| a[0] + (line - a[1]) / (b[1] - a[1]) * (b[0] - a[0]))
            .collect();
        cuts.sort_by(f32::total_cmp);
        for pair in cuts.as_chunks::<2>().0 {
            let from = (pair[0] - 0.5).ceil().max(0.) as u32;
            let to = ((pair[1] - 0.5).ceil().max(0.) as u32).min(width);
            for x in from..to {
                mask.put_pixel(x, y, Luma([255]));
            }
        }
    }
    mask
}
