//! Photos made ready for views: where the tongue lies, and what the photo would look like without it.

use image::{GrayImage, RgbImage, imageops};

use super::place::Extent;
use crate::colour::Colour;
use crate::data::Sample;

/// A photo to draw views of.
pub struct Stock<'a> {
    pub sample: &'a Sample,
    /// Box of the tongue; nothing when there is none.
    pub tongue: Option<Extent>,
    /// The mask with soft edges, at half size.
    pub soft: GrayImage,
    /// The photo at quarter size, the tongue filled with what lies around it.
    pub without: RgbImage,
    /// Mean colour beside the tongue: skin and lips.
    pub skin: Colour,
}

/// Red, green, blue and weight.
type Weighted = [f32; 4];

/// Fills what has no weight from ever coarser means of what has.
fn filled(map: &[Weighted], (w, h): (usize, usize)) -> Vec<Colour> {
    let own = |p: &Weighted| [p[0], p[1], p[2]];
    if w <= 1 && h <= 1 {
        return map.iter().map(own).collect();
    }
    let (hw, hh) = (w.div_ceil(2), h.div_ceil(2));
    let mut half = vec![[0f32; 4]; hw * hh];
    for (i, p) in map.iter().enumerate() {
        let to = &mut half[i / w / 2 * hw + i % w / 2];
        (0..3).for_each(|c| to[c] += p[c] * p[3]);
        to[3] += p[3];
    }
    for p in &mut half {
        let weight = p[3].max(1e-6);
        (0..3).for_each(|c| p[c] /= weight);
        p[3] = p[3].min(1.);
    }
    let half = filled(&half, (hw, hh));
    let coarse = |x: f32, y: f32| {
        let (x, y) = (x.clamp(0., hw as f32 - 1.), y.clamp(0., hh as f32 - 1.));
        let (i, j) = (x as usize, y as usize);
        let (fx, fy) = (x - i as f32, y - j as f32);
        let at = |i: usize, j: usize| half[j.min(hh - 1) * hw + i.min(hw - 1)];
        let (a, b, c, d) = (at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j + 1));
        let mean = |k: usize| (a[k] * (1. - fx) + b[k] * fx) * (1. - fy) + (c[k] * (1. - fx) + d[k] * fx) * fy;
        [mean(0), mean(1), mean(2)]
    };
    let fill = |(i, p): (usize, &Weighted)| {
        if p[3] >= 0.999 {
            return own(p);
        }
        let around = coarse((i % w) as f32 / 2. - 0.25, (i / w) as f32 / 2. - 0.25);
        std::array::from_fn(|c| p[c] * p[3] + around[c] * (1. - p[3]))
    };
    map.iter().enumerate().map(fill).collect()
}

impl<'a> Stock<'a> {
    /// Prepares a photo.
    pub fn new(sample: &'a Sample) -> Self {
        let (w, h) = sample.photo().dimensions();
        let mask = &sample.mask;
        let (mut low, mut high) = ((u32::MAX, u32::MAX), (0, 0));
        for (x, y, _) in mask.enumerate_pixels().filter(|(_, _, v)| v.0[0] > 127) {
            low = (low.0.min(x), low.1.min(y));
            high = (high.0.max(x + 1), high.1.max(y + 1));
        }
        let tongue = (high.0 > low.0).then(|| Extent {
            centre: ((low.0 + high.0) as f32 / 2., (low.1 + high.1) as f32 / 2.),
            size: ((high.0 - low.0) as f32, (high.1 - low.1) as f32),
        });
        let half = imageops::resize(mask, (w / 2).max(1), (h / 2).max(1), imageops::FilterType::Triangle);
        let soft = imageops::fast_blur(&half, 1.5);
        let small = &sample.levels[2];
        let (sw, sh) = small.dimensions();
        let near = imageops::fast_blur(&imageops::resize(mask, sw, sh, imageops::FilterType::Triangle), 2.);
        let (mut sum, mut n) = ([0f32; 3], 0f32);
        let map: Vec<Weighted> = small
            .pixels()
            .zip(near.iter())
            .map(|(p, near)| {
                let clear = *near < 12;
                let [r, g, b] = p.0.map(f32::from);
                if clear && r + g + b > 150. {
                    sum = [sum[0] + r, sum[1] + g, sum[2] + b];
                    n += 1.;
                }
                [r, g, b, if clear { 1. } else { 0. }]
            })
            .collect();
        let filled = filled(&map, (sw as usize, sh as usize));
        let bytes = filled.iter().flat_map(|p| p.map(|v| v.clamp(0., 255.) as u8)).collect();
        let without = RgbImage::from_raw(sw, sh, bytes).unwrap_or_else(|| small.clone());
        let skin = if n > 0. { sum.map(|s| s / n) } else { [190., 145., 125.] };
        Self { sample, tongue, soft, without, skin }
    }

    /// Where a view is drawn about: the tongue, or the photo's middle.
    pub fn extent(&self) -> Extent {
        let (w, h) = self.sample.photo().dimensions();
        let (w, h) = (w as f32, h as f32);
        self.tongue.unwrap_or(Extent { centre: (w / 2., h / 2.), size: (w * 0.7, h * 0.7) })
    }
}
