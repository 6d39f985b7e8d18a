//! How well a version reads the held-out photos.

use std::collections::BTreeMap;

use image::{GrayImage, RgbImage};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use serde::Serialize;

use crate::analysis::{FailureCode, Outcome, Reading};
use crate::analyzer::{AnalysisError, WeightsError};
use crate::data::Sample;
use crate::manifest::Bundle;
use crate::metrics::{Agreement, iou};
use crate::outline::fill;
use crate::quality::Thresholds;
use crate::reader::Reader;
use crate::scene::{View, draw};
use crate::shifts::{self, Shift, shifted};

/// Size of the scenes that photos are pasted into.
const SCENE: (u32, u32) = (768, 1024);

/// Agreement of outlines with the masks, whatever the quality gate says, and what the gate refuses.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Outlines {
    /// Photos.
    pub photos: usize,
    /// Mean intersection over union of the tongue; a tongue that is not found counts 0.
    pub iou_mean: f64,
    /// Fifth percentile of it.
    pub iou_p5: f64,
    /// Least of it.
    pub iou_min: f64,
    /// Mean Dice coefficient.
    pub dice_mean: f64,
    /// Mean distance between the outlines, as a share of the tongue's height.
    pub boundary: f64,
    /// How many the quality gate refuses, by code.
    pub refused: BTreeMap<String, usize>,
}

/// Agreement of scores with each reader.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Scores {
    /// With each reader.
    #[serde(flatten)]
    pub agreement: Agreement,
    /// Expected calibration error of the confidences against both readers, in ten bins.
    pub calibration_error: f64,
}

/// What is measured.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Evaluation {
    /// The photos as they are.
    pub tight: Outlines,
    /// The photos small, off-centre, turned and re-lit in larger scenes, of fixed seeds.
    pub pasted: Outlines,
    /// The photos as other cameras, lights and skins would show them; every second photo.
    pub shifts: BTreeMap<String, Outlines>,
    /// Mean intersection over union of the shifts with one look alone.
    pub one_look: BTreeMap<String, f64>,
    /// Photos without a tongue that are refused, by code, and those that are not, as `read`.
    pub without_tongue: BTreeMap<String, usize>,
    /// The scores of the photos as they are, on the outline that was found.
    pub scores: Scores,
}

/// A held-out photo pasted into a larger scene: the same for the same place in the list.
#[must_use]
pub fn pasted(sample: &Sample, place: usize) -> (RgbImage, GrayImage) {
    let mut rng = ChaCha8Rng::seed_from_u64(0x7E57 + place as u64);
    let size = (SCENE.0 as f32, SCENE.1 as f32);
    let view = View::random(&mut rng, sample.photo().width() as f32, size, (0.35, 0.95));
    draw(sample, view, SCENE, 0.6, &mut rng)
}

/// Seed of the drawn photos without a tongue; training's are others.
const EMPTY_SEED: u64 = 0x0E47;

struct Found {
    reading: Option<Reading>,
    refused: Option<&'static str>,
}

/// Readers of one version: one that refuses nothing, to measure outlines, the same with one look, and the real one.
struct Pair {
    hasty: Reader,
    open: Reader,
    strict: Reader,
}

impl Pair {
    fn find(&self, picture: &RgbImage) -> Result<Found, AnalysisError> {
        let reading = match self.open.read(picture, None)?.outcome {
            Outcome::Reading(reading) => Some(reading),
            Outcome::Failure(_) => None,
        };
        let refused = match self.strict.read(picture, None)?.outcome {
            Outcome::Reading(_) => None,
            Outcome::Failure(code) => Some(code.as_str()),
        };
        Ok(Found { reading, refused })
    }
}

/// Intersection over union and boundary distance, in shares of the height, of one outline.
fn agreement(reading: Option<&Reading>, mask: &GrayImage) -> (f64, f64) {
    let Some(reading) = reading else { return (0., 1.) };
    let (w, h) = mask.dimensions();
    let said = fill(&reading.polygon, w, h);
    let differing = said.iter().zip(mask.iter()).filter(|(a, b)| (**a > 127) != (**b > 127)).count() as f64;
    let sides = reading.polygon.iter().zip(reading.polygon.iter().cycle().skip(1));
    let length: f64 = sides.map(|(a, b)| f64::from((a[0] - b[0]).hypot(a[1] - b[1]))).sum();
    (iou(&said, mask), differing / length / f64::from(reading.grid.height))
}

