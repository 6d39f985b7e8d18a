//! Temperature and thresholds from out-of-fold predictions.

use model::calibration::Calibration;

use super::predictions::PhotoPrediction;

/// Temperatures that are tried.
const TEMPERATURES: std::ops::Range<u8> = 10..41;
/// Unit of [`TEMPERATURES`].
const TEMPERATURE_STEP: f32 = 0.05;

/// The temperature under which the readers' scores are likeliest; thresholds stay at one half, where a calibrated probability says
/// that most readers see a coat. Fitting them to one population's class balance failed on others.
#[must_use]
pub fn calibrate(photos: &[PhotoPrediction]) -> Calibration {
    let candidates =
        TEMPERATURES.map(|i| Calibration { temperature: f32::from(i) * TEMPERATURE_STEP, ..Calibration::default() });
    let best =
        candidates.map(|candidate| (log_likelihood(photos, &candidate), candidate)).max_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or_else(Calibration::default, |(_, calibration)| calibration)
}

fn log_likelihood(photos: &[PhotoPrediction], calibration: &Calibration) -> f64 {
    photos
        .iter()
        .filter_map(|photo| Some((photo.logits?, &photo.readers)))
        .flat_map(|(logits, readers)| readers.values().flat_map(move |scores| logits.into_iter().zip(*scores)))
        .map(|(logits, score)| f64::from(calibration.probabilities(logits)[usize::from(score)].max(1e-6)).ln())
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calibrate_cools_overconfident_logits() {
        // logits of 4 say 98 %, readers agree in 3 of 4 cells: about ln 3 = 1.1 is right
        let photo = PhotoPrediction {
            logits: Some([[4., -20.]; 9]),
            readers: (0..4u8).map(|i| (i.to_string(), [u8::from(i > 0); 9])).collect(),
            ..PhotoPrediction::default()
        };
        let found = calibrate(&[photo]);
        assert!(found.temperature >= 1.95, "{found:?}");
        assert!((found.thin - 0.5).abs() < 1e-6);
    }
}
