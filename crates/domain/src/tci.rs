//! An analysis of a tongue, and its states.

use chrono::{DateTime, Utc};
use strum::{FromRepr, VariantArray};

use crate::correction::Correction;
use crate::failure::FailureCode;
use crate::ids::{PictureId, TciId};
use crate::object_key::ObjectKey;
use crate::people::PersonLabel;
use crate::phase::Phase;
use crate::reading::{Confidences, Grid, Outline, Size, Square};
use crate::score::{Grade, Scores};
use crate::staff::Expert;
use crate::tci_number::TciNumber;

/// The state of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, FromRepr, VariantArray)]
#[repr(i16)]
pub enum TciStatus {
    /// The picture waits to be read.
    Requested = 0,
    /// The AI has read the picture.
    Read = 1,
    /// An expert's scores are released.
    Complete = 2,
}

impl TciStatus {
    /// Returns 0, 1 or 2.
    #[must_use]
    pub const fn number(self) -> i16 {
        self as i16
    }
}

/// An analysis of a tongue.
#[derive(Clone, Debug, PartialEq)]
pub struct Tci {
    /// The id.
    pub id: TciId,
    /// The number by which people refer to it.
    pub number: TciNumber,
    /// Whose tongue it is; `None` for a visitor without an account.
    pub person: Option<PersonLabel>,
    /// Where it was made; `None` for a self-check.
    pub place: Option<AnalysisPlace>,
    /// The state.
    pub status: TciStatus,
    /// When the photo was taken, as far as known.
    pub shooting_at: DateTime<Utc>,
    /// When the analysis was requested.
    pub created_at: DateTime<Utc>,
    /// When it changed last.
    pub updated_at: DateTime<Utc>,
    /// Who took the picture, at a clinic.
    pub shooting_expert: Option<Expert>,
    /// Who scored it, at a clinic.
    pub analysis_expert: Option<Expert>,
    /// The expert's comment.
    pub comment: String,
    /// Why the current picture could not be read.
    pub failure: Option<FailureCode>,
    /// The newest correction after the release.
    pub correction: Option<Correction>,
    /// The number of its changes.
    pub version: i32,
    /// The current picture.
    pub picture: Option<Picture>,
}

impl Tci {
    /// Returns whether it waits for nothing but the patient: the picture was read, or could not be.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.status != TciStatus::Requested || self.failure.is_some()
    }

    /// Returns whether an expert's scores can be released. This requires that the AI has read the picture, or refused
    /// it after decoding it, and that no scores are released yet.
    #[must_use]
    pub fn can_release(&self) -> bool {
        let is_refused = self.failure.is_some() && self.picture.as_ref().is_some_and(|picture| picture.size.is_some());
        match self.status {
            TciStatus::Requested => is_refused,
            TciStatus::Read => true,
            TciStatus::Complete => false,
        }
    }

    /// Returns the grade that the patient sees. Returns `None` when the scores of its state are missing.
    #[must_use]
    pub fn grade(&self) -> Option<Grade> {
        if self.picture.is_none() || self.status == TciStatus::Requested {
            return Some(Grade::Ready);
        }
        self.effective_scores().map(|scores| scores.percent().grade())
    }

    /// Returns the scores that are valid in its state: the AI's after it has read the picture, the expert's once
    /// released.
    #[must_use]
    pub fn effective_scores(&self) -> Option<&Scores> {
        let picture = self.picture.as_ref()?;
        match self.status {
            TciStatus::Requested => None,
            TciStatus::Read => picture.read.as_ref().map(|read| &read.scores),
            TciStatus::Complete => picture.expert.as_ref().map(|expert| &expert.scores),
        }
    }
}

/// The clinic and the phase of an application's analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisPlace {
    /// Before or after cleaning.
    pub phase: Phase,
    /// The clinic's name.
    pub clinic: String,
}

/// A picture of an analysis with its results.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The id.
    pub id: PictureId,
    /// Where the file is.
    pub object_key: ObjectKey,
    /// The size of the upright picture; `None` until it has been read.
    pub size: Option<Size>,
    /// The part that the AI reads; `None` means the whole picture.
    pub crop: Option<Square>,
    /// The part that an expert sees; `None` means the part that the AI reads.
    pub view: Option<Square>,
    /// The AI's result.
    pub read: Option<AiResult>,
    /// The scores that an expert saved, released or not.
    pub expert: Option<ExpertScore>,
    /// The outline that an expert corrected, released or not; `None` where the AI's is right.
    pub expert_outline: Option<Outline>,
}

/// An expert's scores of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpertScore {
    /// The scores.
    pub scores: Scores,
    /// When they were saved last.
    pub created_at: DateTime<Utc>,
}