fn outlines(found: &[Found], masks: &[&GrayImage]) -> Outlines {
    let pairs: Vec<(f64, f64)> =
        found.par_iter().zip(masks).map(|(found, mask)| agreement(found.reading.as_ref(), mask)).collect();
    let mut ious: Vec<f64> = pairs.iter().map(|(iou, _)| *iou).collect();
    ious.sort_by(f64::total_cmp);
    let n = ious.len().max(1) as f64;
    let mut refused = BTreeMap::new();
    for code in found.iter().filter_map(|found| found.refused) {
        *refused.entry(code.to_owned()).or_default() += 1;
    }
    Outlines {
        photos: ious.len(),
        iou_mean: ious.iter().sum::<f64>() / n,
        iou_p5: ious.get(ious.len() / 20).copied().unwrap_or_default(),
        iou_min: ious.first().copied().unwrap_or_default(),
        dice_mean: ious.iter().map(|v| 2. * v / (1. + v)).sum::<f64>() / n,
        boundary: pairs.iter().map(|(_, boundary)| boundary).sum::<f64>() / n,
        refused,
    }
}

fn scores(samples: &[&Sample], found: &[Found]) -> Scores {
    let scored: Vec<(&Sample, &Reading)> = samples
        .iter()
        .zip(found)
        .filter(|(sample, _)| !sample.readers.is_empty())
        .filter_map(|(sample, found)| Some((*sample, found.reading.as_ref()?)))
        .collect();
    let said: Vec<_> = scored.iter().map(|(sample, reading)| (reading.scores, &sample.readers[..])).collect();
    Scores { agreement: Agreement::of(&said), calibration_error: calibration_error(&scored) }
}

fn calibration_error(scored: &[(&Sample, &Reading)]) -> f64 {
    let mut bins = [(0f64, 0f64, 0f64); 10];
    for (sample, reading) in scored {
        for (cell, confidence) in reading.confidences.iter().enumerate() {
            let bin = &mut bins[((confidence * 10.) as usize).min(9)];
            let right = sample.readers.iter().filter(|r| r[cell] == reading.scores[cell]).count() as f64;
            bin.0 += 1.;
            bin.1 += f64::from(*confidence);
            bin.2 += right / sample.readers.len() as f64;
        }
    }
    let n: f64 = bins.iter().map(|bin| bin.0).sum();
    bins.iter().map(|(_, said, right)| (said - right).abs()).sum::<f64>() / n.max(1.)
}

type Shifts = (BTreeMap<String, Outlines>, BTreeMap<String, f64>);

/// Measures every second of `samples` under each shift, with all looks and with one.
fn shifts(pair: &Pair, samples: &[&Sample]) -> Result<Shifts, AnalysisError> {
    let (mut all, mut hasty) = (BTreeMap::new(), BTreeMap::new());
    for shift in Shift::ALL {
        let scenes: Vec<(Found, GrayImage, f64)> = (0..samples.len())
            .into_par_iter()
            .step_by(2)
            .map(|place| {
                let (picture, mask) = shifted(samples, place, shift);
                let once = match pair.hasty.read(&picture, None)?.outcome {
                    Outcome::Reading(reading) => agreement(Some(&reading), &mask).0,
                    Outcome::Failure(_) => 0.,
                };
                Ok((pair.find(&picture)?, mask, once))
            })
            .collect::<Result<_, AnalysisError>>()?;
        let once = scenes.iter().map(|scene| scene.2).sum::<f64>() / scenes.len().max(1) as f64;
        let (found, masks): (Vec<Found>, Vec<GrayImage>) =
            scenes.into_iter().map(|(found, mask, _)| (found, mask)).unzip();
        all.insert(shift.name().to_owned(), outlines(&found, &masks.iter().collect::<Vec<_>>()));
        hasty.insert(shift.name().to_owned(), once);
    }
    Ok((all, hasty))
}

/// Why each of `samples` without its tongue, and of drawn photos that never had one, is refused; none where one is read.
///
/// # Errors
/// Fails when the networks cannot run.
pub fn without_tongue(reader: &Reader, samples: &[&Sample]) -> Result<Vec<Option<FailureCode>>, AnalysisError> {
    let drawn = crate::synth::empty_samples(EMPTY_SEED, samples.len() / 2);
    let empty = samples.par_iter().enumerate().map(|(place, sample)| shifts::without_tongue(sample, place));
    let said = empty.chain(drawn.par_iter().map(|sample| sample.photo().clone()));
    said.map(|picture| match reader.read(&picture, None)?.outcome {
        Outcome::Reading(_) => Ok(None),
        Outcome::Failure(code) => Ok(Some(code)),
    })
    .collect()
}

