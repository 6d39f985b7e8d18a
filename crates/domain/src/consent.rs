//! Consents.

use chrono::{DateTime, NaiveDate, Utc};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::ids::{ConsentId, InstitutionId, InsurerId};

/// What a patient consents to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ConsentKind {
    /// The processing of health data. The law requires a separate consent for it.
    Health,
    /// The terms of service.
    Terms,
    /// The privacy policy.
    Privacy,
    /// The statement of being 14 or older.
    Age14,
    /// The transfer of data to a named clinic or insurer.
    Provide,
    /// The use of photos and scores, without the patient's identity, to train and test later versions of the model.
    Training,
}

/// The recipient of data under a consent of kind [`ConsentKind::Provide`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Recipient {
    /// A clinic.
    Clinic(InstitutionId),
    /// An insurer.
    Insurer(InsurerId),
}

impl Recipient {
    /// Returns the recipient of a kind, `clinic` or `insurer`, with this id; `None` for another kind.
    #[must_use]
    pub fn new(kind: &str, id: i64) -> Option<Self> {
        match kind {
            "clinic" => Some(Self::Clinic(InstitutionId::new(id))),
            "insurer" => Some(Self::Insurer(InsurerId::new(id))),
            _ => None,
        }
    }

    /// Returns `clinic` or `insurer`.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Clinic(_) => "clinic",
            Self::Insurer(_) => "insurer",
        }
    }

    /// Returns the id of the clinic or insurer.
    #[must_use]
    pub const fn id(self) -> i64 {
        match self {
            Self::Clinic(id) => id.get(),
            Self::Insurer(id) => id.get(),
        }
    }
}

/// A recipient with the name that was shown to the patient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedRecipient {
    /// The recipient; `None` for an old consent whose name matches several recipients.
    pub recipient: Option<Recipient>,
    /// The name that was shown.
    pub name: String,
}

/// A consent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consent {
    /// The id.
    pub id: ConsentId,
    /// What the patient consents to.
    pub kind: ConsentKind,
    /// Who receives the data; only for [`ConsentKind::Provide`].
    pub recipient: Option<NamedRecipient>,
    /// The effective date of the text that was agreed to.
    pub version: NaiveDate,
    /// When the patient agreed.
    pub given_at: DateTime<Utc>,
    /// When the patient withdrew it; `None` while it is valid.
    pub withdrawn_at: Option<DateTime<Utc>>,
}
