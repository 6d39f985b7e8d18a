//! A candidate's reading of a photo: compared with the deployed version's, counted, and never shown.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use db::TenantDb;
use db::agreements::{self, ShadowComparison, ShadowReading};
use domain::{PictureId, Square};
use metrics::{counter, histogram};
use model::{Analysis, Outcome};
use sha2::{Digest as _, Sha256};
use tokio::sync::oneshot;

use super::updater::{Candidate, SharedCandidate};
use crate::metrics::{SHADOW_CELLS, SHADOW_OVERLAP, SHADOW_READINGS};

/// A photo that a candidate is reading.
pub struct ShadowRun {
    picture: PictureId,
    analysis: oneshot::Receiver<Analysis>,
}

/// The comparison of two readings of one photo.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadingComparison {
    /// Both read it, or both refused it.
    pub same_outcome: bool,
    /// Cells with the same score; `None` unless both read it.
    pub same_cells: Option<u8>,
    /// Overlap of the outlines (intersection over union); `None` unless both read it.
    pub overlap: Option<f64>,
}

/// Returns whether a photo belongs to a share. The choice is deterministic, and a larger share contains the smaller
/// ones.
fn is_in_share(picture: PictureId, share: f64) -> bool {
    let hash = Sha256::digest(picture.get().to_le_bytes());
    let place = u32::from_le_bytes([hash[0], hash[1], hash[2], hash[3]]);
    f64::from(place) < share * f64::from(u32::MAX)
}

/// Submits a photo to the candidate, if there is one and the photo is in its share. Never waits: a busy candidate skips
/// the photo.
pub fn start(candidate: &SharedCandidate, picture: PictureId, bytes: &[u8], crop: Option<Square>) -> Option<ShadowRun> {
    let candidate: Arc<Candidate> = candidate.read().clone()?;
    if !is_in_share(picture, candidate.share) {
        return None;
    }
    let (sender, analysis) = oneshot::channel();
    let deliver = move |analysis| {
        if let Ok(analysis) = analysis {
            let _ = sender.send(analysis);
        }
    };
    if candidate.analyzer.submit(bytes.to_vec(), crop, deliver).is_err() {
        counter!(SHADOW_READINGS.name, "outcome" => "busy").increment(1);
        return None;
    }
    Some(ShadowRun { picture, analysis })
}

/// Compares a candidate's reading with the deployed version's.
pub fn compare(deployed: &Analysis, candidate: &Analysis) -> ReadingComparison {
    match (&deployed.outcome, &candidate.outcome) {
        (Outcome::Reading(a), Outcome::Reading(b)) => {
            let same = a.scores.numbers().into_iter().zip(b.scores.numbers()).filter(|(a, b)| a == b).count();
            ReadingComparison {
                same_outcome: true,
                same_cells: u8::try_from(same).ok(),
                overlap: Some(model::metrics::overlap(
                    a.outline.points(),
                    b.outline.points(),
                    (deployed.width, deployed.height),
                )),
            }
        }
        (a, b) => ReadingComparison { same_outcome: a == b, same_cells: None, overlap: None },
    }
}

impl ShadowRun {
    /// Waits for the candidate, compares and counts in the background, so that the patient's result is not delayed.
    pub fn finish(self, deployed: Analysis, db: TenantDb, now: DateTime<Utc>) {
        tokio::spawn(async move {
            let Ok(candidate) = self.analysis.await else {
                counter!(SHADOW_READINGS.name, "outcome" => "failed").increment(1);
                return;
            };
            let compared = compare(&deployed, &candidate);
            let comparison = match (&candidate.outcome, compared.same_cells, compared.overlap) {
                (Outcome::Reading(reading), Some(same), Some(overlap)) => {
                    Some(ShadowComparison { scores: reading.scores.numbers(), same_cells: same, overlap })
                }
                _ => None,
            };
            let new = ShadowReading {
                picture_id: self.picture,
                candidate: &candidate.model_version,
                deployed: &deployed.model_version,
                same_outcome: compared.same_outcome,
                comparison,
            };
            let written = async { agreements::insert_shadow(&mut db.acquire().await?, &new, now).await };
            if let Err(error) = written.await {
                tracing::warn!(%error, "a candidate's reading was not written");
            }
            let outcome = if compared.same_outcome { "same" } else { "other" };
            counter!(SHADOW_READINGS.name, "outcome" => outcome).increment(1);
            if let (Some(cells), Some(overlap)) = (compared.same_cells, compared.overlap) {
                counter!(SHADOW_CELLS.name, "same" => "true").increment(u64::from(cells));
                counter!(SHADOW_CELLS.name, "same" => "false").increment(u64::from(9 - cells.min(9)));
                histogram!(SHADOW_OVERLAP.name).record(overlap);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use domain::{Confidences, FailureCode, Grid, Outline, Reading, Scores};
    use model::Timings;

    use super::*;

    fn analysis(outcome: Outcome) -> Analysis {
        Analysis { width: 400, height: 300, outcome, model_version: "v".to_owned(), timings: Timings::default() }
    }

    fn reading(left: f32, scores: [u8; 9]) -> Outcome {
        let box_sides =
            [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [2.0, 2.0], [1.0, 2.0], [0.0, 2.0], [0.0, 1.0]];
        let points = box_sides.map(|[x, y]: [f32; 2]| [left + 100.0 * x, 50.0 + 100.0 * y]);
        let outline = Outline::new(points.to_vec()).expect("an outline");
        Outcome::Reading(Reading {
            grid: Grid::from_outline(&outline),
            outline,
            scores: Scores::from_numbers(&scores).expect("nine scores"),
            confidences: Confidences::new([0.5; 9]).expect("nine probabilities"),
            brightness: 120.0,
            sharpness: 50.0,
            unfamiliar: false,
        })
    }

    #[test]
    fn readings_compare_by_cells_and_outlines() {
        let (a, b) = (analysis(reading(50.0, [1; 9])), analysis(reading(100.0, [1, 1, 1, 1, 1, 1, 0, 2, 1])));
        let compared = compare(&a, &b);
        assert_eq!((compared.same_outcome, compared.same_cells), (true, Some(7)));
        // 150 of 250 columns overlap
        assert!(compared.overlap.is_some_and(|overlap| (overlap - 0.6).abs() < 0.01), "{compared:?}");
        let refused = analysis(Outcome::Failure(FailureCode::Blurred));
        let other = ReadingComparison { same_outcome: false, same_cells: None, overlap: None };
        assert_eq!(compare(&a, &refused), other);
        assert_eq!(compare(&refused, &analysis(Outcome::Failure(FailureCode::TooDark))), other);
        assert!(compare(&refused, &refused).same_outcome);
    }

    #[test]
    fn larger_share_contains_smaller_share() {
        let of = |share| (0..2_000).filter(|id| is_in_share(PictureId::new(*id), share)).collect::<Vec<_>>();
        let (tenth, half) = (of(0.1), of(0.5));
        assert!((150..250).contains(&tenth.len()) && (930..1_070).contains(&half.len()), "{}", tenth.len());
        assert!(tenth.iter().all(|id| half.contains(id)));
        assert_eq!((of(0.0).len(), of(1.0).len()), (0, 2_000));
    }
}
