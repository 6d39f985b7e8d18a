//! The staff of clinics.

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::contact::Name;
use crate::credential::{LoginUserId, Password};
use crate::ids::StaffId;
use crate::institution::Institution;
use crate::validation::Invalid;

/// A role at a clinic. All roles edit applications and create invites.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum StaffRole {
    /// Takes the pictures.
    ShootingExpert,
    /// Scores the pictures.
    AnalysisExpert,
    /// Also manages the clinic's staff.
    ClinicAdmin,
}

impl StaffRole {
    /// Returns whether the role creates, changes and deactivates staff accounts.
    #[must_use]
    pub const fn manages_staff(self) -> bool {
        matches!(self, Self::ClinicAdmin)
    }
}

/// A member of a clinic's staff.
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
    fn only_admins_manage_staff() {
        let managers: Vec<_> = StaffRole::VARIANTS.iter().filter(|role| role.manages_staff()).collect();
        assert_eq!(managers, [&StaffRole::ClinicAdmin]);
    }

    #[test]
    fn login_id_error_names_its_field() {
        assert_eq!(parse_login_id("").expect_err("empty").field, "loginId");
        assert_eq!(parse_login_id("kim1").expect("a name").as_str(), "kim1");
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
