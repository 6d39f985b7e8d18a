//! Measures of agreement.

use image::GrayImage;

/// Cohen's kappa with quadratic weights over three ordered classes (Cohen 1968), of pairs (said, truth). 1 is full
/// agreement, 0 what chance gives.
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

/// Intersection over union of two masks of one size; 1 when both are empty.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kappa_is_one_for_agreement_and_zero_for_a_constant() {
        assert!((weighted_kappa(&[(0, 0), (1, 1), (2, 2)]) - 1.).abs() < 1e-9);
        assert!(weighted_kappa(&[(1, 0), (1, 1), (1, 2)]).abs() < 1e-9);
        assert!(weighted_kappa(&[(0, 2), (2, 0)]) < -0.9);
        assert!((weighted_kappa(&[]) - 1.).abs() < 1e-9);
    }

    #[test]
    fn kappa_equals_the_value_worked_out_by_hand() {
        // said 0: truth 0, 0, 1; said 1: truth 1, 2; said 2: truth 2. Disagreement seen: 1 + 1 = 2. By chance, with rows
        // 3, 2, 1 and columns 2, 2, 2: (3*2*1 + 3*2*4 + 2*2*1 + 2*2*1 + 1*2*4 + 1*2*1) / 6 = 48 / 6 = 8. 1 - 2 / 8 = 0.75
        let pairs = [(0, 0), (0, 0), (0, 1), (1, 1), (1, 2), (2, 2)];
        assert!((weighted_kappa(&pairs) - 0.75).abs() < 1e-12);
    }

    #[test]
    fn intersection_over_union_counts_pixels() {
        let bar = |from: u32, to: u32| {
            GrayImage::from_fn(10, 2, |x, _| image::Luma([if (from..to).contains(&x) { 255 } else { 0 }]))
        };
        // 3 columns of 7 in common
        assert!((iou(&bar(0, 5), &bar(2, 7)) - 3. / 7.).abs() < 1e-12);
        assert!(iou(&bar(0, 5), &bar(5, 9)).abs() < 1e-12);
        assert!((iou(&bar(0, 0), &bar(0, 0)) - 1.).abs() < 1e-12);
    }
}
