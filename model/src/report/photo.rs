//! One photo, read by one version, beside what people say of it.

use image::{GrayImage, RgbImage};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::analysis::{Outcome, Reading};
use crate::analyzer::AnalysisError;
use crate::data::Sample;
use crate::eval::without_tongue;
use crate::manifest::{Bundle, Manifest};
use crate::metrics::{hausdorff95, index, iou, weighted_kappa};
use crate::outline::fill;
use crate::quality::Thresholds;
use crate::reader::Reader;
use crate::shifts::{Shift, shifted};

/// What was measured of a version.
#[derive(Debug, Clone, Default)]
pub struct Measured {
    /// View by view.
    pub photos: Vec<Photo>,
    /// Of photos without a tongue, always the same ones: whether each was refused.
    pub empty: Vec<bool>,
}

/// What was measured on one photo.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Photo {
    /// Its name.
    pub id: String,
    /// Whose it is: what intervals keep together.
    pub group: String,
    /// The kind of view: as it is, pasted, …
    pub slice: String,
    /// Its fold.
    pub fold: u8,
    /// Intersection over union of the tongue; 0 when it was not found.
    pub iou: f64,
    /// Dice coefficient.
    pub dice: f64,
    /// 95th percentile of the distances between the outlines, as a share of the tongue's height; 1 when it was not found.
    pub hausdorff: f64,
    /// Why the quality gate refuses it.
    pub refused: Option<String>,
    /// The nine scores.
    pub scores: Option<[u8; 9]>,
    /// How likely each is right.
    pub confidences: Option<[f32; 9]>,
    /// The readers' scores in this view.
    pub readers: Vec<[u8; 9]>,
    /// The outline that was found, in pixels of the view.
    pub outline: Vec<[f32; 2]>,
}

impl Photo {
    /// Whether it has scores that can be compared with a reader's.
    #[must_use]
    pub fn compared(&self) -> bool {
        self.scores.is_some() && !self.readers.is_empty()
    }

    /// What was said beside what each reader says.
    fn beside(&self) -> impl Iterator<Item = ([u8; 9], [u8; 9])> + '_ {
        self.scores.into_iter().flat_map(|said| self.readers.iter().map(move |reader| (said, *reader)))
    }
}

/// Quadratic-weighted kappa of the scores of some photos with all their readers.
#[must_use]
pub fn kappa(photos: &[&Photo]) -> f64 {
    let cells = photos.iter().flat_map(|photo| photo.beside()).flat_map(|(said, truth)| said.into_iter().zip(truth));
    weighted_kappa(&cells.collect::<Vec<_>>())
}

/// Mean difference between the index that was said and the readers', in points of 100.
#[must_use]
pub fn index_error(photos: &[&Photo]) -> f64 {
    let apart = photos.iter().flat_map(|photo| photo.beside());
    let apart: Vec<f64> = apart.map(|(said, truth)| (index(&said) - index(&truth)).abs()).collect();
    apart.iter().sum::<f64>() / apart.len().max(1) as f64
}

/// Draws the view of a sample at a place of the list: picture and mask.
pub type View<'a> = Box<dyn Fn(&Sample, usize) -> (RgbImage, GrayImage) + Sync + 'a>;

/// A kind of view of the photos.
pub struct Slice<'a> {
    /// Its name.
    pub name: &'a str,
    /// The view of a sample at a place of the list: the same at each call.
    pub view: View<'a>,
    /// Whether scores are compared in it: the view shows the readers' cells, not mirrored ones, and their coat.
    pub scored: bool,
}

/// The kinds of view that every evaluation of `samples` has: as they are, pasted into scenes, and as other cameras, lights and
/// skins would show them.
#[must_use]
pub fn slices<'a>(samples: &'a [&'a Sample]) -> Vec<Slice<'a>> {
    let mut all = vec![
        Slice {
            name: "as it is",
            view: Box::new(|sample, _| (sample.photo().clone(), sample.mask.clone())),
            scored: true,
        },
        // may be mirrored, so that its scores are not the readers'
        Slice { name: "pasted", view: Box::new(crate::eval::pasted), scored: false },
    ];
    all.extend(Shift::ALL.into_iter().map(|shift| Slice {
        name: shift.name(),
        view: Box::new(move |_, place| shifted(samples, place, shift)),
        scored: shift.keeps_scores(),
    }));
    all
}

/// Measures a version on each view of each sample, and on photos without a tongue.
///
/// # Errors
/// Fails when the networks cannot be built or run.
pub fn measure_all(bundle: &Bundle, samples: &[&Sample], slices: &[Slice]) -> Result<Measured, AnalysisError> {
    let empty = without_tongue(&Reader::new(bundle)?, samples)?;
    Ok(Measured { photos: measure(bundle, samples, slices)?, empty: empty.iter().map(Option::is_some).collect() })
}

/// Measures a version on each view of each sample.
///
/// # Errors
/// Fails when the networks cannot be built or run.
pub fn measure(bundle: &Bundle, samples: &[&Sample], slices: &[Slice]) -> Result<Vec<Photo>, AnalysisError> {
    let open = Bundle {
        manifest: Manifest { thresholds: Thresholds::open(), ..bundle.manifest.clone() },
        tensors: bundle.tensors.clone(),
    };
    let (open, strict) = (Reader::new(&open)?, Reader::new(bundle)?);
    let jobs: Vec<(usize, &Sample, &Slice)> = slices
        .iter()
        .flat_map(|slice| samples.iter().enumerate().map(move |(place, sample)| (place, *sample, slice)))
        .collect();
    jobs.into_par_iter()
        .map(|(place, sample, slice)| {
            let (picture, mask) = (slice.view)(sample, place);
            // outlines are measured whatever the gate says
            let found = match open.read(&picture, None)?.outcome {
                Outcome::Reading(reading) => Some(reading),
                Outcome::Failure(_) => None,
            };
            let refused = match strict.read(&picture, None)?.outcome {
                Outcome::Reading(_) => None,
                Outcome::Failure(code) => Some(code.as_str().to_owned()),
            };
            Ok(one(sample, slice, &mask, found.as_ref(), refused))
        })
        .collect()
}

fn one(sample: &Sample, slice: &Slice, mask: &GrayImage, found: Option<&Reading>, refused: Option<String>) -> Photo {
    let (w, h) = mask.dimensions();
    let said = found.map(|reading| fill(&reading.polygon, w, h));
    let overlap = said.as_ref().map_or(0., |said| iou(said, mask));
    let distance = said.as_ref().and_then(|said| hausdorff95(said, mask)).unwrap_or(1.);
    let scored = found.filter(|_| slice.scored);
    Photo {
        id: sample.id.clone(),
        group: sample.group.clone(),
        slice: slice.name.to_owned(),
        fold: sample.fold(),
        iou: overlap,
        dice: 2. * overlap / (1. + overlap),
        hausdorff: distance,
        refused,
        scores: scored.map(|reading| reading.scores),
        confidences: scored.map(|reading| reading.confidences),
        readers: if slice.scored { sample.readers.clone() } else { vec![] },
        outline: found.map(|reading| reading.polygon.clone()).unwrap_or_default(),
    }
}
