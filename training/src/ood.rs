//! Fits the out-of-distribution statistics of [`model::ood`].

use std::collections::BTreeMap;

use anyhow::ensure;
use model::TonguePipeline;
use model::ood::OodDetector;
use rayon::prelude::*;

use crate::dataset::{FOLDS, Photo};

/// Share of in-distribution photos that exceed the limit.
const EXCEEDED_SHARE: f64 = 0.01;
/// Shrinkage of the covariance towards equal variances: a few hundred photos do not determine a hundred dimensions.
const SHRINKAGE: f64 = 0.1;

/// A tongue's features, with the source and fold of its photo.
pub struct Sample {
    /// Source.
    pub source: String,
    /// Fold; groups are never split.
    pub fold: u32,
    /// Features as in [`model::pipeline::Prediction`].
    pub features: Vec<f32>,
}

/// Returns the features of the tongues that a version detects in photos.
///
/// # Errors
/// Fails only when the network cannot run.
pub fn extract_samples(pipeline: &TonguePipeline, photos: &[&Photo]) -> anyhow::Result<Vec<Sample>> {
    let outlined: Vec<&&Photo> = photos.iter().filter(|photo| photo.mask.is_some()).collect();
    let found = outlined.par_iter().map(|photo| {
        let found = pipeline.predict(photo.image())?;
        Ok(found.map(|found| Sample {
            source: photo.row.source.clone(),
            fold: photo.row.fold(FOLDS),
            features: found.features,
        }))
    });
    Ok(found.collect::<anyhow::Result<Vec<_>>>()?.into_iter().flatten().collect())
}

/// Fits means, covariance and the limit, which the share `EXCEEDED_SHARE` of the photos exceeds when the statistics
/// come from the other folds.
///
/// # Errors
/// Fails when there are fewer than two tongues.
pub fn fit(samples: &[Sample]) -> anyhow::Result<OodDetector> {
    ensure!(samples.len() > 1, "out-of-distribution statistics need two detected tongues; there are {}", samples.len());
    let all: Vec<&Sample> = samples.iter().collect();
    let mut distances = Vec::new();
    for fold in 0..FOLDS {
        let (held_out, rest): (Vec<&Sample>, Vec<&Sample>) = all.iter().partition(|sample| sample.fold == fold);
        if rest.len() > 1 {
            let detector = fit_detector(&rest);
            distances.extend(held_out.iter().map(|sample| detector.distance(&sample.features)));
        }
    }
    distances.sort_by(f32::total_cmp);
    let at = (distances.len() as f64 * (1. - EXCEEDED_SHARE)) as usize;
    let fitted = fit_detector(&all);
    let limit = distances.get(at).or(distances.last()).copied().unwrap_or(f32::INFINITY);
    ensure!(limit.is_finite() && limit > 0., "the features of all tongues are the same");
    Ok(OodDetector { limit, ..fitted })
}

/// Computes means and whitening of some samples, with a limit of 1.
fn fit_detector(samples: &[&Sample]) -> OodDetector {
    let width = samples[0].features.len();
    let mut sources: BTreeMap<&str, (Vec<f64>, f64)> = BTreeMap::new();
    for sample in samples {
        let (sum, n) = sources.entry(&sample.source).or_insert_with(|| (vec![0.; width], 0.));
        sum.iter_mut().zip(&sample.features).for_each(|(sum, v)| *sum += f64::from(*v));
        *n += 1.;
    }
    for (sum, n) in sources.values_mut() {
        for sum in sum {
            *sum /= *n;
        }
    }
    let mut covariance = vec![vec![0f64; width]; width];
    for sample in samples {
        let (mean, _) = &sources[&*sample.source];
        let centered: Vec<f64> = sample.features.iter().zip(mean).map(|(v, mean)| f64::from(*v) - mean).collect();
        for (row, a) in covariance.iter_mut().zip(&centered) {
            row.iter_mut().zip(&centered).for_each(|(sum, b)| *sum += a * b);
        }
    }
    let n = samples.len() as f64;
    let variance = (0..width).map(|i| covariance[i][i]).sum::<f64>() / n / width as f64;
    for (i, row) in covariance.iter_mut().enumerate() {
        for v in row.iter_mut() {
            *v *= (1. - SHRINKAGE) / n;
        }
        row[i] += SHRINKAGE * variance + f64::from(f32::EPSILON);
    }
    let whitening: Vec<Vec<f32>> = inverse_cholesky(&covariance);
    let whiten = |mean: &[f64]| -> Vec<f32> {
        whitening.iter().map(|row| row.iter().zip(mean).map(|(w, v)| f64::from(*w) * v).sum::<f64>() as f32).collect()
    };
    let means = sources.values().map(|(mean, _)| whiten(mean)).collect();
    OodDetector { whitening, means, limit: 1. }
}

/// Returns the inverse of the lower triangular Cholesky factor of a positive definite matrix.
fn inverse_cholesky(matrix: &[Vec<f64>]) -> Vec<Vec<f32>> {
    let n = matrix.len();
    let mut factor = vec![vec![0f64; n]; n];
    let mut inverse: Vec<Vec<f64>> = Vec::new();
    for i in 0..n {
        for j in 0..=i {
            let rest = matrix[i][j] - (0..j).map(|k| factor[i][k] * factor[j][k]).sum::<f64>();
            factor[i][j] = if i == j { rest.max(f64::MIN_POSITIVE).sqrt() } else { rest / factor[j][j] };
        }
        let above = |j: usize| (j..i).map(|k| factor[i][k] * inverse[k][j]).sum::<f64>();
        let row = (0..n).map(|j| (f64::from(u8::from(i == j)) - above(j)) / factor[i][i]);
        inverse.push(row.collect());
    }
    inverse.into_iter().map(|row| row.into_iter().map(|v| v as f32).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::augment::normal;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn inverse_cholesky_times_factor_is_identity() {
        // the factor of this matrix is [[2, 0], [3, 1]]
        let inverse = inverse_cholesky(&[vec![4., 6.], vec![6., 10.]]);
        assert_eq!(inverse, [[0.5, 0.], [-1.5, 1.]]);
    }

    #[test]
    fn fit_exceeds_limit_by_one_percent_and_far() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut draw = |source: &str, at: f32, i: u32| {
            let base = normal(&mut rng, 1.);
            let features = vec![at + base, base * 2. + normal(&mut rng, 0.1), normal(&mut rng, 3.)];
            Sample { source: source.to_owned(), fold: i % 5, features }
        };
        let train: Vec<Sample> = (0..1000).flat_map(|i| [draw("a", 0., i), draw("b", 30., i)]).collect();
        let fitted = fit(&train).unwrap();
        let exceeded = (0..2000).filter(|i| fitted.distance(&draw("a", 0., *i).features) > 1.).count();
        assert!((4..=60).contains(&exceeded), "{exceeded} of 2000");
        let between = (0..100).filter(|i| fitted.distance(&draw("c", 15., *i).features) > 1.).count();
        assert_eq!(between, 100);
        assert!(fit(&train[..1]).is_err());
    }
}