fn counted(said: &[Option<FailureCode>]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for code in said {
        *counts.entry(code.map_or("read", FailureCode::as_str).to_owned()).or_default() += 1;
    }
    counts
}

/// Measures a version on `samples`.
///
/// # Errors
/// Fails when the networks cannot be built or run.
pub fn evaluate(bundle: &Bundle, samples: &[&Sample]) -> anyhow::Result<Evaluation> {
    let open = Bundle {
        manifest: crate::manifest::Manifest { thresholds: Thresholds::open(), ..bundle.manifest.clone() },
        tensors: bundle.tensors.clone(),
    };
    let pair = Pair {
        hasty: Reader::new(&open).map_err(WeightsError::from)?.hasty(),
        open: Reader::new(&open).map_err(WeightsError::from)?,
        strict: Reader::new(bundle).map_err(WeightsError::from)?,
    };
    let tight: Vec<Found> =
        samples.par_iter().map(|sample| pair.find(sample.photo())).collect::<Result<_, AnalysisError>>()?;
    let scenes: Vec<(Found, GrayImage)> = samples
        .par_iter()
        .enumerate()
        .map(|(place, sample)| {
            let (picture, mask) = pasted(sample, place);
            Ok((pair.find(&picture)?, mask))
        })
        .collect::<Result<_, AnalysisError>>()?;
    let (pasted, masks): (Vec<Found>, Vec<GrayImage>) = scenes.into_iter().unzip();
    let (shifts, one_look) = shifts(&pair, samples)?;
    Ok(Evaluation {
        shifts,
        one_look,
        without_tongue: counted(&without_tongue(&pair.strict, samples)?),
        scores: scores(samples, &tight),
        tight: outlines(&tight, &samples.iter().map(|sample| &sample.mask).collect::<Vec<_>>()),
        pasted: outlines(&pasted, &masks.iter().collect::<Vec<_>>()),
    })
}

#[cfg(test)]
mod tests {
    use image::Luma;

    use super::*;
    use crate::analysis::Grid;

    fn reading(scores: [u8; 9], confidence: f32) -> Reading {
        let grid = Grid { left: 10., top: 10., width: 20., height: 20., angle: 0. };
        let polygon = vec![[10., 10.], [30., 10.], [30., 30.], [10., 30.]];
        Reading { polygon, grid, scores, confidences: [confidence; 9], brightness: 120., sharpness: 50. }
    }

    fn sample(readers: Vec<[u8; 9]>) -> Sample {
        Sample::new("a".into(), RgbImage::new(8, 8), GrayImage::new(8, 8), readers)
    }

    #[test]
    fn an_outline_is_measured_by_pixels_and_by_distance() {
        let square = |right: u32| {
            GrayImage::from_fn(50, 40, |x, y| {
                Luma([if (10..right).contains(&x) && (10..30).contains(&y) { 255 } else { 0 }])
            })
        };
        assert_eq!(agreement(Some(&reading([0; 9], 1.)), &square(30)), (1., 0.));
        assert_eq!(agreement(None, &square(30)), (0., 1.));
        // 20 of 25 columns; the 100 pixels beside lie along an outline of 80, 20 high
        let (iou, boundary) = agreement(Some(&reading([0; 9], 1.)), &square(35));
        assert!((iou - 0.8).abs() < 1e-9 && (boundary - 100. / 80. / 20.).abs() < 1e-9);
    }

    #[test]
    fn scores_are_compared_with_each_reader() {
        let sample = sample(vec![[1; 9], [2; 9]]);
        let found = [Found { reading: Some(reading([1; 9], 0.75)), refused: None }];
        let scores = scores(&[&sample], &found);
        assert_eq!((scores.agreement.photos, scores.agreement.exact), (1, vec![1., 0.]));
        // index 50 against 50 and 100
        assert_eq!(scores.agreement.index_error, [0., 50.]);
        // said 0.75, right with one reader of two
        assert!((scores.calibration_error - 0.25).abs() < 1e-6);
    }

    #[test]
    fn a_tongue_that_is_not_found_counts_nothing() {
        let mask = GrayImage::from_pixel(50, 40, Luma([255]));
        let found = [Found { reading: None, refused: Some("no_tongue") }];
        let measured = outlines(&found, &[&mask]);
        assert_eq!((measured.photos, measured.refused["no_tongue"]), (1, 1));
        assert!(measured.iou_mean.abs() < 1e-9 && (measured.boundary - 1.).abs() < 1e-9);
    }
}
