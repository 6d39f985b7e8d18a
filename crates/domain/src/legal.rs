//! The editions of the terms and the privacy policy: when each is announced and in effect. The web app contains their
//! text.
//!
//! A new edition needs one entry here and a module with its text for each language in `web/app/patient/features/legal`.

use chrono::NaiveDate;
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::consent::ConsentKind;

/// The edition of the text about health data, training and recipients, named by its effective date.
pub const HEALTH_EDITION: NaiveDate = day(2025, 1, 1);

/// A text that patients agree to when they sign up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum LegalDocument {
    /// The terms of service.
    Terms,
    /// The privacy policy.
    Privacy,
}

impl LegalDocument {
    /// Returns the consent that names an edition of it.
    #[must_use]
    pub const fn consent(self) -> ConsentKind {
        match self {
            Self::Terms => ConsentKind::Terms,
            Self::Privacy => ConsentKind::Privacy,
        }
    }
}

/// An edition of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edition {
    /// The text.
    pub document: LegalDocument,
    /// The day in Korea from which it is in effect. It also names the edition.
    pub effective: NaiveDate,
    /// The day in Korea on which it is announced.
    pub announced: NaiveDate,
    /// Whether it is to the patients' disadvantage. Such an edition is announced 30 days before, also outside the app,
    /// and needs a new consent.
    pub is_disadvantage: bool,
}

/// Every edition, the newest of each text first.
pub const EDITIONS: [Edition; 4] = [
    edition(LegalDocument::Terms, day(2026, 12, 10), day(2026, 11, 27)),
    edition(LegalDocument::Terms, day(2025, 1, 1), day(2024, 12, 18)),
    edition(LegalDocument::Privacy, day(2026, 12, 10), day(2026, 11, 27)),
    edition(LegalDocument::Privacy, day(2025, 1, 1), day(2024, 12, 18)),
];

const fn edition(document: LegalDocument, effective: NaiveDate, announced: NaiveDate) -> Edition {
    Edition { document, effective, announced, is_disadvantage: false }
}

const fn day(year: i32, month: u32, day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, day).expect("a day of the calendar")
}

/// The editions of an installation, the newest of each text first.
#[derive(Clone, Copy, Debug)]
pub struct Editions(&'static [Edition]);

impl Default for Editions {
    fn default() -> Self {
        Self::new(&EDITIONS)
    }
}

impl Editions {
    /// Returns editions other than the published ones, for tests.
    #[must_use]
    pub const fn new(editions: &'static [Edition]) -> Self {
        Self(editions)
    }

    /// Returns the current and the announced edition of a text on a day in Korea.
    #[must_use]
    pub fn in_effect(self, document: LegalDocument, today: NaiveDate) -> EditionsInEffect {
        let own = || self.0.iter().copied().filter(move |edition| edition.document == document);
        let first = edition(document, HEALTH_EDITION, HEALTH_EDITION);
        EditionsInEffect {
            current: own().find(|edition| edition.effective <= today).unwrap_or(first),
            upcoming: own().rfind(|edition| edition.is_upcoming(today)),
            disadvantage: own()
                .find(|edition| edition.is_disadvantage && edition.effective <= today)
                .map(|edition| edition.effective),
        }
    }
}

impl Edition {
    /// Returns whether it is announced but not yet in effect on a day in Korea.
    #[must_use]
    pub fn is_upcoming(&self, today: NaiveDate) -> bool {
        self.announced <= today && today < self.effective
    }
}

/// The current and the announced edition of one text on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EditionsInEffect {
    /// The one in effect.
    pub current: Edition,
    /// The one that is announced.
    pub upcoming: Option<Edition>,
    /// The effective date of the last edition in effect that is to the patients' disadvantage.
    pub disadvantage: Option<NaiveDate>,
}

