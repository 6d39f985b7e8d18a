//! Social sign-in: the providers and what they tell.

use crate::birth::BirthDate;
use crate::contact::{Email, Name, Phone};
use crate::patient::Gender;

/// A social provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SocialProvider {
    /// Kakao.
    Kakao,
    /// Naver.
    Naver,
    /// Google.
    Google,
}

impl SocialProvider {
    /// Every provider.
    pub const ALL: [Self; 3] = [Self::Kakao, Self::Naver, Self::Google];

    /// The name in addresses and rows.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Kakao => "kakao",
            Self::Naver => "naver",
            Self::Google => "google",
        }
    }

    /// The provider of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provider| provider.as_str() == name)
    }

    /// Whether the sign-in screen shows a button for it; Google's way in is there without one.
    #[must_use]
    pub const fn has_button(self) -> bool {
        !matches!(self, Self::Google)
    }
}

/// What a provider told of a person; all of it may be missing, and what breaks a rule of ours counts as missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SocialProfile {
    /// The real name, not a nickname.
    pub name: Option<Name>,
    /// The e-mail address, if the provider vouches for it.
    pub email: Option<Email>,
    /// The mobile number.
    pub phone: Option<Phone>,
    /// The date of birth by the solar calendar.
    pub birth: Option<BirthDate>,
    /// The gender.
    pub gender: Option<Gender>,
}
