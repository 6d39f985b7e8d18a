//! Messages to a patient's mail address or mobile number, and the links in them.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::contact::{Email, Phone};
use crate::credential::TokenHash;

/// How long the link of a password reset is valid after it is sent.
pub const RESET_LIFETIME: TimeDelta = TimeDelta::minutes(30);
/// How long a recovery message may wait to be sent. Later it is useless, because the patient requests another.
pub const RECOVERY_TIMEOUT: TimeDelta = TimeDelta::minutes(30);
/// How long an export can be downloaded after its link was sent.
pub const EXPORT_LIFETIME: TimeDelta = TimeDelta::hours(24);
/// How long it may take to pack an export and send its message.
pub const EXPORT_TIMEOUT: TimeDelta = TimeDelta::hours(24);

/// What a message is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum MessageKind {
    /// The sign-in names of the accounts with this address or number.
    LoginIds,
    /// A link to set a new password.
    PasswordReset,
    /// A link to download the patient's own data.
    ExportReady,
    /// A link that confirms a new e-mail address, sent to that address.
    ConfirmEmail,
    /// A notice to the old number that the account has a new one.
    PhoneChanged,
    /// A notice to the old e-mail address that the account has a new one, or none.
    EmailChanged,
}

/// How a message is delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Channel {
    /// E-mail.
    Mail,
    /// Text message.
    Sms,
}

/// A patient's mail address or mobile number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contact {
    /// An e-mail address, compared without case.
    Email(Email),
    /// A mobile number.
    Phone(Phone),
}

impl Contact {
    /// Returns the channel that reaches it.
    #[must_use]
    pub const fn channel(&self) -> Channel {
        match self {
            Self::Email(_) => Channel::Mail,
            Self::Phone(_) => Channel::Sms,
        }
    }

    /// Returns the form in which addresses and numbers are compared.
    #[must_use]
    pub fn key(&self) -> String {
        match self {
            Self::Email(email) => email.key(),
            Self::Phone(phone) => phone.as_str().to_owned(),
        }
    }
}

/// The secret of a link: 128 random bits in 22 characters, short enough for a text message. Only its hash is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct LinkToken(String);

impl LinkToken {
    /// Builds a token from random bytes.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// Parses the token of a link. Returns `None` for any other form.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let is_token = text.len() == 22 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
        is_token.then(|| Self(text.to_owned()))
    }

    /// Returns the secret text that stands in the link.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns the hash that is stored.
    #[must_use]
    pub fn hash(&self) -> TokenHash {
        TokenHash::from_token(&self.0)
    }
}

impl std::fmt::Debug for LinkToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LinkToken(..)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn token_refuses_other_forms() {
        for text in ["", "short", "+/+/+/+/+/+/+/+/+/+/+/", &"a".repeat(21), &"a".repeat(23), "한글한글한글한"] {
            assert_eq!(LinkToken::parse(text), None, "{text}");
        }
    }

    #[test]
    fn token_is_not_shown() {
        assert_eq!(format!("{:?}", LinkToken::from_bytes([0xfb; 16])), "LinkToken(..)");
    }

    #[test]
    fn email_key_ignores_case() {
        let email = |text| Contact::Email(Email::parse(text).expect("an address"));
        assert_eq!(email("Kim@Example.COM").key(), email("kim@example.com").key());
        assert_ne!(email("kim@example.com").key(), email("lim@example.com").key());
        assert_eq!(email("kim@example.com").channel(), Channel::Mail);
    }

    #[test]
    fn phone_key_is_the_number() {
        let phone = Contact::Phone(Phone::parse("01012345678").expect("a number"));
        assert_eq!((phone.key().as_str(), phone.channel()), ("01012345678", Channel::Sms));
    }

    proptest! {
        #[test]
        fn new_token_parses(bytes: [u8; 16]) {
            let token = LinkToken::from_bytes(bytes);
            prop_assert_eq!(LinkToken::parse(token.reveal()), Some(token.clone()));
            prop_assert_eq!(token.hash(), TokenHash::from_token(token.reveal()));
        }
    }
}
