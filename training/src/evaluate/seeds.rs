//! Metrics over several trainings that differ in the seed, and paired differences between two such groups.

use std::collections::BTreeMap;

use anyhow::{Context, ensure};
use model::bootstrap::{Interval, interval_by};
use model::calibration::Calibration;
use model::evaluation::{LeftOutSource, Metric, SeedMetric};
use model::metrics::mean;

use super::predictions::{PhotoPrediction, Predictions};
use super::summary::{Scored, index_correlation, index_error, mean_kappa};

/// Predictions of the same photos by networks that were trained with several seeds.
pub struct SeedPredictions {
    /// For each seed the photos in order of their ids, each with its network's calibration.
    seeds: Vec<Vec<(PhotoPrediction, Calibration)>>,
}

/// A metric of two groups of networks, over the photos for which both have it.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The metric of the first group by seed.
    pub a: Vec<f64>,
    /// The metric of the second group by seed.
    pub b: Vec<f64>,
    /// Mean of the second group minus mean of the first, with its interval over groups of photos.
    pub difference: Interval,
}

/// One network's prediction for a photo.
struct View<'a> {
    photo: &'a PhotoPrediction,
    scored: Option<Scored<'a>>,
}

impl SeedPredictions {
    /// Groups predictions by seed. Those of the same seed are combined, such as those of runs that each held out
    /// another source.
    ///
    /// # Errors
    /// Fails when there are none, a seed has a photo twice, or the seeds have different photos.
    pub fn new(runs: impl IntoIterator<Item = (u64, Predictions)>) -> anyhow::Result<Self> {
        let mut by_seed: BTreeMap<u64, Vec<(PhotoPrediction, Calibration)>> = BTreeMap::new();
        for (seed, run) in runs {
            by_seed.entry(seed).or_default().extend(run.photos.into_iter().map(|photo| (photo, run.calibration)));
        }
        let mut seeds: Vec<Vec<(PhotoPrediction, Calibration)>> = by_seed.into_values().collect();
        for photos in &mut seeds {
            photos.sort_by(|a, b| a.0.photo.cmp(&b.0.photo));
            let distinct = photos.array_windows().all(|[a, b]| a.0.photo != b.0.photo);
            ensure!(distinct, "two runs of one seed have predictions of the same photos");
        }
        let found = Self { seeds };
        let first = found.ids(0).context("there are no predictions")?;
        let same = (1..found.seeds.len()).all(|seed| found.ids(seed).as_ref() == Some(&first));
        ensure!(same, "the runs have predictions of different photos");
        Ok(found)
    }

    fn ids(&self, seed: usize) -> Option<Vec<&str>> {
        Some(self.seeds.get(seed)?.iter().map(|(photo, _)| &*photo.photo).collect())
    }

    /// Returns every metric that the photos allow, for trainings of this number of steps.
    #[must_use]
    pub fn metrics(&self, steps: usize) -> LeftOutSource {
        let metrics = Metric::ALL.into_iter().filter_map(|metric| Some((metric, self.metric(metric)?)));
        LeftOutSource { photos: self.seeds[0].len(), seeds: self.seeds.len(), steps, metrics: metrics.collect() }
    }

    fn metric(&self, metric: Metric) -> Option<SeedMetric> {
        let views = self.views();
        let photos = photos_with(metric, &views);
        let by_seed = |drawn: &[&usize]| metric_by_seed(metric, &views, drawn);
        let interval = interval_by(&photos, |i| &views[0][*i].photo.group, |drawn| mean(by_seed(drawn).into_iter()))?;
        let each = by_seed(&photos.iter().collect::<Vec<_>>());
        let [min, max] = range(&each);
        Some(SeedMetric { mean: interval, min, max })
    }

    /// Compares a metric with that of other networks; none when no photo has it in both.
    ///
    /// # Errors
    /// Fails when the other networks predicted other photos.
    pub fn compare(&self, other: &Self, metric: Metric) -> anyhow::Result<Option<Comparison>> {
        ensure!(self.ids(0) == other.ids(0), "the two sides have predictions of different photos");
        let mut views = self.views();
        views.extend(other.views());
        let photos = photos_with(metric, &views);
        let (a, b) = views.split_at(self.seeds.len());
        let by_seed = |side: &[Vec<View<'_>>], drawn: &[&usize]| metric_by_seed(metric, side, drawn);
        let difference = interval_by(
            &photos,
            |i| &a[0][*i].photo.group,
            |drawn| mean(by_seed(b, drawn).into_iter()) - mean(by_seed(a, drawn).into_iter()),
        );
        let all: Vec<&usize> = photos.iter().collect();
        Ok(difference.map(|difference| Comparison { a: by_seed(a, &all), b: by_seed(b, &all), difference }))
    }

    fn views<'a>(&'a self) -> Vec<Vec<View<'a>>> {
        let views = |photos: &'a Vec<(PhotoPrediction, Calibration)>| {
            photos.iter().map(|(photo, calibration)| View { photo, scored: Scored::new(photo, calibration) }).collect()
        };
        self.seeds.iter().map(views).collect()
    }
}

/// Returns the minimum and maximum of some values.
#[must_use]
pub fn range(values: &[f64]) -> [f64; 2] {
    values.iter().fold([f64::MAX, f64::MIN], |[min, max], value| [min.min(*value), max.max(*value)])
}

/// Returns the positions of the photos that have a metric with every network.
fn photos_with(metric: Metric, networks: &[Vec<View<'_>>]) -> Vec<usize> {
    let has = |view: &View<'_>| match metric {
        Metric::Iou | Metric::BoundaryF | Metric::Refused => view.photo.has_tongue,
        Metric::Accepted => !view.photo.has_tongue,
        Metric::Kappa | Metric::IndexError | Metric::IndexCorrelation => view.scored.is_some(),
    };
    (0..networks[0].len()).filter(|i| networks.iter().all(|photos| has(&photos[*i]))).collect()
}

