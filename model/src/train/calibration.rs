//! How logits become scores and confidences, and how that is chosen on photos that a fit had not seen.

use serde::{Deserialize, Serialize};

use crate::data::Sample;
use crate::look::probability;
use crate::metrics::Agreement;

/// A photo, and the logits of its cells by a network that had not learnt from it.
pub type Unseen<'a> = (&'a Sample, [[f32; 2]; 9]);

/// How the two ordinal logits of a cell become a score and a confidence.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Calibration {
    /// Score >= 1 when the first probability exceeds this.
    pub thin: f32,
    /// Score 2 when the second probability exceeds this.
    pub thick: f32,
    /// The logits are divided by this before they are called probabilities.
    pub temperature: f32,
}

impl Calibration {
    /// Nothing chosen yet.
    pub(super) const PLAIN: Self = Self { thin: 0.5, thick: 0.5, temperature: 1. };

    /// The score of a cell and the calibrated probability that it is right.
    #[must_use]
    pub fn decide(&self, logits: [f32; 2]) -> (u8, f32) {
        let [thin, thick] = logits.map(probability);
        let score = if thick > self.thick { 2 } else { u8::from(thin > self.thin) };
        (score, self.probabilities(logits)[usize::from(score)])
    }

    /// The calibrated probabilities of 0, 1 and 2.
    fn probabilities(&self, logits: [f32; 2]) -> [f32; 3] {
        let [thin, thick] = logits.map(|logit| probability(logit / self.temperature));
        [1. - thin, thin - thick.min(thin), thick.min(thin)]
    }

    /// The mean log-likelihood of the readers' scores, which moves with each step where kappa jumps.
    pub(super) fn likelihood(&self, unseen: &[Unseen]) -> f64 {
        let cells = unseen
            .iter()
            .flat_map(|(sample, logits)| sample.readers.iter().flat_map(move |reader| logits.iter().zip(reader)));
        let likelihoods: Vec<f64> = cells
            .map(|(logits, truth)| f64::from(self.probabilities(*logits)[usize::from(*truth)].max(1e-6)).ln())
            .collect();
        likelihoods.iter().sum::<f64>() / likelihoods.len().max(1) as f64
    }
}

/// The probability that is exceeded in as many cells as the readers score above `above`, in the mean of the readers of a photo.
fn threshold(unseen: &[Unseen], above: usize) -> f32 {
    let mut said: Vec<f32> =
        unseen.iter().flat_map(|(_, logits)| logits.map(|cell| probability(cell[above]))).collect();
    said.sort_unstable_by(|a, b| b.total_cmp(a));
    let scored = unseen.iter().map(|(sample, _)| {
        let cells = sample.readers.as_flattened().iter().filter(|score| usize::from(**score) > above).count();
        cells as f64 / sample.readers.len().max(1) as f64
    });
    let cells = scored.sum::<f64>().round() as usize;
    let last =
        |cells: usize, of_none: f32| cells.checked_sub(1).and_then(|at| said.get(at)).copied().unwrap_or(of_none);
    f32::midpoint(last(cells, 1.), said.get(cells).copied().unwrap_or(0.))
}

/// The thresholds with which each score is given as often as the readers give it, and the temperature with the best likelihood.
///
/// Thresholds at the top of kappa, or of any figure with it, are an accident of a flat curve: on photos that they were not chosen
/// on they did no better in kappa, and the index was further off.
pub fn calibrate(unseen: &[Unseen]) -> Calibration {
    let (thin, thick) = (threshold(unseen, 0), threshold(unseen, 1));
    let trials = (2..40u8).map(|i| Calibration { thin, thick, temperature: f32::from(i) * 0.1 });
    let likelihoods = trials.map(|trial| (trial.likelihood(unseen), trial));
    let best = likelihoods.max_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or(Calibration { thin, thick, ..Calibration::PLAIN }, |(_, trial)| trial)
}

/// What is agreed on with the readers once the logits are decided by `calibration`.
pub fn agreement(unseen: &[Unseen], calibration: Calibration) -> Agreement {
    let decided =
        |(sample, logits): &Unseen<'_>| (logits.map(|cell| calibration.decide(cell).0), sample.readers.clone());
    let decided: Vec<([u8; 9], Vec<[u8; 9]>)> = unseen.iter().map(decided).collect();
    Agreement::of(&decided.iter().map(|(said, readers)| (*said, &readers[..])).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use image::{GrayImage, RgbImage};

    use super::*;

    fn sample(readers: Vec<[u8; 9]>) -> Sample {
        Sample::new("a".into(), RgbImage::new(8, 8), GrayImage::new(8, 8), readers)
    }

    #[test]
    fn thresholds_are_chosen_so_that_the_readers_are_met() {
        // a network that is shy: it says 0.4 where the readers say thin, and 0.3 to thick
        let logit = |p: f32| (p / (1. - p)).ln();
        let cell = |score: u8| [[0.2, 0.1], [0.4, 0.1], [0.6, 0.3]][usize::from(score)].map(logit);
        let scores = [0, 1, 2, 0, 1, 2, 0, 1, 2];
        let sample = sample(vec![scores; 2]);
        let unseen = [(&sample, scores.map(cell))];
        let chosen = calibrate(&unseen);
        assert_eq!(scores.map(|score| chosen.decide(cell(score)).0), scores);
        let agreed = agreement(&unseen, chosen);
        assert_eq!((agreed.photos, agreed.kappa, agreed.index_error), (1, vec![1.; 2], vec![0.; 2]));
    }

    #[test]
    fn each_score_is_given_as_often_as_by_the_readers() {
        // the first photo has two readers, who call 3 and 5 of its cells coated, the second one, who calls 8 so and 1 thick
        let first = sample(vec![[0, 0, 0, 0, 0, 0, 1, 1, 1], [0, 0, 0, 0, 1, 1, 1, 1, 1]]);
        let second = sample(vec![[0, 1, 1, 1, 1, 1, 1, 1, 2]]);
        // surer from cell to cell, and a little surer of the second photo
        let logits = |more: f32| std::array::from_fn(|cell| [-2., -4.].map(|from| from + cell as f32 * 0.1 + more));
        let unseen = [(&first, logits(0.)), (&second, logits(0.03))];
        let chosen = calibrate(&unseen);
        let said: Vec<u8> = unseen.iter().flat_map(|(_, cells)| cells.map(|cell| chosen.decide(cell).0)).collect();
        let given = |score: u8| said.iter().filter(|said| **said >= score).count();
        assert_eq!((given(1), given(2)), (12, 1));
        // where readers call nothing thick, nothing is
        let none = [(&first, [[9., 9.]; 9])];
        assert!(none[0].1.iter().all(|cell| calibrate(&none).decide(*cell).0 < 2));
    }

    #[test]
    fn a_network_that_is_too_sure_is_made_less_so() {
        // it says none with 88 %, and is right in two cells of three
        let sample = sample(vec![[0, 0, 1, 0, 0, 1, 0, 0, 1]]);
        let unseen = [(&sample, [[-2., -12.]; 9])];
        let chosen = calibrate(&unseen);
        let (score, confidence) = chosen.decide([-2., -12.]);
        assert!(score == 0 && (confidence - 0.67).abs() < 0.1, "{score} {confidence}");
        assert!(chosen.likelihood(&unseen) > Calibration::PLAIN.likelihood(&unseen));
    }
}
