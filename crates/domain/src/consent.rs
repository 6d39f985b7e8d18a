//! Consents.

use chrono::{DateTime, NaiveDate, Utc};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::ids::ConsentId;

/// What a patient consents to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ConsentKind {
    /// The processing of health data. The law wants it apart from all others.
    Health,
    /// The terms of service.
    Terms,
    /// The privacy policy.
    Privacy,
    /// The statement of being 14 or older.
    Age14,
    /// The transfer of data to a named clinic or insurer.
    Provide,
    /// The use of photos and scores, without the person, to train and test later versions of the model.
    Training,
}

/// A consent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consent {
    /// The id.
    pub id: ConsentId,
    /// What the patient consents to.
    pub kind: ConsentKind,
    /// Who receives the data; only for [`ConsentKind::Provide`].
    pub recipient: Option<String>,
    /// The effective date of the text that was agreed to.
    pub version: NaiveDate,
    /// When the patient agreed.
    pub given_at: DateTime<Utc>,
    /// When the patient withdrew it; `None` while it is valid.
    pub withdrawn_at: Option<DateTime<Utc>>,
}
