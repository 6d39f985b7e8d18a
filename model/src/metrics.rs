//! Measures of agreement.

use image::GrayImage;
use serde::{Deserialize, Serialize};

use crate::bootstrap::{Interval, interval_by};
use crate::mask::fill;

/// Cohen's kappa with quadratic weights over three ordered classes (Cohen 1968), for pairs (prediction, label). 1 is
/// full agreement, 0 is chance.
#[must_use]
pub fn weighted_kappa(pairs: &[(u8, u8)]) -> f64 {
    let n = pairs.len() as f64;
    let mut seen = [[0f64; 3]; 3];
    for (a, b) in pairs {
        seen[usize::from(*a)][usize::from(*b)] += 1.;
    }
    let row = |i: usize| seen[i].iter().sum::<f64>();
    let column = |j: usize| seen.iter().map(|r| r[j]).sum::<f64>();
    let (mut observed, mut expected) = (0., 0.);
    for (i, line) in seen.iter().enumerate() {
        for (j, count) in line.iter().enumerate() {
            let weight = (i as f64 - j as f64).powi(2);
            observed += weight * count;
            expected += weight * row(i) * column(j) / n.max(1.);
        }
    }
    if expected == 0. { 1. } else { 1. - observed / expected }
}

/// Returns the index of nine scores, in points of 100.
#[must_use]
pub fn index(scores: &[u8; 9]) -> f64 {
    f64::from(scores.iter().sum::<u8>()) / 18. * 100.
}

/// Predicted scores and an annotator's scores for one photo.
pub struct ScorePair<G> {
    /// The group that is resampled together, such as the person.
    pub group: G,
    /// Predicted scores.
    pub predicted: [u8; 9],
    /// The annotator's scores.
    pub label: [u8; 9],
}

/// Agreement of scores with one annotator, each metric with its 95 % interval.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Agreement {
    /// Photos, of nine cells each.
    pub photos: usize,
    /// Share of cells with exactly the annotator's score.
    pub exact: Interval,
    /// Quadratic-weighted kappa.
    pub kappa: Interval,
    /// Mean absolute difference of the index, in points of 100.
    pub index_error: Interval,
}

impl Agreement {
    /// Returns the agreement over photos; none without photos.
    #[must_use]
    pub fn from_pairs<G: Ord>(pairs: &[ScorePair<G>]) -> Option<Self> {
        let cells = |drawn: &[&ScorePair<G>]| -> Vec<(u8, u8)> {
            drawn.iter().flat_map(|pair| pair.predicted.iter().copied().zip(pair.label)).collect()
        };
        let with_interval = |figure: &dyn Fn(&[&ScorePair<G>]) -> f64| interval_by(pairs, |pair| &pair.group, figure);
        Some(Self {
            photos: pairs.len(),
            exact: with_interval(&|drawn| mean(cells(drawn).iter().map(|(a, b)| f64::from(u8::from(a == b)))))?,
            kappa: with_interval(&|drawn| weighted_kappa(&cells(drawn)))?,
            index_error: with_interval(&|drawn| {
                mean(drawn.iter().map(|pair| (index(&pair.predicted) - index(&pair.label)).abs()))
            })?,
        })
    }
}

/// Returns the mean of some values; 0 without values.
pub fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, n) = values.fold((0., 0.), |(sum, n), value| (sum + value, n + 1.));
    if n == 0. { 0. } else { sum / n }
}

/// Pearson correlation of pairs; 0 if one side does not vary.
#[must_use]
pub fn correlation(pairs: &[[f64; 2]]) -> f64 {
    let [mx, my] = [0, 1].map(|i| mean(pairs.iter().map(|pair| pair[i])));
    let moment = |f: &dyn Fn(&[f64; 2]) -> f64| pairs.iter().map(f).sum::<f64>();
    let covariance = moment(&|p| (p[0] - mx) * (p[1] - my));
    let spread = (moment(&|p| (p[0] - mx).powi(2)) * moment(&|p| (p[1] - my).powi(2))).sqrt();
    if spread > 0. { covariance / spread } else { 0. }
}

/// Intersection over union of two masks of the same size; 1 if both are empty.
#[must_use]
pub fn iou(a: &GrayImage, b: &GrayImage) -> f64 {
    let (mut both, mut any) = (0u64, 0u64);
    for (a, b) in a.iter().zip(b.iter()) {
        let (a, b) = (*a > 127, *b > 127);
        both += u64::from(a && b);
        any += u64::from(a || b);
    }
    if any == 0 { 1. } else { both as f64 / any as f64 }
}

/// Intersection over union of two outlines in a picture of this width and height.
#[must_use]
pub fn overlap(a: &[[f32; 2]], b: &[[f32; 2]], (width, height): (u32, u32)) -> f64 {
    iou(&fill(a, width, height), &fill(b, width, height))
}

/// F score of two masks' borders (Csurka et al. 2013): pixels of one border within `tolerance` pixels of the other
/// count as matched. 0 if a mask is empty.
#[must_use]
pub fn boundary_f(a: &GrayImage, b: &GrayImage, tolerance: i64) -> f64 {
    let (a, b) = (border(a), border(b));
    if a.is_empty() || b.is_empty() {
        return 0.;
    }
    let found = |from: &[[i64; 2]], to: &[[i64; 2]]| {
        let near = |p: &&[i64; 2]| {
            let first = to.partition_point(|q| q[1] < p[1] - tolerance);
            let rows = to[first..].iter().take_while(|q| q[1] <= p[1] + tolerance);
            rows.into_iter().any(|q| (q[0] - p[0]).pow(2) + (q[1] - p[1]).pow(2) <= tolerance * tolerance)
        };
        from.iter().filter(near).count() as f64 / from.len() as f64
    };
    let (precision, recall) = (found(&a, &b), found(&b, &a));
    if precision + recall == 0. { 0. } else { 2. * precision * recall / (precision + recall) }
}

/// Returns the pixels of a mask with a neighbor outside of it, row by row.
fn border(mask: &GrayImage) -> Vec<[i64; 2]> {
    let (w, h) = (i64::from(mask.width()), i64::from(mask.height()));
    let white =
        |x: i64, y: i64| (0..w).contains(&x) && (0..h).contains(&y) && mask.get_pixel(x as u32, y as u32).0[0] > 127;
    let inner = |x: i64, y: i64| white(x - 1, y) && white(x + 1, y) && white(x, y - 1) && white(x, y + 1);
    (0..h).flat_map(|y| (0..w).map(move |x| [x, y])).filter(|[x, y]| white(*x, *y) && !inner(*x, *y)).collect()
}
