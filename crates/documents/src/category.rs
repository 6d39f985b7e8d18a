//! The items by which charges are summed on the receipt.

macro_rules! categories {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $label:literal;)+) => {
        /// An item of the receipt, in the order of the form.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Category {
            $($(#[$doc])* $name,)+
        }

        impl Category {
            /// Every item, in the order of the form.
            pub const ALL: [Self; [$($code),+].len()] = [$(Self::$name),+];

            /// The item with this code.
            #[must_use]
            pub fn from_code(code: &str) -> Option<Self> {
                match code { $($code => Some(Self::$name),)+ _ => None }
            }

            /// The item's stable code.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code,)+ }
            }

            /// The item as the form calls it.
            #[must_use]
            pub const fn label(self) -> &'static str {
                match self { $(Self::$name => $label,)+ }
            }
        }
    };
}

categories! {
    /// Consultations.
    Consultation = "consultation", "진찰료";
    /// Days in the ward.
    Admission = "admission", "입원료";
    /// Meals.
    Meals = "meals", "식대";
    /// Dispensing, the service.
    Dispensing = "dispensing", "투약 및 조제료 · 행위료";
    /// Dispensing, the medicines.
    Medicines = "medicines", "투약 및 조제료 · 약품비";
    /// Injections, the service.
    Injection = "injection", "주사료 · 행위료";
    /// Injections, the medicines.
    InjectionMedicines = "injection_medicines", "주사료 · 약품비";
    /// Anaesthesia.
    Anesthesia = "anesthesia", "마취료";
    /// Treatments and operations.
    Procedure = "procedure", "처치 및 수술료";
    /// Laboratory and other tests.
    Tests = "tests", "검사료";
    /// Pictures: X-rays and the like.
    Imaging = "imaging", "영상진단료";
    /// Radiotherapy.
    Radiotherapy = "radiotherapy", "방사선치료료";
    /// Materials.
    Materials = "materials", "치료재료대";
    /// Rehabilitation.
    Rehabilitation = "rehabilitation", "재활 및 물리치료료";
    /// Psychotherapy.
    Psychotherapy = "psychotherapy", "정신요법료";
    /// Blood.
    Blood = "blood", "전혈 및 혈액성분제제료";
    /// Computed tomography.
    Ct = "ct", "CT 진단료";
    /// Magnetic resonance.
    Mri = "mri", "MRI 진단료";
    /// Positron emission tomography.
    Pet = "pet", "PET 진단료";
    /// Ultrasound.
    Ultrasound = "ultrasound", "초음파 진단료";
    /// Prostheses and orthodontics.
    Prosthetics = "prosthetics", "보철·교정료";
    /// Certificates.
    Certificates = "certificates", "제증명 수수료";
    /// What is none of the others.
    Other = "other", "기타";
}

impl Category {
    /// Whether the form lists it among its basic items; the rest are its optional ones.
    #[must_use]
    pub fn is_basic(self) -> bool {
        self <= Self::Blood
    }

    /// The item that a charge of this code belongs to, by the chapters of the national fee schedule: letters for services, nine digits
    /// for medicines, a letter and seven digits for materials. A code of another form is [`Category::Other`].
    #[must_use]
    pub fn of_code(code: &str) -> Self {
        let code = code.trim().to_ascii_uppercase();
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if code.len() == 9 && digits(&code) {
            return Self::Medicines;
        }
        if code.len() == 8 && code.starts_with(|c: char| c.is_ascii_uppercase()) && code.get(1..).is_some_and(digits) {
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
    use super::*;

    #[test]
    fn codes_lead_back_and_basic_items_come_first() {
        for (place, category) in Category::ALL.into_iter().enumerate() {
            assert_eq!(Category::from_code(category.as_str()), Some(category));
            assert_eq!(category.is_basic(), place < 16, "{category:?}");
        }
        assert_eq!(Category::from_code("teeth"), None);
    }

    #[test]
    fn a_charges_code_says_its_item() {
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
            assert_eq!(Category::of_code(code), category, "{code}");
        }
    }
}
