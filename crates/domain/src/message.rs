//! Messages to a patient's own address or number, and the links in them.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;

use crate::contact::{Email, Phone};
use crate::credential::TokenHash;
use crate::failure::codes;

/// How long the link of a password reset opens the form, from when it is sent.
pub const RESET_LIFETIME: TimeDelta = TimeDelta::minutes(30);
/// How long a message about recovery may wait to be sent: who got none has asked again by then.
pub const RECOVERY_PATIENCE: TimeDelta = TimeDelta::minutes(30);

/// How long the file of a patient's data can be downloaded, from when its link is sent.
pub const EXPORT_LIFETIME: TimeDelta = TimeDelta::hours(24);
/// How long packing the file, and sending its message, may take.
pub const EXPORT_PATIENCE: TimeDelta = TimeDelta::hours(24);

codes! {
    /// What a message is about.
    MessageKind {
        /// The sign-in names of the accounts with this address or number.
        LoginIds = "login_ids",
        /// A link to set a new password.
        PasswordReset = "password_reset",
        /// A link to the file of one's own data.
        ExportReady = "export_ready",
    }
}

codes! {
    /// How a message travels.
    Channel {
        /// E-mail.
        Mail = "mail",
        /// Text message.
        Sms = "sms",
    }
}

/// Where a patient can be reached, and is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contact {
    /// An e-mail address; its case does not count.
    Email(Email),
    /// A mobile number.
    Phone(Phone),
}

impl Contact {
    /// How a message reaches it.
    #[must_use]
    pub const fn channel(&self) -> Channel {
        match self {
            Self::Email(_) => Channel::Mail,
            Self::Phone(_) => Channel::Sms,
        }
    }

    /// The address or number as it is compared.
    #[must_use]
    pub fn key(&self) -> String {
        match self {
            Self::Email(email) => email.key(),
            Self::Phone(phone) => phone.as_str().to_owned(),
        }
    }
}

/// The secret of a link: 128 random bits in 22 characters, so that the link fits into one text message. Only its hash is
/// kept.
#[derive(Clone, PartialEq, Eq)]
pub struct LinkToken(String);

impl LinkToken {
    /// The token of random bytes.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// Reads a token from a link; none when it has another form.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let whole = text.len() == 22 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
        whole.then(|| Self(text.to_owned()))
    }

    /// The text that stands in the link.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
    #[must_use]
    pub fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }
}

impl std::fmt::Debug for LinkToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LinkToken(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_read_as_it_was_written() {
        let token = LinkToken::from_bytes([0xfb; 16]);
        assert_eq!(LinkToken::parse(token.reveal()), Some(token.clone()));
        assert_eq!(token.hash(), TokenHash::of(token.reveal()));
        assert_eq!(format!("{token:?}"), "LinkToken(..)");
        for bad in ["", "short", "+/+/+/+/+/+/+/+/+/+/+/", &"a".repeat(23), "한글한글한글한"] {
            assert_eq!(LinkToken::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn an_address_is_compared_without_case_and_a_number_as_it_is() {
        let email = |text| Contact::Email(Email::parse(text).expect("an address"));
        assert_eq!(email("Kim@Example.COM").key(), email("kim@example.com").key());
        assert_eq!(email("kim@example.com").channel(), Channel::Mail);
        let phone = Contact::Phone(Phone::parse("01012345678").expect("a number"));
        assert_eq!((phone.key().as_str(), phone.channel()), ("01012345678", Channel::Sms));
    }
}
