//! TCI applications: a patient asks a clinic for an analysis before and one after cleaning.

use chrono::{DateTime, Utc};

use crate::birth::BirthDate;
use crate::contact::{Name, Phone};
use crate::failure::codes;
use crate::ids::{ApplicationId, PatientId};
use crate::institution::Institution;
use crate::patient::Gender;
use crate::tci::{Tci, TciStatus};
use crate::validation::{Code, Invalid};

/// The longest comment of an expert, in characters.
pub const LONGEST_COMMENT: usize = 10_000;

codes! {
    /// How an application came about.
    ApplicationKind {
        /// A patient applied.
        Application = "application",
        /// Staff entered somebody who came by, with or without an account.
        WalkIn = "walk_in",
    }
}

codes! {
    /// Which of an application's two analyses.
    Phase {
        /// Before cleaning.
        Before = "before",
        /// After cleaning.
        After = "after",
    }
}

/// The state of an application.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ApplicationStatus {
    /// -1: the patient or the clinic called it off.
    Canceled,
    /// 0: waits for the clinic.
    Waiting,
    /// 1: the clinic has taken it.
    Received,
    /// 2: both analyses are released.
    Complete,
}

/// A step that the state of an application does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an application cannot go from {from:?} to {to:?}")]
pub struct IllegalApplicationStep {
    /// The state it is in.
    pub from: ApplicationStatus,
    /// The state it was to have.
    pub to: ApplicationStatus,
}

impl ApplicationStatus {
    /// Every state, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Canceled, Self::Waiting, Self::Received, Self::Complete];

    /// The state with this number.
    #[must_use]
    pub const fn from_number(number: i16) -> Option<Self> {
        match number {
            -1 => Some(Self::Canceled),
            0 => Some(Self::Waiting),
            1 => Some(Self::Received),
            2 => Some(Self::Complete),
            _ => None,
        }
    }

    /// -1, 0, 1 or 2.
    #[must_use]
    pub const fn number(self) -> i16 {
        match self {
            Self::Canceled => -1,
            Self::Waiting => 0,
            Self::Received => 1,
            Self::Complete => 2,
        }
    }

    /// The state after this step: taken by the clinic from 0, complete from 1 once both analyses are, canceled from 0 or
    /// 1, and nothing else. The database's trigger `applications_step` decides the same.
    ///
    /// # Errors
    /// [`IllegalApplicationStep`].
    pub const fn step(self, to: Self, both_complete: bool) -> Result<Self, IllegalApplicationStep> {
        match (self, to) {
            (Self::Waiting, Self::Received) | (Self::Waiting | Self::Received, Self::Canceled) => Ok(to),
            (Self::Received, Self::Complete) if both_complete => Ok(to),
            _ => Err(IllegalApplicationStep { from: self, to }),
        }
    }

    /// Whether the clinic works on it: pictures, scores and releases are taken in this state alone.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Received)
    }
}

/// Whom an application is about, as entered: often the patient, sometimes somebody of the family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The name.
    pub name: Name,
    /// Date of birth.
    pub birth: BirthDate,
    /// Gender; none when not said.
    pub gender: Option<Gender>,
    /// Mobile number.
    pub phone_number: Phone,
}

/// A TCI application.
#[derive(Clone, Debug, PartialEq)]
pub struct Application {
    /// Its id.
    pub id: ApplicationId,
    /// How it came about.
    pub kind: ApplicationKind,
    /// Its state.
    pub status: ApplicationStatus,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When the clinic took it.
    pub claim_at: Option<DateTime<Utc>>,
    /// Whether somebody of the clinic has opened it.
    pub opened: bool,
    /// Whose account; none for who came by without one.
    pub patient_id: Option<PatientId>,
    /// The clinic.
    pub institution: Institution,
    /// Whom it is about.
    pub person: Person,
    /// The analysis before cleaning, once there is a picture.
    pub before: Option<Tci>,
    /// The analysis after cleaning, once there is a picture.
    pub after: Option<Tci>,
}

impl Application {
    /// Whether both analyses are released.
    #[must_use]
    pub fn both_complete(&self) -> bool {
        let complete = |tci: &Option<Tci>| tci.as_ref().is_some_and(|tci| tci.status == TciStatus::Complete);
        complete(&self.before) && complete(&self.after)
    }
}

/// An expert's comment: at most 10,000 characters, whatever they are but NUL, which no database text holds. It is shown as
/// text, so markup in it stays what was typed.
///
/// # Errors
/// [`Code::TooLong`] or [`Code::Format`].
pub fn comment(text: &str) -> Result<&str, Invalid> {
    if text.chars().count() > LONGEST_COMMENT {
        return Err(Invalid::new("comment", Code::TooLong));
    }
    if text.contains('\0') {
        return Err(Invalid::new("comment", Code::Format));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::ApplicationStatus::{Canceled, Complete, Received, Waiting};
    use super::*;

    #[test]
    fn only_the_machines_steps_are_allowed() {
        let allowed = [
            (Waiting, Received, false),
            (Waiting, Received, true),
            (Waiting, Canceled, false),
            (Waiting, Canceled, true),
            (Received, Canceled, false),
            (Received, Canceled, true),
            (Received, Complete, true),
        ];
        for from in ApplicationStatus::ALL {
            assert_eq!(ApplicationStatus::from_number(from.number()), Some(from));
            for to in ApplicationStatus::ALL {
                for both in [false, true] {
                    let stepped = from.step(to, both);
                    assert_eq!(stepped.is_ok(), allowed.contains(&(from, to, both)), "{from:?} -> {to:?}, {both}");
                    assert!(stepped.is_err() || stepped == Ok(to));
                }
            }
        }
        assert_eq!(ApplicationStatus::from_number(3), None);
        assert_eq!(ApplicationStatus::from_number(-2), None);
    }

    #[test]
    fn a_comment_is_any_text_up_to_its_length() {
        assert_eq!(comment("<b>혀</b>\n두 줄"), Ok("<b>혀</b>\n두 줄"));
        assert!(comment(&"혀".repeat(10_000)).is_ok());
        assert_eq!(comment(&"혀".repeat(10_001)), Err(Invalid::new("comment", Code::TooLong)));
        assert_eq!(comment("a\0b"), Err(Invalid::new("comment", Code::Format)));
    }
}
