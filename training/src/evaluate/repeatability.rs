//! Repeatability: the change of the index when the same tongue is photographed under other conditions.

use std::borrow::Cow;
use std::collections::BTreeMap;

use image::codecs::jpeg::JpegEncoder;
use image::{ImageReader, RgbImage, imageops};
use model::TonguePipeline;
use model::calibration::Calibration;
use model::evaluation::{ALL_SOURCES, ChangedPhotos};
use model::metrics::{index, mean};
use rayon::prelude::*;

use super::predictions::PhotoPrediction;
use super::summary::{calibration_error, scored};
use crate::dataset::Photo;

/// A change of a photo's conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Two thirds of the light.
    Darker,
    /// One and a half times the light.
    Brighter,
    /// A warmer white balance.
    Warmer,
    /// A cooler white balance.
    Cooler,
    /// The outer tenth of each side cut off.
    Cropped,
    /// Scaled to six tenths of the size.
    Smaller,
    /// JPEG with quality 40.
    Compressed,
}

impl Change {
    /// Every change with its name.
    pub const ALL: [(Self, &str); 7] = [
        (Self::Darker, "darker"),
        (Self::Brighter, "brighter"),
        (Self::Warmer, "warmer"),
        (Self::Cooler, "cooler"),
        (Self::Cropped, "cropped"),
        (Self::Smaller, "smaller"),
        (Self::Compressed, "compressed"),
    ];

    /// Applies the change to a photo.
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

/// Measures each change over the photos that the gate accepts unchanged; `all` covers the photos of all changes.
///
/// # Errors
/// Fails only when the network cannot run.
pub fn measure_repeatability(
    pipeline: &TonguePipeline,
    photos: &[&Photo],
) -> anyhow::Result<BTreeMap<String, ChangedPhotos>> {
    let predict = |change: Option<Change>| -> anyhow::Result<Vec<PhotoPrediction>> {
        let predict_one = |photo: &&Photo| {
            let image = photo.image();
            let image = change.map_or(Cow::Borrowed(image), |change| Cow::Owned(change.apply(image)));
            let found = pipeline.predict(&image)?;
            Ok(PhotoPrediction::new(pipeline, photo, &image, found.as_ref()))
        };
        photos.par_iter().map(predict_one).collect()
    };
    let calibration = &pipeline.config().calibration;
    let originals = predict(None)?;
    let (mut changes, mut all) = (BTreeMap::new(), Vec::new());
    for (change, name) in Change::ALL {
        let pairs = originals.iter().zip(predict(Some(change))?);
        let accepted: Vec<Pair> = pairs.filter(|(original, _)| original.refused.is_none()).collect();
        changes.insert(name.to_owned(), summarize_change(&accepted, calibration));
        all.extend(accepted);
    }
    changes.insert(ALL_SOURCES.to_owned(), summarize_change(&all, calibration));
    Ok(changes)
}

/// The predictions for a photo unchanged and changed.
type Pair<'a> = (&'a PhotoPrediction, PhotoPrediction);

fn summarize_change(pairs: &[Pair], calibration: &Calibration) -> ChangedPhotos {
    let both: Vec<&Pair> = pairs.iter().filter(|(_, changed)| changed.refused.is_none()).collect();
    let difference = |index: &dyn Fn(&PhotoPrediction) -> Option<f64>| {
        mean(both.iter().filter_map(|(original, changed)| Some((index(original)? - index(changed)?).abs())))
    };
    let changed: Vec<&PhotoPrediction> = both.iter().map(|(_, changed)| changed).collect();
    ChangedPhotos {
        photos: both.len(),
        refused: pairs.len() - both.len(),
        index_difference: difference(&|photo| photo.expected_index(calibration)),
        shown_index_difference: difference(&|photo| Some(index(&photo.scores(calibration)?.0))),
        calibration_error: calibration_error(&scored(&changed, calibration)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn change_counts_photos_scored_both_ways() {
        let photo = |logit: f32, refused: Option<&str>| PhotoPrediction {
            logits: Some([[logit, -20.]; 9]),
            refused: refused.map(str::to_owned),
            annotators: BTreeMap::from([("r".to_owned(), [1; 9])]),
            ..PhotoPrediction::default()
        };
        let original = photo(20., None);
        let changed = [photo(20., None), photo(-20., None), photo(-20., Some("blurred"))];
        let pairs: Vec<Pair> = changed.into_iter().map(|changed| (&original, changed)).collect();
        let found = summarize_change(&pairs, &Calibration::default());
        assert_eq!((found.photos, found.refused), (2, 1));
        // nine scores of 1 are an index of 50; one of two photos lost them
        assert!((found.index_difference - 25.).abs() < 1e-3 && (found.shown_index_difference - 25.).abs() < 1e-9);
        // all 18 cells have a confidence of about 1, and half of them are wrong
        assert!((found.calibration_error.unwrap() - 0.5).abs() < 1e-3, "{found:?}");
    }
}
