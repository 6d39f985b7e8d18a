//! What a version predicts for each photo, beside the labels; every run keeps these.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use model::TonguePipeline;
use model::calibration::Calibration;
use model::evaluation::Protocol;
use model::metrics::{boundary_f, iou};
use model::outline::fill;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::dataset::Photo;

/// Tolerance of the border's F score, as a share of the photo's longer side.
const BOUNDARY_TOLERANCE: f64 = 0.01;

/// A prediction for one photo.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PhotoPrediction {
    /// Id of the photo.
    pub photo: String,
    /// Its source.
    pub source: String,
    /// Its group.
    pub group: String,
    /// Whether it shows a tongue.
    pub has_tongue: bool,
    /// Code of the gate's refusal; none when the photo was read.
    pub refused: Option<String>,
    /// Intersection over union of the outline that was found, whatever the gate says; 0 when none was.
    pub iou: f64,
    /// F score of its border.
    pub boundary_f: f64,
    /// Ordinal logits of the nine cells; none when no tongue was found.
    pub logits: Option<[[f32; 2]; 9]>,
    /// How sure the network is of a tongue, 0..1.
    pub tongue_score: f32,
    /// The readers' scores.
    pub readers: BTreeMap<String, [u8; 9]>,
}

impl PhotoPrediction {
    /// Scores and confidences; none when no tongue was found.
    #[must_use]
    pub fn scores(&self, calibration: &Calibration) -> Option<([u8; 9], [f32; 9])> {
        let cells = self.logits?.map(|logits| calibration.decide(logits));
        Some((cells.map(|cell| cell.0), cells.map(|cell| cell.1)))
    }

    /// The expected index in points of 100; none when no tongue was found.
    #[must_use]
    pub fn expected_index(&self, calibration: &Calibration) -> Option<f64> {
        let sum = self.logits?.iter().flat_map(|logits| calibration.exceedance(*logits)).map(f64::from).sum::<f64>();
        Some(sum / 18. * 100.)
    }

    /// The mean index of the readers in points of 100; none when nobody scored.
    #[must_use]
    pub fn reader_index(&self) -> Option<f64> {
        let indices = self.readers.values().map(model::metrics::index);
        (!self.readers.is_empty()).then(|| model::metrics::mean(indices))
    }
}

/// Predictions of one version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Predictions {
    /// The version.
    pub version: String,
    /// Which photos.
    pub protocol: Protocol,
    /// SHA-256 over the photos and labels, hexadecimal.
    pub data_hash: String,
    /// How logits became scores.
    pub calibration: Calibration,
    /// Photo by photo.
    pub photos: Vec<PhotoPrediction>,
}

impl Predictions {
    /// Reads the predictions of a run.
    ///
    /// # Errors
    /// Fails when the file cannot be read or is not understood.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
        serde_json::from_slice(&text).with_context(|| format!("{} is not understood", path.display()))
    }

    /// Writes them.
    ///
    /// # Errors
    /// Fails when the file cannot be written.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        std::fs::write(path, serde_json::to_vec(self)?).with_context(|| format!("{} cannot be written", path.display()))
    }
}

/// Predicts each photo.
///
/// # Errors
/// Fails only when the network cannot run.
pub fn predict(pipeline: &TonguePipeline, photos: &[&Photo]) -> anyhow::Result<Vec<PhotoPrediction>> {
    photos.par_iter().map(|photo| predict_one(pipeline, photo)).collect()
}

fn predict_one(pipeline: &TonguePipeline, photo: &Photo) -> anyhow::Result<PhotoPrediction> {
    let image = photo.image();
    let found = pipeline.predict(image)?;
    let limits = &pipeline.config().thresholds;
    let refused = match &found {
        None => Some("no_tongue".to_owned()),
        Some(found) if !found.quality.is_tongue(limits) => Some("no_tongue".to_owned()),
        Some(found) => found.quality.failure(limits).map(|code| code.as_str().to_owned()),
    };
    let mut prediction = PhotoPrediction {
        photo: photo.row.photo.clone(),
        source: photo.row.source.clone(),
        group: photo.row.group.clone(),
        has_tongue: photo.mask.is_some(),
        refused,
        iou: 0.,
        boundary_f: 0.,
        logits: found.as_ref().map(|found| found.logits),
        tongue_score: found.as_ref().map_or(0., |found| found.quality.tongue_score),
        readers: photo.scores.clone(),
    };
    if let (Some(found), Some(mask)) = (&found, &photo.mask) {
        let (w, h) = mask.dimensions();
        let predicted = fill(&found.outline, w, h);
        let tolerance = (f64::from(w.max(h)) * BOUNDARY_TOLERANCE).round().max(1.) as i64;
        prediction.iou = iou(&predicted, mask);
        prediction.boundary_f = boundary_f(&predicted, mask, tolerance);
    }
    Ok(prediction)
}
