//! Reasons against deploying a version in place of the deployed one.

use model::evaluation::Evaluation;
use model::release::Bundle;

use crate::{Error, InvalidRelease, ModelRegistry};

/// How a version is worse than the deployed one, or why the two cannot be compared.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Regression {
    /// It has no evaluation.
    #[error("it has no recorded evaluation (`model eval --record`)")]
    NotMeasured,
    /// The two were measured on different photos or with different protocols.
    #[error("it was measured on other photos than the deployed version")]
    OtherPhotos,
    /// It was not measured on a source of photos.
    #[error("it was not measured on {0}")]
    SourceMissing(String),
    /// Its outlines are worse.
    #[error("its outlines are worse on {source_name}: {overlap:.3} instead of {deployed:.3}")]
    Outlines {
        /// The source of photos.
        source_name: String,
        /// Its overlap.
        overlap: f64,
        /// The deployed version's overlap.
        deployed: f64,
    },
    /// It refuses more good photos.
    #[error("it refuses more good photos of {0}")]
    Refusals(String),
    /// Its scores are worse.
    #[error(
        "its scores are worse on {source_name}: kappa {kappa:.3} instead of {deployed_kappa:.3}, index error \
         {index_error:.1} instead of {deployed_index_error:.1}"
    )]
    Scores {
        /// The source of photos.
        source_name: String,
        /// Its kappa.
        kappa: f64,
        /// The deployed version's kappa.
        deployed_kappa: f64,
        /// Its mean error of the index.
        index_error: f64,
        /// The deployed version's mean error of the index.
        deployed_index_error: f64,
    },
    /// It reads more photos without a tongue.
    #[error("it reads more photos without a tongue")]
    NonTongues,
}

impl Regression {
    /// Returns the stable name of the reason.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotMeasured => "not_measured",
            Self::OtherPhotos => "other_photos",
            Self::SourceMissing(_) => "source_missing",
            Self::Outlines { .. } => "outlines",
            Self::Refusals(_) => "refusals",
            Self::Scores { .. } => "scores",
            Self::NonTongues => "non_tongues",
        }
    }
}

impl ModelRegistry {
    /// Returns why a published version should not be deployed, or `None` if it was measured and is not worse than the
    /// deployed version.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::Pointer`] or [`Error::Store`].
    pub async fn find_regression(&self, version: &str) -> Result<Option<Regression>, Error> {
        let sample_evaluation = |manifest: model::release::Manifest| {
            manifest.evaluation.filter(|evaluation| evaluation.version == manifest.version)
        };
        let Some(candidate) = sample_evaluation(self.manifest(version).await?) else {
            return Ok(Some(Regression::NotMeasured));
        };
        let deployed = match self.pointer().await?.version {
            Some(version) => sample_evaluation(self.manifest(&version).await?),
            None => Bundle::embedded().map_err(InvalidRelease::from)?.manifest.evaluation,
        };
        Ok(deployed.and_then(|deployed| find_regression(&candidate, &deployed)))
    }
}

/// Finds a metric in which the candidate is worse than the deployed version, beyond the deployed version's interval.
///
/// Versions that were measured on different photos cannot be compared. Measure the candidate on the deployed version's
/// photos.
fn find_regression(candidate: &Evaluation, deployed: &Evaluation) -> Option<Regression> {
    if candidate.data_hash != deployed.data_hash || candidate.protocol != deployed.protocol {
        return Some(Regression::OtherPhotos);
    }
    for (source, before) in &deployed.sources {
        let Some(after) = candidate.sources.get(source) else {
            return Some(Regression::SourceMissing(source.clone()));
        };
        let source_name = source.clone();
        if after.iou.value < before.iou.low {
            return Some(Regression::Outlines { source_name, overlap: after.iou.value, deployed: before.iou.value });
        }
        let refusals = |counts: &std::collections::BTreeMap<String, usize>| counts.values().sum::<usize>();
        if refusals(&after.refused) > refusals(&before.refused) + before.photos / 50 {
            return Some(Regression::Refusals(source_name));
        }
        if let (Some(after), Some(before)) = (&after.scores, &before.scores)
            && (after.kappa.value < before.kappa.low || after.index_error.value > before.index_error.high)
        {
            return Some(Regression::Scores {
                source_name,
                kappa: after.kappa.value,
                deployed_kappa: before.kappa.value,
                index_error: after.index_error.value,
                deployed_index_error: before.index_error.value,
            });
        }
    }
    let read = |evaluation: &Evaluation| evaluation.non_tongues.map_or(0, |found| found.photos - found.refused);
    (read(candidate) > read(deployed)).then_some(Regression::NonTongues)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample_evaluation() -> Evaluation {
        Bundle::embedded().expect("the built-in weights").manifest.evaluation.expect("an evaluation")
    }

    #[test]
    fn same_figures_are_no_regression() {
        assert_eq!(find_regression(&sample_evaluation(), &sample_evaluation()), None);
    }

    #[test]
    fn worse_figures_are_a_regression() {
        let worse = |change: &dyn Fn(&mut Evaluation)| {
            let mut candidate = sample_evaluation();
            change(&mut candidate);
            find_regression(&candidate, &sample_evaluation()).map(|regression| regression.code()).unwrap_or_default()
        };
        let all = model::evaluation::ALL_SOURCES;
        assert_eq!(worse(&|e| e.data_hash.clear()), "other_photos");
        assert_eq!(worse(&|e| e.sources.get_mut(all).expect("all").iou.value = 0.5), "outlines");
        let refuses = worse(&|e| {
            e.sources.get_mut(all).expect("all").refused.insert("blurred".into(), 99);
        });
        assert_eq!(refuses, "refusals");
        let scores = worse(&|e| {
            if let Some(scores) = &mut e.sources.get_mut(all).expect("all").scores {
                scores.kappa.value = 0.1;
            }
        });
        assert_eq!(scores, "scores");
        let reads = worse(&|e| {
            if let Some(found) = &mut e.non_tongues {
                found.refused -= 1;
            }
        });
        assert_eq!(reads, "non_tongues");
    }

    #[test]
    fn explanation_names_both_figures() {
        let outlines = Regression::Outlines { source_name: "all".to_owned(), overlap: 0.5, deployed: 0.9 };
        assert_eq!(outlines.to_string(), "its outlines are worse on all: 0.500 instead of 0.900");
    }
}
