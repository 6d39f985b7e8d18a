//! Whom a bill is about, who issues and signs it, and what was paid.

/// Who insures the patient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// 건강보험.
    HealthInsurance,
    /// 의료급여.
    MedicalAid,
    /// 일반.
    Uninsured,
}

impl Coverage {
    /// The kind with this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        match code {
            "health_insurance" => Some(Self::HealthInsurance),
            "medical_aid" => Some(Self::MedicalAid),
            "uninsured" => Some(Self::Uninsured),
            _ => None,
        }
    }

    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::HealthInsurance => "건강보험",
            Self::MedicalAid => "의료급여",
            Self::Uninsured => "일반",
        }
    }
}

/// Whom the bill is about.
#[derive(Clone, Debug, Default)]
pub struct Patient {
    /// The name.
    pub name: String,
    /// The clinic's number of the patient; may be empty.
    pub number: String,
    /// Who insures them; none when not said.
    pub coverage: Option<Coverage>,
}

/// The clinic.
#[derive(Clone, Debug, Default)]
pub struct Office {
    /// Its name.
    pub name: String,
    /// Its registration number, ten digits; empty leaves the place open.
    pub business_number: String,
    /// Who stands for it.
    pub representative: String,
    /// Where it is.
    pub address: String,
    /// Its telephone number.
    pub phone_number: String,
    /// The department; may be empty.
    pub department: String,
}

/// The doctor who signs.
#[derive(Clone, Debug)]
pub struct Doctor {
    /// The name.
    pub name: String,
    /// The number of the licence.
    pub license: String,
}

/// What the patient has paid, in won.
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
    /// All together.
    #[must_use]
    pub const fn total(self) -> i64 {
        self.card + self.cash_receipt + self.cash
    }
}
