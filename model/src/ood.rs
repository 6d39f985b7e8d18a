//! Out-of-distribution detection: whether a tongue resembles those that a version was trained on.
//!
//! A tongue's features are compared with the mean of each training source under the covariance within sources: the
//! minimum Mahalanobis distance, after Lee et al. (2018, "A Simple Unified Framework for Detecting Out-of-Distribution
//! Samples").

use candle_core::{Device, Result, Tensor, bail};

use crate::weights::Tensors;

const WHITENING: &str = "familiarity.whitening";
const MEANS: &str = "familiarity.means";
const LIMIT: &str = "familiarity.limit";

/// Statistics of the training tongues' features.
#[derive(Debug, Clone, PartialEq)]
pub struct OodDetector {
    /// Lower triangular `[d][d]`; maps features to coordinates with unit covariance.
    pub whitening: Vec<Vec<f32>>,
    /// Means of the sources in those coordinates, `[sources][d]`.
    pub means: Vec<Vec<f32>>,
    /// Distance above which a tongue is unlike all sources.
    pub limit: f32,
}

impl OodDetector {
    /// Returns the statistics in a version's tensors; none if the version has none.
    ///
    /// # Errors
    /// Fails when they are incomplete or their width differs from `features`.
    pub fn from_tensors(tensors: &Tensors, features: usize) -> Result<Option<Self>> {
        let [whitening, means, limit] = [WHITENING, MEANS, LIMIT].map(|name| tensors.0.get(name));
        let (whitening, means, limit) = match (whitening, means, limit) {
            (None, None, None) => return Ok(None),
            (Some(whitening), Some(means), Some(limit)) => {
                (whitening.to_vec2()?, means.to_vec2()?, limit.to_scalar::<f32>()?)
            }
            _ => bail!("the out-of-distribution statistics are incomplete"),
        };
        let square = whitening.len() == features && whitening.iter().all(|row: &Vec<f32>| row.len() == features);
        let fits = square && !means.is_empty() && means.iter().all(|mean: &Vec<f32>| mean.len() == features);
        if !fits || limit <= 0. {
            bail!("the out-of-distribution statistics do not fit {features} features");
        }
        Ok(Some(Self { whitening, means, limit }))
    }

    /// Adds the statistics to a version's tensors.
    ///
    /// # Errors
    /// Fails when rows differ in length.
    pub fn add_to(&self, tensors: &mut Tensors) -> Result<()> {
        let rows = |rows: &[Vec<f32>]| Tensor::new(rows.to_vec(), &Device::Cpu);
        tensors.0.insert(WHITENING.into(), rows(&self.whitening)?);
        tensors.0.insert(MEANS.into(), rows(&self.means)?);
        tensors.0.insert(LIMIT.into(), Tensor::new(self.limit, &Device::Cpu)?);
        Ok(())
    }

    /// Returns the distance of a tongue's features from the nearest source, relative to the limit: above 1 the tongue
    /// is unlike all of them.
    #[must_use]
    pub fn distance(&self, features: &[f32]) -> f32 {
        let dot = |row: &Vec<f32>| row.iter().zip(features).map(|(a, b)| a * b).sum::<f32>();
        let whitened: Vec<f32> = self.whitening.iter().map(dot).collect();
        let square = |mean: &Vec<f32>| mean.iter().zip(&whitened).map(|(a, b)| (a - b).powi(2)).sum::<f32>();
        self.means.iter().map(square).fold(f32::MAX, f32::min).sqrt() / self.limit
    }
}
