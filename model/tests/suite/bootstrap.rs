//! Bootstrap intervals: as wide as theory says, and wider where photos of a group are alike.

use model::bootstrap::{Interval, interval, interval_by};

fn mean(units: &[&f64]) -> f64 {
    units.iter().copied().sum::<f64>() / units.len() as f64
}

#[test]
fn interval_of_mean_is_two_standard_errors() {
    // 400 values of 0 and 1: mean 0.5, standard error 0.5 / 20 = 0.025
    let values: Vec<f64> = (0..400).map(|i| f64::from(i % 2)).collect();
    let found = interval(&values, mean).unwrap();
    assert!((found.value - 0.5).abs() < 1e-12);
    assert!((found.low - 0.451).abs() < 0.006 && (found.high - 0.549).abs() < 0.006, "{found}");
    assert_eq!(interval(&values, mean), interval(&values, mean), "the same in each run");
    assert_eq!(interval(&[], mean), None);
    let same = interval(&[2.; 9], mean).unwrap();
    assert_eq!((same.low, same.high), (2., 2.));
    assert!(same.is_clear() && !Interval { value: 0.1, low: -0.1, high: 0.3 }.is_clear());
}

#[test]
fn interval_by_group_is_wider() {
    // each of 100 groups has four photos, all alike
    let values: Vec<(usize, f64)> = (0..400).map(|i| (i / 4, ((i / 4) % 2) as f64)).collect();
    let mean = |units: &[&(usize, f64)]| units.iter().map(|unit| unit.1).sum::<f64>() / units.len() as f64;
    let width = |found: Option<Interval>| found.map(|found| found.high - found.low).unwrap();
    let (groups, photos) = (width(interval_by(&values, |unit| unit.0, mean)), width(interval(&values, mean)));
    assert!((groups / photos - 2.).abs() < 0.2, "{groups} instead of {photos}");
    let alone: Vec<(usize, f64)> = (0..9).map(|i| (i, (i % 2) as f64)).collect();
    assert_eq!(interval_by(&alone, |unit| unit.0, mean), interval(&alone, mean), "no group has two");
}