/// The stored part of a [`crate::Reading`].
#[derive(Clone, Debug, PartialEq)]
pub struct AiResult {
    /// The tongue's outline.
    pub outline: Outline,
    /// The frame of the cells.
    pub grid: Grid,
    /// The nine scores.
    pub scores: Scores,
    /// The calibrated probability of each score.
    pub confidences: Confidences,
    /// Whether the tongue differs from those of every source in the version's training data.
    pub unfamiliar: bool,
    /// The version that read the picture.
    pub model_version: String,
    /// When the picture was read.
    pub created_at: DateTime<Utc>,
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    fn scores(number: u8) -> Scores {
        Scores::from_numbers(&[number; 9]).expect("nine scores")
    }

    pub(crate) fn time(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_760_000_000 + seconds, 0).expect("a time")
    }

    /// Returns an analysis whose AI scores are 0, read at second 1, and whose expert's scores are 2, saved at second 2.
    pub(crate) fn tci(status: TciStatus, has_ai: bool, has_expert: bool) -> Tci {
        let outline = Outline::new((0..8_u8).map(|k| [f32::from(k), 0.]).collect()).expect("an outline");
        let ai = AiResult {
            grid: Grid::from_outline(&outline),
            outline,
            scores: scores(0),
            confidences: Confidences::new([1.; 9]).expect("nine probabilities"),
            unfamiliar: false,
            model_version: "test".to_owned(),
            created_at: time(1),
        };
        let picture = Picture {
            id: PictureId::new(1),
            object_key: ObjectKey::from_stored("clinic/test/1.jpg".to_owned()),
            size: None,
            crop: None,
            view: None,
            read: has_ai.then_some(ai),
            expert: has_expert.then_some(ExpertScore { scores: scores(2), created_at: time(2) }),
            expert_outline: None,
        };
        Tci {
            id: TciId::new(1),
            number: TciNumber::from_stored("C-20251001-0001-0".to_owned()),
            person: None,
            place: None,
            status,
            shooting_at: time(0),
            created_at: time(0),
            updated_at: time(0),
            shooting_expert: None,
            analysis_expert: None,
            comment: String::new(),
            failure: None,
            correction: None,
            version: 1,
            picture: Some(picture),
        }
    }

    #[test]
    fn status_number_is_stable() {
        assert_eq!(TciStatus::VARIANTS.iter().map(|status| status.number()).collect::<Vec<_>>(), [0, 1, 2]);
        for status in TciStatus::VARIANTS {
            assert_eq!(TciStatus::from_repr(status.number()), Some(*status));
        }
        assert_eq!((TciStatus::from_repr(-1), TciStatus::from_repr(3)), (None, None));
    }

    #[test]
    fn read_or_refused_photo_can_be_released() {
        let can = |status, failure, size| {
            let mut tci = Tci { failure, ..tci(status, false, true) };
            tci.picture.as_mut().expect("a picture").size = size;
            tci.can_release()
        };
        let (dark, size) = (Some(FailureCode::TooDark), Size::new(800, 600));
        assert!(can(TciStatus::Read, None, size));
        assert!(can(TciStatus::Requested, dark, size));
        assert!(!can(TciStatus::Requested, None, size), "the AI has not looked yet");
        assert!(!can(TciStatus::Requested, dark, None), "nobody can see it");
        assert!(!can(TciStatus::Complete, None, size) && !can(TciStatus::Complete, dark, size), "once");
    }

    #[test]
    fn grade_follows_scores_of_the_state() {
        use TciStatus::{Complete, Read, Requested};
        for (status, has_ai, has_expert, grade) in [
            (Requested, true, true, Some(Grade::Ready)),
            (Read, false, true, None),
            (Read, true, true, Some(Grade::Normal)),
            (Complete, true, false, None),
            (Complete, true, true, Some(Grade::Alert)),
        ] {
            let tci = tci(status, has_ai, has_expert);
            assert_eq!(tci.grade(), grade, "{status:?} {has_ai} {has_expert}");
            let expected = grade.filter(|grade| *grade != Grade::Ready);
            assert_eq!(tci.effective_scores().map(|scores| scores.percent().grade()), expected);
            let without_picture = Tci { picture: None, ..tci };
            assert_eq!(without_picture.grade(), Some(Grade::Ready));
            assert_eq!(without_picture.effective_scores(), None);
        }
    }

    #[test]
    fn read_or_failed_analysis_is_settled() {
        assert!(!tci(TciStatus::Requested, false, false).is_settled());
        let failed = Tci { failure: Some(FailureCode::TooDark), ..tci(TciStatus::Requested, false, false) };
        assert!(failed.is_settled());
        assert!(tci(TciStatus::Read, true, false).is_settled());
        assert!(tci(TciStatus::Complete, true, true).is_settled());
    }
}
