//! Passwords: the rule for new ones, and the spellings under which a typed one is compared.

use std::collections::HashSet;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization as _;

use crate::contact::{Name, Phone};
use crate::credential::LoginUserId;
use crate::validation::{Invalid, InvalidCode};

/// The maximum length, in characters of the normalized text.
const MAX_LENGTH: usize = 64;
/// The minimum length.
const MIN_LENGTH: usize = 8;
/// Names that are shorter are not searched for: too many words contain them.
const MIN_NAME_LENGTH: usize = 3;

/// The 10,000 most used passwords, in lower case: the head of the list of zxcvbn 4.5.0 (MIT licence), made from leaked ones.
static COMMON: LazyLock<HashSet<&str>> = LazyLock::new(|| include_str!("common_passwords.txt").lines().collect());

/// A new password: 8 to 64 characters with letters, digits and a special character, and not one of the most used.
///
/// Every printable character that is neither a letter nor a digit is special. The text is normalized (NFC), so that it is the same
/// from every keyboard. Sign-in does not use this type: a password that was set under an older rule must stay valid.
#[derive(Clone)]
pub struct Password(String);

/// What a password must not contain.
#[derive(Clone, Copy, Debug)]
pub struct PasswordOwner<'a> {
    /// The sign-in name.
    pub login_id: &'a LoginUserId,
    /// The person's name.
    pub name: &'a Name,
    /// The mobile number, if one is known.
    pub phone: Option<&'a Phone>,
}

impl Password {
    /// Parses a new password.
    ///
    /// # Errors
    /// On `password`: [`InvalidCode::Required`], [`InvalidCode::TooLong`], [`InvalidCode::Format`], or [`InvalidCode::Common`]
    /// for one of the most used, with or without special characters.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text: String = text.nfc().collect();
        let is_special = |c: char| !c.is_alphanumeric() && !c.is_control() && !c.is_whitespace();
        match text.chars().count() {
            0 => return invalid(InvalidCode::Required),
            // the time to hash grows with the length
            length if length > MAX_LENGTH => return invalid(InvalidCode::TooLong),
            length if length < MIN_LENGTH => return invalid(InvalidCode::Format),
            _ => {}
        }
        let is_strong = text.chars().any(|c| c.is_ascii_alphabetic())
            && text.chars().any(|c| c.is_ascii_digit())
            && text.chars().any(is_special)
            && !text.chars().any(char::is_control);
        if !is_strong {
            return invalid(InvalidCode::Format);
        }
        // most of the common passwords are refused because they lack a special character: people add one at the end
        if COMMON.contains(text.to_lowercase().as_str()) || COMMON.contains(strip_specials(&text).as_str()) {
            return invalid(InvalidCode::Common);
        }
        Ok(Self(text))
    }

    /// Checks that the password does not contain the well-known data of its owner.
    ///
    /// # Errors
    /// [`InvalidCode::Personal`] on `password`, when it contains the sign-in name, the name or the number.
    pub fn check_personal(&self, owner: &PasswordOwner<'_>) -> Result<(), Invalid> {
        let (whole, bare) = (self.0.to_lowercase(), strip_specials(&self.0));
        let name = strip_specials(owner.name.as_str());
        let is_name = name.chars().count() >= MIN_NAME_LENGTH && bare.contains(&name);
        // without the prefix, which most numbers share
        let is_number = owner.phone.and_then(|phone| phone.as_str().get(3..)).is_some_and(|part| bare.contains(part));
        if is_name || is_number || whole.contains(&owner.login_id.key()) {
            return invalid(InvalidCode::Personal);
        }
        Ok(())
    }

    /// Returns the secret password, for hashing.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password(..)")
    }
}

/// Returns the spellings under which a typed password may have been hashed: normalized, and for hashes from before that
/// rule as it is typed and decomposed. An ASCII password has only one spelling.
#[must_use]
pub fn spelling_variants(typed: &str) -> Vec<String> {
    let mut spellings: Vec<String> = vec![typed.nfc().collect()];
    for other in [typed.to_owned(), typed.nfd().collect()] {
        if !spellings.contains(&other) {
            spellings.push(other);
        }
    }
    spellings
}

fn invalid<T>(code: InvalidCode) -> Result<T, Invalid> {
    Err(Invalid::new("password", code))
}

