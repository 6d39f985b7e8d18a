//! Metrics with intervals from predictions.

use std::collections::{BTreeMap, BTreeSet};

use model::bootstrap::{Interval, interval_by};
use model::calibration::Calibration;
use model::evaluation::{ALL_SOURCES, Evaluation, NonTongueEvaluation, ScoreEvaluation, SourceEvaluation};
use model::metrics::{Agreement, ScorePair, correlation, index, mean, weighted_kappa};

use super::predictions::{PhotoPrediction, Predictions};

/// Number of bins of the calibration error.
const BINS: usize = 10;

/// A scored photo's prediction.
pub(super) struct Scored<'a> {
    photo: &'a PhotoPrediction,
    scores: [u8; 9],
    confidences: [f32; 9],
    expected_index: f64,
    annotator_index: f64,
}

impl<'a> Scored<'a> {
    /// Returns none if no tongue was found or there are no annotators' scores.
    pub(super) fn new(photo: &'a PhotoPrediction, calibration: &Calibration) -> Option<Self> {
        let (scores, confidences) = photo.scores(calibration)?;
        let (expected_index, annotator_index) = (photo.expected_index(calibration)?, photo.annotator_index()?);
        Some(Self { photo, scores, confidences, expected_index, annotator_index })
    }
}

/// Computes all metrics of some predictions.
#[must_use]
pub fn summarize(predictions: &Predictions) -> Evaluation {
    let calibration = &predictions.calibration;
    let tongues: Vec<&PhotoPrediction> = predictions.photos.iter().filter(|photo| photo.has_tongue).collect();
    let names: BTreeSet<&str> = tongues.iter().map(|photo| photo.source.as_str()).collect();
    let mut sources = BTreeMap::new();
    for name in names.into_iter().chain([ALL_SOURCES]) {
        let photos: Vec<&PhotoPrediction> =
            tongues.iter().copied().filter(|photo| name == ALL_SOURCES || photo.source == name).collect();
        if let Some(metrics) = source(&photos, calibration) {
            sources.insert(name.to_owned(), metrics);
        }
    }
    let empty: Vec<&PhotoPrediction> = predictions.photos.iter().filter(|photo| !photo.has_tongue).collect();
    let refused = empty.iter().filter(|photo| photo.refused.is_some()).count();
    Evaluation {
        version: predictions.version.clone(),
        protocol: predictions.protocol.clone(),
        data_hash: predictions.data_hash.clone(),
        sources,
        non_tongues: (!empty.is_empty()).then_some(NonTongueEvaluation { photos: empty.len(), refused }),
        calibration_error: calibration_error(&scored(&tongues, calibration)),
        repeatability: BTreeMap::new(),
        leave_one_source_out: BTreeMap::new(),
    }
}

/// Returns one number by which trainings are stopped: the mean of the outlines' `IoU` and the scores' quadratic kappa, or
/// the `IoU` alone if nobody scored the photos.
#[must_use]
pub fn validation_score(predictions: &Predictions) -> f64 {
    let tongues: Vec<&PhotoPrediction> = predictions.photos.iter().filter(|photo| photo.has_tongue).collect();
    let iou = mean(tongues.iter().map(|photo| photo.iou));
    if tongues.iter().all(|photo| photo.annotators.is_empty()) {
        return iou;
    }
    // without any detected tongue there are no kappas, and their mean is 0
    let scored = scored(&tongues, &predictions.calibration);
    f64::midpoint(iou, mean_kappa(&scored.iter().collect::<Vec<_>>()))
}

/// Returns the Dice coefficient of two masks with this intersection over union.
fn dice(iou: f64) -> f64 {
    2. * iou / (1. + iou)
}

/// Computes the metrics of photos with a tongue; none without photos.
pub(super) fn source(photos: &[&PhotoPrediction], calibration: &Calibration) -> Option<SourceEvaluation> {
    let mean_of = |value: &dyn Fn(&PhotoPrediction) -> f64| {
        interval_by(photos, |photo| &photo.group, |drawn| mean(drawn.iter().map(|photo| value(photo))))
    };
    let iou = mean_of(&|photo| photo.iou)?;
    let mut refused = BTreeMap::new();
    for code in photos.iter().filter_map(|photo| photo.refused.clone()) {
        *refused.entry(code).or_default() += 1;
    }
    Some(SourceEvaluation {
        photos: photos.len(),
        refused,
        iou,
        dice: mean_of(&|photo| dice(photo.iou)),
        min_iou: photos.iter().map(|photo| photo.iou).fold(1., f64::min),
        boundary_f: mean(photos.iter().map(|photo| photo.boundary_f)),
        scores: scores(&scored(photos, calibration)),
    })
}

