//! One analysis of one tongue, and its states.

use chrono::{DateTime, Utc};

use crate::failure::FailureCode;
use crate::ids::{PictureId, TciId};
use crate::number::TciNumber;
use crate::object_key::ObjectKey;
use crate::reading::{Confidences, Grid, Outline, Size, Square};
use crate::score::{Grade, Scores};
use crate::staff::Expert;

/// The state of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TciStatus {
    /// 0: waits for its picture to be read.
    Requested,
    /// 1: the AI has read the picture.
    Read,
    /// 2: an expert's scores are released.
    Complete,
}

/// A step that a state does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an analysis cannot go from {from:?} to {to:?}")]
pub struct IllegalStep {
    /// The state it is in.
    pub from: TciStatus,
    /// The state it was to have.
    pub to: TciStatus,
}

impl TciStatus {
    /// Every state, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Requested, Self::Read, Self::Complete];

    /// The state with this number.
    #[must_use]
    pub const fn from_number(number: i16) -> Option<Self> {
        match number {
            0 => Some(Self::Requested),
            1 => Some(Self::Read),
            2 => Some(Self::Complete),
            _ => None,
        }
    }

    /// 0, 1 or 2.
    #[must_use]
    pub const fn number(self) -> i16 {
        match self {
            Self::Requested => 0,
            Self::Read => 1,
            Self::Complete => 2,
        }
    }

    /// The AI has read the current picture.
    ///
    /// # Errors
    /// [`IllegalStep`] unless it was waiting for that.
    pub const fn read(self) -> Result<Self, IllegalStep> {
        match self {
            Self::Requested => Ok(Self::Read),
            Self::Read | Self::Complete => Err(IllegalStep { from: self, to: Self::Read }),
        }
    }

    /// An expert's scores are released.
    ///
    /// # Errors
    /// [`IllegalStep`] unless the AI has read the picture.
    pub const fn complete(self) -> Result<Self, IllegalStep> {
        match self {
            Self::Read => Ok(Self::Complete),
            Self::Requested | Self::Complete => Err(IllegalStep { from: self, to: Self::Complete }),
        }
    }

    /// It has got another picture, or another crop: from any state it waits again.
    #[must_use]
    pub const fn with_new_picture(self) -> Self {
        Self::Requested
    }
}

/// One analysis of one tongue.
#[derive(Clone, Debug, PartialEq)]
pub struct Tci {
    /// Its id.
    pub id: TciId,
    /// The number by which people speak of it.
    pub number: TciNumber,
    /// Its state.
    pub status: TciStatus,
    /// When the photo was taken, as far as known.
    pub shooting_at: DateTime<Utc>,
    /// When it was asked for.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
    /// Who took the picture, at a clinic.
    pub shooting_expert: Option<Expert>,
    /// Who scored it, at a clinic.
    pub analysis_expert: Option<Expert>,
    /// What an expert wrote.
    pub comment: String,
    /// Why the current picture could not be read.
    pub failure: Option<FailureCode>,
    /// Counts its changes.
    pub version: i32,
    /// Its current picture.
    pub picture: Option<Picture>,
}

impl Tci {
    /// Whether nothing more will happen without the patient: it was read, or could not be.
    #[must_use]
    pub fn settled(&self) -> bool {
        self.status != TciStatus::Requested || self.failure.is_some()
    }

    /// Its grade, as the patient sees it.
    #[must_use]
    pub fn grade(&self) -> Option<Grade> {
        let picture = self.picture.as_ref();
        let read = picture.and_then(|picture| picture.read.as_ref());
        let expert = picture.and_then(|picture| picture.expert.as_ref());
        Grade::of(self.status, picture.is_some(), read.map(|read| &read.scores), expert.map(|expert| &expert.scores))
    }

    /// The scores that count in its state: the AI's once it has read the picture, the expert's once released.
    #[must_use]
    pub fn counting_scores(&self) -> Option<&Scores> {
        let picture = self.picture.as_ref()?;
        match self.status {
            TciStatus::Requested => None,
            TciStatus::Read => picture.read.as_ref().map(|read| &read.scores),
            TciStatus::Complete => picture.expert.as_ref().map(|expert| &expert.scores),
        }
    }
}

/// A picture of an analysis with what was read from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Its id.
    pub id: PictureId,
    /// Where the file is.
    pub object_key: ObjectKey,
    /// Size of the upright picture; none until it has been read.
    pub size: Option<Size>,
    /// The part that is read; none reads all of it.
    pub crop: Option<Square>,
    /// The part that an expert looks at; none is what the AI reads.
    pub view: Option<Square>,
    /// What the AI read.
    pub read: Option<AiResult>,
    /// What an expert saved, released or not.
    pub expert: Option<ExpertScore>,
    /// The outline that an expert corrected, released or not; none where the AI's stands.
    pub expert_outline: Option<Outline>,
}

/// An expert's scores of a picture, and when they were saved last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpertScore {
    /// The scores.
    pub scores: Scores,
    /// When.
    pub created_at: DateTime<Utc>,
}

/// What is shown of a [`crate::Reading`] that is kept with its picture.
#[derive(Clone, Debug, PartialEq)]
pub struct AiResult {
    /// Where the tongue is.
    pub outline: Outline,
    /// Where the cells are.
    pub grid: Grid,
    /// The nine scores.
    pub scores: Scores,
    /// The calibrated probability of each score.
    pub confidences: Confidences,
    /// Whether the tongue looks unlike those of every source that the version learned from.
    pub unfamiliar: bool,
    /// Which version read it.
    pub model_version: String,
    /// When it was read.
    pub created_at: DateTime<Utc>,
}
