//! The gate's trade-off at other limits of the tongue score: good photos refused versus photos without a tongue
//! accepted.

use super::predictions::{PhotoPrediction, Predictions};

/// Evaluated limits in addition to the version's own.
const LIMITS: [f32; 11] = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];

/// The gate's errors as a function of the minimum tongue score, with the other limits unchanged.
#[derive(Debug, Clone, PartialEq)]
pub struct GateCurve {
    /// Photos with a tongue.
    pub tongues: usize,
    /// Photos without one.
    pub non_tongues: usize,
    /// The version's limit.
    pub limit: f32,
    /// Errors by limit in ascending order, including the version's limit.
    pub points: Vec<GatePoint>,
}

/// The gate's errors at one limit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GatePoint {
    /// Minimum tongue score.
    pub limit: f32,
    /// Photos with a tongue that are refused.
    pub refused: usize,
    /// Photos without a tongue that are accepted.
    pub accepted: usize,
}

/// Returns the curve of some predictions; none unless there are photos both with and without a tongue.
#[must_use]
pub fn gate_curve(predictions: &Predictions) -> Option<GateCurve> {
    let (tongues, non_tongues): (Vec<&PhotoPrediction>, Vec<&PhotoPrediction>) =
        predictions.photos.iter().partition(|photo| photo.has_tongue);
    if tongues.is_empty() || non_tongues.is_empty() {
        return None;
    }
    let limit = predictions.limits.min_tongue_score;
    let mut limits: Vec<f32> = LIMITS.into_iter().chain([limit]).collect();
    limits.sort_by(f32::total_cmp);
    limits.dedup();
    let accepted = |photos: &[&PhotoPrediction], limit: f32| {
        let accepts =
            |photo: &&&PhotoPrediction| photo.refused_by_other_limits.is_none() && photo.tongue_score >= limit;
        photos.iter().filter(accepts).count()
    };
    let point = |limit: f32| GatePoint {
        limit,
        refused: tongues.len() - accepted(&tongues, limit),
        accepted: accepted(&non_tongues, limit),
    };
    let points = limits.into_iter().map(point).collect();
    Some(GateCurve { tongues: tongues.len(), non_tongues: non_tongues.len(), limit, points })
}

#[cfg(test)]
mod tests {
    use model::calibration::Calibration;
    use model::evaluation::Protocol;
    use model::gate::Thresholds;

    use super::*;

    #[test]
    fn curve_counts_errors_at_each_limit() {
        let photo = |has_tongue: bool, tongue_score: f32, blurred: bool| PhotoPrediction {
            has_tongue,
            tongue_score,
            refused_by_other_limits: blurred.then(|| "blurred".to_owned()),
            ..PhotoPrediction::default()
        };
        let mut predictions = Predictions {
            version: String::new(),
            protocol: Protocol::External,
            data_hash: String::new(),
            calibration: Calibration::default(),
            limits: Thresholds { min_tongue_score: 0.55, ..Thresholds::default() },
            photos: vec![
                photo(true, 0.99, false),
                photo(true, 0.99, true),
                photo(true, 0.52, false),
                photo(false, 0.6, false),
                photo(false, 0.2, false),
            ],
        };
        let curve = gate_curve(&predictions).unwrap();
        assert_eq!((curve.tongues, curve.non_tongues, curve.points.len()), (3, 2, 12));
        let errors = |limit: f32| {
            let point = curve.points.iter().find(|point| point.limit.total_cmp(&limit).is_eq()).unwrap();
            (point.refused, point.accepted)
        };
        assert_eq!([errors(0.05), errors(0.5), errors(0.55), errors(0.9)], [(1, 2), (1, 1), (2, 1), (2, 0)]);
        predictions.photos.truncate(3);
        assert_eq!(gate_curve(&predictions), None);
    }
}
