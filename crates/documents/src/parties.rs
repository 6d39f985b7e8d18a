//! The patient, clinic, doctor and payment of a bill.

use strum::EnumString;

/// The patient's insurance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Coverage {
    /// 건강보험.
    HealthInsurance,
    /// 의료급여.
    MedicalAid,
    /// 일반.
    Uninsured,
}

impl Coverage {
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::HealthInsurance => "건강보험",
            Self::MedicalAid => "의료급여",
            Self::Uninsured => "일반",
        }
    }
}

/// The patient.
#[derive(Clone, Debug, Default)]
pub struct Patient {
    /// The name.
    pub name: String,
    /// The patient's number at the clinic; may be empty.
    pub number: String,
    /// The insurance, if known.
    pub coverage: Option<Coverage>,
}

/// The clinic.
#[derive(Clone, Debug, Default)]
pub struct Office {
    /// The name.
    pub name: String,
    /// The business registration number, ten digits; may be empty.
    pub business_number: String,
    /// The legal representative.
    pub representative: String,
    /// The address.
    pub address: String,
    /// The telephone number.
    pub phone_number: String,
    /// The department; may be empty.
    pub department: String,
}

/// The doctor who signs.
#[derive(Clone, Debug)]
pub struct Doctor {
    /// The name.
    pub name: String,
    /// The licence number.
    pub license: String,
}

/// The patient's payments, in won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paid {
    /// By card.
    pub card: i64,
    /// In cash, with a cash receipt.
    pub cash_receipt: i64,
    /// In cash.
    pub cash: i64,
}

impl Paid {
    /// Returns the sum.
    #[must_use]
    pub const fn total(self) -> i64 {
        self.card + self.cash_receipt + self.cash
    }
}
