//! TCI applications: a patient requests analyses at a clinic, one before and one after cleaning.

use chrono::{DateTime, Utc};
use strum::{EnumString, FromRepr, IntoStaticStr, VariantArray};

use crate::birth::BirthDate;
use crate::contact::{Name, Phone};
use crate::ids::{ApplicationId, PatientId};
use crate::institution::Institution;
use crate::invite::InviteCode;
use crate::patient::Gender;
use crate::people::PersonLabel;
use crate::staff::Expert;
use crate::tci::{Tci, TciStatus};
use crate::text::compose;
use crate::validation::{Invalid, InvalidCode};

/// The longest comment of an expert, in characters.
pub const MAX_COMMENT_CHARS: usize = 10_000;

/// How an application was created.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ApplicationKind {
    /// A patient applied.
    Application,
    /// Staff entered a visitor, with or without an account.
    WalkIn,
}

/// The state of an application.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, FromRepr, VariantArray)]
#[repr(i16)]
pub enum ApplicationStatus {
    /// The patient or the clinic canceled it.
    Canceled = -1,
    /// It waits for the clinic.
    Waiting = 0,
    /// The clinic accepted it.
    Received = 1,
    /// Every analysis of the application is released.
    Complete = 2,
}

/// A step that the state of an application does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an application cannot go from {from:?} to {to:?}")]
pub struct IllegalApplicationStep {
    /// The current state.
    pub from: ApplicationStatus,
    /// The refused state.
    pub to: ApplicationStatus,
}

impl ApplicationStatus {
    /// Returns -1, 0, 1 or 2.
    #[must_use]
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// Returns the state after a step. A waiting application can be received. A received one can become complete once
    /// all its analyses are released (`is_finished`). Both can be canceled. The trigger `applications_step` enforces
    /// the same rule.
    ///
    /// # Errors
    /// [`IllegalApplicationStep`] for every other step.
    pub const fn step(self, to: Self, is_finished: bool) -> Result<Self, IllegalApplicationStep> {
        match (self, to) {
            (Self::Waiting, Self::Received) | (Self::Waiting | Self::Received, Self::Canceled) => Ok(to),
            (Self::Received, Self::Complete) if is_finished => Ok(to),
            _ => Err(IllegalApplicationStep { from: self, to }),
        }
    }

    /// Returns whether the clinic works on it. Pictures, scores and releases are accepted in this state only.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Received)
    }

    /// Returns whether the clinic has something left to do.
    #[must_use]
    pub const fn needs_work(self) -> bool {
        matches!(self, Self::Waiting | Self::Received)
    }
}

/// The subject of an application, as entered: often the patient, sometimes a relative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The name.
    pub name: Name,
    /// The date of birth.
    pub birth: BirthDate,
    /// The gender, if stated.
    pub gender: Option<Gender>,
    /// The mobile number.
    pub phone_number: Phone,
}

/// A TCI application.
#[derive(Clone, Debug, PartialEq)]
pub struct Application {
    /// The id.
    pub id: ApplicationId,
    /// How it was created.
    pub kind: ApplicationKind,
    /// The state.
    pub status: ApplicationStatus,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When the clinic accepted it.
    pub received_at: Option<DateTime<Utc>>,
    /// Whether staff of the clinic have opened it.
    pub opened: bool,
    /// The analyst who takes care of it.
    pub assignee: Option<Expert>,
    /// The patient's account; `None` for a visitor without one.
    pub patient_id: Option<PatientId>,
    /// The clinic.
    pub institution: Institution,
    /// Whether the clinic makes no analysis after cleaning.
    pub before_only: bool,
    /// The invitation that led to it, if any.
    pub invite: Option<InviteCode>,
    /// The subject.
    pub person: Person,
    /// The account's person who is the subject; `None` for a visitor without an account.
    pub account_person: Option<PersonLabel>,
    /// The analysis before cleaning, once there is a picture.
    pub before: Option<Tci>,
    /// The analysis after cleaning, once there is a picture.
    pub after: Option<Tci>,
}

impl Application {
    /// Returns whether all analyses are released: both, or only the one before cleaning if the clinic makes no other.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        let is_complete = |tci: &Option<Tci>| tci.as_ref().is_some_and(|tci| tci.status == TciStatus::Complete);
        is_complete(&self.before) && (is_complete(&self.after) || (self.before_only && self.after.is_none()))
    }

    /// Returns whether it needs work and no staff member has opened it.
    #[must_use]
    pub const fn is_unread(&self) -> bool {
        self.status.needs_work() && !self.opened
    }

    /// Returns the analyses; each has a picture.
    pub fn analyses(&self) -> impl Iterator<Item = &Tci> {
        self.before.iter().chain(&self.after)
    }
}

