//! Early stopping (Prechelt 1998): ends a training when its score on validation photos no longer improves.

use model::weights::Tensors;
use serde::{Deserialize, Serialize};

/// Scores weights on photos that are neither trained on nor reported. Higher is better.
pub type Score<'a> = Box<dyn Fn(&Tensors) -> anyhow::Result<f32> + 'a>;

/// The log of a validation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ValidationLog {
    /// Number of completed steps.
    pub step: usize,
    /// Score of the averaged weights.
    pub score: f32,
    /// The step with the highest score, the earliest of equal ones.
    pub best_step: usize,
    /// Its score.
    pub best_score: f32,
}

/// The best weights so far.
#[derive(Clone)]
pub struct Best {
    /// Where they were found.
    pub place: BestPlace,
    /// The averaged weights of that step.
    pub weights: Tensors,
}

/// The step with the highest score.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct BestPlace {
    /// Number of completed steps.
    pub step: usize,
    /// The score.
    pub score: f32,
    /// Number of validations since then.
    pub validations_since: usize,
}

/// Keeps the best weights, and decides when to stop.
pub struct EarlyStopping<'a> {
    score: Score<'a>,
    max_validations: usize,
    best: Option<Best>,
}

impl<'a> EarlyStopping<'a> {
    /// Stops after `max_validations` validations without improvement; `best` is of a checkpoint.
    pub fn new(score: Score<'a>, max_validations: usize, best: Option<Best>) -> Self {
        Self { score, max_validations, best }
    }

    /// Validates the averaged weights of a step.
    ///
    /// # Errors
    /// Fails when the weights cannot be scored.
    pub fn validate(&mut self, step: usize, weights: &Tensors) -> anyhow::Result<ValidationLog> {
        let score = (self.score)(weights)?;
        let best = match self.best.take() {
            Some(Best { place, weights }) if score <= place.score => {
                Best { place: BestPlace { validations_since: place.validations_since + 1, ..place }, weights }
            }
            _ => Best { place: BestPlace { step, score, validations_since: 0 }, weights: weights.clone() },
        };
        let log = ValidationLog { step, score, best_step: best.place.step, best_score: best.place.score };
        self.best = Some(best);
        Ok(log)
    }

    /// Whether the training should stop.
    pub fn is_exhausted(&self) -> bool {
        self.best.as_ref().is_some_and(|best| best.place.validations_since >= self.max_validations)
    }

    /// The best weights so far; none before the first validation.
    pub fn best(&self) -> Option<&Best> {
        self.best.as_ref()
    }
}
