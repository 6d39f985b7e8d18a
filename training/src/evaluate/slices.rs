//! Metrics of slices of the photos, to find where a version is weaker.

use std::collections::{BTreeMap, BTreeSet};

use model::evaluation::SourceEvaluation;

use super::predictions::{PhotoPrediction, Predictions};
use super::summary::source;

/// Returns the name of a photo's slice; none if it belongs to none.
type Key<'a> = &'a dyn Fn(&PhotoPrediction) -> Option<String>;

/// Returns the metrics of slices of the photos with a tongue, by name: by thick coating, instrument, brightness, size,
/// similarity to the training sources, and annotator. Criteria that do not divide the photos are left out.
#[must_use]
pub fn slices(predictions: &Predictions) -> BTreeMap<String, SourceEvaluation> {
    let tongues: Vec<&PhotoPrediction> = predictions.photos.iter().filter(|photo| photo.has_tongue).collect();
    let (brightness, size) = (third_slice(&tongues, |photo| photo.luma), third_slice(&tongues, |photo| photo.area));
    let keys: [(&str, Key<'_>); 5] = [
        ("annotators see", &coating_slice),
        ("instrument", &|photo| Some(photo.instrument.clone())),
        ("brightness", &brightness),
        ("size", &size),
        ("sources", &similarity_slice),
    ];
    let mut found = BTreeMap::new();
    for (name, key) in keys {
        let mut parts: BTreeMap<String, Vec<&PhotoPrediction>> = BTreeMap::new();
        for photo in &tongues {
            if let Some(key) = key(photo) {
                parts.entry(format!("{name}: {key}")).or_default().push(photo);
            }
        }
        if parts.len() > 1 {
            let metrics = |(name, photos): (String, Vec<_>)| Some((name, source(&photos, &predictions.calibration)?));
            found.extend(parts.into_iter().filter_map(metrics));
        }
    }
    let annotators: BTreeSet<&String> = tongues.iter().flat_map(|photo| photo.annotators.keys()).collect();
    for annotator in annotators {
        let alone: Vec<PhotoPrediction> =
            tongues.iter().filter_map(|photo| with_one_annotator(photo, annotator)).collect();
        let metrics = source(&alone.iter().collect::<Vec<_>>(), &predictions.calibration);
        found.extend(metrics.map(|metrics| (format!("annotator: {annotator}"), metrics)));
    }
    found
}

fn coating_slice(photo: &PhotoPrediction) -> Option<String> {
    let thick = photo.annotators.values().flatten().any(|score| *score == 2);
    (!photo.annotators.is_empty()).then(|| if thick { "thick coats" } else { "no thick coat" }.to_owned())
}

fn similarity_slice(photo: &PhotoPrediction) -> Option<String> {
    photo.distance.map(|distance| if distance > 1. { "unlike all" } else { "like one" }.to_owned())
}

/// Returns the name of the third of the photos that contains a photo's value.
fn third_slice(
    photos: &[&PhotoPrediction],
    value: impl Fn(&PhotoPrediction) -> f64,
) -> impl Fn(&PhotoPrediction) -> Option<String> {
    let mut values: Vec<f64> = photos.iter().map(|photo| value(photo)).collect();
    values.sort_by(f64::total_cmp);
    let limits = [1, 2].map(|i| values.get(values.len() * i / 3).copied().unwrap_or_default());
    move |photo| {
        let above = limits.iter().filter(|limit| value(photo) >= **limit).count();
        Some(["lower third", "middle third", "upper third"][above].to_owned())
    }
}

/// Returns the photo with only this annotator's scores.
fn with_one_annotator(photo: &PhotoPrediction, annotator: &String) -> Option<PhotoPrediction> {
    let scores = *photo.annotators.get(annotator)?;
    Some(PhotoPrediction { annotators: BTreeMap::from([(annotator.clone(), scores)]), ..photo.clone() })
}

#[cfg(test)]
mod tests {
    use model::calibration::Calibration;
    use model::evaluation::Protocol;
    use model::gate::Thresholds;

    use super::*;

    #[test]
    fn slices_divide_photos_by_each_key() {
        let photo = |i: u8, instrument: &str, annotators: &[(&str, u8)]| PhotoPrediction {
            photo: i.to_string(),
            distance: Some(f32::from(i) / 8.),
            group: i.to_string(),
            instrument: instrument.to_owned(),
            has_tongue: true,
            luma: f64::from(i),
            area: 0.5,
            iou: f64::from(i) / 10.,
            logits: Some([[9., -9.]; 9]),
            annotators: annotators.iter().map(|(name, score)| ((*name).to_owned(), [*score; 9])).collect(),
            ..PhotoPrediction::default()
        };
        let predictions = Predictions {
            version: String::new(),
            protocol: Protocol::External,
            data_hash: String::new(),
            calibration: Calibration::default(),
            limits: Thresholds::default(),
            photos: vec![
                photo(3, "phone", &[("a", 1), ("b", 0)]),
                photo(6, "phone", &[("a", 2)]),
                photo(9, "slit lamp", &[]),
                PhotoPrediction { has_tongue: false, ..photo(1, "none", &[]) },
            ],
        };
        let found = slices(&predictions);
        let counts: Vec<(&str, usize)> = found.iter().map(|(name, slice)| (&**name, slice.photos)).collect();
        let expected = [
            ("annotator: a", 2),
            ("annotator: b", 1),
            ("annotators see: no thick coat", 1),
            ("annotators see: thick coats", 1),
            ("brightness: lower third", 1),
            ("brightness: middle third", 1),
            ("brightness: upper third", 1),
            ("instrument: phone", 2),
            ("instrument: slit lamp", 1),
            ("sources: like one", 2),
            ("sources: unlike all", 1),
        ];
        assert_eq!(counts, expected, "one size does not divide the photos");
        assert!((found["instrument: phone"].iou.value - 0.45).abs() < 1e-9);
        // the network predicts 1 everywhere: right for annotator a's first photo, off by half an index for b
        let error = |name: &str| found[name].scores.as_ref().unwrap().index_error.value;
        assert!((error("annotator: a") - 25.).abs() < 1e-9 && (error("annotator: b") - 50.).abs() < 1e-9);
    }
}
