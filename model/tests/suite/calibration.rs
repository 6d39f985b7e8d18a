//! Calibration: probabilities that sum to one, scores in order, values in range.

use model::calibration::Calibration;

#[test]
fn probabilities_sum_to_one() {
    let calibration = Calibration { temperature: 1.7, ..Calibration::default() };
    for logits in [[3., -2.], [-4., 2.], [0., 0.], [20., 19.]] {
        let p = calibration.probabilities(logits);
        assert!((p.iter().sum::<f32>() - 1.).abs() < 1e-6 && p.iter().all(|v| *v >= 0.), "{p:?}");
    }
}

#[test]
fn thick_without_thin_is_none() {
    assert_eq!(Calibration::default().decide([-1., 2.]).0, 0);
    assert_eq!(Calibration::default().decide([1., 2.]).0, 2);
    assert_eq!(Calibration::default().decide([1., -2.]).0, 1);
}

#[test]
fn values_out_of_range_are_invalid() {
    for broken in [f32::NAN, 0., 1., -1., f32::INFINITY] {
        assert!(!Calibration { thin: broken, ..Calibration::default() }.is_valid());
    }
    assert!(!Calibration { temperature: 0., ..Calibration::default() }.is_valid());
    assert!(Calibration::default().is_valid());
}
