//! A version's predictions for photos, with their labels. Every run stores them.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use image::{GrayImage, RgbImage};
use model::TonguePipeline;
use model::calibration::Calibration;
use model::evaluation::Protocol;
use model::gate::{Thresholds, explain_missing_tongue, luma};
use model::mask::fill;
use model::metrics::{boundary_f, iou, mean};
use model::pipeline::Prediction;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::dataset::Photo;

/// Tolerance of the border's F score, as a share of the photo's longer side.
const BOUNDARY_TOLERANCE: f64 = 0.01;

/// A prediction for one photo.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PhotoPrediction {
    /// Id of the photo.
    pub photo: String,
    /// Its source.
    pub source: String,
    /// Its group.
    pub group: String,
    /// Its camera or instrument.
    #[serde(default)]
    pub instrument: String,
    /// Whether it shows a tongue.
    pub has_tongue: bool,
    /// Mean luma of the labeled tongue, 0..255; 0 without a tongue.
    #[serde(default)]
    pub luma: f64,
    /// The labeled tongue's share of the photo.
    #[serde(default)]
    pub area: f64,
    /// Code of the gate's refusal; none when the photo was read.
    pub refused: Option<String>,
    /// Code of the refusal by a gate without a limit on the tongue score.
    #[serde(default)]
    pub refused_by_other_limits: Option<String>,
    /// Intersection over union of the detected outline, regardless of the gate; 0 without one.
    pub iou: f64,
    /// F score of the detected outline's border.
    pub boundary_f: f64,
    /// Ordinal logits of the nine cells; none when no tongue was found.
    pub logits: Option<[[f32; 2]; 9]>,
    /// The network's confidence in a tongue, 0..1.
    pub tongue_score: f32,
    /// Distance from the nearest training source, relative to the limit above which a photo is unfamiliar; none if it
    /// was not measured.
    #[serde(default)]
    pub distance: Option<f32>,
    /// The annotators' scores.
    #[serde(rename = "readers")]
    pub annotators: BTreeMap<String, [u8; 9]>,
}

impl PhotoPrediction {
    /// Scores and confidences; none when no tongue was found.
    #[must_use]
    pub fn scores(&self, calibration: &Calibration) -> Option<([u8; 9], [f32; 9])> {
        let cells = self.logits?.map(|logits| calibration.decide(logits));
        Some((cells.map(|cell| cell.0), cells.map(|cell| cell.1)))
    }

    /// Returns the expected index in points of 100; none when no tongue was found.
    #[must_use]
    pub fn expected_index(&self, calibration: &Calibration) -> Option<f64> {
        let sum = self.logits?.iter().flat_map(|logits| calibration.exceedance(*logits)).map(f64::from).sum::<f64>();
        Some(sum / 18. * 100.)
    }

    /// Returns the annotators' mean index in points of 100; none without scores.
    #[must_use]
    pub fn annotator_index(&self) -> Option<f64> {
        let indices = self.annotators.values().map(model::metrics::index);
        (!self.annotators.is_empty()).then(|| mean(indices))
    }

    /// Creates the prediction for `image`, which is the photo, unchanged or changed, without the comparison of
    /// outlines.
    pub(super) fn new(pipeline: &TonguePipeline, photo: &Photo, image: &RgbImage, found: Option<&Prediction>) -> Self {
        let limits = pipeline.config().thresholds;
        let refusal = |limits: Thresholds| {
            let verdict = match found {
                Some(found) => found.quality.check(&limits, image),
                None => Err(explain_missing_tongue(image)),
            };
            verdict.err().map(|code| code.as_str().to_owned())
        };
        Self {
            photo: photo.row.photo.clone(),
            source: photo.row.source.clone(),
            group: photo.row.group.clone(),
            instrument: photo.row.instrument.clone(),
            has_tongue: photo.mask.is_some(),
            refused: refusal(limits),
            refused_by_other_limits: refusal(Thresholds { min_tongue_score: f32::MIN, ..limits }),
            logits: found.map(|found| found.logits),
            tongue_score: found.map_or(0., |found| found.quality.tongue_score),
            distance: found.and_then(|found| found.distance),
            annotators: photo.scores.clone(),
            ..Self::default()
        }
    }
}

