//! How far the index moves when the same tongue is photographed another way.

use image::codecs::jpeg::JpegEncoder;
use image::{ImageReader, RgbImage, imageops};
use model::TonguePipeline;
use model::metrics::mean;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::dataset::Photo;

/// Another way to take the same photo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Two thirds of the light.
    Darker,
    /// Half as much light again.
    Brighter,
    /// A warmer white balance.
    Warmer,
    /// A cooler white balance.
    Cooler,
    /// The outer tenth of each side cut off.
    Cropped,
    /// Six tenths of the size.
    Smaller,
    /// JPEG of quality 40.
    Compressed,
}

impl Change {
    /// Every change.
    pub const ALL: [Self; 7] =
        [Self::Darker, Self::Brighter, Self::Warmer, Self::Cooler, Self::Cropped, Self::Smaller, Self::Compressed];

    /// The photo, changed.
    #[must_use]
    pub fn apply(self, photo: &RgbImage) -> RgbImage {
        let (w, h) = photo.dimensions();
        match self {
            Self::Darker => gain(photo, [0.67; 3]),
            Self::Brighter => gain(photo, [1.5; 3]),
            Self::Warmer => gain(photo, [1.12, 1., 0.82]),
            Self::Cooler => gain(photo, [0.86, 1., 1.16]),
            Self::Cropped => imageops::crop_imm(photo, w / 20, h / 20, w - w / 10, h - h / 10).to_image(),
            Self::Smaller => imageops::resize(photo, w * 6 / 10, h * 6 / 10, imageops::FilterType::Triangle),
            Self::Compressed => compress(photo, 40),
        }
    }
}

/// Multiplies the channels in linear light.
fn gain(photo: &RgbImage, gains: [f32; 3]) -> RgbImage {
    let tables = gains.map(|gain| {
        let curve = |v: usize| ((v as f32 / 255.).powf(2.2) * gain).min(1.).powf(1. / 2.2) * 255. + 0.5;
        std::array::from_fn::<u8, 256, _>(|v| curve(v) as u8)
    });
    let mut out = photo.clone();
    for pixel in out.pixels_mut() {
        pixel.0 = std::array::from_fn(|c| tables[c][usize::from(pixel.0[c])]);
    }
    out
}

fn compress(photo: &RgbImage, quality: u8) -> RgbImage {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let decoded = JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(photo).ok().and_then(|()| {
        bytes.set_position(0);
        ImageReader::with_format(&mut bytes, image::ImageFormat::Jpeg).decode().ok()
    });
    decoded.map_or_else(|| photo.clone(), image::DynamicImage::into_rgb8)
}

/// How far the index moved under one change.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ChangedPhotos {
    /// The change.
    pub change: Change,
    /// Photos that were read both ways.
    pub photos: usize,
    /// Photos that were read before and refused after.
    pub refused: usize,
    /// Mean absolute difference of the expected index, in points of 100.
    pub index_difference: f64,
    /// The same of the shown index, which moves in steps of 5.6.
    pub shown_index_difference: f64,
}

/// Measures each change over the photos that the gate accepts as they are.
///
/// # Errors
/// Fails only when the network cannot run.
pub fn measure_repeatability(pipeline: &TonguePipeline, photos: &[&Photo]) -> anyhow::Result<Vec<ChangedPhotos>> {
    let calibration = pipeline.config().calibration;
    let limits = pipeline.config().thresholds;
    let read = |photo: &RgbImage| -> anyhow::Result<Option<[f64; 2]>> {
        let Some(found) = pipeline.predict(photo)? else { return Ok(None) };
        if !found.quality.is_tongue(&limits) || found.quality.failure(&limits).is_some() {
            return Ok(None);
        }
        let expected: f32 = found.logits.iter().flat_map(|logits| calibration.exceedance(*logits)).sum();
        let shown = model::metrics::index(&found.logits.map(|logits| calibration.decide(logits).0));
        Ok(Some([f64::from(expected) / 18. * 100., shown]))
    };
    let originals: Vec<Option<[f64; 2]>> =
        photos.par_iter().map(|photo| read(photo.image())).collect::<anyhow::Result<_>>()?;
    Change::ALL
        .iter()
        .map(|change| {
            let changed: Vec<Option<[f64; 2]>> =
                photos.par_iter().map(|photo| read(&change.apply(photo.image()))).collect::<anyhow::Result<_>>()?;
            let pairs = originals.iter().zip(&changed).filter_map(|(a, b)| Some(((*a)?, (*b)?)));
            let both: Vec<[f64; 2]> = pairs.map(|(a, b)| [(a[0] - b[0]).abs(), (a[1] - b[1]).abs()]).collect();
            Ok(ChangedPhotos {
                change: *change,
                photos: both.len(),
                refused: originals.iter().zip(&changed).filter(|(a, b)| a.is_some() && b.is_none()).count(),
                index_difference: mean(both.iter().map(|pair| pair[0])),
                shown_index_difference: mean(both.iter().map(|pair| pair[1])),
            })
        })
        .collect()
}
