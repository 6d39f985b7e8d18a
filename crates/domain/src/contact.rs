//! A person's name, mobile number and e-mail address.

use crate::text::parse_name;
use crate::validation::{Invalid, InvalidCode};

/// Implements accessors and a `Debug` that hides the text for a text newtype.
macro_rules! personal_text {
    ($name:ident) => {
        impl $name {
            /// Returns the text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// Wraps a stored text without checking it again.
            #[must_use]
            pub const fn from_stored(text: String) -> Self {
                Self(text)
            }
        }

        // logs must not contain personal data
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!(stringify!($name), "(..)"))
            }
        }
    };
}

/// The longest name, in characters.
const MAX_NAME_CHARS: usize = 50;

/// A person's name: 1 to 50 characters, normalized (NFC), with a letter and without invisible characters.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Name(String);
personal_text!(Name);

impl Name {
    /// Parses, trims and normalizes a name.
    ///
    /// # Errors
    /// [`InvalidCode::Required`], [`InvalidCode::TooLong`], or [`InvalidCode::Format`] for a control or invisible
    /// character or a name without a letter.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        parse_name(text, MAX_NAME_CHARS).map(Self).map_err(|code| Invalid::new("name", code))
    }
}

/// A Korean mobile number: `01` and eight or nine more digits.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Phone(String);
personal_text!(Phone);

impl Phone {
    /// Parses a number that consists of digits only. Forms remove hyphens; the server refuses them.
    ///
    /// # Errors
    /// [`InvalidCode::Required`] or [`InvalidCode::Format`].
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let invalid = |code| Err(Invalid::new("phoneNumber", code));
        if text.is_empty() {
            return invalid(InvalidCode::Required);
        }
        let mobile =
            text.starts_with("01") && matches!(text.len(), 10 | 11) && text.bytes().all(|b| b.is_ascii_digit());
        if mobile { Ok(Self(text.to_owned())) } else { invalid(InvalidCode::Format) }
    }
}

/// An e-mail address: text, `@`, domain, and a suffix of at least two letters.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Email(String);
personal_text!(Email);

impl Email {
    /// Parses an address and trims it.
    ///
    /// # Errors
    /// [`InvalidCode::Required`], [`InvalidCode::TooLong`] (over 254 bytes) or [`InvalidCode::Format`].
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let invalid = |code| Err(Invalid::new("email", code));
        let text = text.trim();
        match text.len() {
            0 => invalid(InvalidCode::Required),
            255.. => invalid(InvalidCode::TooLong),
            _ if is_email(text) => Ok(Self(text.to_owned())),
            _ => invalid(InvalidCode::Format),
        }
    }

    /// Returns the form in which addresses are compared: lower case.
    #[must_use]
    pub fn key(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

fn is_email(text: &str) -> bool {
    let Some((local, host)) = text.split_once('@') else { return false };
    let Some((domain, suffix)) = host.rsplit_once('.') else { return false };
    let is_label = |l: &str| {
        !l.is_empty()
            && !l.starts_with('-')
            && !l.ends_with('-')
            && l.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    let is_atom =
        |a: &str| !a.is_empty() && a.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&b));
    local.len() <= 64
        && local.split('.').all(is_atom)
        && domain.split('.').all(is_label)
        && suffix.len() >= 2
        && suffix.bytes().all(|b| b.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn name_is_trimmed() {
        assert_eq!(Name::parse("  김 하늘 ").expect("a name").as_str(), "김 하늘");
        assert!(Name::parse(&"가".repeat(50)).is_ok());
    }

    #[test]
    fn name_refuses_by_code() {
        for (text, code) in [
            ("", InvalidCode::Required),
            (" \t ", InvalidCode::Required),
            (&"가".repeat(51), InvalidCode::TooLong),
            ("김\0하늘", InvalidCode::Format),
            ("김\n하늘", InvalidCode::Format),
            ("\u{3164}", InvalidCode::Format),
        ] {
            assert_eq!(Name::parse(text), Err(Invalid::new("name", code)), "{text:?}");
        }
    }

    #[test]
    fn phone_is_a_mobile_number() {
        for text in ["01012345678", "0111234567", "01912345678"] {
            assert_eq!(Phone::parse(text).expect("a number").as_str(), text);
        }
        for text in
            ["010-1234-5678", "0212345678", "010123456", "010123456789", " 01012345678", "+8210123456", "0101234567a"]
        {
            assert_eq!(Phone::parse(text), Err(Invalid::new("phoneNumber", InvalidCode::Format)), "{text}");
        }
        assert_eq!(Phone::parse(""), Err(Invalid::new("phoneNumber", InvalidCode::Required)));
    }

    #[test]
    fn email_accepts_common_forms() {
        for text in
            ["kim@example.com", "a.b+c_d@mail.example.co.kr", "x@a-b.kr", "o'neil@example.com", " kim@example.com "]
        {
            assert_eq!(Email::parse(text).expect("an address").as_str(), text.trim());
        }
    }

    #[test]
    fn email_refuses_other_forms() {
        let long_local = format!("{}@example.com", "a".repeat(65));
        for text in [
            "kim",
            "kim@",
            "@example.com",
            "kim@example",
            "kim@example.c",
            "kim@example.k1",
            "kim@@example.com",
            "kim@-a.com",
            "kim@a-.com",
            "kim@a..com",
            "kim@.com",
            ".kim@example.com",
            "kim.@example.com",
            "k..m@example.com",
            "kim lee@example.com",
            "김@example.com",
            "kim@예.한국",
            "kim@example.com\nBcc: all@example.com",
            "<kim@example.com>",
            &long_local,
        ] {
            assert_eq!(Email::parse(text), Err(Invalid::new("email", InvalidCode::Format)), "{text}");
        }
        assert_eq!(Email::parse(" "), Err(Invalid::new("email", InvalidCode::Required)));
        let long = format!("a@{}.com", "a".repeat(250));
        assert_eq!(Email::parse(&long), Err(Invalid::new("email", InvalidCode::TooLong)));
    }

    #[test]
    fn email_key_is_lower_case() {
        let email = Email::parse("Kim@Example.COM").expect("an address");
        assert_eq!((email.as_str(), email.key().as_str()), ("Kim@Example.COM", "kim@example.com"));
    }

    #[test]
    fn debug_hides_personal_data() {
        let (name, phone) = (Name::parse("김하늘").expect("a name"), Phone::parse("01012345678").expect("a number"));
        let email = Email::parse("kim@example.com").expect("an address");
        assert_eq!(format!("{name:?} {phone:?} {email:?}"), "Name(..) Phone(..) Email(..)");
    }

    proptest! {
        #[test]
        fn parsed_email_parses_again(local in "[a-z0-9]{1,10}", domain in "[a-z0-9]{1,10}", suffix in "[a-z]{2,5}") {
            let email = Email::parse(&format!("{local}@{domain}.{suffix}")).expect("an address");
            prop_assert_eq!(Email::parse(email.as_str()), Ok(email));
        }

        #[test]
        fn any_text_is_handled(text in "\\PC{0,60}|[a-z@.]{0,20}|[0-9]{0,12}") {
            let _ = (Name::parse(&text), Phone::parse(&text), Email::parse(&text));
        }
    }
}
