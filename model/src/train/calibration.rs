//! How logits become scores and confidences, and how that is chosen on photos that a fit had not seen.

use serde::{Deserialize, Serialize};

use crate::data::Sample;
use crate::look::probability;
use crate::metrics::weighted_kappa;

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

/// How much kappa a point of the index weighs where thresholds are chosen. By kappa alone, which hardly changes between 0.55
/// and 0.7, cells were called bare too often, and the index was too low.
const POINT: f64 = 0.05;

/// The thresholds with the best agreement with both readers, in kappa and index, and the temperature with the best likelihood.
pub fn calibrate(unseen: &[Unseen]) -> Calibration {
    let grid = |from: f32| (0..20u8).map(move |i| from + f32::from(i) * 0.025);
    let mut best = (f64::MIN, Calibration::PLAIN);
    for thin in grid(0.3) {
        for thick in grid(0.15) {
            let trial = Calibration { thin, thick, ..Calibration::PLAIN };
            let Agreement { kappa, index_error, .. } = agreement(unseen, trial);
            let mean = |of: Vec<f64>| of.iter().sum::<f64>() / of.len().max(1) as f64;
            let figure = mean(kappa) - POINT * mean(index_error);
            if figure > best.0 {
                best = (figure, trial);
            }
        }
    }
    let trials = (2..40u8).map(|i| Calibration { temperature: f32::from(i) * 0.1, ..best.1 });
    let likelihoods = trials.map(|trial| (trial.likelihood(unseen), trial));
    likelihoods.max_by(|a, b| a.0.total_cmp(&b.0)).map_or(best.1, |(_, trial)| trial)
}

/// Agreement with each reader on photos that a fit had not seen.
#[derive(Debug, Serialize)]
pub struct Agreement {
    photos: usize,
    kappa: Vec<f64>,
    index_error: Vec<f64>,
    /// Of the first two readers; none where no photo has two.
    kappa_between_readers: Option<f64>,
}

/// What is agreed on once the logits are decided by `calibration`: with each reader on the photos that this one scored.
pub fn agreement(unseen: &[Unseen], calibration: Calibration) -> Agreement {
    let said: Vec<[u8; 9]> = unseen.iter().map(|(_, logits)| logits.map(|cell| calibration.decide(cell).0)).collect();
    let readers = unseen.iter().map(|(sample, _)| sample.readers.len()).max().unwrap_or(0);
    let scored = |r: usize| -> Vec<([u8; 9], [u8; 9])> {
        let both = unseen.iter().zip(&said).map(|((sample, _), said)| Some((*said, *sample.readers.get(r)?)));
        both.flatten().collect()
    };
    let kappa = |of: &[([u8; 9], [u8; 9])]| {
        weighted_kappa(&of.iter().flat_map(|(a, b)| a.iter().copied().zip(*b)).collect::<Vec<_>>())
    };
    let index = |scores: &[u8; 9]| f64::from(scores.iter().sum::<u8>()) / 18. * 100.;
    let error = |of: &[([u8; 9], [u8; 9])]| {
        of.iter().map(|(a, b)| (index(a) - index(b)).abs()).sum::<f64>() / of.len().max(1) as f64
    };
    let twice = unseen.iter().filter_map(|(sample, _)| Some((*sample.readers.first()?, *sample.readers.get(1)?)));
    let twice: Vec<_> = twice.collect();
    Agreement {
        photos: unseen.len(),
        kappa: (0..readers).map(|r| kappa(&scored(r))).collect(),
        index_error: (0..readers).map(|r| error(&scored(r))).collect(),
        kappa_between_readers: (!twice.is_empty()).then(|| kappa(&twice)),
    }
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
    fn each_reader_is_met_on_the_photos_that_this_one_scored() {
        let (once, twice) =
            (sample(vec![[1; 9]]), sample(vec![[0, 0, 0, 1, 1, 1, 2, 2, 2], [0, 0, 0, 1, 1, 1, 2, 2, 0]]));
        let says = |score: u8| [[-4., -4.], [4., -4.], [4., 4.]][usize::from(score)];
        let unseen = [(&once, [1; 9].map(says)), (&twice, [0, 0, 0, 1, 1, 1, 2, 2, 2].map(says))];
        let all = agreement(&unseen, Calibration::PLAIN);
        assert_eq!((all.photos, all.kappa[0], all.index_error[0]), (2, 1., 0.));
        assert!((all.index_error[1] - 200. / 18.).abs() < 1e-9, "{:?}", all.index_error);
        assert_eq!(Some(all.kappa[1]), all.kappa_between_readers, "only the second photo counts");
        assert!(all.kappa[1] < 1.);
        assert_eq!(agreement(&unseen[..1], Calibration::PLAIN).kappa_between_readers, None);
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
