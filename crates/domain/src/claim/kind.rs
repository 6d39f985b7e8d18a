//! What a claim is about.

use strum::{EnumString, IntoStaticStr, VariantArray};

/// A document that a clinic issues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Document {
    /// 진료비 영수증.
    MedicalBillReceipt,
    /// 진료비 세부산정내역서.
    DetailedStatement,
}

/// How a claim relates to an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ClaimKind {
    /// There is no earlier claim.
    New,
    /// The same insurer again, with corrected or additional documents.
    Reclaim,
    /// Another insurer.
    Forward,
    /// Documents that were already issued, by registered mail.
    Resend,
}

/// Why the insured person was treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum AccidentType {
    /// An illness.
    Disease,
    /// An injury.
    Injury,
    /// A dental treatment.
    Dental,
    /// A road accident.
    Traffic,
    /// Anything else.
    Other,
}
