//! The pipeline from a picture to a reading: find the tongue in the whole photo, take a close-up, check the photo,
//! score the cells.

use std::time::Instant;

use domain::{Confidences, Outline, Scores, Size};
use image::RgbImage;

use crate::decode::decode;
use crate::detection::Detection;
use crate::error::AnalysisError;
use crate::gate::{PhotoQuality, explain_missing_tongue};
use crate::network::TongueNet;
use crate::ood::OodDetector;
use crate::outline::{clip, polygon};
use crate::release::{Bundle, Config, Manifest};
use crate::result::{Analysis, FailureCode, Grid, Outcome, Reading, Square, Timings};
use crate::sample::Frame;

/// Size of the close-up relative to the tongue's bounding box, as in training.
pub const CLOSE_UP_MARGIN: f32 = 1.15;
/// A second close-up is taken when the frame from the first one differs by more than this share of its side.
const MAX_FRAME_SHIFT: f32 = 0.12;

/// The network with a version's weights and limits.
pub struct TonguePipeline {
    network: TongueNet,
    ood_detector: Option<OodDetector>,
    config: Config,
    manifest: Manifest,
}

/// The network's findings in a picture, before the gate.
pub struct Prediction {
    /// Outline in pixels of the picture.
    pub outline: Vec<[f32; 2]>,
    /// Ordinal logits of the nine cells.
    pub logits: [[f32; 2]; 9],
    /// The tongue's mean features on the coarsest level.
    pub features: Vec<f32>,
    /// [`OodDetector::distance`] of the features; none if the version has no statistics.
    pub distance: Option<f32>,
    /// The measurements for the gate.
    pub quality: PhotoQuality,
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.
}

impl TonguePipeline {
    /// Builds a version's network.
    ///
    /// # Errors
    /// Fails when a tensor is missing or has another shape.
    pub fn new(bundle: &Bundle) -> candle_core::Result<Self> {
        let Bundle { config, manifest, tensors } = bundle;
        let network = tensors.network(&config.network)?;
        Ok(Self {
            ood_detector: OodDetector::from_tensors(tensors, network.tongue_features())?,
            network: network.fuse()?,
            config: config.clone(),
            manifest: manifest.clone(),
        })
    }

