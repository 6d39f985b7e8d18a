//! A square part of a photo, rotated and mirrored, as a view's pixels.

use image::GrayImage;

use crate::dataset::Photo;

/// The position of a view on a photo.
#[derive(Debug, Clone, Copy)]
pub struct Placement {
    /// Center in pixels of the photo.
    pub center: [f32; 2],
    /// Half of its side, in pixels of the photo.
    pub half: f32,
    /// Clockwise rotation in radians.
    pub angle: f32,
    /// Whether it is mirrored left to right.
    pub mirrored: bool,
}

impl Placement {
    /// Maps a point of the view, -1..1 from its center, to the photo.
    fn map(&self, [u, v]: [f32; 2]) -> [f32; 2] {
        let (sin, cos) = self.angle.sin_cos();
        let u = if self.mirrored { -u } else { u };
        [self.center[0] + self.half * (cos * u - sin * v), self.center[1] + self.half * (sin * u + cos * v)]
    }
}

/// A view's pixels.
pub struct View {
    /// Colors 0..1, `[3, side, side]`.
    pub pixels: Vec<f32>,
    /// 1 on the tongue, 0 elsewhere, `[side, side]`.
    pub mask: Vec<f32>,
    /// 1 where the view is inside of the photo, `[side, side]`. Outside, the photo's border is repeated.
    pub inside: Vec<f32>,
}

/// Samples a view of a photo bilinearly, from the pyramid level with about the view's resolution.
#[must_use]
pub fn warp(photo: &Photo, placement: Placement, side: usize) -> View {
    let step = 2. * placement.half / side as f32;
    let level = if step > 3. { 2 } else { usize::from(step > 1.5) };
    let image = &photo.levels[level];
    let (full_w, full_h) = (photo.image().width() as f32, photo.image().height() as f32);
    let (w, h) = (image.width() as usize, image.height() as usize);
    let scale = [w as f32 / full_w, h as f32 / full_h];
    let raw = image.as_raw();
    let area = side * side;
    let mut view = View { pixels: vec![0.; 3 * area], mask: vec![0.; area], inside: vec![0.; area] };
    for y in 0..side {
        for x in 0..side {
            let at = y * side + x;
            let point = [x, y].map(|i| (i as f32 + 0.5) / side as f32 * 2. - 1.);
            let [px, py] = placement.map(point);
            if px >= 0. && py >= 0. && px < full_w && py < full_h {
                view.inside[at] = 1.;
                view.mask[at] = photo.mask.as_ref().map_or(0., |mask| on_tongue(mask, px, py));
            }
            let (fx, fy) =
                ((px * scale[0] - 0.5).clamp(0., (w - 1) as f32), (py * scale[1] - 0.5).clamp(0., (h - 1) as f32));
            let (x0, y0) = (fx as usize, fy as usize);
            let (x1, y1) = ((x0 + 1).min(w - 1), (y0 + 1).min(h - 1));
            let (ax, ay) = (fx - x0 as f32, fy - y0 as f32);
            for c in 0..3 {
                let v = |x: usize, y: usize| f32::from(raw[(y * w + x) * 3 + c]);
                let upper = v(x0, y0) * (1. - ax) + v(x1, y0) * ax;
                let lower = v(x0, y1) * (1. - ax) + v(x1, y1) * ax;
                view.pixels[c * area + at] = (upper * (1. - ay) + lower * ay) / 255.;
            }
        }
    }
    view
}

fn on_tongue(mask: &GrayImage, x: f32, y: f32) -> f32 {
    f32::from(u8::from(mask.get_pixel(x as u32, y as u32).0[0] > 127))
}
