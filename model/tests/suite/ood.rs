//! A reading says when its photo is unlike all that the version learned from.

use candle_core::Result;
use model::TonguePipeline;
use model::ood::OodDetector;
use model::release::Bundle;
use model::weights::Tensors;

use crate::photos::{good_photo, reading};

/// The built-in version with statistics of one source, whose mean is 0 and whose covariance is 1.
fn pipeline(features: usize, limit: f32) -> Result<TonguePipeline> {
    let mut bundle = Bundle::embedded().unwrap();
    let whitening = (0..features).map(|i| (0..features).map(|j| f32::from(u8::from(i == j))).collect()).collect();
    OodDetector { whitening, means: vec![vec![0.; features]], limit }.add_to(&mut bundle.tensors).unwrap();
    TonguePipeline::new(&bundle)
}

fn features() -> usize {
    let bundle = Bundle::embedded().unwrap();
    bundle.tensors.network(&bundle.config.network).unwrap().tongue_features()
}

fn statistics() -> OodDetector {
    let whitening = vec![vec![2., 0.], vec![0., 1.]];
    OodDetector { whitening, means: vec![vec![0., 0.], vec![20., 0.]], limit: 4. }
}

#[test]
fn reading_beyond_limit_is_unfamiliar() {
    let distance = pipeline(features(), 1.).unwrap().predict(&good_photo()).unwrap().unwrap().distance.unwrap();
    for (limit, unfamiliar) in [(distance * 1.01, false), (distance * 0.99, true)] {
        let analysis = pipeline(features(), limit).unwrap().read(&good_photo(), None).unwrap();
        assert_eq!(reading(&analysis).unfamiliar, unfamiliar);
    }
}

#[test]
fn statistics_of_other_width_are_refused() {
    assert!(pipeline(features() - 1, 1.).is_err());
    assert!(pipeline(features(), 0.).is_err());
}

#[test]
fn distance_is_from_nearest_source() {
    let found = [[0., 0.], [10., 0.], [12., 0.], [0., -8.]].map(|tongue| statistics().distance(&tongue));
    for (found, expected) in found.into_iter().zip([0., 0., 1., 2.]) {
        assert!((found - expected).abs() < 1e-6, "{found} instead of {expected}");
    }
}

#[test]
fn tensors_round_trip_and_other_widths_fail() {
    let mut tensors = Tensors::default();
    assert_eq!(OodDetector::from_tensors(&tensors, 2).unwrap(), None);
    statistics().add_to(&mut tensors).unwrap();
    assert_eq!(OodDetector::from_tensors(&tensors, 2).unwrap(), Some(statistics()));
    assert!(OodDetector::from_tensors(&tensors, 3).is_err());
    tensors.0.remove("familiarity.means");
    assert!(OodDetector::from_tensors(&tensors, 2).is_err());
}