/// Returns the photos with scores of both the network and annotators.
pub(super) fn scored<'a>(photos: &[&'a PhotoPrediction], calibration: &Calibration) -> Vec<Scored<'a>> {
    photos.iter().filter_map(|photo| Scored::new(photo, calibration)).collect()
}

/// Mean absolute difference between the index and the annotators' mean index.
pub(super) fn index_error(scored: &[&Scored<'_>]) -> f64 {
    mean(scored.iter().map(|one| (index(&one.scores) - one.annotator_index).abs()))
}

/// Correlation of the expected index with the annotators' mean index.
pub(super) fn index_correlation(scored: &[&Scored<'_>]) -> f64 {
    correlation(&scored.iter().map(|one| [one.expected_index, one.annotator_index]).collect::<Vec<_>>())
}

/// Computes the metrics of scored photos, each over all annotators of a photo.
fn scores(scored: &[Scored<'_>]) -> Option<ScoreEvaluation> {
    let with_interval = |metric: &dyn Fn(&[&Scored<'_>]) -> f64| -> Option<Interval> {
        interval_by(scored, |one| &one.photo.group, metric)
    };
    let names: BTreeSet<&String> = scored.iter().flat_map(|one| one.photo.annotators.keys()).collect();
    let agreement = |label: &dyn Fn(&PhotoPrediction) -> Option<[u8; 9]>| -> Option<Agreement> {
        let pair = |one: &Scored<'_>| {
            Some(ScorePair { group: one.photo.group.clone(), predicted: one.scores, label: label(one.photo)? })
        };
        Agreement::from_pairs(&scored.iter().filter_map(pair).collect::<Vec<_>>())
    };
    // sources have different annotators, so with more than two the first and the second of each photo are grouped
    // instead
    let annotators: BTreeMap<String, Agreement> = if names.len() > 2 {
        let of_place = |place: usize| agreement(&|photo| photo.annotators.values().nth(place).copied());
        [("first", 0), ("second", 1)]
            .into_iter()
            .filter_map(|(name, i)| Some((name.to_owned(), of_place(i)?)))
            .collect()
    } else {
        let of_name = |name: &String| agreement(&|photo| photo.annotators.get(name).copied());
        names.into_iter().filter_map(|name| Some((name.clone(), of_name(name)?))).collect()
    };
    Some(ScoreEvaluation {
        photos: scored.len(),
        annotators,
        kappa: with_interval(&|drawn| mean_kappa(drawn))?,
        index_error: with_interval(&|drawn| index_error(drawn))?,
        index_correlation: with_interval(&|drawn| index_correlation(drawn))?,
        kappa_between_annotators: between_annotators(scored),
    })
}

/// Mean of the kappas with each photo's first and second annotator, because sources have different annotators.
pub(super) fn mean_kappa(scored: &[&Scored<'_>]) -> f64 {
    let against = |place: usize| -> Option<f64> {
        let pairs: Vec<(u8, u8)> = scored
            .iter()
            .filter_map(|one| Some(one.scores.into_iter().zip(*one.photo.annotators.values().nth(place)?)))
            .flatten()
            .collect();
        (!pairs.is_empty()).then(|| weighted_kappa(&pairs))
    };
    let kappas: Vec<f64> = [against(0), against(1)].into_iter().flatten().collect();
    mean(kappas.into_iter())
}

fn between_annotators(scored: &[Scored<'_>]) -> Option<f64> {
    let pairs: Vec<(u8, u8)> = scored
        .iter()
        .filter_map(|one| {
            let mut annotators = one.photo.annotators.values();
            Some(annotators.next()?.iter().copied().zip(*annotators.next()?))
        })
        .flatten()
        .collect();
    (!pairs.is_empty()).then(|| weighted_kappa(&pairs))
}

/// Expected calibration error of the confidences in [`BINS`] bins; none without scored photos.
pub(super) fn calibration_error(scored: &[Scored<'_>]) -> Option<f64> {
    // cells, sum of confidences, sum of the shares of annotators with exactly that score
    let mut bins = [[0f64; 3]; BINS];
    for one in scored {
        for cell in 0..9 {
            let confidence = f64::from(one.confidences[cell]);
            let annotators = one.photo.annotators.values();
            let right = mean(annotators.map(|annotator| f64::from(u8::from(annotator[cell] == one.scores[cell]))));
            let bin = &mut bins[((confidence * BINS as f64) as usize).min(BINS - 1)];
            bin.iter_mut().zip([1., confidence, right]).for_each(|(sum, v)| *sum += v);
        }
    }
    let cells: f64 = bins.iter().map(|bin| bin[0]).sum();
    (cells > 0.).then(|| bins.iter().map(|[_, confidence, right]| (confidence - right).abs()).sum::<f64>() / cells)
}

#[cfg(test)]
mod tests {
    use model::evaluation::Protocol;
    use model::gate::Thresholds;

    use super::*;

    fn photo(source: &str, logit: f32, annotators: &[u8]) -> PhotoPrediction {
        PhotoPrediction {
            photo: format!("{source}{logit}"),
            source: source.into(),
            group: format!("{source}{logit}"),
            has_tongue: true,
            iou: 0.9,
            boundary_f: 0.8,
            logits: Some([[logit, -9.]; 9]),
            annotators: annotators.iter().enumerate().map(|(i, score)| (format!("r{i}"), [*score; 9])).collect(),
            ..PhotoPrediction::default()
        }
    }

    #[test]
    fn validation_score_joins_iou_and_kappa() {
        let score = |photos: Vec<PhotoPrediction>| {
            validation_score(&Predictions {
                version: String::new(),
                protocol: Protocol::HeldOutFold,
                data_hash: String::new(),
                calibration: Calibration::default(),
                limits: Thresholds::default(),
                photos,
            })
        };
        let both = || vec![photo("a", 9., &[1]), photo("a", -9., &[0])];
        assert!((score(both()) - 0.95).abs() < 1e-9, "IoU 0.9, kappa 1");
        let empty = PhotoPrediction { has_tongue: false, ..photo("c", 9., &[]) };
        assert!((score([both(), vec![empty]].concat()) - 0.95).abs() < 1e-9, "only tongues count");
        let missed = both().into_iter().map(|one| PhotoPrediction { logits: None, iou: 0.2, ..one });
        assert!((score(missed.collect()) - 0.1).abs() < 1e-9, "scores that cannot be compared are no agreement");
        assert!((score(vec![photo("a", 9., &[])]) - 0.9).abs() < 1e-9, "without annotators' scores the IoU counts");
    }

    #[test]
    fn dice_is_mean_over_photos() {
        let photos = [0.5, 1.].map(|iou| PhotoPrediction { iou, ..photo("a", 9., &[]) });
        let found = source(&photos.iter().collect::<Vec<_>>(), &Calibration::default()).unwrap();
        // 2 * 0.5 / 1.5 = 2/3 and 1; of the mean IoU, 0.75, it would be 6/7
        assert!((found.dice.unwrap().value - 5. / 6.).abs() < 1e-9, "{:?}", found.dice);
        let mut before = serde_json::to_value(&found).unwrap();
        before.as_object_mut().unwrap().remove("dice").unwrap();
        let read: SourceEvaluation = serde_json::from_value(before).unwrap();
        assert_eq!((read.dice, read.iou), (None, found.iou), "evaluations without it are still read");
    }

    #[test]
    fn metrics_are_by_source_and_over_all() {
        let refused = PhotoPrediction { has_tongue: false, refused: Some("no_tongue".into()), ..photo("c", 1., &[]) };
        let read = PhotoPrediction { has_tongue: false, ..photo("d", 1., &[]) };
        let predictions = Predictions {
            version: "v".into(),
            protocol: Protocol::HeldOutFold,
            data_hash: String::new(),
            calibration: Calibration::default(),
            limits: Thresholds::default(),
            photos: vec![photo("a", 9., &[1, 1]), photo("a", -9., &[0, 0]), photo("b", 9., &[0]), refused, read],
        };
        let found = summarize(&predictions);
        let scores = |source: &str| found.sources[source].scores.as_ref().unwrap();
        assert_eq!(found.sources.len(), 3);
        assert!((scores("a").kappa.value - 1.).abs() < 1e-9 && scores("a").index_error.value < 1e-9);
        assert!((scores("a").index_correlation.value - 1.).abs() < 1e-6);
        assert!((scores("b").index_error.value - 50.).abs() < 1e-9);
        assert_eq!((found.sources[ALL_SOURCES].photos, scores("a").annotators.len()), (3, 2));
        assert_eq!(found.non_tongues, Some(NonTongueEvaluation { photos: 2, refused: 1 }));
        // 27 cells with a confidence of about 1, a third of them wrong
        assert!((found.calibration_error.unwrap() - 1. / 3.).abs() < 1e-3, "{:?}", found.calibration_error);
    }
}
