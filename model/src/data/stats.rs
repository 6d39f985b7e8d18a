//! What a data set holds: sizes, balance of the classes, agreement of the readers.

use serde::Serialize;

use super::{Dataset, Sample};
use crate::metrics::{index, weighted_kappa};

/// Figures of a data set.
#[derive(Debug, Clone, Serialize)]
pub struct Stats {
    /// Photos.
    pub photos: usize,
    /// Photos that training never sees.
    pub held_out: usize,
    /// Photos of each fold.
    pub folds: Vec<usize>,
    /// Least, middle and greatest width of the photos.
    pub width: [f64; 3],
    /// The same of their height.
    pub height: [f64; 3],
    /// The same of the tongue's share of the photo.
    pub tongue: [f64; 3],
    /// Photos with scores.
    pub scored: usize,
    /// Of each reader: how many cells have 0, 1 and 2.
    pub classes: Vec<[usize; 3]>,
    /// Over all readers: the same of each cell, row by row from the root.
    pub cells: [[usize; 3]; 9],
    /// Of each pair of readers, in the order 1-2, 1-3, 2-3.
    pub agreement: Vec<ReaderPair>,
}

/// How far two readers agree.
#[derive(Debug, Clone, Serialize)]
pub struct ReaderPair {
    /// The readers, from 1.
    pub readers: [usize; 2],
    /// Photos that both scored.
    pub photos: usize,
    /// Share of cells with the same score.
    pub exact: f64,
    /// Quadratic-weighted kappa.
    pub kappa: f64,
    /// Mean absolute difference of the index, in points of 100.
    pub index_error: f64,
}

fn spread(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    let at = |i: usize| values.get(i).copied().unwrap_or_default();
    [at(0), at(values.len() / 2), at(values.len().saturating_sub(1))]
}

fn agreement(samples: &[Sample], a: usize, b: usize) -> ReaderPair {
    let both: Vec<(&[u8; 9], &[u8; 9])> =
        samples.iter().filter_map(|s| Some((s.readers.get(a)?, s.readers.get(b)?))).collect();
    let pairs: Vec<(u8, u8)> = both.iter().flat_map(|(a, b)| a.iter().copied().zip(b.iter().copied())).collect();
    let n = both.len().max(1) as f64;
    ReaderPair {
        readers: [a + 1, b + 1],
        photos: both.len(),
        exact: pairs.iter().filter(|(a, b)| a == b).count() as f64 / pairs.len().max(1) as f64,
        kappa: weighted_kappa(&pairs),
        index_error: both.iter().map(|(a, b)| (index(a) - index(b)).abs()).sum::<f64>() / n,
    }
}

/// Counts and measures a data set.
#[must_use]
pub fn stats(data: &Dataset) -> Stats {
    let samples = &data.samples;
    let readers = samples.iter().map(|sample| sample.readers.len()).max().unwrap_or(0);
    let mut classes = vec![[0; 3]; readers];
    let mut cells = [[0; 3]; 9];
    for sample in samples {
        for (reader, scores) in sample.readers.iter().enumerate() {
            for (cell, score) in scores.iter().enumerate() {
                classes[reader][usize::from(*score)] += 1;
                cells[cell][usize::from(*score)] += 1;
            }
        }
    }
    let mut folds = vec![0; samples.iter().map(|sample| usize::from(sample.fold()) + 1).max().unwrap_or(0)];
    for sample in samples {
        folds[usize::from(sample.fold())] += 1;
    }
    let share = |sample: &Sample| {
        sample.mask.iter().filter(|v| **v > 127).count() as f64 / sample.mask.as_raw().len().max(1) as f64
    };
    Stats {
        photos: samples.len(),
        held_out: data.part(true).count(),
        folds,
        width: spread(samples.iter().map(|sample| f64::from(sample.photo().width())).collect()),
        height: spread(samples.iter().map(|sample| f64::from(sample.photo().height())).collect()),
        tongue: spread(samples.iter().map(share).collect()),
        scored: samples.iter().filter(|sample| !sample.readers.is_empty()).count(),
        classes,
        cells,
        agreement: (0..readers)
            .flat_map(|a| (a + 1..readers).map(move |b| (a, b)))
            .map(|(a, b)| agreement(samples, a, b))
            .collect(),
    }
}
