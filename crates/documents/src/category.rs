//! The items into which the receipt groups charges.

use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

/// An item of the receipt, in the order of the form. The `strum` message is its name on the form.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumMessage, EnumString, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum Category {
    /// Consultations.
    #[strum(message = "진찰료")]
    Consultation,
    /// Days in the ward.
    #[strum(message = "입원료")]
    Admission,
    /// Meals.
    #[strum(message = "식대")]
    Meals,
    /// Dispensing, the service.
    #[strum(message = "투약 및 조제료 · 행위료")]
    Dispensing,
    /// Dispensing, the medicines.
    #[strum(message = "투약 및 조제료 · 약품비")]
    Medicines,
    /// Injections, the service.
    #[strum(message = "주사료 · 행위료")]
    Injection,
    /// Injections, the medicines.
    #[strum(message = "주사료 · 약품비")]
    InjectionMedicines,
    /// Anaesthesia.
    #[strum(message = "마취료")]
    Anesthesia,
    /// Treatments and operations.
    #[strum(message = "처치 및 수술료")]
    Procedure,
    /// Laboratory and other tests.
    #[strum(message = "검사료")]
    Tests,
    /// Imaging: X-rays and the like.
    #[strum(message = "영상진단료")]
    Imaging,
    /// Radiotherapy.
    #[strum(message = "방사선치료료")]
    Radiotherapy,
    /// Materials.
    #[strum(message = "치료재료대")]
    Materials,
    /// Rehabilitation.
    #[strum(message = "재활 및 물리치료료")]
    Rehabilitation,
    /// Psychotherapy.
    #[strum(message = "정신요법료")]
    Psychotherapy,
    /// Blood.
    #[strum(message = "전혈 및 혈액성분제제료")]
    Blood,
    /// Computed tomography.
    #[strum(message = "CT 진단료")]
    Ct,
    /// Magnetic resonance.
    #[strum(message = "MRI 진단료")]
    Mri,
    /// Positron emission tomography.
    #[strum(message = "PET 진단료")]
    Pet,
    /// Ultrasound.
    #[strum(message = "초음파 진단료")]
    Ultrasound,
    /// Prostheses and orthodontics.
    #[strum(message = "보철·교정료")]
    Prosthetics,
    /// Certificates.
    #[strum(message = "제증명 수수료")]
    Certificates,
    /// Everything else.
    #[strum(message = "기타")]
    Other,
}

impl Category {
    /// Returns the item's name on the form.
    #[must_use]
    pub fn label(self) -> &'static str {
        self.get_message().unwrap_or_default()
    }

    /// Returns whether the form lists it among the basic items. The others are optional items.
    #[must_use]
    pub fn is_basic(self) -> bool {
        self <= Self::Blood
    }

    /// Returns the item of a charge by its code in the national fee schedule: letters for services, nine digits for medicines, a
    /// letter and seven digits for materials. Any other code is [`Category::Other`].
    #[must_use]
    pub fn from_fee_code(code: &str) -> Self {
        let code = code.trim().to_ascii_uppercase();
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if code.len() == 9 && is_number(&code) {
            return Self::Medicines;
        }
        if code.len() == 8 && code.starts_with(|c: char| c.is_ascii_uppercase()) && code.get(1..).is_some_and(is_number)
        {
            return Self::Materials;
        }
        if !code.bytes().any(|byte| byte.is_ascii_digit()) {
            return Self::Other;
        }
        match (code.get(..2).unwrap_or_default(), code.bytes().next().unwrap_or_default()) {
            ("AA", _) => Self::Consultation,
            ("AB" | "AJ", _) => Self::Admission,
            ("EB", _) => Self::Ultrasound,
            ("HD" | "HZ", _) => Self::Radiotherapy,
            ("HA", _) if code.starts_with("HA4") => Self::Ct,
            ("HE" | "HF", _) => Self::Mri,
            ("MM", _) => Self::Rehabilitation,
            ("NN", _) => Self::Psychotherapy,
            (_, b'J') => Self::Dispensing,
            (_, b'K') => Self::Injection,
            (_, b'L') => Self::Anesthesia,
            (_, b'M'..=b'U') => Self::Procedure,
            (_, b'B'..=b'G') => Self::Tests,
            (_, b'H') => Self::Imaging,
            (_, b'X') => Self::Blood,
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn basic_items_come_first() {
        let basic = Category::VARIANTS.iter().take_while(|category| category.is_basic()).count();
        assert_eq!(basic, 16);
        assert!(Category::VARIANTS[basic..].iter().all(|category| !category.is_basic()));
    }

    #[test]
    fn codes_and_labels_are_unique() {
        let labels: BTreeSet<_> = Category::VARIANTS.iter().map(|category| category.label()).collect();
        assert!(labels.len() == Category::VARIANTS.len() && !labels.contains(""));
        for category in Category::VARIANTS {
            assert_eq!(<&'static str>::from(category).parse(), Ok(*category));
        }
        assert_eq!("injection_medicines".parse(), Ok(Category::InjectionMedicines));
        assert!("teeth".parse::<Category>().is_err());
    }

    #[test]
    fn fee_code_determines_item() {
        for (code, category) in [
            ("AA154", Category::Consultation),
            ("aa254", Category::Consultation),
            ("U2239", Category::Procedure),
            ("L1010", Category::Anesthesia),
            ("D2500", Category::Tests),
            ("G0101", Category::Tests),
            ("HA101", Category::Imaging),
            ("HA473", Category::Ct),
            ("HE101", Category::Mri),
            ("EB411", Category::Ultrasound),
            ("MM010", Category::Rehabilitation),
            ("641602180", Category::Medicines),
            ("J5083001", Category::Materials),
            ("임플란트", Category::Other),
            ("SCALING", Category::Other),
            ("", Category::Other),
        ] {
            assert_eq!(Category::from_fee_code(code), category, "{code}");
        }
    }
}