/// Predictions of one version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Predictions {
    /// The version.
    pub version: String,
    /// The evaluated photos.
    pub protocol: Protocol,
    /// SHA-256 over the photos and labels, hexadecimal.
    pub data_hash: String,
    /// The conversion of logits into scores.
    pub calibration: Calibration,
    /// Limits of the gate.
    #[serde(default)]
    pub limits: Thresholds,
    /// The predictions by photo.
    pub photos: Vec<PhotoPrediction>,
}

impl Predictions {
    /// Predicts each photo.
    ///
    /// # Errors
    /// Fails only when the network cannot run.
    pub fn measure(
        pipeline: &TonguePipeline,
        protocol: Protocol,
        data_hash: &str,
        photos: &[&Photo],
    ) -> anyhow::Result<Self> {
        Ok(Self {
            version: pipeline.version().to_owned(),
            protocol,
            data_hash: data_hash.to_owned(),
            calibration: pipeline.config().calibration,
            limits: pipeline.config().thresholds,
            photos: photos.par_iter().map(|photo| predict(pipeline, photo)).collect::<anyhow::Result<_>>()?,
        })
    }

    /// Reads the predictions of a run.
    ///
    /// # Errors
    /// Fails when the file cannot be read or parsed.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
        serde_json::from_slice(&text).with_context(|| format!("{} is not understood", path.display()))
    }

    /// Writes the predictions.
    ///
    /// # Errors
    /// Fails when the file cannot be written.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        std::fs::write(path, serde_json::to_vec(self)?).with_context(|| format!("{} cannot be written", path.display()))
    }
}

fn predict(pipeline: &TonguePipeline, photo: &Photo) -> anyhow::Result<PhotoPrediction> {
    let found = pipeline.predict(photo.image())?;
    let mut prediction = PhotoPrediction::new(pipeline, photo, photo.image(), found.as_ref());
    let Some(mask) = &photo.mask else { return Ok(prediction) };
    (prediction.luma, prediction.area) = appearance(photo.image(), mask);
    if let Some(found) = found {
        let (w, h) = mask.dimensions();
        let predicted = fill(&found.outline, w, h);
        let tolerance = (f64::from(w.max(h)) * BOUNDARY_TOLERANCE).round().max(1.) as i64;
        prediction.iou = iou(&predicted, mask);
        prediction.boundary_f = boundary_f(&predicted, mask, tolerance);
    }
    Ok(prediction)
}

/// Returns the mean luma of a mask's pixels, and the mask's share of the photo.
fn appearance(image: &RgbImage, mask: &GrayImage) -> (f64, f64) {
    let lumas: Vec<f64> = image
        .pixels()
        .zip(mask.iter())
        .filter(|(_, inside)| **inside > 127)
        .map(|(pixel, _)| f64::from(luma(*pixel)))
        .collect();
    (mean(lumas.iter().copied()), lumas.len() as f64 / mask.len().max(1) as f64)
}

#[cfg(test)]
mod tests {
    use image::{Luma, Rgb};

    use super::*;

    #[test]
    fn appearance_is_of_masked_pixels() {
        let image = RgbImage::from_fn(4, 4, |x, _| Rgb([if x == 0 { 200 } else { 10 }; 3]));
        let mask = GrayImage::from_fn(4, 4, |x, _| Luma([if x == 0 { 255 } else { 0 }]));
        let (luma, area) = appearance(&image, &mask);
        assert!((luma - 200.).abs() < 1e-3 && (area - 0.25).abs() < 1e-9, "{luma} {area}");
    }
}
