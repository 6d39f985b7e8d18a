//! Consents and what they are about.

use chrono::{DateTime, NaiveDate, Utc};

use crate::failure::codes;
use crate::ids::ConsentId;

codes! {
    /// What a patient consents to.
    ConsentKind {
        /// The processing of health data; asked apart from all others.
        Health = "health",
        /// The terms of service.
        Terms = "terms",
        /// The privacy policy.
        Privacy = "privacy",
        /// Being 14 or older.
        Age14 = "age14",
        /// Giving data to a named clinic or insurer.
        Provide = "provide",
        /// That photos and scores, without the person, teach and test later versions of the model.
        Training = "training",
    }
}

/// A consent given once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consent {
    /// Its id.
    pub id: ConsentId,
    /// What it is about.
    pub kind: ConsentKind,
    /// Who receives the data; only for [`ConsentKind::Provide`].
    pub recipient: Option<String>,
    /// Effective date of the text that was agreed to.
    pub version: NaiveDate,
    /// When it was given.
    pub given_at: DateTime<Utc>,
    /// When it was withdrawn; null while it stands.
    pub withdrawn_at: Option<DateTime<Utc>>,
}
