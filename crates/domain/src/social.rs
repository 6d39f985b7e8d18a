//! Social sign-in: providers and profiles.

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::birth::BirthDate;
use crate::contact::{Email, Name, Phone};
use crate::patient::Gender;

/// A social provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum SocialProvider {
    /// Kakao.
    Kakao,
    /// Naver.
    Naver,
    /// Google.
    Google,
}

impl SocialProvider {
    /// Returns whether the sign-in screen shows a button for it. Google works without one.
    #[must_use]
    pub const fn has_button(self) -> bool {
        !matches!(self, Self::Google)
    }
}

/// A person's profile at a provider. Each field may be missing; a value that breaks one of our rules counts as missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SocialProfile {
    /// The real name, not a nickname.
    pub name: Option<Name>,
    /// The e-mail address, if the provider has verified it.
    pub email: Option<Email>,
    /// The mobile number.
    pub phone: Option<Phone>,
    /// The date of birth in the solar calendar.
    pub birth: Option<BirthDate>,
    /// The gender.
    pub gender: Option<Gender>,
}
