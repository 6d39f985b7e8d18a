//! Measures of agreement, compared with values worked out by hand.

use image::{GrayImage, Luma};
use model::metrics::{Agreement, ScorePair, boundary_f, correlation, iou, weighted_kappa};

fn bar(from: u32, to: u32) -> GrayImage {
    GrayImage::from_fn(40, 20, |x, _| Luma([if (from..to).contains(&x) { 255 } else { 0 }]))
}

#[test]
fn agreement_of_equal_scores_is_full() {
    let scores = [0, 0, 0, 1, 1, 1, 2, 2, 2];
    let pairs = [ScorePair { group: 1, predicted: scores, label: scores }];
    let found = Agreement::from_pairs(&pairs).unwrap();
    assert!(
        found.photos == 1 && found.exact.value > 0.999 && found.kappa.value > 0.999 && found.index_error.value < 1e-9
    );
    assert_eq!(Agreement::from_pairs::<u8>(&[]), None);
}

#[test]
fn kappa_is_one_for_agreement_zero_for_constant() {
    assert!((weighted_kappa(&[(0, 0), (1, 1), (2, 2)]) - 1.).abs() < 1e-9);
    assert!(weighted_kappa(&[(1, 0), (1, 1), (1, 2)]).abs() < 1e-9);
    assert!(weighted_kappa(&[(0, 2), (2, 0)]) < -0.9);
    assert!((weighted_kappa(&[]) - 1.).abs() < 1e-9);
}

#[test]
fn kappa_equals_value_worked_out_by_hand() {
    // predicted 0: label 0, 0, 1; predicted 1: label 1, 2; predicted 2: label 2. Disagreement: 1 + 1 = 2. By chance,
    // with rows 3, 2, 1 and columns 2, 2, 2: (3*2*1 + 3*2*4 + 2*2*1 + 2*2*1 + 1*2*4 + 1*2*1) / 6 = 48 / 6 = 8.
    // 1 - 2 / 8 = 0.75
    let pairs = [(0, 0), (0, 0), (0, 1), (1, 1), (1, 2), (2, 2)];
    assert!((weighted_kappa(&pairs) - 0.75).abs() < 1e-12);
}

#[test]
fn correlation_follows_line() {
    let line: Vec<[f64; 2]> = (0..5).map(|i| [f64::from(i), 3. - 2. * f64::from(i)]).collect();
    assert!((correlation(&line) + 1.).abs() < 1e-12);
    assert!(correlation(&[[1., 2.], [1., 3.]]).abs() < 1e-12);
}

#[test]
fn iou_counts_pixels() {
    // 3 columns of 7 in common
    assert!((iou(&bar(0, 5), &bar(2, 7)) - 3. / 7.).abs() < 1e-12);
    assert!(iou(&bar(0, 5), &bar(5, 9)).abs() < 1e-12);
    assert!((iou(&bar(0, 0), &bar(0, 0)) - 1.).abs() < 1e-12);
}

#[test]
fn boundary_f_falls_beyond_tolerance() {
    assert!((boundary_f(&bar(5, 30), &bar(5, 30), 2) - 1.).abs() < 1e-12);
    assert!((boundary_f(&bar(5, 30), &bar(7, 32), 2) - 1.).abs() < 1e-12);
    assert!(boundary_f(&bar(5, 30), &bar(10, 25), 2) < 0.8, "the sides are too far apart");
    assert!(boundary_f(&bar(5, 30), &bar(0, 0), 2) < 1e-12);
}