    /// Version of the weights.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.manifest.version
    }

    /// The version's manifest.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Shape, limits and calibration of the version.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The network itself, for measurements.
    #[must_use]
    pub fn network(&self) -> &TongueNet {
        &self.network
    }

    fn distance(&self, features: &[f32]) -> Option<f32> {
        self.ood_detector.as_ref().map(|ood_detector| ood_detector.distance(features))
    }

    /// Decodes and reads a photo; with `crop`, only that square of it.
    ///
    /// # Errors
    /// Fails when the square exceeds the picture or the network cannot run.
    pub fn read_bytes(&self, bytes: &[u8], crop: Option<Square>) -> Result<Analysis, AnalysisError> {
        let start = Instant::now();
        let decoded = decode(bytes);
        let decode_ms = milliseconds(start);
        let mut analysis = match decoded {
            Ok(picture) => self.read(&picture, crop)?,
            Err(code) => Analysis {
                width: 0,
                height: 0,
                outcome: Outcome::Failure(code),
                model_version: self.manifest.version.clone(),
                timings: Timings::default(),
            },
        };
        analysis.timings.decode_ms = decode_ms;
        analysis.timings.total_ms = milliseconds(start);
        Ok(analysis)
    }

    /// Reads an upright picture; with `crop`, only that square of it. Outline and grid are in the whole picture's
    /// pixels.
    ///
    /// # Errors
    /// Fails when the square exceeds the picture or the network cannot run.
    pub fn read(&self, picture: &RgbImage, crop: Option<Square>) -> Result<Analysis, AnalysisError> {
        let start = Instant::now();
        let (width, height) = picture.dimensions();
        let (left, top, part) = match crop {
            None => (0, 0, None),
            Some(square) => {
                if Size::new(width, height).is_none_or(|size| square.within(size).is_err()) {
                    return Err(AnalysisError::Crop { width, height });
                }
                let (left, top, side) = (square.left(), square.top(), square.side());
                (left, top, Some(image::imageops::crop_imm(picture, left, top, side, side).to_image()))
            }
        };
        let (mut outcome, mut timings) = self.outcome(part.as_ref().unwrap_or(picture))?;
        if let Ok(reading) = &mut outcome {
            reading.shift(left as f32, top as f32);
        }
        timings.total_ms = milliseconds(start);
        let outcome = outcome.map_or_else(Outcome::Failure, Outcome::Reading);
        Ok(Analysis { width, height, outcome, model_version: self.manifest.version.clone(), timings })
    }

    fn outcome(&self, picture: &RgbImage) -> candle_core::Result<(Result<Reading, FailureCode>, Timings)> {
        let start = Instant::now();
        let found = self.detect(picture)?.and_then(|close_up| Some((outline(&close_up, picture)?, close_up)));
        let mut timings = Timings { segment_ms: milliseconds(start), ..Timings::default() };
        let Some((outline, close_up)) = found else {
            return Ok((Err(explain_missing_tongue(picture)), timings));
        };
        let start = Instant::now();
        let quality = PhotoQuality::measure(&close_up, &outline, picture);
        let outcome = match quality.check(&self.config.thresholds, picture) {
            Err(failure) => Err(failure),
            Ok(()) => Ok(self.reading(&close_up, outline, &quality)?),
        };
        timings.score_ms = milliseconds(start);
        Ok((outcome, timings))
    }

    /// Returns the reading of a tongue that passed the gate.
    fn reading(
        &self,
        close_up: &Detection,
        outline: Vec<[f32; 2]>,
        quality: &PhotoQuality,
    ) -> candle_core::Result<Reading> {
        let (logits, features) = close_up.score(&self.network)?;
        let cells = logits.map(|logits| self.config.calibration.decide(logits));
        let scores = Scores::from_numbers(&cells.map(|(score, _)| score));
        let confidences = Confidences::new(cells.map(|(_, confidence)| confidence));
        let (Some(outline), Some(scores), Some(confidences)) = (Outline::new(outline), scores, confidences) else {
            candle_core::bail!("the network's answer is out of range")
        };
        Ok(Reading {
            grid: Grid::from_outline(&outline),
            outline,
            scores,
            confidences,
            brightness: quality.luma,
            sharpness: quality.sharpness,
            unfamiliar: self.distance(&features).is_some_and(|distance| distance > 1.),
        })
    }

    /// Returns the network's findings in a picture, regardless of the gate; none when no pixel is tongue.
    ///
    /// # Errors
    /// Fails only when the network cannot run.
    pub fn predict(&self, picture: &RgbImage) -> candle_core::Result<Option<Prediction>> {
        let Some(close_up) = self.detect(picture)? else { return Ok(None) };
        let Some(outline) = outline(&close_up, picture) else { return Ok(None) };
        let quality = PhotoQuality::measure(&close_up, &outline, picture);
        let (logits, features) = close_up.score(&self.network)?;
        Ok(Some(Prediction { distance: self.distance(&features), outline, logits, features, quality }))
    }

    /// Detects the tongue in close-up; none when no pixel is tongue.
    fn detect(&self, picture: &RgbImage) -> candle_core::Result<Option<Detection>> {
        let (w, h) = (picture.width() as f32, picture.height() as f32);
        let side = w.max(h);
        let whole = Frame { left: (w - side) / 2., top: (h - side) / 2., width: side, height: side };
        let shape = &self.config.network;
        let Some(overview) = Detection::run(&self.network, picture, whole, shape.overview_side as u32)? else {
            return Ok(None);
        };
        let side = shape.close_up_side as u32;
        let frame = overview.close_up(CLOSE_UP_MARGIN);
        let Some(close_up) = Detection::run(&self.network, picture, frame, side)? else { return Ok(None) };
        let next = close_up.close_up(CLOSE_UP_MARGIN);
        if frame_shift(frame, next) <= MAX_FRAME_SHIFT {
            return Ok(Some(close_up));
        }
        // a small or distant tongue: the overview found its position, but not its size
        Detection::run(&self.network, picture, next, side)
    }
}

/// Returns the difference of two frames in position or size, as a share of the first one's side.
fn frame_shift(a: Frame, b: Frame) -> f32 {
    let center = |frame: Frame| [frame.left + frame.width / 2., frame.top + frame.height / 2.];
    let (from, to) = (center(a), center(b));
    let shifts = [from[0] - to[0], from[1] - to[1], a.width - b.width];
    shifts.iter().fold(0f32, |most, shift| most.max(shift.abs())) / a.width
}

/// Returns the outline of a close-up's mask in pixels of the picture, clipped to it.
fn outline(close_up: &Detection, picture: &RgbImage) -> Option<Vec<[f32; 2]>> {
    let (fine, from) = close_up.fine_mask();
    let scale = close_up.frame.width / (2 * close_up.mask.width()) as f32;
    let place = |p: &[f32; 2]| {
        [close_up.frame.left + (p[0] + from[0] as f32) * scale, close_up.frame.top + (p[1] + from[1] as f32) * scale]
    };
    let placed: Vec<[f32; 2]> = polygon(&fine)?.iter().map(place).collect();
    clip(&placed, picture.width() as f32, picture.height() as f32)
}
