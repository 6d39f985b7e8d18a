//! How a person is called and reached.

use crate::validation::{Code, Invalid};

macro_rules! text {
    ($name:ident) => {
        impl $name {
            /// The text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// A text that was checked when it was stored.
            #[must_use]
            pub const fn from_stored(text: String) -> Self {
                Self(text)
            }
        }

        // who logs a request must not log the person in it
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!(stringify!($name), "(..)"))
            }
        }
    };
}

/// A person's name: 1 to 50 characters, no control characters.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Name(String);
text!(Name);

impl Name {
    /// Reads a name, without the spaces around it.
    ///
    /// # Errors
    /// [`Code::Required`], [`Code::TooLong`] or, for control characters, [`Code::Format`].
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let invalid = |code| Err(Invalid::new("name", code));
        let text = text.trim();
        match text.chars().count() {
            0 => invalid(Code::Required),
            51.. => invalid(Code::TooLong),
            _ if text.chars().any(char::is_control) => invalid(Code::Format),
            _ => Ok(Self(text.to_owned())),
        }
    }
}

/// A Korean mobile number: `01` and eight or nine more digits.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Phone(String);
text!(Phone);

impl Phone {
    /// Reads a number of digits only: a form strips hyphens, the server refuses them.
    ///
    /// # Errors
    /// [`Code::Required`] or [`Code::Format`].
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let invalid = |code| Err(Invalid::new("phoneNumber", code));
        if text.is_empty() {
            return invalid(Code::Required);
        }
        let mobile =
            text.starts_with("01") && matches!(text.len(), 10 | 11) && text.bytes().all(|b| b.is_ascii_digit());
        if mobile { Ok(Self(text.to_owned())) } else { invalid(Code::Format) }
    }
}

/// An e-mail address: text, `@`, domain, and a suffix of at least two letters.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Email(String);
text!(Email);

impl Email {
    /// Reads an address, without the spaces around it.
    ///
    /// # Errors
    /// [`Code::Required`], [`Code::TooLong`] (over 254 bytes) or [`Code::Format`].
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let invalid = |code| Err(Invalid::new("email", code));
        let text = text.trim();
        match text.len() {
            0 => invalid(Code::Required),
            255.. => invalid(Code::TooLong),
            _ if looks_like_email(text) => Ok(Self(text.to_owned())),
            _ => invalid(Code::Format),
        }
    }

    /// The address as it is compared: lower case.
    #[must_use]
    pub fn key(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

fn looks_like_email(text: &str) -> bool {
    let Some((local, host)) = text.split_once('@') else { return false };
    let Some((domain, suffix)) = host.rsplit_once('.') else { return false };
    let label = |l: &str| {
        !l.is_empty()
            && !l.starts_with('-')
            && !l.ends_with('-')
            && l.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    let atom =
        |a: &str| !a.is_empty() && a.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&b));
    local.len() <= 64
        && local.split('.').all(atom)
        && domain.split('.').all(label)
        && suffix.len() >= 2
        && suffix.bytes().all(|b| b.is_ascii_alphabetic())
}
