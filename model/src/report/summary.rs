//! Figures of many photos, with intervals over photos.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::bootstrap::{Interval, interval_by};
use super::photo::{Photo, index_error, kappa};
use crate::metrics::{index, weighted_kappa};

/// Bins of the reliability diagram.
pub const BINS: usize = 10;

/// Outlines of one group of photos.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Outlines {
    /// Photos.
    pub photos: usize,
    /// Mean intersection over union.
    pub iou: Interval,
    /// Its fifth percentile.
    pub iou_p5: f64,
    /// Its least.
    pub iou_min: f64,
    /// Mean Dice coefficient.
    pub dice: Interval,
    /// Mean over photos of the 95 % Hausdorff distance, as a share of the tongue's height.
    pub hausdorff: Interval,
    /// How many the quality gate refuses, by code.
    pub refused: BTreeMap<String, usize>,
}

/// Scores against one reader.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Scores {
    /// Photos, of nine cells each.
    pub photos: usize,
    /// Share of cells with the very score.
    pub exact: Interval,
    /// The same of each cell, row by row from the root.
    pub cells: [f64; 9],
    /// Quadratic-weighted kappa.
    pub kappa: Interval,
    /// Mean absolute difference of the index, in points of 100.
    pub index_error: Interval,
    /// Cells by truth (row) and answer (column).
    pub confusion: [[usize; 3]; 3],
}

/// Scores against all readers together, in one kind of view.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct UnderShift {
    /// Photos, of nine cells each.
    pub photos: usize,
    /// Quadratic-weighted kappa.
    pub kappa: Interval,
    /// Mean absolute difference of the index, in points of 100.
    pub index_error: Interval,
}

/// One bin of the reliability diagram.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub struct Bin {
    /// Cells in it.
    pub cells: usize,
    /// Mean confidence.
    pub said: f64,
    /// Share that was right, over readers.
    pub right: f64,
}

/// Everything.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Summary {
    /// Which version.
    pub version: String,
    /// Outlines by slice.
    pub slices: BTreeMap<String, Outlines>,
    /// Outlines of the first slice by fold.
    pub folds: BTreeMap<u8, Outlines>,
    /// Scores against all readers together, by slice, where the slice keeps the scores. Empty for a version that was measured
    /// before scores were compared by slice.
    #[serde(default)]
    pub agreement: BTreeMap<String, UnderShift>,
    /// Scores of the first slice against each reader.
    pub readers: Vec<Scores>,
    /// The second reader's scores against the first's, on the same photos: what can be hoped for.
    pub between_readers: Option<Scores>,
    /// Confidence and truth.
    pub reliability: Vec<Bin>,
    /// Mean difference of both, weighted by cells.
    pub calibration_error: f64,
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, n) = values.fold((0., 0.), |(sum, n), v| (sum + v, n + 1.));
    sum / f64::max(n, 1.)
}

fn outlines(photos: &[&Photo]) -> Option<Outlines> {
    let of = |figure: fn(&Photo) -> f64| {
        interval_by(photos, |photo| &photo.group, |drawn| mean(drawn.iter().map(|photo| figure(photo))))
    };
    let mut ious: Vec<f64> = photos.iter().map(|photo| photo.iou).collect();
    ious.sort_by(f64::total_cmp);
    let mut refused = BTreeMap::new();
    for code in photos.iter().filter_map(|photo| photo.refused.as_ref()) {
        *refused.entry(code.clone()).or_default() += 1;
    }
    Some(Outlines {
        photos: photos.len(),
        iou: of(|photo| photo.iou)?,
        iou_p5: ious[ious.len() / 20],
        iou_min: ious[0],
        dice: of(|photo| photo.dice)?,
        hausdorff: of(|photo| photo.hausdorff)?,
        refused,
    })
}

/// Whose photo it is, the scores that were said of it, and the true ones.
pub type Said<P> = (P, [u8; 9], [u8; 9]);