/// Normalizes (NFC) and checks an expert's comment: at most 10,000 characters and no NUL, which PostgreSQL cannot
/// store. Markup is harmless, because the web app shows the comment as plain text.
///
/// # Errors
/// [`InvalidCode::TooLong`] or [`InvalidCode::Format`].
pub fn parse_comment(text: &str) -> Result<String, Invalid> {
    let text = compose(text);
    if text.chars().count() > MAX_COMMENT_CHARS {
        return Err(Invalid::new("comment", InvalidCode::TooLong));
    }
    if text.contains('\0') {
        return Err(Invalid::new("comment", InvalidCode::Format));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::ApplicationStatus::{Canceled, Complete, Received, Waiting};
    use super::*;
    use crate::tci::tests::{tci, time};

    #[test]
    fn step_allows_the_listed_transitions_only() {
        let allowed = [
            (Waiting, Received, false),
            (Waiting, Received, true),
            (Waiting, Canceled, false),
            (Waiting, Canceled, true),
            (Received, Canceled, false),
            (Received, Canceled, true),
            (Received, Complete, true),
        ];
        for &from in ApplicationStatus::VARIANTS {
            for &to in ApplicationStatus::VARIANTS {
                for both_complete in [false, true] {
                    let is_allowed = allowed.contains(&(from, to, both_complete));
                    let expected = if is_allowed { Ok(to) } else { Err(IllegalApplicationStep { from, to }) };
                    assert_eq!(from.step(to, both_complete), expected, "{both_complete}");
                }
            }
        }
    }

    #[test]
    fn status_number_is_stable() {
        let numbers: Vec<_> = ApplicationStatus::VARIANTS.iter().map(|status| status.number()).collect();
        assert_eq!(numbers, [-1, 0, 1, 2]);
        for status in ApplicationStatus::VARIANTS {
            assert_eq!(ApplicationStatus::from_repr(status.number()), Some(*status));
        }
        assert_eq!((ApplicationStatus::from_repr(3), ApplicationStatus::from_repr(-2)), (None, None));
    }

    #[test]
    fn only_received_application_is_open() {
        let open: Vec<_> = ApplicationStatus::VARIANTS.iter().filter(|status| status.is_open()).collect();
        assert_eq!(open, [&Received]);
    }

    #[test]
    fn comment_keeps_markup_and_line_breaks() {
        assert_eq!(parse_comment("<b>혀</b>\n두 줄"), Ok("<b>혀</b>\n두 줄".to_owned()));
        assert_eq!(parse_comment(""), Ok(String::new()));
        assert_eq!(parse_comment("\u{1112}\u{1167}"), Ok("혀".to_owned()));
    }

    #[test]
    fn comment_has_a_maximum_length() {
        assert!(parse_comment(&"혀".repeat(10_000)).is_ok());
        assert_eq!(parse_comment(&"혀".repeat(10_001)), Err(Invalid::new("comment", InvalidCode::TooLong)));
    }

    #[test]
    fn comment_with_nul_is_refused() {
        assert_eq!(parse_comment("a\0b"), Err(Invalid::new("comment", InvalidCode::Format)));
    }

    fn application(before: Option<Tci>, after: Option<Tci>) -> Application {
        let day = "1990-01-31".parse().expect("a date");
        Application {
            id: ApplicationId::new(1),
            kind: ApplicationKind::Application,
            status: Received,
            created_at: time(0),
            received_at: Some(time(1)),
            opened: true,
            assignee: None,
            patient_id: Some(PatientId::new(2)),
            institution: Institution {
                id: crate::ids::InstitutionId::new(3),
                name: "바른치과".to_owned(),
                representative_name: "김서연".to_owned(),
                address: "서울특별시".to_owned(),
                phone_number: "0212345678".to_owned(),
            },
            person: Person {
                name: Name::parse("김하늘").expect("a name"),
                birth: BirthDate::from_date(day),
                gender: None,
                phone_number: Phone::parse("01012345678").expect("a number"),
            },
            account_person: None,
            before_only: false,
            invite: None,
            before,
            after,
        }
    }

    #[test]
    fn both_analyses_must_be_complete() {
        let analysis = |status| Some(tci(status, true, true));
        for (before, after, both_complete) in [
            (None, None, false),
            (analysis(TciStatus::Complete), None, false),
            (None, analysis(TciStatus::Complete), false),
            (analysis(TciStatus::Complete), analysis(TciStatus::Read), false),
            (analysis(TciStatus::Requested), analysis(TciStatus::Complete), false),
            (analysis(TciStatus::Complete), analysis(TciStatus::Complete), true),
        ] {
            assert_eq!(application(before, after).is_finished(), both_complete);
        }
    }

    #[test]
    fn before_only_is_finished_with_one() {
        let complete = || Some(tci(TciStatus::Complete, true, true));
        for (before, after, finished) in [
            (complete(), None, true),
            (None, None, false),
            (Some(tci(TciStatus::Read, true, true)), None, false),
            (complete(), Some(tci(TciStatus::Read, true, true)), false),
            (complete(), complete(), true),
        ] {
            assert_eq!(Application { before_only: true, ..application(before, after) }.is_finished(), finished);
        }
    }

    #[test]
    fn person_is_hidden_in_debug() {
        let shown = format!("{:?}", application(None, None).person);
        assert!(!shown.contains("하늘") && !shown.contains("0101234"), "{shown}");
    }
}