/// Returns the metric of each network over some photos.
fn metric_by_seed(metric: Metric, networks: &[Vec<View<'_>>], photos: &[&usize]) -> Vec<f64> {
    let of_network = |network: &Vec<View<'_>>| {
        let views = photos.iter().map(|i| &network[**i]);
        let scored = || views.clone().filter_map(|view| view.scored.as_ref()).collect::<Vec<_>>();
        let share = |is: fn(&View<'_>) -> bool| mean(views.clone().map(|view| f64::from(u8::from(is(view)))));
        match metric {
            Metric::Iou => mean(views.clone().map(|view| view.photo.iou)),
            Metric::BoundaryF => mean(views.clone().map(|view| view.photo.boundary_f)),
            Metric::Refused => share(|view| view.photo.refused.is_some()),
            Metric::Accepted => share(|view| view.photo.refused.is_none()),
            Metric::Kappa => mean_kappa(&scored()),
            Metric::IndexError => index_error(&scored()),
            Metric::IndexCorrelation => index_correlation(&scored()),
        }
    };
    networks.iter().map(of_network).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use model::evaluation::Protocol;
    use model::gate::Thresholds;

    use super::*;

    /// Predictions for photos of one source with score 1; `wrong` of them are predicted as 0.
    pub(crate) fn predictions(source: &str, photos: usize, wrong: usize, iou: f64) -> Predictions {
        let photo = |i: usize| PhotoPrediction {
            photo: format!("{source}{i:02}"),
            source: source.to_owned(),
            group: format!("{source}{i:02}"),
            has_tongue: true,
            refused: (i == 0).then(|| "blurred".to_owned()),
            iou,
            boundary_f: iou - 0.1,
            logits: Some([[if i < wrong { -20. } else { 20. }, -20.]; 9]),
            annotators: BTreeMap::from([("r".to_owned(), [1; 9])]),
            ..PhotoPrediction::default()
        };
        Predictions {
            version: "v".to_owned(),
            protocol: Protocol::LeaveOneSourceOut,
            data_hash: "d".to_owned(),
            calibration: Calibration::default(),
            limits: Thresholds::default(),
            photos: (0..photos).rev().map(photo).collect(),
        }
    }

    #[test]
    fn metrics_are_means_over_seeds() {
        let runs = [(1, predictions("a", 10, 2, 0.8)), (2, predictions("a", 10, 4, 0.9))];
        let found = SeedPredictions::new(runs).unwrap().metrics(600);
        assert_eq!((found.photos, found.seeds), (10, 2));
        let iou = found.metrics[&Metric::Iou];
        assert!((iou.mean.value - 0.85).abs() < 1e-9 && (iou.mean.high - 0.85).abs() < 1e-9);
        assert!((iou.min - 0.8).abs() < 1e-9 && (iou.max - 0.9).abs() < 1e-9);
        // 2 and 4 of 10 photos are off by 50 points
        let error = found.metrics[&Metric::IndexError];
        assert!((error.mean.value - 15.).abs() < 1e-9 && (error.min - 10.).abs() < 1e-9, "{error:?}");
        assert!(error.mean.low < 10. && error.mean.high > 20., "the interval is over photos: {error:?}");
        assert!((found.metrics[&Metric::Refused].mean.value - 0.1).abs() < 1e-9);
        assert!(!found.metrics.contains_key(&Metric::Accepted), "every photo shows a tongue");
    }

    #[test]
    fn comparison_is_paired_over_photos() {
        let side = |seeds: [(usize, f64); 2]| {
            let runs = seeds.map(|(wrong, iou)| predictions("a", 10, wrong, iou));
            SeedPredictions::new((1..).zip(runs)).unwrap()
        };
        let (a, b) = (side([(5, 0.7), (5, 0.8)]), side([(5, 0.8), (5, 0.9)]));
        let iou = a.compare(&b, Metric::Iou).unwrap().unwrap();
        assert!((iou.difference.value - 0.1).abs() < 1e-9 && (iou.difference.low - 0.1).abs() < 1e-9);
        assert!((range(&iou.a)[1] - 0.8).abs() < 1e-9 && (range(&iou.b)[0] - 0.8).abs() < 1e-9);
        let error = a.compare(&b, Metric::IndexError).unwrap().unwrap();
        assert!(error.difference.low.abs() < 1e-9 && error.difference.high.abs() < 1e-9, "each photo is its own pair");
        assert_eq!(a.compare(&b, Metric::Accepted).unwrap(), None);
    }

    #[test]
    fn different_photos_are_no_seeds() {
        let error = |runs: Vec<(u64, Predictions)>| SeedPredictions::new(runs).err().unwrap().to_string();
        let (a, b) = (|| predictions("a", 3, 0, 1.), || predictions("b", 3, 0, 1.));
        assert!(error(vec![]).contains("no predictions"));
        assert!(error(vec![(1, a()), (2, b())]).contains("different photos"));
        assert!(error(vec![(1, a()), (1, a())]).contains("the same photos"));
        let both = SeedPredictions::new([(1, a()), (1, b()), (2, b()), (2, a())]).unwrap();
        assert_eq!(both.metrics(600).photos, 6, "runs of one seed are put together");
        let other = SeedPredictions::new([(1, a())]).unwrap().compare(&both, Metric::Iou).err().unwrap();
        assert!(other.to_string().contains("different photos"));
    }
}