impl EditionsInEffect {
    /// Returns whether a patient who agreed to an edition must agree again: a later one to the patients' disadvantage
    /// is in effect.
    #[must_use]
    pub fn needs_consent(&self, agreed: Option<NaiveDate>) -> bool {
        self.disadvantage.is_some_and(|day| agreed.is_none_or(|agreed| agreed < day))
    }

    /// Returns whether an edition can be agreed to: the one in effect, or the announced one.
    #[must_use]
    pub fn offers(&self, effective: NaiveDate) -> bool {
        self.current.effective == effective || self.upcoming.is_some_and(|edition| edition.effective == effective)
    }
}

#[cfg(test)]
mod tests {
    use chrono::Days;

    use super::*;

    fn date(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    const WORSE: Edition = Edition {
        document: LegalDocument::Terms,
        effective: day(2027, 3, 1),
        announced: day(2027, 1, 30),
        is_disadvantage: true,
    };

    /// Returns whether an edition is announced as early as the law requires: seven days before a change, and thirty before one
    /// to the patients' disadvantage.
    fn is_announced_in_time(edition: &Edition) -> bool {
        let days = if edition.is_disadvantage { 30 } else { 7 };
        edition.announced + Days::new(days) <= edition.effective
    }

    #[test]
    fn every_edition_is_announced_in_time() {
        for (at, edition) in EDITIONS.iter().enumerate() {
            assert!(is_announced_in_time(edition), "{edition:?}");
            let later = EDITIONS[..at].iter().filter(|other| other.document == edition.document);
            assert!(later.clone().all(|other| other.effective > edition.effective), "the newest first");
        }
        assert!(is_announced_in_time(&WORSE));
        assert!(!is_announced_in_time(&Edition { announced: date("2027-01-31"), ..WORSE }), "29 days");
        let late = edition(LegalDocument::Terms, date("2027-03-01"), date("2027-02-23"));
        assert!(!is_announced_in_time(&late), "6 days");
    }

    #[test]
    fn edition_counts_from_its_day() {
        let editions = Editions::new(&[WORSE, EDITIONS[1]]);
        let in_effect = |today| editions.in_effect(LegalDocument::Terms, date(today));
        for (today, current, upcoming) in [
            ("2027-01-29", "2025-01-01", None),
            ("2027-01-30", "2025-01-01", Some("2027-03-01")),
            ("2027-02-28", "2025-01-01", Some("2027-03-01")),
            ("2027-03-01", "2027-03-01", None),
            ("2020-01-01", "2025-01-01", None),
        ] {
            let found = in_effect(today);
            assert_eq!(found.current.effective, date(current), "{today}");
            assert_eq!(found.upcoming.map(|edition| edition.effective), upcoming.map(date), "{today}");
        }
        assert!(
            in_effect("2027-01-30").offers(date("2027-03-01")) && !in_effect("2027-01-29").offers(date("2027-03-01"))
        );
    }

    #[test]
    fn disadvantage_alone_needs_new_consent() {
        const LATER: Edition = edition(LegalDocument::Terms, day(2027, 6, 1), day(2027, 5, 1));
        let editions = Editions::new(&[LATER, WORSE, EDITIONS[1]]);
        let needs = |today, agreed: Option<&str>| {
            editions.in_effect(LegalDocument::Terms, date(today)).needs_consent(agreed.map(date))
        };
        assert!(!needs("2027-02-28", Some("2025-01-01")), "not in effect yet");
        assert!(needs("2027-03-01", Some("2025-01-01")));
        assert!(!needs("2027-03-01", Some("2027-03-01")), "agreed to in the notice period");
        assert!(needs("2027-07-01", Some("2025-01-01")), "a later ordinary change does not heal it");
        assert!(!needs("2027-07-01", Some("2027-03-01")), "an ordinary change needs none");
        assert!(needs("2027-03-01", None));
        let privacy = editions.in_effect(LegalDocument::Privacy, date("2027-03-01"));
        assert!(!privacy.needs_consent(Some(date("2025-01-01"))), "another text's");
    }
}