/// Scores that were said and the true ones, photo by photo.
#[must_use]
pub fn scores<P: Ord>(pairs: &[Said<P>]) -> Option<Scores> {
    let cells = |drawn: &[&Said<P>]| -> Vec<(u8, u8)> {
        drawn.iter().flat_map(|(_, a, b)| a.iter().copied().zip(*b)).collect()
    };
    let of = |figure: &dyn Fn(&[&Said<P>]) -> f64| interval_by(pairs, |(person, ..)| person, figure);
    let mut confusion = [[0; 3]; 3];
    let mut right = [0.; 9];
    for (_, said, truth) in pairs {
        for cell in 0..9 {
            confusion[usize::from(truth[cell])][usize::from(said[cell])] += 1;
            right[cell] += f64::from(u8::from(truth[cell] == said[cell]));
        }
    }
    Some(Scores {
        photos: pairs.len(),
        exact: of(&|drawn| mean(cells(drawn).iter().map(|(a, b)| f64::from(u8::from(a == b)))))?,
        cells: right.map(|n: f64| n / pairs.len() as f64),
        kappa: of(&|drawn| weighted_kappa(&cells(drawn)))?,
        index_error: of(&|drawn| mean(drawn.iter().map(|(_, a, b)| (index(a) - index(b)).abs())))?,
        confusion,
    })
}

fn agreement(photos: &[&Photo]) -> Option<UnderShift> {
    let compared: Vec<&Photo> = photos.iter().copied().filter(|photo| photo.compared()).collect();
    let of = |figure: fn(&[&Photo]) -> f64| {
        let copied = |drawn: &[&&Photo]| figure(&drawn.iter().map(|photo| **photo).collect::<Vec<_>>());
        interval_by(&compared, |photo| &photo.group, copied)
    };
    Some(UnderShift { photos: compared.len(), kappa: of(kappa)?, index_error: of(index_error)? })
}

fn reliability(photos: &[&Photo]) -> Vec<Bin> {
    let mut bins = vec![Bin::default(); BINS];
    for photo in photos {
        let (Some(scores), Some(confidences)) = (photo.scores, photo.confidences) else { continue };
        for (cell, confidence) in confidences.iter().enumerate().filter(|_| !photo.readers.is_empty()) {
            let bin = &mut bins[((confidence * BINS as f32) as usize).min(BINS - 1)];
            let right = photo.readers.iter().filter(|reader| reader[cell] == scores[cell]).count() as f64;
            bin.cells += 1;
            bin.said += f64::from(*confidence);
            bin.right += right / photo.readers.len() as f64;
        }
    }
    for bin in bins.iter_mut().filter(|bin| bin.cells > 0) {
        bin.said /= bin.cells as f64;
        bin.right /= bin.cells as f64;
    }
    bins
}