/// Returns the letters and digits in lower case, normalized.
fn strip_specials(text: &str) -> String {
    let letters: String = text.nfc().filter(|c| c.is_alphanumeric()).collect();
    letters.to_lowercase()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse(text: &str) -> Result<(), InvalidCode> {
        Password::parse(text).map(|_| ()).map_err(|invalid| invalid.code)
    }

    #[test]
    fn password_needs_letter_digit_and_special() {
        for text in ["tongue27!", "TONGUE27~", "혀봄abc27!", "a1-a1-a1", "abc927 !"] {
            assert_eq!(parse(text), Ok(()), "{text}");
        }
        for (text, code) in [
            ("", InvalidCode::Required),
            ("abc123!", InvalidCode::Format),
            ("abcdefg!", InvalidCode::Format),
            ("1234567!", InvalidCode::Format),
            ("abcd1234", InvalidCode::Format),
            ("abcd 1234", InvalidCode::Format),
            ("tongue27!\n", InvalidCode::Format),
            ("한글한글한글1!", InvalidCode::Format),
        ] {
            assert_eq!(parse(text), Err(code), "{text:?}");
        }
    }

    #[test]
    fn password_has_a_maximum_length() {
        assert_eq!(parse(&("a1!".to_owned() + &"혀".repeat(61))), Ok(()));
        assert_eq!(parse(&("a1!".to_owned() + &"혀".repeat(62))), Err(InvalidCode::TooLong));
        // characters of the normalized text, not of three jamo each
        let decomposed: String = "각".repeat(61).nfd().collect();
        assert_eq!(parse(&format!("a1!{decomposed}")), Ok(()));
    }

    #[test]
    fn most_used_passwords_are_refused() {
        assert_eq!(COMMON.len(), 10_000);
        for text in ["abcd1234!", "P@ssw0rd", "Qwer1234!", "!QAZ2wsx", "1q2w3e4r#", "pass-word1!", "l58jkdjp!"] {
            assert_eq!(parse(text), Err(InvalidCode::Common), "{text}");
        }
        assert_eq!(parse("abcd1234!혀"), Ok(()));
    }

    #[test]
    fn password_of_own_data_is_refused() {
        let login_id = LoginUserId::parse("Haneul91").expect("a name");
        let name = Name::parse("김 하늘").expect("a name");
        let phone = Phone::parse("01098765432").expect("a number");
        let owner = PasswordOwner { login_id: &login_id, name: &name, phone: Some(&phone) };
        let check = |text: &str| Password::parse(text).expect("a password").check_personal(&owner).map_err(|e| e.code);
        let decomposed: String = "김하늘ab27!".nfd().collect();
        for text in ["xhaneul91!", "HANEUL91#z", "김하늘abc27!", &decomposed, "a9876-5432!", "010-9876-5432a"] {
            assert_eq!(check(text), Err(InvalidCode::Personal), "{text}");
        }
        for text in ["haneul-27!", "하늘abc27!", "a9876-5431!"] {
            assert_eq!(check(text), Ok(()), "{text}");
        }
        let short = Name::parse("Jo").expect("a name");
        let password = Password::parse("major-27!").expect("a password");
        assert_eq!(password.check_personal(&PasswordOwner { name: &short, phone: None, ..owner }), Ok(()));
    }

    #[test]
    fn keyboards_make_one_password() {
        let composed = "혀봄abc27!";
        let decomposed: String = composed.nfd().collect();
        assert_ne!(composed, decomposed);
        let [one, two] = [composed, &decomposed].map(|text| Password::parse(text).expect("a password"));
        assert_eq!(one.reveal(), two.reveal());
        assert_eq!(spelling_variants(&decomposed), [composed, &decomposed]);
        assert_eq!(spelling_variants(composed), [composed, &decomposed]);
        assert_eq!(spelling_variants("tongue27!"), ["tongue27!"]);
    }

    #[test]
    fn password_is_not_shown() {
        let password = Password::parse("tongue27!").expect("a password");
        assert_eq!((format!("{password:?}").as_str(), password.reveal()), ("Password(..)", "tongue27!"));
    }

    proptest! {
        #[test]
        fn any_text_is_handled(text in "\\PC{0,140}") {
            let _ = (Password::parse(&text), spelling_variants(&text));
        }
    }
}
