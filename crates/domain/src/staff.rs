//! The staff of clinics.

use chrono::TimeDelta;
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::contact::Name;
use crate::credential::LoginUserId;
use crate::ids::StaffId;
use crate::institution::Institution;
use crate::password::Password;
use crate::validation::Invalid;

/// A role at a clinic. [`crate::Permission`] defines what each may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum StaffRole {
    /// Takes the pictures.
    ShootingExpert,
    /// Scores the pictures.
    AnalysisExpert,
    /// Also manages the clinic's staff, money and documents.
    ClinicAdmin,
}

/// A member of a clinic's staff.
#[expect(clippy::struct_excessive_bools, reason = "independent facts about an account, not states of one")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staff {
    /// The account's id.
    pub id: StaffId,
    /// The sign-in name. It has the form of patients' names and is unique among the tenant's staff.
    pub login_id: LoginUserId,
    /// The person's name.
    pub name: Name,
    /// The role.
    pub role: StaffRole,
    /// The clinic.
    pub institution: Institution,
    /// Whether the password is the temporary one, with which only a new password can be set.
    pub must_change_password: bool,
    /// Whether the account may sign in.
    pub active: bool,
    /// Whether the account has a confirmed authenticator app.
    pub has_app: bool,
    /// Whether the account has a passkey.
    pub has_passkey: bool,
    /// Whether the clinic requires a second factor.
    pub needs_second_factor: bool,
}

impl Staff {
    /// Returns whether the account has a second factor of any kind.
    #[must_use]
    pub const fn has_second_factor(&self) -> bool {
        self.has_app || self.has_passkey
    }
}

/// A member of staff who took or scored a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expert {
    /// The account's id.
    pub id: StaffId,
    /// The person's name.
    pub name: String,
}

/// Parses a sign-in name of staff. The field of an error is `loginId`.
///
/// # Errors
/// As [`LoginUserId::parse`].
pub fn parse_login_id(text: &str) -> Result<LoginUserId, Invalid> {
    LoginUserId::parse(text).map_err(|invalid| Invalid::new("loginId", invalid.code))
}

/// How long a temporary password may be used. It signs in once.
pub const TEMPORARY_PASSWORD_LIFETIME: TimeDelta = TimeDelta::hours(72);
/// How long a session lasts: a working day.
pub const SESSION_LIFETIME: TimeDelta = TimeDelta::hours(12);
/// How long a session lasts without use.
pub const SESSION_IDLE_LIMIT: TimeDelta = TimeDelta::minutes(30);

/// Letters and digits that are not confused when a temporary password is copied from paper.
const LETTERS: &[u8] = b"abcdefghijkmnpqrstuvwxyz";
const DIGITS: &[u8] = b"23456789";

/// Generates a temporary password from random bytes: 60 bits in sixteen characters, in four groups joined by `-`.
///
/// # Panics
/// Never: letters, digits and a dash satisfy the password rule.
#[must_use]
pub fn generate_temporary_password(random: [u8; 16]) -> Password {
    let mut text = String::with_capacity(19);
    for (index, byte) in random.into_iter().enumerate() {
        if index > 0 && index % 4 == 0 {
            text.push('-');
        }
        let alphabet = if index % 2 == 0 { LETTERS } else { DIGITS };
        text.push(char::from(alphabet[usize::from(byte) % alphabet.len()]));
    }
    Password::parse(&text).expect("letters, digits and a dash")
}

/// The number of recovery codes of an account.
pub const RECOVERY_CODES: usize = 10;

/// Generates a recovery code from random bytes: 45 bits in ten characters, in two groups joined by `-`.
#[must_use]
pub fn generate_recovery_code(random: [u8; 10]) -> String {
    let mut text = String::with_capacity(11);
    for (index, byte) in random.into_iter().enumerate() {
        if index == 5 {
            text.push('-');
        }
        text.push(char::from(LETTERS[usize::from(byte) % LETTERS.len()]));
    }
    text
}

/// Normalizes a recovery code for comparison: without spaces and dashes, in lower case. Returns `None` if it has
/// another form.
#[must_use]
pub fn normalize_recovery_code(text: &str) -> Option<String> {
    let code: String = text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    let code = code.to_ascii_lowercase();
    (code.len() == 10 && code.bytes().all(|byte| LETTERS.contains(&byte))).then_some(code)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn temporary_password_has_four_groups() {
        assert_eq!(generate_temporary_password([0; 16]).reveal(), "a2a2-a2a2-a2a2-a2a2");
        assert_ne!(generate_temporary_password([1; 16]).reveal(), generate_temporary_password([2; 16]).reveal());
    }

    #[test]
    fn login_id_error_names_its_field() {
        assert_eq!(parse_login_id("").expect_err("empty").field, "loginId");
        assert_eq!(parse_login_id("kim1").expect("a name").as_str(), "kim1");
    }

    #[test]
    fn recovery_code_is_read_as_people_write_it() {
        let code = generate_recovery_code([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(code, "abcde-fghij");
        for text in ["abcde-fghij", "ABCDE FGHIJ", " abcdefghij "] {
            assert_eq!(normalize_recovery_code(text).as_deref(), Some("abcdefghij"), "{text}");
        }
        for text in ["", "123456", "abcde-fghi", "abcde-fghil", "abcde-fghijk", "가나다라마바사아자차"] {
            assert_eq!(normalize_recovery_code(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn temporary_password_is_unambiguous(random: [u8; 16]) {
            let password = generate_temporary_password(random);
            let text = password.reveal();
            prop_assert_eq!(text.len(), 19);
            prop_assert!(!text.contains(['0', '1', 'l', 'o']), "{}", text);
        }
    }
}