/// Sums photos up.
#[must_use]
pub fn summarise(version: &str, photos: &[Photo]) -> Summary {
    let names: BTreeSet<&str> = photos.iter().map(|photo| photo.slice.as_str()).collect();
    let first = photos.first().map_or("", |photo| photo.slice.as_str());
    let of = |slice: &str| -> Vec<&Photo> { photos.iter().filter(|photo| photo.slice == slice).collect() };
    let base = of(first);
    let folds: BTreeSet<u8> = base.iter().map(|photo| photo.fold).collect();
    let in_fold = |fold: u8| base.iter().copied().filter(|photo| photo.fold == fold).collect::<Vec<_>>();
    let scored: Vec<&Photo> = base.iter().copied().filter(|photo| photo.compared()).collect();
    let readers = scored.iter().map(|photo| photo.readers.len()).max().unwrap_or(0);
    let against = |reader: usize| -> Vec<Said<&str>> {
        scored.iter().filter_map(|photo| Some((&*photo.group, photo.scores?, *photo.readers.get(reader)?))).collect()
    };
    let between: Vec<Said<&str>> =
        scored.iter().filter_map(|photo| Some((&*photo.group, *photo.readers.get(1)?, photo.readers[0]))).collect();
    let reliability = reliability(&scored);
    let cells: usize = reliability.iter().map(|bin| bin.cells).sum();
    let gap = |bin: &Bin| (bin.said - bin.right).abs() * bin.cells as f64;
    Summary {
        version: version.to_owned(),
        slices: names.iter().filter_map(|name| Some(((*name).to_owned(), outlines(&of(name))?))).collect(),
        folds: folds.into_iter().filter_map(|fold| Some((fold, outlines(&in_fold(fold))?))).collect(),
        agreement: names.iter().filter_map(|name| Some(((*name).to_owned(), agreement(&of(name))?))).collect(),
        readers: (0..readers).filter_map(|reader| scores(&against(reader))).collect(),
        between_readers: scores(&between),
        calibration_error: reliability.iter().map(gap).sum::<f64>() / cells.max(1) as f64,
        reliability,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A photo of a slice whose outline and scores agree so well.
    pub fn photo(id: &str, slice: &str, iou: f64, said: u8, readers: &[u8]) -> Photo {
        Photo {
            id: id.to_owned(),
            group: id.to_owned(),
            slice: slice.to_owned(),
            fold: u8::from(id.len().is_multiple_of(2)),
            iou,
            dice: 2. * iou / (1. + iou),
            hausdorff: 1. - iou,
            refused: (iou < 0.5).then(|| "no_tongue".to_owned()),
            scores: Some([said; 9]),
            confidences: Some([0.75; 9]),
            readers: readers.iter().map(|score| [*score; 9]).collect(),
            outline: vec![],
        }
    }

    #[test]
    fn figures_are_summed_up_by_slice_fold_and_reader() {
        let photos = [
            photo("a", "as it is", 0.9, 1, &[1, 1]),
            photo("bb", "as it is", 0.7, 2, &[2, 1]),
            photo("a", "dim", 0.8, 0, &[1, 2]),
            photo("a", "pasted", 0.4, 0, &[]),
        ];
        let summary = summarise("v", &photos);
        assert_eq!(summary.slices.keys().collect::<Vec<_>>(), ["as it is", "dim", "pasted"]);
        let base = &summary.slices["as it is"];
        assert!((base.iou.value - 0.8).abs() < 1e-9 && (base.iou_min - 0.7).abs() < 1e-9 && base.refused.is_empty());
        assert!(base.iou.low >= 0.7 - 1e-9 && base.iou.high <= 0.9 + 1e-9);
        assert_eq!(summary.slices["pasted"].refused["no_tongue"], 1);
        assert_eq!(summary.folds.values().map(|fold| fold.photos).collect::<Vec<_>>(), [1, 1]);
        let [one, two] = &summary.readers[..] else { panic!("two readers") };
        assert!((one.exact.value - 1.).abs() < 1e-9 && (two.exact.value - 0.5).abs() < 1e-9);
        assert_eq!(two.confusion, [[0, 0, 0], [0, 9, 9], [0, 0, 0]]);
        // index 100 against 50 in one of two photos
        assert!((two.index_error.value - 25.).abs() < 1e-9);
        assert!((summary.between_readers.unwrap().exact.value - 0.5).abs() < 1e-9);
        // each kind of view by itself, and those that keep no scores not at all
        assert_eq!(summary.agreement.keys().collect::<Vec<_>>(), ["as it is", "dim"]);
        let dim = &summary.agreement["dim"];
        assert!(dim.photos == 1 && (dim.index_error.value - 75.).abs() < 1e-9, "0 against 50 and 100");
        assert!(dim.kappa.value.abs() < 1e-9 && summary.agreement["as it is"].kappa.value > 0.);
        // said 0.75, right in three of four
        assert!(summary.calibration_error.abs() < 1e-6, "{}", summary.calibration_error);
        assert_eq!(summary.reliability[7].cells, 18);
    }

    #[test]
    fn nothing_is_summed_up_to_nothing() {
        let summary = summarise("v", &[]);
        assert!(summary.slices.is_empty() && summary.readers.is_empty() && summary.between_readers.is_none());
    }
}
