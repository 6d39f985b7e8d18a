//! Bootstrap confidence intervals (Efron 1979): how far a metric would vary with other photos of the same kind.

use std::collections::BTreeMap;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

/// Number of resamples. With it, the interval's ends are stable to about a hundredth of its width.
const RESAMPLES: usize = 2_000;
/// Fixed, so that the intervals are the same in each run.
const SEED: u64 = 0xB007;

/// A metric and its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The metric over all photos.
    pub value: f64,
    /// 2.5th percentile over the resamples.
    pub low: f64,
    /// 97.5th percentile over the resamples.
    pub high: f64,
}

impl Interval {
    /// Whether 0 lies outside of the interval.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        self.low > 0. || self.high < 0.
    }
}

impl std::fmt::Display for Interval {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let digits = f.precision().unwrap_or(3);
        let Self { value, low, high } = self;
        if f.sign_plus() {
            write!(f, "{value:+.digits$} [{low:+.digits$}, {high:+.digits$}]")
        } else {
            write!(f, "{value:.digits$} [{low:.digits$}, {high:.digits$}]")
        }
    }
}

/// Returns the interval of `figure` over whole units: a photo's nine cells are resampled together, since they are
/// correlated. None without units.
#[must_use]
pub fn interval<T>(units: &[T], figure: impl Fn(&[&T]) -> f64) -> Option<Interval> {
    if units.is_empty() {
        return None;
    }
    let value = figure(&units.iter().collect::<Vec<_>>());
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let mut drawn: Vec<&T> = Vec::with_capacity(units.len());
    let mut values: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            drawn.clear();
            drawn.extend((0..units.len()).map(|_| &units[rng.random_range(0..units.len())]));
            figure(&drawn)
        })
        .collect();
    values.sort_by(f64::total_cmp);
    let at = |share: f64| values[((values.len() - 1) as f64 * share).round() as usize];
    Some(Interval { value, low: at(0.025), high: at(0.975) })
}

/// Returns the interval over groups of units, such as the photos of a person: the units of a group are correlated and
/// are resampled together.
#[must_use]
pub fn interval_by<'a, T, P: Ord>(
    units: &'a [T],
    group: impl Fn(&'a T) -> P,
    figure: impl Fn(&[&'a T]) -> f64,
) -> Option<Interval> {
    let mut places = BTreeMap::new();
    let mut groups: Vec<Vec<&T>> = Vec::new();
    for unit in units {
        let place = *places.entry(group(unit)).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Vec::new());
        }
        groups[place].push(unit);
    }
    interval(&groups, |drawn| figure(&drawn.iter().flat_map(|units| units.iter().copied()).collect::<Vec<_>>()))
}
